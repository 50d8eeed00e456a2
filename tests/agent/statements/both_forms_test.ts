/** What companyfacts of twelve names give, against a table of their results and balances that others made of the same reports. */
import { deepEqual, equal } from "../../assert.ts";
import { statementsOf } from "../../../src/agent/domains/statements.ts";
import { nextSession } from "../../../src/calendar/exchange_days.ts";
import type { ItemId } from "../../../src/data/metrics/items.ts";
import type { Statements } from "../../../src/data/statements.ts";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { type RawFacts, rawFactsIn, recordsOf } from "./companyfacts.ts";
import { statementsAt } from "./statements_at.ts";

const RESULTS = "sample2025/eps_filed_polygon_20_dow.csv.gz";
const BALANCES = "sample2025/balance_and_gross_profit_filed_polygon_20_dow.csv.gz";
const FACTS = "sample2025/facts";

/** Items by their columns in the table of results, or their tags in that of balances. */
const ITEMS: Readonly<Record<string, ItemId>> = {
  revenues: "revenue",
  net_income: "net_income",
  diluted_shares: "shares_diluted",
  assets: "assets",
  AssetsCurrent: "current_assets",
  LiabilitiesCurrent: "current_liabilities",
  GrossProfit: "gross_profit",
};

async function rowsOf(path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const file = await Deno.open(sharedPath(path));
  const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  const [head = "", ...lines] = text.trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at] ?? "", cell])));
}

interface Cell {
  readonly ticker: string;
  readonly item: ItemId;
  readonly start?: string;
  readonly end: string;
  readonly filed: string;
  readonly value: number;
}

async function cells(): Promise<readonly Cell[]> {
  const results = (await rowsOf(RESULTS)).filter(({ timeframe }) => timeframe !== "ttm").flatMap((row) =>
    Object.entries(ITEMS).flatMap(([column, item]) => row[column] ? [cellOf(row, item, row[column])] : [])
  );
  const balances = (await rowsOf(BALANCES)).flatMap((row) => {
    const item = ITEMS[row["tag"] ?? ""];
    return item === undefined ? [] : [cellOf(row, item, row["val"] ?? "")];
  });
  return [...results, ...balances];
}

function cellOf(row: Readonly<Record<string, string>>, item: ItemId, value: string): Cell {
  const { ticker = "", start = "", end = "", filed = "" } = row;
  const isBalance = /assets|liabilities/.test(item);
  return { ticker, item, end, filed, value: Number(value), ...(!isBalance && start !== "" && { start }) };
}

/** Of which kind each difference is, and how many there are: any other is an error. */
const EXPLAINED: readonly (readonly [what: string, kind: Kind, count: number])[] = [
  ["AXP revenue", "contracts", 21],
  ["BA net_income", "owners", 29],
  ["IBM net_income", "owners", 1],
  ["IBM shares_diluted", "rounded", 18],
  ["JNJ gross_profit", "restated", 2],
  ["JNJ revenue", "restated", 2],
  ["MSFT net_income", "restated", 2],
  ["MSFT shares_diluted", "restated", 2],
  ["PG net_income", "owners", 34],
  ["UNH net_income", "owners", 39],
];

/**
 * What the table has: revenue from contracts alone; net income with that of minorities, or of what goes on; a count to the
 * tenth of a million; what a later report restates, under the day of the first.
 */
type Kind = "contracts" | "owners" | "rounded" | "restated" | "unexplained";

/** What minorities have of the income in the table: UnitedHealth's 188 m beside a loss of 1,221 m, and Boeing's 33 m of 160. */
const MOST_OF_OTHERS = 0.16;
const FEW = 33e6;

function kindOf({ item, value, ...period }: Cell, given: number, { raw, newest }: Company): Kind {
  const today = newest.stated(item, period);
  if (typeof today !== "string" && today.value === value) return "restated";
  if (item === "shares_diluted" && Math.round(given / 1e5) * 1e5 === value) return "rounded";
  const rows = raw["us-gaap"]?.["RevenueFromContractWithCustomerExcludingAssessedTax"]?.units["USD"] ?? [];
  if (item === "revenue" && rows.some((row) => row.val === value && row.end === period.end)) return "contracts";
  const gap = Math.abs(value - given);
  return item === "net_income" && gap <= Math.max(FEW, MOST_OF_OTHERS * Math.abs(value)) ? "owners" : "unexplained";
}

interface Company {
  readonly raw: RawFacts;
  /** By all that the file has. */
  readonly newest: Statements;
}

testOnShared(
  missingShared(RESULTS, BALANCES, FACTS),
  "results and balances of twelve names are those that others read from the same reports, but for what is explained",
  async () => {
    const all = (await cells()).filter(({ ticker }) => missingShared(`${FACTS}/${ticker}.json.gz`) === undefined);
    const counts = new Map<string, number>();
    const unexplained: Cell[] = [];
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    for (const [ticker, own] of Map.groupBy(all, (cell) => cell.ticker)) {
      const raw = await rawFactsIn(`${FACTS}/${ticker}.json.gz`);
      const records = recordsOf(raw);
      for (const [filed, cells] of Map.groupBy(own, (cell) => cell.filed)) {
        const statements = statementsAt(records, nextSession(filed));
        for (const cell of cells) {
          const { item, value, ...period } = cell;
          const found = statements.stated(item, period);
          if (typeof found === "string") count(`silent ${found}`);
          else if (found.value === value) count("equal");
          else {
            const kind = kindOf(cell, found.value, { raw, newest: statementsOf(records) });
            count(`${ticker} ${item} ${kind}`);
            if (kind === "unexplained") unexplained.push(cell);
          }
        }
      }
    }
    // deno-lint-ignore no-console -- what was compared, for the reader
    console.log([...counts].map((one) => one.join(": ")).join("\n"));
    deepEqual(unexplained, []);
    const differing = [...counts].filter(([what]) => !/^(?:silent|equal)/.test(what)).map((one) => one.join(" "));
    deepEqual(differing.sort(), EXPLAINED.map((one) => one.join(" ")));
    equal(counts.get("equal"), 2291);
  },
);
