/** Both readers of insiders' trades, on trades that nobody chose. */
import { isMetricId, type MetricId } from "../../src/data/metrics/metric.ts";
import fc from "fast-check";
import { deepEqual } from "../assert.ts";
import { columnsOf } from "../../src/agent/domains/columns.ts";
import { INSIDER_READERS as ANALYST } from "../../src/agent/domains/insider.ts";
import { dayText } from "../../src/calendar/day.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { combineTrades } from "../../src/data/insider/combine_trades.ts";
import { type InsiderTrade, NO_RECORDS, type Records, type StockSplit } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";
import { INSIDER_READERS as VERIFIER } from "../../src/verify/domains/insider.ts";
import type { Subject } from "../../src/verify/domains/subject.ts";

const LAST = Date.UTC(2024, 5, 28) / 86_400_000;
const series = seriesOf(
  { ticker: "MADE", frequency: "daily", basis: "price", currency: "USD", source: "made.csv" },
  // a year's volume is 252,000, and half of the days have a low and a high
  Array.from({ length: 300 }, (_, at) => {
    const bar = { date: dayText(LAST - 299 + at), close: 10, volume: 1000 };
    return at % 2 === 0 ? bar : { ...bar, open: 10, low: 9.9, high: 10.1 };
  }),
);

const back = (most: number) => fc.integer({ min: 0, max: most }).map((days) => dayText(LAST - days));
const trade: fc.Arbitrary<InsiderTrade> = fc.record({
  person: fc.constantFrom("Doe Jane", "ROE RICHARD", "Fund"),
  cik: fc.constantFrom(undefined, "0000000007", "0000000008"),
  roles: fc.constantFrom(["officer"], ["director"], ["ten_percent"], [], ["director", "ten_percent"]),
  // few days, so that amendments meet what they may amend
  day: fc.oneof(back(320), fc.constantFrom(1, 2, 3, 31, 32).map((days) => dayText(LAST - days))),
  lag: fc.constantFrom(0, 1, 2, 3, 12),
  code: fc.constantFrom("P", "P", "S", "S", "A", "G"),
  shares: fc.constantFrom(10, 250_000),
  price: fc.constantFrom(undefined, 4, 10, 10.5, 10.61, 11.4),
  isPlanned: fc.constantFrom(undefined, true, false),
  amends: fc.constantFrom(undefined, undefined, undefined, ""),
  original: fc.integer({ min: 0, max: 4 }),
  isFilingAssumed: fc.constantFrom(undefined, undefined, true as const),
}).map(({ lag, cik, price, isPlanned, amends, original, isFilingAssumed, roles, ...rest }) => {
  const filed = dayText(Date.parse(rest.day) / 86_400_000 + lag);
  const amended = dayText(Date.parse(filed) / 86_400_000 - original);
  return {
    ...{ ...rest, roles: roles as InsiderTrade["roles"], filed, known: nextSession(filed), source: "made" },
    ...(cik !== undefined && { cik }),
    ...(price !== undefined && { price }),
    ...(isPlanned !== undefined && { isPlanned }),
    ...(amends !== undefined && { amends: original > 3 ? "" : amended }),
    ...(isFilingAssumed && { isFilingAssumed }),
  };
});
const split: fc.Arbitrary<StockSplit> = fc.record({ day: back(200), ratio: fc.constantFrom(2, 0.1, 7) })
  .map((one) => ({ ...one, known: one.day, source: "made" }));

function bothOf(records: Records, metric: MetricId, at: number): readonly [number | string, number | string] {
  const [analyst, verifier] = [ANALYST[metric], VERIFIER[metric]];
  const found = analyst?.(columnsOf({ series, mixed: false }), at, { records: () => records } as never);
  const subject = { series, records: () => records, heldSplits: () => [] } as unknown as Subject;
  const again = verifier?.(subject, at);
  const rounded = (value: number) => Number(value.toPrecision(9));
  const own = found === undefined ? "none" : "lacks" in found ? found.cause : rounded(found.value);
  return [own, typeof again === "object" ? rounded(again.value) : again ?? "none"];
}

const FIRST: InsiderTrade = {
  ...{
    person: "Doe Jane",
    cik: "0000000007",
    roles: ["officer"],
    day: "2024-06-03",
    code: "P",
    shares: 1000,
    price: 5,
  },
  ...{ filed: "2024-06-05", known: "2024-06-06", source: "made", accession: "0000000042-24-000001" },
};
const AGAIN: InsiderTrade = {
  ...{ ...FIRST, shares: 900, amends: "2024-06-05", accession: "0000000042-24-000002" },
  ...{ filed: "2024-06-11", known: "2024-06-12" },
};
const LONG_AGO: InsiderTrade = { ...FIRST, code: "A", day: "2023-10-02", filed: "2023-10-03", known: "2023-10-04" };
const DAY = Date.parse("2024-06-28") / 86_400_000;
const AMENDED = [
  { when: "it names the day of the form that it amends", trades: [FIRST, AGAIN], is: 900 },
  { when: "it does not say which form it amends", trades: [FIRST, { ...AGAIN, amends: "" }], is: 900 },
  { when: "it names another form", trades: [FIRST, { ...AGAIN, amends: "2024-06-04" }], is: 1900 },
  { when: "it is of another person", trades: [FIRST, { ...AGAIN, cik: "0000000008", person: "Roe" }], is: 1900 },
  { when: "it corrects the day alone", trades: [FIRST, { ...AGAIN, shares: 1000, day: "2024-06-04" }], is: 1000 },
  { when: "it adds a trade of another day", trades: [FIRST, { ...AGAIN, day: "2024-06-04" }], is: 1900 },
  {
    when: "a second amendment follows",
    trades: [FIRST, AGAIN, { ...AGAIN, shares: 800, accession: "x", filed: "2024-06-13", known: "2024-06-14" }],
    is: 800,
  },
  {
    when: "the form that it amends has an assumed filing day",
    trades: [{ ...FIRST, isFilingAssumed: true }, AGAIN],
    is: 900,
  },
  { when: "it is not known yet", trades: [FIRST, AGAIN], is: 1000, on: "2024-06-11" },
  { when: "it is known from this session on", trades: [FIRST, AGAIN], is: 900, on: "2024-06-12" },
] as const;
for (const { when, trades, is, ...rest } of AMENDED) {
  Deno.test(`an amendment takes the place of what it reports again: ${when}`, () => {
    const records = { ...NO_RECORDS, trades: combineTrades([LONG_AGO, ...trades] as readonly InsiderTrade[]) };
    const on = "on" in rest ? Date.parse(rest.on) / 86_400_000 : DAY;
    deepEqual(bothOf(records, "shares_bought", 299 - (LAST - on)), [is, is]);
  });
}

Deno.test("analyst and verifier read the same of any trades, amendments and splits, on any day", () => {
  fc.assert(
    fc.property(
      fc.array(trade, { maxLength: 14 }),
      fc.array(split, { maxLength: 2 }),
      fc.integer({ min: 0, max: 299 }),
      (trades, splits, at) => {
        const records = {
          ...NO_RECORDS,
          trades: combineTrades(trades),
          splits: splits.toSorted((one, other) => one.known < other.known ? -1 : 1),
        };
        for (const metric of Object.keys(ANALYST).filter(isMetricId)) {
          const [own, again] = bothOf(records, metric, at);
          deepEqual(own, again, metric);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
