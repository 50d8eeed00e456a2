import { cut } from "../../text/cut.ts";

/** How a cell looks. */
export interface CellStyle {
  readonly align?: "left" | "center" | "right";
  readonly alignVertical?: "top" | "center";
  /** Space before a text. */
  readonly indent?: number;
  readonly wrap?: boolean;
  readonly fontWeight?: "bold";
  readonly textColor?: string;
  readonly textDecoration?: { readonly underline: true };
  readonly backgroundColor?: string;
  readonly bottomBorderColor?: string;
  readonly bottomBorderStyle?: "thin";
  /** Points; the highest cell of a row decides. */
  readonly height?: number;
}

/** A text, a number, or nothing; never a formula: a cell whose type is not named could become one. */
export type WorkbookCell =
  | (CellStyle & { readonly value: string; readonly type: StringConstructor; readonly format: "@" })
  | (CellStyle & { readonly value: number; readonly type: NumberConstructor; readonly format: string })
  | (CellStyle & { readonly value?: never });

/** What a spreadsheet program takes in one cell. */
const MAX_CELL_CHARS = 32_767;
/** XML 1.0 forbids some of these and advises against the others; the package drops U+FFFD too. */
const UNWRITABLE = /[[\p{Cc}\p{Noncharacter_Code_Point}\uFFFD]--[\t\n]]/gv;
/** Reads as a character of that number (ECMA-376 part 1, 22.9.2.19). */
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;
/** A text of 1.2 kB needs no second look when it is printable ASCII without an underscore: most are. */
const PLAIN = /^[\n -^`-~]*$/;

/**
 * A cell that shows a text as it is: as text it stays what it is when somebody edits it, be it `=1+1` or `0005`.
 * @param text From wherever; what no workbook can hold is left out, and line breaks become LF.
 */
export function textCell(text: string | undefined, style: CellStyle = {}): WorkbookCell {
  const value = text === undefined ? "" : writable(text);
  return value === "" ? { ...style } : { ...style, value, type: String, format: "@" };
}

/**
 * A cell that can be computed with.
 * @param format In the words of spreadsheet programs, like `0.0 %`.
 */
export function numberCell(value: number | undefined, format: string, style: CellStyle = {}): WorkbookCell {
  return value === undefined || !Number.isFinite(value) ? { ...style } : { ...style, value, type: Number, format };
}

function writable(text: string): string {
  if (text.length <= MAX_CELL_CHARS && PLAIN.test(text)) return unlike(text);
  const clean = text.replace(/\r\n?/g, "\n").toWellFormed().replace(UNWRITABLE, "");
  return unlike(cut(clean, MAX_CELL_CHARS).replace(ESCAPE, "_x005F_"));
}

/**
 * The package looks texts up in a plain object, and would write a function where a cell says "constructor". It drops
 * the control character later. Delete this when the package uses a map.
 */
function unlike(text: string): string {
  return text in {} || text === "__proto__" ? `\0${text}` : text;
}

/**
 * A moment for people, to the minute.
 * @param iso ISO 8601; what is not in UTC stays as it is.
 * @returns Like `2024-03-01 22:00 UTC`.
 */
export function momentWords(iso: string): string {
  const [, day, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):[\d.]+Z$/.exec(iso) ?? [];
  return day === undefined ? iso : `${day} ${minute} UTC`;
}
