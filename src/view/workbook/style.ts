import type { CellStyle } from "./cell.ts";

/** Points; six lines of the reasoning are seen, the rest when the row is made higher. */
const ROW_HEIGHT = 92;
const HEADER_HEIGHT = 34;
const LINE_HEIGHT = 16;
const LINE = { bottomBorderColor: "#D5DBE3", bottomBorderStyle: "thin" } as const;

const LEFT = { align: "left", indent: 1 } as const;
const RIGHT = { align: "right", indent: 0 } as const;

/** A cell of a table. */
export const BODY: CellStyle = { alignVertical: "top", height: ROW_HEIGHT, ...LEFT, ...LINE };
/** A cell with a number. */
export const FIGURE: CellStyle = { ...BODY, ...RIGHT };
/** A cell with a long text. */
export const WRAPPED: CellStyle = { ...BODY, wrap: true };
/** A cell that opens a file. */
export const LINKED: CellStyle = { ...WRAPPED, textColor: "#0B57A4", textDecoration: { underline: true } };

const HEADER: CellStyle = {
  ...{ fontWeight: "bold", alignVertical: "center", wrap: true, height: HEADER_HEIGHT, ...LEFT },
};
/** The name of a column that we made. */
export const OUR_HEADER: CellStyle = { ...HEADER, textColor: "#FFFFFF", backgroundColor: "#1F3A5F" };
/** The name of a column of numbers that we made. */
export const OUR_FIGURES: CellStyle = { ...OUR_HEADER, ...RIGHT };
/** The name of a column of the user's list. */
export const LIST_HEADER: CellStyle = { ...HEADER, textColor: "#1F2933", backgroundColor: "#DCE3EC" };
/** The name of a column of the user's list that holds numbers. */
export const LIST_FIGURES: CellStyle = { ...LIST_HEADER, ...RIGHT };

/** A line above a table, or of a page of words. */
export const LINE_OF_WORDS: CellStyle = { alignVertical: "top" };
export const HEADING: CellStyle = { ...LINE_OF_WORDS, height: 20, fontWeight: "bold", textColor: "#1F3A5F" };

/**
 * Words on a page of words: as high as they need to be, because not every program finds that out by itself.
 * @param width Of the column, in characters.
 */
export function wordsStyle(words: string, width: number): CellStyle {
  return { ...LINE_OF_WORDS, wrap: true, height: LINE_HEIGHT * Math.max(1, Math.ceil(words.length / width)) };
}

/** Beyond this chance of a fall a cell is marked; runs are compared at the same line. */
const RISKY = 0.25;
const SIGNAL_COLORS: ReadonlyMap<string, string> = new Map([["bullish", "#1B6E3C"], ["bearish", "#A4262C"]]);

/** A signal; its word says it, the colour only repeats it. */
export function signalStyle(signal: string | undefined): CellStyle {
  const textColor = SIGNAL_COLORS.get(signal ?? "");
  return textColor === undefined ? BODY : { ...BODY, textColor, fontWeight: "bold" };
}

/** A chance of a fall. */
export function chanceStyle(chance: number | undefined): CellStyle {
  return chance !== undefined && chance >= RISKY ? { ...FIGURE, backgroundColor: "#FCE8C5" } : FIGURE;
}

/** What became of a row. */
export function statusStyle(status: string): CellStyle {
  return status === "done" ? BODY : { ...BODY, textColor: "#A4262C" };
}
