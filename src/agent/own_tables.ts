import { dayNumber, longDay } from "../calendar/day.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { onceEach } from "../data/once_each.ts";
import type { OwnColumn } from "../data/own_column.ts";
import { combineOwn, type OwnTables } from "../data/own/combine_own.ts";
import { readOwnText } from "../data/own/own_file.ts";
import { NO_SETTINGS } from "../data/own/own_settings.ts";
import { baseOf, withOwn } from "../data/own_view.ts";
import { countUntil } from "../data/series.ts";
import { counted } from "../text/counted.ts";
import { firstNames } from "../text/cut.ts";
import { excerpt } from "../text/control.ts";
import { QuestionError } from "./open_view.ts";
import type { OwnTableText } from "./ports.ts";

/** Problems of the caller's tables that an answer tells one by one. */
const MAX_TOLD = 3;
const MAX_NAME = 60;

/** The tables that came with a question, read. */
export interface AskedTables {
  readonly tables: OwnTables;
  /** The view with their columns, as they are known by its day; one for each view. */
  over(view: DatasetView): DatasetView;
  /** What of them is not read, and what is not known yet on the day of an answer. */
  sentences(view: DatasetView): readonly string[];
}

/**
 * Reads the tables that came with a question: a row is known on its date, as its caller hands it over with that; those of
 * a table without dates are of the day that is asked about.
 * @param asOf That day, `YYYY-MM-DD`.
 * @throws {QuestionError} when one holds no column of numbers by ticker and date.
 */
export function readTables(given: readonly OwnTableText[], asOf: string): AskedTables | undefined {
  if (given.length === 0) return undefined;
  const files = given.map(({ name, text }) => readOwnText(text, { file: excerpt(name, MAX_NAME), undatedDay: asOf }));
  const empty = files.find(({ series }) => series.length === 0);
  if (empty !== undefined) {
    const why = empty.problems[0];
    const place = why === undefined ? "it has no number" : `line ${why.line}, column ${why.column}: ${why.message}`;
    throw new QuestionError("unreadable_table", `Cannot read the table ${empty.file}: ${place}`, { param: "input" });
  }
  const lags = new Map(files.flatMap(({ columns }) => columns.map((name) => [name, { lag_days: 0 }] as const)));
  const tables = combineOwn(files, { ...NO_SETTINGS, columns: lags });
  return {
    tables,
    over: onceEach((view: DatasetView) =>
      withOwn(view, tables.columns.flatMap((column) => until(column, view)), tables.sources)
    ),
    sentences: (view) => [...problemSentences(tables), ...aheadSentences(tables, view)],
  };
}

function until(column: OwnColumn, { asOf }: DatasetView): readonly OwnColumn[] {
  const count = countUntil(column.known, dayNumber(asOf));
  if (count === 0) return [];
  const known = column.known.subarray(0, count);
  const days = column.days.subarray(0, count);
  return [{ ...column, known, days, values: column.values.subarray(0, count) }];
}

/** Companies that only the tables which came with the question know: a ticker may be misspelled. */
export function strangerSentences(companies: readonly Company[], view: DatasetView): readonly string[] {
  if (baseOf(view).companies === view.companies) return [];
  const known = new Set(baseOf(view).companies.map(({ ticker }) => ticker));
  const strangers = companies.map(({ ticker }) => ticker).filter((ticker) => !known.has(ticker));
  return strangers.length === 0
    ? []
    : [`Known by the caller's tables alone, so look whether this is the ticker: ${firstNames(strangers)}.`];
}

function problemSentences({ problems }: OwnTables): readonly string[] {
  const shown = problems.slice(0, MAX_TOLD).map(({ file, line, column, message }) =>
    `Of the table ${file}, line ${line}, column ${column}: ${message}.`
  );
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `Not read either: ${counted(more, "further piece")} of the caller's tables.`] : shown;
}

/** Rows of later days than the answer: they are not used. */
function aheadSentences({ columns }: OwnTables, { asOf }: DatasetView): readonly string[] {
  const ahead = columns.reduce((sum, { known }) => sum + known.length - countUntil(known, dayNumber(asOf)), 0);
  return ahead === 0
    ? []
    : [`Left out as they are dated after ${longDay(asOf)}: ${counted(ahead, "value")} of the caller's tables.`];
}
