/**
 * Makes the sample's tables of figures and reports from the raw company facts: `deno run --allow-read --allow-write` on this
 * file writes them, and a test compares them with what is there.
 */
import { FIGURE_COLUMNS, REPORT_COLUMNS } from "../../src/data/filings/own_tables.ts";
import { ITEM_TAGS } from "../../src/data/metrics/items.ts";
import { sharedPath } from "../needs.ts";
import { readGzip } from "./support.ts";

/** The raw files, by ticker. */
export const SAMPLE_FACTS = {
  AAPL: "sec/companyfacts/AAPL_CIK0000320193.json.gz",
  GOOGL: "sec/companyfacts/GOOGL_CIK0001652044.json.gz",
} as const;

/** The sample's second day: what is filed later is left out. */
const LAST = "2022-05-31";

interface RawFact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly form: string;
  readonly accn: string;
  readonly filed: string;
}

interface Row extends RawFact {
  readonly ticker: string;
  readonly tag: string;
  readonly unit: string;
}

/** The texts of `facts.csv` and `reports.csv`. */
export async function sampleFacts(): Promise<{ readonly facts: string; readonly reports: string }> {
  const rows = (await Promise.all(Object.entries(SAMPLE_FACTS).map(([ticker, file]) => rowsOf(ticker, file)))).flat();
  const reports = [...new Map(rows.map((row) => [row.accn, row])).values()]
    .sort((one, other) =>
      compare(one.ticker, other.ticker) || compare(one.filed, other.filed) || compare(one.accn, other.accn)
    );
  const numbers = new Map(reports.map(({ accn }, number) => [accn, number]));
  let above: readonly string[] = [];
  const lines = [...Map.groupBy(rows, figureOf).values()].map((same) => {
    const [{ ticker = "", tag = "", unit = "", start = "", end = "", val = 0 } = {}] = same;
    const stated = [...new Set(same.map(({ accn }) => numbers.get(accn) ?? -1))].sort((one, other) => one - other);
    return { names: [ticker, tag, unit], end, start, val, stated };
  }).sort((one, other) =>
    compare(one.names.join(), other.names.join()) || compare(one.end, other.end) || compare(one.start, other.start) ||
    (one.stated[0] ?? 0) - (other.stated[0] ?? 0)
  ).map(({ names, start, end, val, stated }) => {
    const isSame = names.join() === above.join();
    const shown = isSame ? ["", "", ""] : names;
    above = names;
    return [...shown, start, end, val, stated.join(" ")].join();
  });
  return {
    facts: [FIGURE_COLUMNS, ...lines, ""].join("\n"),
    reports: [
      REPORT_COLUMNS,
      ...reports.map(({ ticker, form, accn, filed }, number) => [ticker, number, form, accn, filed].join()),
      "",
    ]
      .join("\n"),
  };
}

async function rowsOf(ticker: string, file: string): Promise<readonly Row[]> {
  const { facts } = JSON.parse(await readGzip(sharedPath(file)));
  const rows: Row[] = [];
  for (const taxonomy of ["us-gaap", "dei"]) {
    const tags: Record<string, { units: Record<string, readonly RawFact[]> }> = facts[taxonomy];
    for (const [tag, { units }] of Object.entries(tags)) {
      if (!ITEM_TAGS.has(`${taxonomy}/${tag}`)) continue;
      for (const [unit, of] of Object.entries(units)) {
        const kept = of.filter(({ form, filed }) => /^10-[KQ](\/A)?$/.test(form) && filed <= LAST);
        rows.push(...kept.map((row) => ({ ...row, ticker, tag, unit })));
      }
    }
  }
  return rows;
}

function figureOf({ ticker, tag, unit, start, end, val }: Row): string {
  return [ticker, tag, unit, start, end, val].join();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

if (import.meta.main) {
  const { facts, reports } = await sampleFacts();
  Deno.writeTextFileSync(new URL("../../src/data/sample/facts.csv", import.meta.url), facts);
  Deno.writeTextFileSync(new URL("../../src/data/sample/reports.csv", import.meta.url), reports);
}
