import { dayNumber } from "../../calendar/day.ts";
import type { IndexedFile } from "../index/file_index.ts";
import type { PriceFile } from "../prices/price_file.ts";
import type { FiledCompany, FiledFile } from "./filed_file.ts";

/** What the reading of a file depends on beside its bytes. */
export interface ReadingOptions {
  /** Rows after this day, `YYYY-MM-DD`, are reported and skipped. */
  readonly latestDay?: string | undefined;
}

/** How a file was read. */
interface Reading {
  readonly latestDay?: string;
  /** Newest day in it, in days since 1 January 1970: that of a bar, or on which a record became known. */
  readonly newest?: number;
}

/** What the reader of prices says of a file in the index: all of a `PriceFile` but its series, and how it was read. */
export interface PricesSummary extends Omit<PriceFile, "file" | "series" | "sha256" | "refused"> {
  readonly refused: readonly (readonly [ticker: string, why: string])[];
  readonly reading: Reading;
}

/** As JSON. */
export function summaryOfPrices(found: PriceFile, { latestDay }: ReadingOptions): string {
  const { file: _file, series, sha256: _sha256, refused, ...said } = found;
  const newest = series.length === 0 ? undefined : Math.max(...series.map(({ last }) => last));
  const reading = readingOf(latestDay, newest);
  return JSON.stringify({ ...said, refused: [...refused], reading } satisfies PricesSummary);
}

/** What a reader of records says of a file in the index. */
export interface FiledSummary extends Pick<FiledFile, "kind" | "problems" | "older"> {
  /** Whether anything was skipped, which another day may change. */
  readonly hasAhead: boolean;
  readonly reading: Reading;
}
/** What it says of a company in such a file. */
export type CompanySummary = Omit<FiledCompany, "bytes">;

/** As JSON. */
export function summaryOfFiled(
  { kind, companies, texts, problems, older }: FiledFile,
  { latestDay }: ReadingOptions,
): string {
  const spans = [...companies.flatMap(({ shelves }) => shelves), ...texts.flatMap(({ said }) => said.spans)];
  const last = spans.map((one) => dayNumber(one.last));
  return JSON.stringify(
    {
      ...(kind !== undefined && { kind }),
      problems,
      ...(older !== undefined && older.length > 0 && { older }),
      hasAhead: kind !== undefined && problems.some((one) => one.kind !== "remark"),
      reading: readingOf(latestDay, last.length === 0 ? undefined : last.reduce((one, other) => Math.max(one, other))),
    } satisfies FiledSummary,
  );
}

function readingOf(latestDay: string | undefined, newest: number | undefined): Reading {
  return { ...(latestDay !== undefined && { latestDay }), ...(newest !== undefined && { newest }) };
}

/** Whether the file would be read as it was: which rows are still to come depends on the day. */
export function isSameReading(
  { said }: Pick<IndexedFile, "said">,
  { latestDay }: ReadingOptions,
): boolean {
  const { hasAhead, reading } = JSON.parse(said) as Pick<PricesSummary, "hasAhead" | "reading">;
  const [before, now] = [reading.latestDay, latestDay].map((day) => day === undefined ? Infinity : dayNumber(day));
  if (before === now) return true;
  return !hasAhead && ((now ?? NaN) > (before ?? NaN) || (reading.newest ?? Infinity) <= (now ?? NaN));
}
