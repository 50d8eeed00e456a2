/** The verifier reads own columns by itself: what an analyst changes of a sentence about them does not pass. */
import fc from "fast-check";
import { deepEqual, equal, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import { AnswerClaims } from "../../src/agent/claims.ts";
import { KNOWLEDGE } from "../../src/agent/tools.ts";
import { otherColumns, ownSentences } from "../../src/agent/own_answers.ts";
import { ownPlaces, showOwn, showOwnChange, showOwnShare } from "../../src/agent/own_reading.ts";
import { Speaker } from "../../src/agent/say.ts";
import { dayNumber } from "../../src/calendar/day.ts";
import type { Statement } from "../../src/data/claim.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import type { OwnColumn } from "../../src/data/own_column.ts";
import { seriesOf } from "../../src/data/series.ts";
import { tradingDays } from "../trading_days.ts";
import { ownStandings } from "../../src/verify/domains/subject.ts";
import { verify } from "../../src/verify/verify.ts";
import { changeWords, numberWords, shareWords } from "../../src/verify/own.ts";

const TICKERS = Array.from({ length: 11 }, (_, at) => `T${String.fromCharCode(65 + at)}`);
const days = tradingDays("2017-01-03", 60);
const rows = ["2017-01-10", "2017-02-01", "2017-02-20"];

function column(ticker: string, at: number): OwnColumn {
  const known = Int32Array.from(rows, dayNumber);
  const values = Float64Array.from(rows, (_, row) => (7 * at + 3 * row) % 10 - 4.25);
  return { name: "s.f_1", ticker, days: known, known, values, source: "own/s.csv" };
}

const SOURCES = ["made.csv", "own/s.csv"].map((id) => ({ id, title: id, sha256: "0" }));
const view = createDataset({
  ...{ name: "Made", notice: "Made up.", sources: SOURCES, own: TICKERS.map(column) },
  companies: TICKERS.map((ticker) => ({ ticker, name: `${ticker} Corp.` })),
  series: TICKERS.map((ticker, at) =>
    seriesOf(
      { ticker, frequency: "daily", basis: "price", currency: "USD", source: "made.csv" },
      days.map((date, on) => ({ date, close: 100 + at + on })),
    )
  ),
}).at("2017-03-01");

/** Sentences of every kind about own columns. */
function sentences(companies: readonly string[], seen: DatasetView = view): readonly Statement[] {
  const claims = new AnswerClaims({ view: seen, knowledge: KNOWLEDGE, found: [], companies });
  const speaker = new Speaker(KNOWLEDGE.vocabulary, claims);
  const asking = { companies, view: seen, speaker };
  const asked = [{ name: "s.f_1", text: "f_1" }];
  const span = [{ from: "2017-01-01", to: "2017-02-10", text: "" }];
  return [
    ...otherColumns({ ...asking, own: [] }),
    ...ownSentences({ ...asking, own: asked, times: span }),
    ...ownSentences({ ...asking, own: [{ name: "s.none", text: "none" }], times: [] }),
    ...ownSentences({ ...asking, own: asked, times: [{ from: "2016-01-01", to: "2016-02-10", text: "" }] }),
  ];
}

const passes = (statement: Statement, companies: readonly string[]) =>
  verify({ companies, reasoning: [statement], drivers: [], risks: [] }, view).kept.reasoning.length === 1;

for (const companies of [["TA"], ["TC"], ["TA", "TB", "TC"]]) {
  const said = sentences(companies);

  Deno.test(`each sentence about own columns of ${companies} passes as it is`, () => {
    ok(said.length >= 3);
    for (const one of said) ok(passes(one, companies), one.text);
  });

  Deno.test(`no sentence about own columns of ${companies} passes with another figure, day, word or company`, () => {
    for (const one of said) {
      for (const [at, claim] of one.claims.entries()) {
        const other = typeof claim.value === "number" ? claim.value + 0.5 : `${claim.value}x`;
        const changed = { ...claim, value: other, shown: String(other) };
        const claims = one.claims.with(at, changed);
        ok(!passes({ ...one, claims }, companies), `${claim.id} ${one.text}`);
        const text = one.text.replace(claim.shown, changed.shown);
        if (claim.shown !== "") ok(!passes({ ...one, claims, text }, companies), text);
      }
    }
  });

  Deno.test(`no sentence about own columns of ${companies} passes on a day on which a row of it is not known`, () => {
    for (const one of said.filter(({ claims }) => claims.some(({ metric }) => metric === "own_value"))) {
      const early = { ...view, own: () => [] };
      const { kept } = verify({ companies, reasoning: [one], drivers: [], risks: [] }, early);
      equal(kept.reasoning.length, 0, one.text);
    }
  });
}

Deno.test("analyst and verifier show any number alike", () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 5000 }), fc.nat(), (value, all, some) => {
      equal(showOwn(value), numberWords(value));
      equal(showOwnChange(value), changeWords(value));
      equal(showOwnShare((some % (all + 1)) / all), shareWords((some % (all + 1)) / all));
    }),
    runsOf("verify/own", 5_000),
  );
});

/** Where only the first companies have the column, with a sign. */
function seenOf(count: number): DatasetView {
  const having = TICKERS.slice(0, count);
  const own = (ticker: string) =>
    having.includes(ticker) ? view.own(ticker).map((one): OwnColumn => ({ ...one, sign: 1 })) : [];
  return { ...view, own };
}

/** The seventh has the highest of the newest values, also of eight; the first is in the middle of eight. */
const PLACES: readonly (readonly [companies: number, first: readonly number[], seventh: readonly number[]])[] = [
  [7, [], []],
  [8, [2 * 5.5 / 8 - 1], [2 * 7.5 / 8 - 1]],
];

for (const [count, first, seventh] of PLACES) {
  Deno.test(`a column with a sign has ${first.length === 0 ? "no" : "a"} place among ${count} companies`, () => {
    const seen = seenOf(count);
    deepEqual(["TA", "TG"].map((ticker) => ownStandings(seen, ticker)), [first, seventh]);
    deepEqual(["TA", "TG"].map((ticker) => ownPlaces(ticker, seen)), [first, seventh]);
  });
}

for (const [others, share] of [[7, []], [8, [6 / 8]]] as const) {
  Deno.test(`a sentence tells ${share.length === 0 ? "no" : "the"} share of ${others} other companies with less`, () => {
    const claims = sentences(["TA"], seenOf(others + 1)).flatMap((one) => one.claims);
    deepEqual([...new Set(claims.flatMap(({ metric, value }) => metric === "own_above" ? [value] : []))], share);
  });
}
