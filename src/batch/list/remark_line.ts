import type { CsvRecord } from "../../text/csv_record.ts";
import type { InputColumns } from "./input_columns.ts";

/** The whole cell: "Total" starts the names of companies too. */
const TOTAL =
  /^(?:(?:grand|account|portfolio|overall|net)[ -])?(?:sub-?)?totals?(?: value)?:?$|^(?:summe|gesamt|insgesamt)$/i;
const DASHES = /^[-–—]*$/;
/** How the lines below an export that name its source begin. */
const PROVENANCE =
  /^(?:(?:date |data |file )?(?:downloaded|exported|generated|printed)\b|(?:data |prices? |positions? |holdings )?as of\b|(?:sources?|notes?|footnotes?)\s*[:：]|disclaimers?\b|disclosures?\b|copyright\b|©|\(c\) ?\d{4}|file creation (?:time|date)\b|end of (?:file|report|list|data)\b|total\b.*[:：] *[\d(-]|page \d)/i;
const PROSE_WORDS = 8;
const LOWER_WORDS = 3;
const IDENTIFIER = /^(?!disclaimer|disclosure)[A-Z0-9](?:[A-Z0-9.:/-]{0,13}[A-Z0-9])?$/i;

/**
 * Tells whether a line may belong to a file's footer: a total, a date of download, a disclaimer.
 * Only the last lines of a file are skipped as a footer; such a line among the rows remains a row.
 * A company's row never matches: a total as wide as the table names no ticker and no company and has
 * an empty cell; any other line has one cell, or too few, and no ticker.
 * @param record A line without a problem.
 * @param columns Columns of the table.
 * @param follows Whether the line before matched, so that this one may continue its sentence.
 * @returns True when the line looks like a footer.
 */
export function isRemark(
  { cells }: CsvRecord,
  columns: InputColumns,
  { follows }: { readonly follows: boolean },
): boolean {
  if (isTotal(cells, columns)) return cells.length < columns.header.length || cells.some(isEmpty);
  const full = cells.filter((cell) => cell.trim() !== "");
  const isNarrow = cells.length < columns.header.length ||
    (full.length === 1 && cells.length === columns.header.length);
  if (!isNarrow || IDENTIFIER.test((cells[columns.tickerAt] ?? "").trim())) return false;
  const text = full.join(" ").trim();
  return PROVENANCE.test(text) || isProse(text) ||
    (follows && full.length === 1 && columns.header.length > 1 && isPhrase(text));
}

/**
 * Tells whether a row is a total.
 * @param cells Cells of a row.
 * @param columns Columns of the table; with a single column no row is a total.
 * @returns True when its first cell says so, and it names no ticker and no company.
 */
export function isTotal(cells: readonly string[], { header, tickerAt, companyAt }: InputColumns): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== "");
  if (header.length < 2 || !TOTAL.test((cells[at] ?? "").trim())) return false;
  const others = [tickerAt, companyAt].filter((place) => place !== undefined && place !== at);
  return others.every((place) => isEmpty(cells[place ?? at] ?? ""));
}

function isEmpty(cell: string): boolean {
  return DASHES.test(cell.trim());
}

/** Names of companies have few words that begin in lower case. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= PROSE_WORDS && words.filter((word) => /^\p{Ll}/u.test(word)).length >= LOWER_WORDS;
}

function isPhrase(text: string): boolean {
  return /\s/.test(text) || /[.!?]$/.test(text);
}
