import { nextSession } from "../exchange_days.ts";
import type { FiledFact } from "../records.ts";
import type { CsvRecord } from "../../text/csv_record.ts";

/** Columns of a table of facts, in order. */
export const FACT_COLUMNS = "ticker,tag,unit,start,end,value,form,accession,filed";

/**
 * The facts of a table in the columns of {@linkcode FACT_COLUMNS}, by ticker; a tag without a taxonomy is one of US GAAP,
 * or where it begins with `Entity`, of the cover page.
 * @param records Its rows, the header first.
 * @param source `id` of the source of the facts.
 */
export function factsOfTable(records: readonly CsvRecord[], source: string): ReadonlyMap<string, readonly FiledFact[]> {
  const rows = records.slice(1).map(({ cells }) => {
    const [ticker = "", tag = "", unit = "", start = "", end = "", value = "", form = "", accession = "", filed = ""] =
      cells;
    const fact: FiledFact = {
      ...{ tag: qualified(tag), unit, end, value: Number(value), form, accession, filed },
      ...(start !== "" && { start }),
      ...{ known: nextSession(filed), source },
    };
    return { ticker, fact };
  });
  const groups = Map.groupBy(rows, ({ ticker }) => ticker);
  return new Map([...groups].map(([ticker, group]) => [ticker, inOrder(group.map(({ fact }) => fact))]));
}

/** A tag with its taxonomy: one without is of US GAAP, or where it begins with `Entity`, of the cover page. */
export function qualified(tag: string): string {
  if (tag.includes("/")) return tag;
  return tag.startsWith("Entity") ? `dei/${tag}` : `us-gaap/${tag}`;
}

/** In ascending order of the day they became known; facts of one day keep their order. */
export function inOrder<T extends { readonly known: string }>(records: readonly T[]): readonly T[] {
  return records.toSorted((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0);
}
