import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, testOnShared } from "../needs.ts";
import { statementsOf as analystOf } from "../../src/agent/domains/statements.ts";
import { ITEM_IDS, type ItemId, ITEMS } from "../../src/data/metrics/items.ts";
import { statementsOf } from "../../src/verify/domains/statements.ts";
import { factName, recordsUntil } from "../../src/data/records.ts";
import type { NotReported, Reported, Statements } from "../../src/data/statements.ts";
import { COMPANY_FILES, factsOfFile, recordsOf, splitsOf, type Ticker } from "./company_facts.ts";
import { IS_WHOLE } from "../lanes.ts";
import { sweep } from "../sweeps.ts";

const missing = missingShared(...Object.values(COMPANY_FILES));

/** As printed on the face of the statements of the reports themselves. */
const HEADLINES: readonly (readonly [Ticker, item: ItemId, end: string, value: number])[] = [
  ["AAPL", "revenue", "2017-09-30", 229_234e6],
  ["AAPL", "net_income", "2018-09-29", 59_531e6],
  ["AAPL", "operating_cash_flow", "2012-09-29", 50_856e6],
  ["AAPL", "eps_diluted", "2024-09-28", 6.08],
  ["GOOGL", "revenue", "2015-12-31", 74_989e6],
  ["GOOGL", "net_income", "2021-12-31", 76_033e6],
  ["NVDA", "revenue", "2025-01-26", 130_497e6],
  ["NVDA", "net_income", "2023-01-29", 4_368e6],
  ["NVDA", "eps_diluted", "2025-01-26", 2.94],
  ["TSLA", "revenue", "2020-12-31", 31_536e6],
  ["TSLA", "net_income", "2018-12-31", -976e6],
  ["SNOW", "revenue", "2024-01-31", 2_806_489e3],
];

testOnShared(missing, "the verifier selects the figures that the annual reports print", async () => {
  for (const [ticker, item, end, value] of HEADLINES) {
    const statements = statementsOf(recordsOf(await factsOfFile(ticker), splitsOf(ticker)));
    const year = statements.years.find((one) => one.end === end);
    const found = year && statements.stated(item, year);
    equal(typeof found === "object" ? found.value : found, value, `${ticker} ${item} ${end}`);
  }
});

testOnShared(
  missing,
  "diluted earnings of Apple's year to 2013-09-28 are 39.75 until the split of 2014 restates them",
  async () => {
    const all = recordsOf(await factsOfFile("AAPL"), splitsOf("AAPL"));
    const period = { start: "2012-09-30", end: "2013-09-28" };
    const on = (day: string) => {
      const found = statementsOf(recordsUntil(all, day)).stated("eps_diluted", period);
      return typeof found === "object" ? found.value.toFixed(2) : found;
    };
    deepEqual(["2013-10-30", "2013-10-31", "2014-06-06", "2014-06-09", "2014-10-28"].map(on), [
      "item",
      "39.75",
      "39.75",
      "5.68",
      "5.68",
    ]);
  },
);

/** As of which days the two selections are compared, with recorded splits and without. */
const COMPARED = [
  { day: "2015-03-02", hasSplits: false },
  { day: "2021-06-30", hasSplits: true },
] as const;

/** What both are asked for: every item of every year and quarter as first and last reported, and the newest figures. */
function askedOf({ years, quarters }: Statements): readonly (readonly [name: string, read: Read])[] {
  return ITEM_IDS.flatMap((id) => [
    ...[...years, ...quarters].flatMap(({ start, end }) =>
      (["newest", "first"] as const).map((version) => {
        const period = ITEMS[id].kind === "flow" ? { start, end } : { end };
        return [`${id} ${start}/${end} ${version}`, (one: Statements) => one.stated(id, period, version)] as const;
      })
    ),
    ...[0, 1, 2, 5].map((back) => [`${id} newest, ${back} years back`, newest(id, back)] as const),
  ]);
}

type Read = (statements: Statements) => Reported | NotReported;

function newest(id: ItemId, back: number): Read {
  const isFlow = new Map(Object.entries(ITEMS)).get(id)?.kind === "flow";
  return (one) => isFlow ? one.trailing(id, back) : one.balance(id, back);
}

function isOne(one: Reported, other: Reported): boolean {
  const names = [one, other].map(({ facts }) => facts.map(factName).join());
  return names[0] === names[1] && one.unit === other.unit &&
    Math.abs(one.value - other.value) <= 1e-9 * Math.abs(other.value);
}

testOnShared(
  missing,
  "the two selections give the same figures from the same facts, and one abstains where the other does",
  async () => {
    const differing: string[] = [];
    let [asked, alone] = [0, 0];
    const pairs = COMPARED.flatMap((when) =>
      (Object.keys(COMPANY_FILES) as Ticker[]).map((ticker) => ({ ...when, ticker }))
    );
    for (const { day, hasSplits, ticker } of sweep("verify/statements", pairs)) {
      const all = recordsOf(await factsOfFile(ticker), hasSplits ? splitsOf(ticker) : []);
      const records = recordsUntil(all, day);
      const [analyst, verifier] = [analystOf(records), statementsOf(records)];
      deepEqual([analyst.years, analyst.quarters], [verifier.years, verifier.quarters], `${ticker} on ${day}`);
      for (const [name, read] of askedOf(verifier)) {
        const [one, other] = [read(analyst), read(verifier)];
        asked += 1;
        if (typeof one === "string" || typeof other === "string") alone += one === other ? 0 : 1;
        else if (!isOne(one, other)) differing.push(`${ticker} ${name} on ${day}: ${one.value}, ${other.value}`);
      }
    }
    deepEqual(differing, []);
    if (IS_WHOLE) ok(asked > 30_000, `${asked} are asked`);
    const most = IS_WHOLE ? asked / 1000 : Math.max(3, asked / 200); // a part may hold more than its share
    ok(alone <= most, `${alone} of ${asked} are given by one alone`);
  },
);
