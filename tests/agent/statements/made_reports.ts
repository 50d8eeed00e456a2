/** Made reports: a company's facts, written as short rows. */
import { nextSession } from "../../../src/calendar/exchange_days.ts";
import { type FiledFact, NO_RECORDS, type Records, type StockSplit } from "../../../src/data/records.ts";
import type { NotReported, Reported } from "../../../src/data/statements.ts";

/** A tag, of US GAAP where it has no taxonomy; a day or a stretch of days `first/last`; a value; else the unit. */
export type Row = readonly [
  tag: string,
  period: string,
  value: number,
  beside?: Pick<FiledFact, "share"> & { unit?: string },
];

/** One report: `10-K 2017-11-03`, and its rows. */
export function report(name: string, ...rows: readonly Row[]): readonly FiledFact[] {
  const [form = "", filed = "", number = "1"] = name.split(" ");
  return rows.map(([tag, period, value, { share, unit = unitOf(tag) } = {}]): FiledFact => {
    const [first = "", last] = period.split("/");
    return {
      tag: tag.includes("/") ? tag : `us-gaap/${tag}`,
      ...{ unit, end: last ?? first, value, form, accession: `${filed}-${form}-${number}`, filed },
      ...(last !== undefined && { start: first }),
      ...(share !== undefined && { share }),
      ...{ known: nextSession(filed), source: "made" },
    };
  });
}

function unitOf(tag: string): string {
  if (/PerShare/.test(tag)) return "USD/shares";
  if (/Ratio/.test(tag)) return "pure";
  return /Shares/.test(tag) ? "shares" : "USD";
}

/** What is filed by a company: its reports, and the splits that are recorded. */
export function filedBy(reports: readonly (readonly FiledFact[])[], splits: readonly StockSplit[] = []): Records {
  const facts = reports.flat().toSorted((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0);
  return { ...NO_RECORDS, facts, splits };
}

/** A split as it is recorded. */
export function split(day: string, ratio: number): StockSplit {
  return { day, ratio, known: day, source: "made" };
}

/** A value, or why there is none. */
export function valueOf(stated: Reported | NotReported): number | NotReported {
  return typeof stated === "string" ? stated : stated.value;
}
