/** What is selected of real reports, against published figures and a selection of the tests' own. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { missingShared, testOnShared } from "../../needs.ts";
import { statementsOf } from "../../../src/agent/domains/statements.ts";
import { nextSession } from "../../../src/calendar/exchange_days.ts";
import { isItemId, ITEM_IDS, type ItemId, ITEMS } from "../../../src/data/metrics/items.ts";
import type { Records } from "../../../src/data/records.ts";
import type { Statements } from "../../../src/data/statements.ts";
import { COMPANYFACTS, type RawFacts, rawFactsOf, type RawRow, recordsOf } from "./companyfacts.ts";
import { valueOf } from "./made_reports.ts";
import { PUBLISHED } from "./published.ts";
import { statementsAt } from "./statements_at.ts";

const missing = missingShared(...Object.values(COMPANYFACTS));
const TICKERS = Object.keys(COMPANYFACTS);

interface Company {
  readonly raw: RawFacts;
  readonly records: Records;
}
const companies = new Map<string, Promise<Company>>();

function companyOf(ticker: string): Promise<Company> {
  const found = companies.get(ticker) ?? rawFactsOf(ticker).then((raw) => ({ raw, records: recordsOf(raw) }));
  companies.set(ticker, found);
  return found;
}

testOnShared(
  missing,
  "revenue, net income and earnings of 59 years are the published ones on the day they are known",
  async () => {
    for (const { ticker, end, accession, filed, revenue, netIncome, eps } of PUBLISHED) {
      const { records } = await companyOf(ticker);
      const statements = statementsAt(records, nextSession(filed));
      const [year] = statements.years;
      ok(year !== undefined && year.end === end, `${ticker} ${end}: ${year?.end}`);
      const found = (["revenue", "net_income", "eps_diluted"] as const).map((item) => statements.stated(item, year));
      const wanted = [revenue * 1e6, netIncome * 1e6, eps];
      found.forEach((one, at) => {
        const figure = wanted[at];
        const isEqual = typeof one === "string" || figure === undefined
          ? typeof one === "string" && figure === undefined
          : Math.abs(one.value - figure) <= (at < 2 ? 5001 : 0);
        ok(isEqual, `${ticker} ${end}: ${JSON.stringify(one)} for ${figure}`);
      });
      for (const one of found) if (typeof one !== "string") equal(one.facts[0]?.accession, accession);
      deepEqual(
        statementsAt(records, filed).years.filter((one) => one.end >= end),
        [],
        `${ticker} ${end} on the day it is filed`,
      );
    }
    equal(PUBLISHED.length, 59);
  },
);

/** First days on which shares traded split, from the public record. */
const SPLITS: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  AAPL: [["2014-06-09", 7], ["2020-08-31", 4]],
  GOOGL: [["2022-07-18", 20]],
  NVDA: [["2021-07-20", 4], ["2024-06-10", 10]],
  TSLA: [["2020-08-31", 5], ["2022-08-25", 3]],
};

/** The six headline items, and the tags of which the newest report's first serves. */
const CHAINS: Readonly<
  Record<string, { readonly tags: readonly string[]; readonly power: -1 | 0 | 1; readonly isDay?: true }>
> = {
  revenue: {
    power: 0,
    tags: ["Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax", "SalesRevenueNet", "Revenue"],
  },
  net_income: { power: 0, tags: ["NetIncomeLoss", "ProfitLossAttributableToOwnersOfParent"] },
  eps_diluted: {
    power: -1,
    tags: ["EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted", "DilutedEarningsLossPerShare"],
  },
  operating_cash_flow: {
    power: 0,
    tags: [
      "NetCashProvidedByUsedInOperatingActivities",
      "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
      "CashFlowsFromUsedInOperations",
    ],
  },
  assets: { power: 0, isDay: true, tags: ["Assets"] },
  shares_outstanding: { power: 1, isDay: true, tags: ["CommonStockSharesOutstanding", "NumberOfSharesOutstanding"] },
};

/** An own selection: all rows of the year's last day, those of the newest report, the first tag. */
function ownSelection(
  ticker: string,
  raw: RawFacts,
  { item, end, day }: { item: string; end: string; day: string },
): number | undefined {
  const chain = CHAINS[item];
  if (chain === undefined) return undefined;
  const all = Object.values(raw).flatMap((tags) =>
    chain.tags.flatMap((tag) =>
      Object.values(tags[tag]?.units ?? {}).flatMap((rows) => rows.map((row) => ({ ...row, tag })))
    )
  );
  const isYear = ({ start }: RawRow) => {
    const days = start === undefined ? 0 : (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
    return chain.isDay ? start === undefined : days >= 340 && days <= 380;
  };
  const rows = all.filter((row) =>
    row.end === end && isYear(row) && nextSession(row.filed) <= day && /^(10-[KQ]|20-F)/.test(row.form)
  );
  const filed = rows.map((row) => row.filed).sort().at(-1);
  const [row] = rows.filter((one) => one.filed === filed).sort((one, other) =>
    chain.tags.indexOf(one.tag) - chain.tags.indexOf(other.tag)
  );
  if (row === undefined) return undefined;
  const ratios = (SPLITS[ticker] ?? []).filter(([first]) => row.filed < first && first <= day).map(([, ratio]) =>
    ratio
  );
  return row.val * ratios.reduce((product, ratio) => product * ratio, 1) ** chain.power;
}

testOnShared(
  missing,
  "of 378 headline figures none differs from an own selection, and at most eight are silent",
  async () => {
    let [cells, silent] = [0, 0];
    for (const ticker of TICKERS) {
      const { raw, records } = await companyOf(ticker);
      const day = records.facts.at(-1)?.known ?? "";
      const statements = statementsOf(records);
      const annual = new Set(
        records.facts.filter(({ form }) => /^(10-K|20-F)$/.test(form)).map(({ accession }) => accession),
      );
      const years = statements.years.slice(0, annual.size);
      for (const year of years) {
        for (const item of Object.keys(CHAINS).filter(isItemId)) {
          const found = statements.stated(item, year);
          const cover = found === "item" && item === "shares_outstanding"
            ? statements.stated("shares_cover", year)
            : found;
          cells += 1;
          if (typeof cover === "string") silent += 1;
          if (typeof found === "string") continue;
          const own = ownSelection(ticker, raw, { item, end: year.end, day });
          ok(
            own !== undefined && Math.abs(found.value / own - 1) < 1e-9,
            `${ticker} ${year.end} ${item}: ${found.value}, own ${own}`,
          );
        }
      }
    }
    equal(cells, 378);
    ok(silent <= 8, `${silent} silent`);
  },
);

testOnShared(missing, "as of a day in the past too, none differs from an own selection", async () => {
  for (const ticker of TICKERS) {
    const { raw, records } = await companyOf(ticker);
    for (const part of [0.4, 0.7]) {
      const day = records.facts[Math.floor(records.facts.length * part)]?.known ?? "";
      const statements = statementsAt(records, day);
      for (const year of statements.years) {
        for (const item of Object.keys(CHAINS).filter(isItemId)) {
          const found = statements.stated(item, year);
          const own = ownSelection(ticker, raw, { item, end: year.end, day });
          // a recorded split is known on its day; one that is derived with the first report after it
          const isKnown = typeof found !== "string" && found.value !== 0;
          const ratio = isKnown && own !== undefined ? Math.max(found.value / own, own / found.value) : 1;
          const isLate = CHAINS[item]?.power !== 0 &&
            (SPLITS[ticker] ?? []).some(([, split]) => Math.abs(ratio / split - 1) < 1e-9);
          ok(isLate || Math.abs(ratio - 1) < 1e-9, `${ticker} on ${day}, ${year.end} ${item}: ${ratio}`);
        }
      }
    }
  }
});

testOnShared(
  missing,
  "nothing of a report is known on the day it is filed, and something at the next session",
  async () => {
    let reports = 0;
    for (const ticker of TICKERS) {
      const { records } = await companyOf(ticker);
      const periodic = records.facts.filter(({ form }) => /^(10-[KQ]|20-F)/.test(form));
      for (const [accession, facts] of Map.groupBy(periodic, (fact) => fact.accession)) {
        const [{ filed = "", known = "" } = {}] = facts;
        ok(!isBehind(statementsAt(records, filed), facts, accession), `${ticker} ${accession} on the day it is filed`);
        ok(
          isBehind(statementsAt(records, known), facts, accession) || facts.length < 10,
          `${ticker} ${accession} is not known`,
        );
        reports += 1;
      }
    }
    ok(reports >= 240, `${reports}`);
  },
);

/** Whether any figure of the periods of a report's facts is read from that report. */
function isBehind(statements: Statements, facts: Records["facts"], accession: string): boolean {
  const periods = new Map(
    facts.map(({ start, end }) => [`${start}/${end}`, { ...(start !== undefined && { start }), end }]),
  );
  return [...periods.values()].some((period) =>
    ITEM_IDS.some((item) => {
      if (ITEMS[item].tags.length === 0) return false;
      const found = statements.stated(item, period);
      return typeof found !== "string" && found.facts.some((fact) => fact.accession === accession);
    })
  );
}

testOnShared(missing, "a fourth quarter, twelve months and a split of AAPL", async () => {
  const { records } = await companyOf("AAPL");
  const of = (day: string) => statementsAt(records, day);
  const [quarter] = of("2018-01-02").quarters;
  deepEqual(quarter, { start: "2017-07-02", end: "2017-09-30" });
  const fourth = (item: ItemId) => quarter === undefined ? undefined : valueOf(of("2018-01-02").stated(item, quarter));
  deepEqual([fourth("revenue"), fourth("net_income"), fourth("operating_cash_flow")], [52_579e6, 10_714e6, 15_656e6]);
  equal(Number(fourth("eps_diluted")).toFixed(2), "2.07");
  // 229,234 m of the year, 88,293 m and 78,351 m of the first quarters
  equal(valueOf(of("2018-02-05").trailing("revenue")), 239_176e6);
  // 63,598 + 28,293 - 27,056 m, which the last report has as 27,234 m, less 12,451 + 2,810 - 3,334 m
  equal(valueOf(of("2018-02-07").trailing("free_cash_flow")), 52_908e6);
  const year2013 = { start: "2012-09-30", end: "2013-09-28" };
  const eps = ["2014-07-23", "2014-07-24", "2014-10-28", "2020-11-02"].map((day) =>
    Number(valueOf(of(day).stated("eps_diluted", year2013))).toFixed(3)
  );
  deepEqual(eps, ["39.750", "5.679", "5.680", "1.420"]);
});
