import { dayIn, longDay } from "../../src/calendar/day.ts";
/** Sentences about figures of reports, told wrong in one thing; text, claims and saying agree, and all are dropped. */
import { deepEqual, ok } from "../assert.ts";
import type { Claim, Statement } from "../../src/data/claim.ts";
import { aboutText, readAs } from "../../src/data/about.ts";
import { openHistory } from "../worlds/history.ts";
import { type Answer, answersOf } from "./answers.ts";
import { changed, changedClaims, changedParts, takenApart, type Told, told, withClaims } from "./faults/told.ts";
import { FILED_QUESTIONS, MADE_FILED } from "./first_sentences.ts";
import { isCaught } from "./lies.ts";
import { madeWorld } from "./made_world.ts";
import { once } from "../once.ts";
import { sweep } from "../sweeps.ts";

/** What a liar makes of a sentence. */
interface Lie {
  readonly name: string;
  readonly make: (node: Told, others: readonly Told[]) => readonly Told[];
}

const isAmount = ({ metric }: Claim) => /^fact_(?:money|count|share|ratio|growth)/.test(metric);
const day = (text: string, days: number) =>
  longDay(new Date(Date.parse(dayIn(text) ?? "") + days * 86_400_000).toISOString().slice(0, 10));

/** The sentence with what one metric shows replaced. */
function worded(metric: RegExp, replace: (shown: string) => string): Lie["make"] {
  return (node) =>
    changedClaims(node, (claim) => {
      const shown = metric.test(claim.metric) ? replace(claim.shown) : claim.shown;
      return shown === claim.shown ? [] : [{ ...claim, value: shown, shown }];
    });
}

/** The sentence with an amount replaced, and its value with it. */
function amounts(change: (claim: Claim & { readonly value: number }) => readonly Partial<Claim>[]): Lie["make"] {
  return (node) =>
    changedClaims(node, (claim) => {
      const { value } = claim;
      if (!isAmount(claim) || typeof value !== "number") return [];
      return change({ ...claim, value }).map((part) => ({ ...claim, ...part }));
    });
}

/** The sentence with the facts behind its figures replaced. */
function sourced(replace: (input: string) => string): Lie["make"] {
  return (node) =>
    changedClaims(node, (claim) => {
      const inputs = claim.inputs?.map(replace);
      return inputs === undefined || inputs.join() === claim.inputs?.join() ? [] : [{ ...claim, inputs }];
    });
}

/** The same words and figures, of another key. */
function rekeyed(node: Told, of: string): Told {
  const own = node.of;
  const renamed = withClaims(node, (claim) => claim.of === own ? { ...claim, of } : claim);
  return { ...renamed, of };
}

function periodOf({ of = "" }: Told): string | undefined {
  return readAs("fact", of)?.period;
}

function aboutAnother(node: Told, ticker: string): Told {
  const made = withClaims(node, (claim) => ({
    ...claim,
    entities: [ticker],
    ...(claim.metric === "ticker" && { value: ticker, shown: ticker }),
  }));
  const renamed = (one: Told): Told => ({
    ...one,
    about: [ticker],
    parts: Object.fromEntries(Object.entries(one.parts).map(([name, children]) => [name, children.map(renamed)])),
  });
  return renamed(made);
}

/** They name items alone. */
const OF_NO_PERIOD: readonly string[] = ["fact.lacks.filings_all", "fact_lacking.item"];

const LIES: readonly Lie[] = [
  {
    name: "the last digit of an amount",
    make: amounts(({ value, shown }) => {
      const wrong = shown.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
      return [{ shown: wrong, value: value * 1.001 }, { shown: wrong }];
    }),
  },
  {
    name: "a value that differs by a millionth",
    make: amounts(({ value }) => value === 0 ? [] : [{ value: value * (1 + 1e-6) }]),
  },
  {
    name: "a thousand times as much, or as little",
    make: amounts(({ value, shown }) =>
      [
        { shown: shown.replace(/(?<=\d)bn/, "m"), value: value / 1000 },
        { shown: shown.replace(/(?<=\d)m/, "bn"), value: value * 1000 },
        { shown: shown.replace(/(?<=\d)(?:bn|m)\b/, ""), value: value / 1e9 },
      ].filter((one) => one.shown !== shown)
    ),
  },
  {
    name: "the other sign",
    make: amounts((
      { value, shown },
    ) => [{ value: -value, shown: shown.startsWith("-") ? shown.slice(1) : `-${shown}` }]),
  },
  {
    name: "another currency",
    make: amounts(({ shown }) =>
      shown.includes("$") ? [{ shown: shown.replace("$", "€"), currency: "EUR" }, { currency: "EUR" }] : []
    ),
  },
  {
    name: "another rounding",
    make: amounts(({ shown }) => /\.\d/.test(shown) ? [{ shown: shown.replace(/(\.\d*)\d/, "$1") }] : []),
  },
  { name: "another tag", make: sourced((input) => input.replace(/us-gaap\/\w+/, "us-gaap/OtherSalesRevenueNet")) },
  { name: "no taxonomy", make: sourced((input) => input.replace("us-gaap/", "")) },
  {
    name: "another accession number",
    make: sourced((input) => input.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))),
  },
  {
    name: "facts of another period",
    make: sourced((input) => input.replace(/\d{4}/, (year) => String(Number(year) - 1))),
  },
  { name: "known a day later", make: worded(/^fact_(?:known|day)$/, (shown) => day(shown, 1)) },
  {
    name: "a period a year earlier",
    make: worded(/^fact_(?:period|days|asked)/, (shown) => shown.replace(/\d{4}/g, (year) => String(Number(year) - 1))),
  },
  {
    name: "a period a year later",
    make: worded(/^fact_(?:period|days|other)/, (shown) => shown.replace(/\d{4}/g, (year) => String(Number(year) + 1))),
  },
  {
    name: "the quarter for the year",
    make: worded(/^fact_period/, (shown) => shown.replace("the year", "the quarter")),
  },
  {
    name: "the year for the quarter",
    make: worded(/^fact_period/, (shown) => shown.replace("the quarter", "the year")),
  },
  {
    name: "the twelve months for the year",
    make: worded(/^fact_period/, (shown) => shown.replace("the year", "the twelve months")),
  },
  { name: "another item", make: worded(/^fact_item/, (shown) => shown === "revenue" ? "net income" : "revenue") },
  {
    name: "another span of what reports cover",
    make: worded(/^fact_(?:cover|end)/, (shown) => shown.replace(/\d{4}/, (year) => String(Number(year) - 1))),
  },
  {
    name: "the figures of one period under the key of another",
    make: (node, others) =>
      changed(
        node,
        (one) =>
          one.of === undefined || OF_NO_PERIOD.includes(one.phrase)
            ? []
            : others.flatMap((other) =>
              other.of === undefined || other.of === one.of || sameFigures(one, other) ? [] : [rekeyed(one, other.of)]
            ).slice(0, 5),
      ),
  },
  {
    name: "that it went up where it went down, or down where up",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.metric === "fact_way"
            ? [claim.value === "up" ? "down" : "up"].map((value) => ({ ...claim, value, shown: value }))
            : [],
      ),
  },
  {
    name: "as first reported, where it is the newest",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.metric === "fact_version" && claim.value === "newest"
            ? [{ ...claim, value: "first", shown: ", as first reported" }]
            : [],
      ),
  },
  {
    name: "the newest, where it is as first reported",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.metric === "fact_version" && claim.value === "first" ? [{ ...claim, value: "newest", shown: "" }] : [],
      ),
  },
  {
    name: "no word of a split, a subtraction or a restatement",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          /^fact_note/.test(claim.metric) && claim.value !== "none" ? [{ ...claim, value: "none", shown: "" }] : [],
      ),
  },
  {
    name: "another company",
    make: (node) =>
      node.about.length === 1 && !node.phrase.startsWith("fact.lacks.filings")
        ? ["GOOGL", "AAPL", "MSFT"].filter((one) => one !== node.about[0]).map((one) => aboutAnother(node, one))
        : [],
  },
  {
    name: "made of other facts",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.inputs === undefined
            ? []
            : [{ ...claim, inputs: claim.inputs.slice(1) }, { ...claim, inputs: [...claim.inputs, "x"] }],
      ),
  },
  {
    name: "from another source",
    make: (node) =>
      changedClaims(node, (claim) => claim.source === undefined ? [] : [{ ...claim, source: "other.csv" }]),
  },
  {
    name: "a cell of another period",
    make: (node, others) =>
      changedParts(
        node,
        (children, { name }) =>
          name !== "cells" || node.phrase !== "row.period"
            ? []
            : others.filter((other) => other.phrase === "period_cell.item" && periodOf(other) !== periodOf(node))
              .slice(0, 3).map((other) => [...children.slice(1), other]),
      ),
  },
  {
    name: "an order from the other end",
    make: (node) =>
      !node.phrase.startsWith("fact.order") ? [] : [{
        ...withClaims(node, (claim) => claim.metric === "fact_order" ? { ...claim, ...otherEnd(claim) } : claim),
      }, reversed(node)],
  },
  {
    name: "another reason",
    make: (node) => {
      const [, lack] = /^fact\.lacks\.(\w+)$/.exec(node.phrase) ?? [];
      if (lack === undefined) return [];
      return ["filings", "period", "ended", "absent", "item", "conflict"].filter((one) => one !== lack).map((one) => ({
        ...withClaims(node, (claim) => claim.metric === "fact_lack" ? { ...claim, value: one } : claim),
        phrase: `fact.lacks.${one}`,
      }));
    },
  },
];

function otherEnd({ value }: Claim): Pick<Claim, "value" | "shown"> {
  return value === "ascending" ? { value: "descending", shown: "highest" } : { value: "ascending", shown: "lowest" };
}

function sameFigures(one: Told, other: Told): boolean {
  const shown = (node: Told) => told(node).claims.map((claim) => claim.shown).join();
  return shown(one) === shown(other);
}

function reversed(node: Told): Told {
  const about = node.about.toReversed();
  const made = withClaims(node, (claim) =>
    claim.entities.length < 2 ? claim : {
      ...claim,
      entities: about,
      ...(claim.metric === "companies" && { value: about.join(" "), shown: about.join(" and ") }),
    });
  return { ...made, about, parts: { entries: (made.parts["entries"] ?? []).toReversed() } };
}

/** Sentences about reports, each once a day. */
function filedIn(answers: readonly Answer[]): readonly { readonly statement: Statement; readonly answer: Answer }[] {
  const all = answers.flatMap((answer) => answer.draft.reasoning.map((statement) => ({ statement, answer })))
    .filter(({ statement: { saying } }) => /^(?:fact|row)\./.test(saying.phrase));
  return [...new Map(all.map((one) => [`${one.answer.view.asOf} ${one.statement.text}`, one])).values()];
}

/** Sentences about figures of reports, each once a day, and what they are made of. */
const toldAbout = once(async () => {
  const asked = ["2017-12-29", "2019-05-31", "2014-03-31"].flatMap((asOf) =>
    FILED_QUESTIONS.map((input) => ({ input, asOf }))
  );
  const answers = [
    ...await answersOf(await openHistory(), asked),
    ...await answersOf(madeWorld(2, "price"), MADE_FILED.map((input) => ({ input, asOf: "2020-12-31" }))),
  ];
  const sentences = filedIn(answers);
  const nodes = sentences.map(({ statement }) => takenApart(statement));
  return { sentences, parts: nodes.flatMap((node) => [node, ...Object.values(node.parts).flat()]) };
});

/** All that a liar makes of these sentences. */
async function liesOf({ make }: Lie): Promise<readonly { readonly statement: Statement; readonly answer: Answer }[]> {
  const { sentences, parts } = await toldAbout();
  return sentences.flatMap(({ statement, answer }) =>
    make(takenApart(statement), parts).map((node) => ({ statement: told(node), answer }))
  );
}

Deno.test("sentences about figures of reports pass as they are", async () => {
  const { sentences } = await toldAbout();
  ok(sentences.length >= 60, `${sentences.length} sentences`);
  const dropped = sweep("verify/fact_lies", sentences).filter(({ statement, answer: { draft, view } }) =>
    isCaught({ statement, companies: draft.companies, list: "reasoning" }, view)
  );
  deepEqual(dropped.map(({ statement }) => statement.text), []);
});

for (const lie of LIES) {
  Deno.test(`a sentence about figures of reports is dropped where it tells ${lie.name}`, async () => {
    const lies = await liesOf(lie);
    ok(lies.length > 0);
    const passed = sweep("verify/fact_lies", lies).filter(({ statement, answer: { draft, view } }) =>
      !isCaught({
        statement,
        companies: [...new Set([...draft.companies, ...statement.saying.about])],
        list: "reasoning",
      }, view)
    );
    deepEqual(passed.map(({ statement }) => `${statement.text} [${statement.saying.of}]`), []);
  });
}

Deno.test("a key is read as it is written, and no other text is one", () => {
  const keys = [
    "revenue 2016-09-25/2017-09-30 newest",
    "cash 2017-09-30 first bn.1",
    "revenue FY2014>FY2016 newest",
    "eps_diluted Q-3 newest exact",
    "assets ON2016-11-15 newest .2",
  ];
  deepEqual(keys.map((key) => aboutText(readAs("fact", key) ?? { kind: "metric", metric: "score" })), keys);
  const none = [
    "revenue",
    "revenue 2017-09-31 newest",
    "moat FY2017 newest",
    "revenue FY2017 last",
    "revenue FY2017 newest bn.9",
    "revenue FY2017>FY2016>FY2015 newest",
    "revenue 2017-09-30/2016-09-25 newest",
    "revenue FY2017Q5 newest",
    "revenue FY-0 newest",
    "revenue FY2017 newest bn extra",
    "constructor FY2017 newest",
  ];
  deepEqual(none.filter((text) => readAs("fact", text) !== undefined), []);
});

Deno.test("at least 1,000 lies about figures of reports are told", async () => {
  const counts = await Promise.all(LIES.map(async (lie) => (await liesOf(lie)).length));
  const count = counts.reduce((sum, one) => sum + one, 0);
  ok(count >= 1000, `${count}`);
});
