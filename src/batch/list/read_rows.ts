import type { ListRow } from "../../run/outcome.ts";
import type { CsvRecord, Separator } from "../../text/csv_record.ts";
import { CsvScanner } from "../../text/csv_scanner.ts";
import type { Encoding, TextPieces } from "./decode_text.ts";
import { type FoundTable, terminalColumn } from "./find_by_cells.ts";
import { findTable, type Head, HEAD_CHARS } from "./find_table.ts";
import { findColumns, findTickers, type InputColumns } from "./input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { LineList } from "./line_list.ts";
import { Sections } from "./sections.ts";
import { TableReader } from "./table_reader.ts";

/** An input: its columns first, then its rows as they are read. */
export interface RowSource extends AsyncDisposable {
  readonly columns: InputColumns;
  /** Can be read once. */
  readonly rows: AsyncIterable<ListRow>;
  /** The detected format of the file; absent for rows in memory. */
  readonly shape?: CsvShape | undefined;
  /** Sentences for people: format, skipped lines, doubtful tickers. Final once the rows were read. */
  readonly notes: readonly string[];
  /** Closes the input when its rows are not read. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Options of {@linkcode readCsv}. */
export interface ReadOptions {
  /** Name of the input, for messages. */
  readonly name: string;
  /** Name of the ticker column. Default: one of its usual names. */
  readonly tickerColumn?: string | undefined;
}

/** A longer first line is an error. */
const MAX_HEAD_CHARS = 4_194_304;

/**
 * Reads a CSV: detects separator and header; each record after it is a row, valid or not, numbered
 * from 1. Empty lines, and lines before and after the table that are certainly not rows, are skipped
 * and reported in the notes.
 * @param options Name of the file, and of its ticker column.
 * @returns The columns, and the rows as they are read.
 * @throws {InputError} when there is no header, or it has no ticker column.
 */
export async function readCsv(text: TextPieces, options: ReadOptions): Promise<RowSource> {
  const pieces = text[Symbol.asyncIterator]();
  try {
    const head = await readHead(pieces);
    const found = findTable(head, options);
    const columns = findColumns(found.cells, { ...options, tickerColumn: found.tickerColumn ?? options.tickerColumn });
    const table = new TableReader(columns, found.separator);
    const sections = new Sections();
    const shape = (): CsvShape => ({
      encoding: text.encoding ?? "UTF-8",
      separator: found.separator,
      headerLine: found.form === undefined ? found.line : 0,
      linesBefore: found.linesBefore.length,
      linesAfter: table.linesAfter,
    });
    return {
      columns,
      rows: oneByOne(rowsOf(table, recordsOf(found, { head: head.text, pieces, name: options.name, sections }))),
      get shape() {
        return shape();
      },
      get notes() {
        return [...tableNotes(shape(), { found, sections }), ...table.notes];
      },
      [Symbol.asyncDispose]: async () => void await pieces.return?.(),
    };
  } catch (error) {
    await pieces.return?.();
    throw error;
  }
}

/**
 * Reads rows in memory; the header holds every name in use, in order of first use.
 * @param given A record for each row; a missing cell is empty.
 * @param options Name of the input, and of its ticker column.
 * @throws {InputError} when there is no row, or no name of a ticker column.
 */
export function readRecordsInMemory(
  given: readonly Readonly<Record<string, string>>[],
  options: ReadOptions,
): RowSource {
  if (given.length === 0) throw new InputError(`Cannot read ${options.name}: there is no row`);
  const names = new Set<string>();
  for (const record of given) for (const name of Object.keys(record)) names.add(name);
  const keys = [...names];
  if (keys.length === 0) throw new InputError(`Cannot read ${options.name}: the rows have no cells`);
  const isNamed = findTickers(keys, options.tickerColumn) !== undefined;
  const proven = isNamed
    ? undefined
    : terminalColumn(keys, given.map((record) => keys.map((name) => record[name] ?? "")));
  const columns = findColumns(keys, { ...options, tickerColumn: options.tickerColumn ?? proven });
  const table = new TableReader(columns);
  return {
    columns,
    rows: recordsInMemory(given, { keys, table }),
    get notes() {
      return table.notes;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function* recordsInMemory(
  given: readonly Readonly<Record<string, string>>[],
  { keys, table }: { readonly keys: readonly string[]; readonly table: TableReader },
): AsyncGenerator<ListRow, void, undefined> {
  for (const [at, record] of given.entries()) {
    yield table.readGiven({ line: at + 1, cells: keys.map((name) => record[name] ?? "") });
  }
}

async function readHead(pieces: AsyncIterator<string>): Promise<Head> {
  let text = "";
  while (text.length < HEAD_CHARS || (text.length < MAX_HEAD_CHARS && !/[\r\n]/.test(text))) {
    const next = await pieces.next();
    if (next.done === true) return { text, isWhole: true };
    text += next.value;
  }
  return { text, isWhole: false };
}

async function* rowsOf(
  table: TableReader,
  batches: AsyncIterable<CsvRecord[]>,
): AsyncGenerator<ListRow[], void, undefined> {
  for await (const records of batches) yield table.read(records);
  yield table.end();
}

/** The records of the rows: after the header, or from the first line if absent. */
async function* recordsOf(
  found: FoundTable,
  { head, pieces, name, sections }: {
    readonly head: string;
    readonly pieces: AsyncIterator<string>;
    readonly name: string;
    readonly sections: Sections;
  },
): AsyncGenerator<CsvRecord[], void, undefined> {
  const scanner = new CsvScanner({ separator: found.separator });
  let hasBegun = false;
  const rest = (records: CsvRecord[]): CsvRecord[] => {
    if (hasBegun) return records;
    const at = records.findIndex(({ line }) => line >= found.line);
    if (at < 0) return [];
    // A quote that is open at the end of the head may be closed after it.
    if (records[at]?.line !== found.line) throw lostHeader(name, found.line);
    hasBegun = true;
    return records.slice(found.form === undefined ? at + 1 : at);
  };
  const rowsIn = (records: CsvRecord[]) => found.form === "watchlist" ? sections.rowsOf(rest(records)) : rest(records);
  try {
    yield rowsIn(scanner.feed(head));
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      yield rowsIn(scanner.feed(next.value));
    }
    yield rowsIn(scanner.end(""));
    if (!hasBegun) throw lostHeader(name, found.line);
  } finally {
    await pieces.return?.();
  }
}

function lostHeader(name: string, line: number): InputError {
  return new InputError(`Cannot read ${name}: its header on line ${line} is inside a quoted cell`);
}

function tableNotes(
  shape: CsvShape,
  { found, sections }: { readonly found: FoundTable; readonly sections: Sections },
): string[] {
  const lines = new LineList();
  for (const line of found.linesBefore) lines.add(line);
  const text = shapeText(shape);
  return [
    ...(text === undefined ? [] : [text]),
    ...(found.note === undefined ? [] : [found.note]),
    ...sections.notes(),
    ...(lines.count === 0 ? [] : [`Skipped before the header: ${lines}`]),
  ];
}

/**
 * Flattens batches. An async generator takes three times as long for each value, which is a third of
 * the time that reading a plain row takes.
 * @param batches Batches, in order.
 * @returns Their values. Returning early closes the batches.
 */
function oneByOne<T>(batches: AsyncIterator<readonly T[], void, undefined>): AsyncIterableIterator<T, void> {
  let batch: readonly T[] = [];
  let at = 0;
  const nextOfMore = async (): Promise<IteratorResult<T, void>> => {
    do {
      const more = await batches.next();
      if (more.done === true) return { done: true, value: undefined };
      batch = more.value;
      at = 0;
    } while (batch.length === 0);
    return nextOfBatch();
  };
  const nextOfBatch = (): IteratorResult<T, void> => ({ done: false, value: batch[at++] as T });
  return {
    next: () => at < batch.length ? Promise.resolve(nextOfBatch()) : nextOfMore(),
    return: async () => {
      batch = [];
      await batches.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The detected format of a file. */
export interface CsvShape {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Physical line of the header, from 1; 0 without one. */
  readonly headerLine: number;
  /** Non-empty lines before the header; they are skipped. */
  readonly linesBefore: number;
  /** Non-empty lines after the table; they are skipped. Final once the rows were read. */
  readonly linesAfter: number;
}

const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/**
 * Describes the format of a file where it is not the usual one.
 * @returns A sentence; nothing for UTF-8, commas and no header below the first line.
 */
function shapeText({ encoding, separator, headerLine }: CsvShape): string | undefined {
  const parts = [
    ...(encoding === "UTF-8" ? [] : [`as ${encoding}`]),
    ...(separator === "," ? [] : [`separated by ${SEPARATOR_NAMES[separator]}`]),
    ...(headerLine <= 1 ? [] : [`with its header on line ${headerLine}`]),
  ];
  return parts.length === 0 ? undefined : `Read ${parts.join(", ")}`;
}
