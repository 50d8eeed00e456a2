import type { DataNote, DataRecord } from "../run/manifest.ts";
import { WordWrap } from "./word_wrap.ts";

const WHAT_BECAME: Readonly<Record<DataNote["kind"], string>> = {
  refused: "not read: ",
  skipped: "not read whole: ",
  remark: "",
};

/** Where in its file a problem is, like `line 3, column 12`. */
export function placeWords({ line, column }: Pick<DataNote, "line" | "column">): string {
  return column === 1 ? `line ${line}` : `line ${line}, column ${column}`;
}

/** A problem of a data file in words, like `not read: MSFT.csv, line 2: Cannot tell the day from the month: ...`. */
export function dataNoteWords({ kind, file, message, ...place }: DataNote): string {
  return `${WHAT_BECAME[kind]}${file}, ${placeWords(place)}: ${message}`;
}

/** How the first problems of a folder are shown. */
export interface DataNoteOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** The command that lists all of them. */
  readonly command: string;
}

const MAX_NOTES = 5;

/**
 * The first problems of a data folder, one of each file, the gravest first, and where the others are.
 * @returns Lines no wider than the terminal, as far as its words are not longer.
 */
export function dataNoteLines({ problems, more_problems }: DataRecord, { width, command }: DataNoteOptions): string[] {
  const shown = problems.filter(({ file }, at) => problems.findIndex((one) => one.file === file) === at)
    .slice(0, MAX_NOTES);
  const more = problems.length + more_problems - shown.length;
  const rest = more === 0 ? [] : [`and ${more} more: ${command}`];
  return [...shown.map(dataNoteWords), ...rest].flatMap((words) => bulletLines(words, { width }));
}

/**
 * A point of a list, wrapped with its lines below each other.
 * @param options Columns of the terminal; those before the bullet.
 */
export function bulletLines(
  words: string,
  { width, indent = 0 }: { readonly width: number; readonly indent?: number },
): string[] {
  return wrappedLines(`${" ".repeat(indent)}- ${words}`, width);
}

/** A text in lines of whole words. */
export function wrappedLines(text: string, width: number): string[] {
  const wrap = new WordWrap(() => width);
  return (wrap.push(text) + wrap.end()).split("\n");
}
