import { nextSession } from "../../src/calendar/exchange_days.ts";
import { ITEM_TAGS } from "../../src/data/metrics/items.ts";
import { type FiledFact, NO_RECORDS, type Records, type StockSplit } from "../../src/data/records.ts";
import { sharedPath } from "../needs.ts";

const FOLDER = "sec/companyfacts";

/** Files of public facts beside the project, by ticker. */
export const COMPANY_FILES = {
  AAPL: `${FOLDER}/AAPL_CIK0000320193.json.gz`,
  GOOGL: `${FOLDER}/GOOGL_CIK0001652044.json.gz`,
  LPA: `${FOLDER}/LPA.json.gz`,
  NVDA: `${FOLDER}/NVDA_CIK0001045810.json.gz`,
  SNOW: `${FOLDER}/SNOW_CIK0001640147.json.gz`,
  TSLA: `${FOLDER}/TSLA_CIK0001318605.json.gz`,
} as const;

export type Ticker = keyof typeof COMPANY_FILES;

/** Splits of the public record, by ticker: first day on which the shares traded split. */
export const SPLITS: Readonly<Partial<Record<Ticker, readonly (readonly [day: string, ratio: number])[]>>> = {
  AAPL: [["2014-06-09", 7], ["2020-08-31", 4]],
  GOOGL: [["2022-07-18", 20]],
  NVDA: [["2021-07-20", 4], ["2024-06-10", 10]],
  TSLA: [["2020-08-31", 5], ["2022-08-25", 3]],
};

interface Served {
  readonly facts: Readonly<Record<string, Readonly<Record<string, ServedTag>>>>;
}
interface ServedTag {
  readonly units: Readonly<Record<string, readonly ServedFact[]>>;
}
interface ServedFact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}

/** The facts of a file as published, read here by a few lines that share nothing with the product's reader. */
export async function factsOfFile(ticker: Ticker): Promise<readonly FiledFact[]> {
  const file = await Deno.open(sharedPath(COMPANY_FILES[ticker]));
  const served: Served = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).json();
  const facts = Object.entries(served.facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags).flatMap(([name, { units }]) =>
      ITEM_TAGS.has(`${taxonomy}/${name}`)
        ? Object.entries(units).flatMap(([unit, rows]) => rows.map((row) => factOf(`${taxonomy}/${name}`, unit, row)))
        : []
    )
  );
  return facts.sort((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0);
}

function factOf(tag: string, unit: string, { start, end, val, accn, form, filed }: ServedFact): FiledFact {
  return {
    ...{ tag, unit, end, value: val, form, accession: accn, filed, known: nextSession(filed), source: "made" },
    ...(start !== undefined && { start }),
  };
}

/** Records of nothing but these facts, and the splits of the public record if wanted. */
export function recordsOf(facts: readonly FiledFact[], splits: readonly StockSplit[] = []): Records {
  return { ...NO_RECORDS, facts, splits };
}

/** The splits of a company, each known on its day. */
export function splitsOf(ticker: Ticker): readonly StockSplit[] {
  return (SPLITS[ticker] ?? []).map(([day, ratio]) => ({ day, ratio, known: day, source: "made" }));
}
