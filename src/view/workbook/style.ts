import { scoreWords } from "../thesis_view.ts";
import { chanceDecimals, isHighChance } from "../../protocol/drawdown_line.ts";
import { type CellStyle, numberCell, type WorkbookCell } from "./cell.ts";

/** In points; four lines, as many as a risk with its chance, its volatility and its worst fall has. */
const ROW_HEIGHT = 62;
const HEADER_HEIGHT = 34;
const LINE_HEIGHT = 16;
/** No program shows more of a row (409 points). */
const MAX_LINES = 25;
const LINE = { bottomBorderColor: "#D5DBE3", bottomBorderStyle: "thin" } as const;

const LEFT = { align: "left", indent: 1 } as const;
const RIGHT = { align: "right", indent: 0 } as const;

/** A cell of a table. */
export const BODY: CellStyle = { alignVertical: "top", height: ROW_HEIGHT, ...LEFT, ...LINE };
/** A cell with a number. */
export const FIGURE: CellStyle = { ...BODY, ...RIGHT };
/** A cell with a long text. */
export const WRAPPED: CellStyle = { ...BODY, wrap: true };
/** A cell with a link to a file. */
export const LINKED: CellStyle = { ...WRAPPED, textColor: "#0B57A4", textDecoration: { underline: true } };

const HEADER: CellStyle = { fontWeight: "bold", alignVertical: "center", wrap: true, height: HEADER_HEIGHT, ...LEFT };
/** Header of an added column. */
export const OUR_HEADER: CellStyle = { ...HEADER, textColor: "#FFFFFF", backgroundColor: "#1F3A5F" };
/** Header of an added column of numbers. */
export const OUR_FIGURES: CellStyle = { ...OUR_HEADER, ...RIGHT };
/** Header of a column of the user's list. */
export const LIST_HEADER: CellStyle = { ...HEADER, textColor: "#1F2933", backgroundColor: "#DCE3EC" };
/** Header of a column of numbers of the user's list. */
export const LIST_FIGURES: CellStyle = { ...LIST_HEADER, ...RIGHT };

/** A line above a table, or on the method sheet. */
export const LINE_OF_WORDS: CellStyle = { alignVertical: "top" };
/** A text beside a number. */
export const LINE_NOTE: CellStyle = { ...LINE_OF_WORDS, ...LEFT };
/** A number among them. */
export const LINE_FIGURE: CellStyle = { ...LINE_OF_WORDS, ...RIGHT };
/** A text and a number in a table whose rows have one line. */
export const LOW_LINE: CellStyle = { ...BODY, height: 20 };
/** A heading. */
export const HEADING: CellStyle = { ...LINE_OF_WORDS, height: 20, fontWeight: "bold", textColor: "#1F3A5F" };

/** The height of a row of wrapped texts, each with the width of its column in characters. */
export function linesHeight(texts: readonly (readonly [text: string, width: number])[]): number {
  const linesOf = (text: string, width: number) =>
    text.split("\n").reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / width)), 0);
  return LINE_HEIGHT * Math.min(MAX_LINES, Math.max(...texts.map(([text, width]) => linesOf(text, width))));
}

/**
 * A wrapped text with an explicit height, because not every program fits the height itself.
 * @param width Width of the column, in characters.
 */
export function wordsStyle(words: string, width: number): CellStyle {
  return { ...LINE_OF_WORDS, wrap: true, height: LINE_HEIGHT * Math.max(1, Math.ceil(words.length / width)) };
}

const HIGH_CHANCE: CellStyle = { ...FIGURE, backgroundColor: "#FCE8C5" };
const NOT_DONE: CellStyle = { ...BODY, textColor: "#A4262C", fontWeight: "bold" };

/** A chance of a fall: marked when it is high, with the decimals that show on which side of the line it is. */
export function chanceCell(chance: number | undefined): WorkbookCell {
  return numberCell(
    chance,
    `${(0).toFixed(chanceDecimals(chance))}%`,
    isHighChance(chance) ? HIGH_CHANCE : FIGURE,
  );
}

/** A score; one that rounds to zero has no sign, as on the page. */
export function scoreCell(score: number | undefined): WorkbookCell {
  return numberCell(score, Number(scoreWords(score ?? 0)) === 0 ? "0.00;0.00" : "+0.00;-0.00", FIGURE);
}

/** What is wrong or not done; the colour only repeats the words. */
export function markedStyle({ isMarked }: { readonly isMarked: boolean }): CellStyle {
  return isMarked ? NOT_DONE : BODY;
}
