import { nextSession } from "../../src/calendar/exchange_days.ts";
import type { FiledFact, Records, StoredRecords } from "../../src/data/records.ts";

/** A row of a made report: tag, period like `2019-01-01/2019-12-31` or a day, value; unit and class where not usual. */
export type Row = readonly [tag: string, period: string, value: number, rest?: { unit?: string; share?: string }];

/** A made report by its form and filing day; its number is made of these. */
export function filing(form: string, filed: string, rows: readonly Row[]): readonly FiledFact[] {
  const accession = `0000000009-${filed.slice(2, 4)}-${filed.slice(5, 7)}${filed.slice(8)}${
    String(form.length).padStart(2, "0")
  }`;
  return rows.map(([tag, period, value, { unit, share } = {}]): FiledFact => {
    const [first = "", last] = period.split("/");
    return {
      tag: tag.includes("/") ? tag : `us-gaap/${tag}`,
      unit: unit ?? usualUnit(tag),
      ...(last === undefined ? { end: first } : { start: first, end: last }),
      ...{ value, form, accession, filed, known: nextSession(filed), source: "made" },
      ...(share !== undefined && { share }),
    };
  });
}

function usualUnit(tag: string): string {
  if (/PerShare/.test(tag)) return "USD/shares";
  return /Shares/.test(tag) ? "shares" : "USD";
}

/** Records in memory as those that are loaded. */
export function stored(ticker: string, records: Records): StoredRecords {
  const known = [...records.facts, ...records.filings, ...records.trades, ...records.splits].map((one) => one.known)
    .toSorted();
  const shelves = (["facts", "filings", "splits", "trades"] as const).filter((shelf) => records[shelf].length > 0);
  return { ticker, shelves, first: known[0] ?? "", last: known.at(-1) ?? "", load: () => records };
}
