import { cut } from "../../text/cut.ts";

/** Style of a cell. One object stands for one style: a workbook looks up each object once. */
export interface CellStyle {
  readonly align?: "left" | "center" | "right";
  readonly alignVertical?: "top" | "center";
  /** Indent of a text. */
  readonly indent?: number;
  readonly wrap?: boolean;
  readonly fontWeight?: "bold";
  readonly textColor?: string;
  readonly textDecoration?: { readonly underline: true };
  readonly backgroundColor?: string;
  readonly bottomBorderColor?: string;
  readonly bottomBorderStyle?: "thin";
  /** In points; the tallest cell sets the height of its row. */
  readonly height?: number;
}

/** A text, a number, an empty cell, or a sum of ours; a text from outside is never a formula. */
export interface WorkbookCell {
  readonly style: CellStyle;
  /** Absent in an empty cell. */
  readonly value?: string | number;
  /** What a program computes in place of the value, without the sign `=`. */
  readonly formula?: string;
  /** Number format, like `0.0%`; `@` for a text. */
  readonly format?: string;
  /** In points, in place of the height of the style. */
  readonly height?: number;
}

/** Excel's limit for a cell. */
const MAX_CELL_CHARS = 32_767;
/** Characters that XML 1.0 forbids or discourages, and U+FFFD, which stands for one that was lost. */
const UNWRITABLE = /[[\p{Cc}\p{Noncharacter_Code_Point}\uFFFD]--[\t\n]]/gv;
/** Start of an escape such as `_x000D_`, which readers decode (ECMA-376 part 1, 22.9.2.19). */
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;
/** Fast path for most texts: printable ASCII without an underscore. */
const PLAIN = /^[\n -^`-~]*$/;

/**
 * A text cell. The text format keeps texts like `=1+1` or `0005` unchanged, even when edited.
 * @param text Untrusted; characters that a workbook cannot hold are removed, and line breaks become LF.
 */
export function textCell(text: string | undefined, style: CellStyle = {}): WorkbookCell {
  const value = text === undefined ? "" : writable(text);
  return value === "" ? { style } : { style, value, format: "@" };
}

/**
 * A number cell.
 * @param format Number format, like `0.0%`.
 */
export function numberCell(value: number | undefined, format: string, style: CellStyle = {}): WorkbookCell {
  return value === undefined || !Number.isFinite(value) ? { style } : { style, value, format };
}

/**
 * A cell that a program computes anew when what it refers to changes.
 * @param formula Ours, without the sign `=`; it holds no text from outside.
 * @param options `value` that it has now, which programs show until they compute; number format; style.
 */
export function formulaCell(
  formula: string,
  { value, format, style }: { readonly value: number; readonly format: string; readonly style: CellStyle },
): WorkbookCell {
  return { style, value, format, formula };
}

function writable(text: string): string {
  if (text.length <= MAX_CELL_CHARS && PLAIN.test(text)) return text;
  const clean = text.replace(/\r\n?/g, "\n").toWellFormed().replace(UNWRITABLE, "");
  return cut(clean, MAX_CELL_CHARS).replace(ESCAPE, "_x005F_");
}
