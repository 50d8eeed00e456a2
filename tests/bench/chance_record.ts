// deno-lint-ignore-file no-console -- it prints a table of src
/**
 * What happened where the chance of a fall was said, by the rule as it is: twenty large names at the quarter-ends of 1996
 * to 2022. `deno run -A --lock tests/deno.lock tests/bench/chance_record.ts` prints the table of `src/run/chance_record.ts`.
 */
import { drawdownChance } from "../../src/agent/domains/chance.ts";
import { BUILT_IN_MAPS } from "../../src/data/metrics/chance.ts";
import { sharedPath } from "../needs.ts";
import { fellIn, logReturns, windowVariance } from "./chance_rules.ts";

/** Closes adjusted for dividends, and the index. */
export const RECORD_FILES = [
  "prices/pypi_skfolio_20_names_adjclose_1990-2022.csv.gz",
  "prices/pypi_skfolio_sp500_index_1990-2022.csv.gz",
] as const;
const FROM = "1996";
/** Where bands end, in per cent. */
const ENDS = [5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 100];

interface Table {
  readonly dates: readonly string[];
  readonly columns: readonly (readonly number[])[];
}

/** The lines of the table: bars, from, to (per cent), cases, and those that fell. */
export async function chanceRecord(): Promise<readonly string[]> {
  const [names, index] = await Promise.all(RECORD_FILES.map(tableOf));
  if (names === undefined || index === undefined) return [];
  const said = { daily: dailyCases(names, index), monthly: monthlyCases(names) };
  return Object.entries(said).flatMap(([bars, cases]) =>
    ENDS.map((to, at) => {
      const from = ENDS[at - 1] ?? 0;
      const some = cases.filter(({ chance }) => 100 * chance >= from && 100 * chance < to);
      return [bars, from, to, some.length, some.filter(({ fell }) => fell).length].join(" ");
    })
  );
}

interface Case {
  readonly chance: number;
  readonly fell: boolean;
}

function dailyCases({ dates, columns }: Table, index: Table): readonly Case[] {
  const market = logReturns(index.columns[0] ?? []);
  const ends = quarterEnds(dates).filter((at) => at + 63 < dates.length);
  const both = (returns: readonly number[], at: number) => ({
    year: windowVariance(returns, { at, count: 252 }),
    recent: windowVariance(returns, { at, count: 60 }),
  });
  return columns.flatMap((closes) => {
    const returns = logReturns(closes);
    return ends.map((at): Case => {
      const around = both(market, index.dates.indexOf(dates[at] ?? ""));
      const chance = drawdownChance({ ...both(returns, at), market: around }, BUILT_IN_MAPS.daily);
      return { chance, fell: fellIn(closes.slice(at, at + 64)) };
    });
  });
}

function monthlyCases({ dates, columns }: Table): readonly Case[] {
  const months = dates.flatMap((date, at) => date.slice(0, 7) === dates[at + 1]?.slice(0, 7) ? [] : [at]);
  const ends = quarterEnds(months.map((at) => dates[at] ?? "")).filter((at) => at + 3 < months.length);
  return columns.flatMap((column) => {
    const closes = months.map((at) => column[at] ?? NaN);
    const returns = logReturns(closes);
    return ends.map((at): Case => ({
      chance: drawdownChance({ year: windowVariance(returns, { at, count: 36, year: 12 }) }, BUILT_IN_MAPS.monthly),
      fell: fellIn(closes.slice(at, at + 4)),
    }));
  });
}

function quarterEnds(dates: readonly string[]): readonly number[] {
  const quarter = (date = "") => `${date.slice(0, 4)} ${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
  return dates.flatMap((date, at) => date >= FROM && quarter(date) !== quarter(dates[at + 1]) ? [at] : []);
}

async function tableOf(file: string): Promise<Table> {
  const stream = (await Deno.open(sharedPath(file))).readable.pipeThrough(new DecompressionStream("gzip"));
  const rows = (await new Response(stream).text()).trim().split("\n").slice(1).map((row) => row.split(","));
  const columns = rows[0]?.slice(1).map((_, at) => rows.map((row) => Number(row[at + 1]))) ?? [];
  return { dates: rows.map(([date = ""]) => date), columns };
}

if (import.meta.main) console.log((await chanceRecord()).join("\n"));
