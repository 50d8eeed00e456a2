/** Days on which an exchange was closed: said, verified, and refused where the calendar or the bars say otherwise. */
import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { isSession } from "../../src/calendar/exchange_days.ts";
import { exchangeOf } from "../../src/calendar/exchanges.ts";
import type { Draft, Statement } from "../../src/data/claim.ts";
import type { Bar, Company, Dataset, DatasetView } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, askOf, ports, sample, textOf, thesisOf } from "./ask.ts";

const SOURCE = { id: "made.csv", title: "Made", sha256: "0" };

/** Two years of closes up to 28 December 2017, on the sessions of each exchange. */
function market(tickers: readonly string[], more: readonly string[] = []): Dataset {
  const companies: Company[] = tickers.map((ticker) => ({ ticker, name: `${ticker} Company` }));
  const series = tickers.map((ticker) => {
    const bars: Bar[] = [];
    for (let day = dayNumber("2016-01-04"); day <= dayNumber("2017-12-28"); day++) {
      const date = dayText(day);
      if (!isSession(date, exchangeOf(ticker)) && !more.includes(date)) continue;
      bars.push({ date, close: 100 + 5 * Math.sin(day * 1.7) + (day % 11) / 3 });
    }
    return seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: SOURCE.id }, bars);
  });
  return createDataset({ name: "Made", notice: "Made.", companies, series, sources: [SOURCE] });
}

const SAID: readonly (readonly [question: string, says: RegExp])[] = [
  [
    "How did AAPL close on 2017-12-25?",
    /^25 Dec 2017 was not a trading day on the New York Stock Exchange, where AAPL trades; the trading day before was 22 Dec 2017\. /,
  ],
  [
    "What was AAPL's close on Sunday 2017-12-24?",
    /^24 Dec 2017 was not a trading day on .*; the trading day before was 22 Dec 2017\. /,
  ],
  [
    "What was VOD.L's close on 2017-12-26?",
    /^26 Dec 2017 was not a trading day on the London Stock Exchange, where VOD\.L trades; the trading day before was 22 Dec 2017\. /,
  ],
];
const shown = market(["AAPL", "VOD.L"]);

for (const [question, says] of SAID) {
  Deno.test(`"${question}" is told that there was no session, and the sentence passes verification`, async () => {
    const steps = await askOf(shown, question);
    match(textOf(steps), says);
    equal(thesisOf(steps).metadata?.verification?.claims_removed ?? 0, 0);
  });
}

Deno.test("nothing is said of a day with a session, nor of one on which the company has a bar", async () => {
  for (
    const [data, question] of [
      [shown, "What was AAPL's close on 2017-12-26?"],
      [shown, "What was AAPL's close yesterday?"],
      [market(["AAPL"], ["2017-12-25"]), "What was AAPL's close on 2017-12-25?"],
      [market(["ENI.MI"]), "What was ENI.MI's close on 2017-12-24?"],
    ] as const
  ) {
    const text = textOf(await askOf(data, question));
    ok(!text.includes("no session"), text);
  }
});

Deno.test("a sentence that calls a session no session, or names another one before it, is dropped", async () => {
  const [drafts, views]: [Draft[], DatasetView[]] = [[], []];
  const check = (draft: Draft, view: DatasetView) => {
    drafts.push(draft);
    views.push(view);
    return verify(draft, view);
  };
  await ask("How did AAPL close on 2017-12-25?", ports({ dataset: shown, verify: check }));
  const [said] = drafts.flatMap(({ reasoning }) => reasoning).filter(({ saying }) => saying.phrase === "span.closed");
  const [view] = views;
  ok(said && view);
  const keptOf = ({ text }: Statement) => {
    const draft = { reasoning: [{ ...said, text }], drivers: [], risks: [] };
    return verify({ ...drafts[0], ...draft } as Draft, view).kept.reasoning.length;
  };
  equal(keptOf(said), 1);
  equal(keptOf({ ...said, text: said.text.replace("25 Dec 2017", "26 Dec 2017") }), 0);
  equal(keptOf({ ...said, text: said.text.replace("22 Dec 2017", "21 Dec 2017") }), 0);
  equal(keptOf({ ...said, text: said.text.replace("New York", "London") }), 0);
});

Deno.test("yesterday is the session before, of the exchange that is asked about", async () => {
  const london = textOf(await askOf(market(["VOD.L", "BP.L"]), "What was VOD.L's close yesterday?"));
  match(london, /"yesterday" is taken as 27 Dec 2017/);
  const after = market(["VOD.L", "BP.L"]);
  deepEqual(
    [textOf(await askOf(after, "What was VOD.L's close 2 sessions ago?")).match(/taken as \d+ \w+ \d{4}/)?.[0]],
    ["taken as 22 Dec 2017"], // 25 and 26 December are holidays
  );
});

Deno.test("a return over the last five sessions is from the close before the first of them", async () => {
  const text = textOf(await askOf(shown, "What was AAPL's return over the last five sessions?"));
  match(text, /^AAPL returned -?\d+\.\d% between the closes of 20 Dec and 28 Dec 2017/);
});

Deno.test("what changed since the last session is what changed on it", async () => {
  match(
    textOf(await askOf(sample, "What changed at AAPL since the last session?")),
    /^Apple returned -1\.0% between the closes of 28 Dec and 29 Dec 2017, /,
  );
});
