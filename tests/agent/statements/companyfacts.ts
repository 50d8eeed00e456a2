/** Facts as the companyfacts files state them, read by the tests themselves. */
import { nextSession } from "../../../src/calendar/exchange_days.ts";
import { ITEM_TAGS } from "../../../src/data/metrics/items.ts";
import { type FiledFact, NO_RECORDS, type Records } from "../../../src/data/records.ts";
import { sharedPath } from "../../needs.ts";

/** The files, by ticker. */
export const COMPANYFACTS: Readonly<Record<string, string>> = {
  AAPL: "sec/companyfacts/AAPL_CIK0000320193.json.gz",
  GOOGL: "sec/companyfacts/GOOGL_CIK0001652044.json.gz",
  NVDA: "sec/companyfacts/NVDA_CIK0001045810.json.gz",
  TSLA: "sec/companyfacts/TSLA_CIK0001318605.json.gz",
  SNOW: "sec/companyfacts/SNOW_CIK0001640147.json.gz",
  LPA: "sec/companyfacts/LPA.json.gz",
};

/** One row of such a file. */
export interface RawRow {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly form: string;
  readonly accn: string;
  readonly filed: string;
}

/** Rows by taxonomy, tag and unit. */
export type RawFacts = Readonly<
  Record<string, Readonly<Record<string, { units: Readonly<Record<string, readonly RawRow[]>> }>>>
>;

/** The rows of a company's file. */
export function rawFactsOf(ticker: string): Promise<RawFacts> {
  return rawFactsIn(COMPANYFACTS[ticker] ?? "");
}

/** The rows of a file of the developers' data. */
export async function rawFactsIn(path: string): Promise<RawFacts> {
  const file = await Deno.open(sharedPath(path));
  const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  return JSON.parse(text).facts;
}

/** All that a company filed of the items, in the order in which it became known. */
export function recordsOf(raw: RawFacts): Records {
  const facts: FiledFact[] = [];
  for (const [taxonomy, tags] of Object.entries(raw)) {
    for (const [name, { units }] of Object.entries(tags)) {
      const tag = `${taxonomy}/${name}`;
      if (!ITEM_TAGS.has(tag)) continue;
      for (const [unit, rows] of Object.entries(units)) {
        for (const { start, end, val, form, accn, filed } of rows) {
          facts.push({
            ...{
              tag,
              unit,
              end,
              value: val,
              form,
              accession: accn,
              filed,
              known: nextSession(filed),
              source: "companyfacts",
            },
            ...(start !== undefined && { start }),
          });
        }
      }
    }
  }
  return {
    ...NO_RECORDS,
    facts: facts.sort((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0),
  };
}
