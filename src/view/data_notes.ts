import { longDay } from "../calendar/day.ts";
import type { DataNote, DataRecord, Manifest } from "../run/manifest.ts";
import { oneLine } from "../text/control.ts";
import { olderWords } from "./freshness.ts";
import { wrapped } from "./word_wrap.ts";

/** What became of the file, before what is wrong with it. */
export const WHAT_BECAME: Readonly<Record<DataNote["kind"], string>> = {
  refused: "skipped: ",
  skipped: "read in part: ",
  remark: "",
};

/** What was read, with the flag that names a benchmark where there is none. */
export function dataNotice({ notice }: Pick<DataRecord, "notice">): string {
  return notice.replace("or benchmark FILE_OR_TICKER", "or --benchmark FILE_OR_TICKER");
}

/** Where in its file a problem is, like `line 3, column 12`. */
export function placeWords({ line, column }: Pick<DataNote, "line" | "column">): string {
  return column === 1 ? `line ${line}` : `line ${line}, column ${column}`;
}

/** A problem of a data file in words, like `skipped: MSFT.csv, line 2: Cannot tell the day from the month: ...`. */
export function dataNoteWords({ kind, file, message, ...place }: DataNote): string {
  return `${WHAT_BECAME[kind]}${file}, ${placeWords(place)}: ${message}`;
}

const MAX_NOTES = 5;

/**
 * The first problems of a data folder, one of each file, the gravest first, as points of a list.
 * @param command What lists all of them.
 */
export function dataNoteLines(data: DataRecord, command: string): string[] {
  const { problems, more_problems, ends_earlier } = data;
  const shown = problems.filter(({ file }, at) => problems.findIndex((one) => one.file === file) === at)
    .slice(0, MAX_NOTES);
  const more = problems.length + more_problems - shown.length;
  const rest = more === 0 ? [] : [`and ${more} more: ${command}`];
  const older = ends_earlier === undefined ? [] : [olderWords(
    ends_earlier.names,
    ends_earlier.first.map((name) => oneLine(name).replace(/\d{4}-\d\d-\d\d/, (day) => longDay(day))),
  )];
  return [...older, ...shown.map(dataNoteWords), ...rest].map((words) => `- ${words}`);
}

/**
 * A point of a list, wrapped with its lines below each other.
 * @param options Columns of the terminal; those before the bullet.
 */
export function bulletLines(
  words: string,
  { width, indent = 0 }: { readonly width: number; readonly indent?: number },
): string[] {
  return wrapped(`${" ".repeat(indent)}- ${words}`, width);
}

/** What no thesis of a run is about, in one sentence; none of another service, which says so itself. */
export function notResearchedWords({ data }: Pick<Manifest, "data">): string[] {
  const fields = data?.not_researched ?? [];
  return fields.length === 0 ? [] : [`No thesis is about ${fields.join("; ")}.`];
}
