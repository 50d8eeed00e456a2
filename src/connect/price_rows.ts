import { textIn } from "../text/json_read.ts";
import { isDay, longDay } from "../calendar/day.ts";
import { excerpt, inQuotes } from "../text/control.ts";
import { refusalIn } from "../text/refusal_in.ts";

/** A row of a table of prices, as it was published. */
export interface PriceLine {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly line: string;
}

/** A table of daily prices, as it was published. */
export interface PriceRows {
  readonly header: string;
  readonly eol: "\n" | "\r\n";
  /** In order of their days. */
  readonly rows: readonly PriceLine[];
  /** What the service says below the rows, like that its plan gives one year; absent without it. */
  readonly note?: string;
}

/** Why something is no table of daily prices. */
export interface NoPriceRows {
  /** A sentence without a full stop. */
  readonly problem: string;
}

/**
 * Reads a CSV table of daily prices: a header, then a row a day, oldest or newest first.
 * @param body The whole reply, or a kept file.
 * @param columns Names that its header must have; the first is that of the day.
 */
export function readPriceRows(body: Uint8Array, columns: readonly string[]): PriceRows | NoPriceRows {
  const text = textIn(body);
  if (text === undefined) return { problem: "the reply is not text" };
  const refusal = refusalIn(text);
  if (refusal !== undefined) return { problem: refusal };
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const [header = "", ...below] = lines.slice(lines.findIndex((line) => line !== ""));
  const names = header.split(",");
  if (names[0] !== columns[0] || !columns.every((name) => names.includes(name))) {
    return {
      problem: `the service answered ${inQuotes(text, 200)}, not the header ${columns.join(",")}`,
    };
  }
  const found = linesOf(below, names.length);
  if ("problem" in found) return found;
  const rows = found.rows.toSorted((one, other) => one.day < other.day ? -1 : 1);
  const twice = rows.find(({ day }, at) => day === rows[at + 1]?.day);
  if (twice !== undefined) return { problem: `the reply has two rows of ${longDay(twice.day)}` };
  if (rows.length === 0) return { problem: found.note ?? "the reply has no rows" };
  return { header, eol: text.includes("\r\n") ? "\r\n" : "\n", ...found, rows };
}

/** The table as it is published: a line end after each row. */
export function writePriceRows(
  { header, eol, rows }: Omit<PriceRows, "note">,
  { isNewestFirst }: { readonly isNewestFirst: boolean },
): Uint8Array {
  const lines = (isNewestFirst ? rows.toReversed() : rows).map(({ line }) => line);
  return new TextEncoder().encode([header, ...lines, ""].join(eol));
}

/** A line of one cell below the rows is a note: EODHD ends a table with its length, or with what the plan leaves out. */
function linesOf(lines: readonly string[], width: number): Pick<PriceRows, "rows" | "note"> | NoPriceRows {
  const rows: PriceLine[] = [];
  const notes: string[] = [];
  for (const [at, line] of lines.entries()) {
    const cells = line.split(",");
    const day = cells[0]?.slice(0, "YYYY-MM-DD".length) ?? "";
    if (line === "") continue;
    if (!/^\d{4}-/.test(line)) notes.push(line);
    else if (cells.length !== width) {
      return { problem: `the reply breaks off: line ${at + 2} has ${cells.length} cells, the header has ${width}` };
    } else if (notes.length > 0 || !isDay(day) || !cells.slice(1).every(isNumber)) {
      return { problem: `line ${at + 2} of the reply is not a row of prices: ${inQuotes(line, 80)}` };
    } else rows.push({ day, line });
  }
  const note = excerpt(notes.filter((one) => one !== "Value" && !/^\d*$/.test(one)).join(" "), 200);
  return { rows, ...note !== "" && { note } };
}

/** A cell may be empty where a service has no figure. */
function isNumber(cell: string): boolean {
  return cell === "" || cell === "null" || Number.isFinite(Number(cell));
}
