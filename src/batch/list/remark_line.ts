import type { CsvRecord } from "../../text/csv_record.ts";
import type { InputColumns } from "./input_columns.ts";

/** How the lines below an export that name its source begin. */
const PROVENANCE =
  /^(?:(?:date |data |file )?(?:downloaded|exported|generated|printed)\b|(?:data |prices? |positions? |holdings )?as of\b|(?:sources?|notes?|footnotes?)\s*[:：]|disclaimers?\b|disclosures?\b|copyright\b|©|\(c\) ?\d{4}|file creation (?:time|date)\b|end of (?:file|report|list|data)\b|total\b.*[:：] *[\d(-]|page \d)/i;
const PROSE_WORDS = 8;
const LOWER_WORDS = 3;
const IDENTIFIER = /^(?!disclaimer|disclosure)[A-Z0-9](?:[A-Z0-9.:/-]{0,13}[A-Z0-9])?$/i;

/**
 * Tells whether a line may belong to a file's footer: a date of download, a disclaimer.
 * Only the last lines of a file are skipped as a footer; such a line among the rows remains a row.
 * A company's row never matches: the line has one cell, or too few, and no ticker.
 * @param record A line without a problem.
 * @param follows Whether the line before matched, so that this one may continue its sentence.
 * @returns True when the line looks like a footer.
 */
export function isRemark(
  { cells }: CsvRecord,
  columns: InputColumns,
  { follows }: { readonly follows: boolean },
): boolean {
  const full = cells.filter((cell) => cell.trim() !== "");
  const isNarrow = cells.length < columns.header.length ||
    (full.length === 1 && cells.length === columns.header.length);
  if (!isNarrow || IDENTIFIER.test((cells[columns.tickerAt] ?? "").trim())) return false;
  const text = full.join(" ").trim();
  return PROVENANCE.test(text) || isProse(text) ||
    (follows && full.length === 1 && columns.header.length > 1 && (/\s/.test(text) || /[.!?]$/.test(text)));
}

/**
 * Tells whether a line may be the title of a table below: one cell, which is no ticker.
 * @param record A line without a problem.
 * @returns True when it may be one; without a header below it is an invalid row.
 */
export function isTitle({ cells }: CsvRecord, { header, tickerAt }: InputColumns): boolean {
  const full = cells.filter((cell) => cell.trim() !== "");
  const isInvalid = cells.length < header.length || (cells[tickerAt] ?? "").trim() === "";
  return full.length === 1 && isInvalid && !IDENTIFIER.test(full[0]?.trim() ?? "");
}

/** Names of companies have few words that begin in lower case. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= PROSE_WORDS && words.filter((word) => /^\p{Ll}/u.test(word)).length >= LOWER_WORDS;
}
