import type { ListRow } from "../../run/outcome.ts";
import type { CsvRecord } from "../../text/csv_record.ts";
import { CsvScanner } from "../../text/csv_scanner.ts";
import { type CsvShape, shapeText } from "./csv_shape.ts";
import type { TextPieces } from "./decode_text.ts";
import { findHeader, type FoundHeader } from "./find_header.ts";
import { findColumns, type InputColumns } from "./input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { LineList } from "./line_list.ts";
import { oneByOne } from "./one_by_one.ts";
import { TableReader } from "./table_reader.ts";

/** An input: its columns first, then its rows as they are read. */
export interface RowSource {
  readonly columns: InputColumns;
  /** Can be read once. */
  readonly rows: AsyncIterable<ListRow>;
  /** The detected format of the file; absent for rows in memory. */
  readonly shape?: CsvShape | undefined;
  /** Sentences for people: format, skipped lines, doubtful tickers. Final once the rows were read. */
  readonly notes: readonly string[];
  /** Closes the input when its rows are not read. */
  close(): Promise<void>;
}

/** Options of {@linkcode readCsv}. */
export interface ReadOptions {
  /** Name of the input, for messages. */
  readonly name: string;
  /** Name of the ticker column. Default: one of its usual names. */
  readonly tickerColumn?: string | undefined;
}

/** The header is searched in so many UTF-16 units. */
const HEAD_CHARS = 65_536;
/** A longer first line is an error. */
const MAX_HEAD_CHARS = 4_194_304;

/**
 * Reads a CSV: detects separator and header; each record after it is a row, valid or not, numbered
 * from 1. Empty lines, and lines before and after the table that are certainly not rows, are skipped
 * and reported in the notes.
 * @param text The decoded file.
 * @param options Name of the file, and of its ticker column.
 * @returns The columns, and the rows as they are read.
 * @throws {InputError} when there is no header, or it has no ticker column.
 */
export async function readCsv(text: TextPieces, options: ReadOptions): Promise<RowSource> {
  const pieces = text[Symbol.asyncIterator]();
  try {
    const head = await readHead(pieces);
    const header = headerOf(head, options);
    const columns = findColumns(header.cells, options);
    const table = new TableReader(columns, header.separator);
    const shape = (): CsvShape => ({
      encoding: text.encoding ?? "UTF-8",
      separator: header.separator,
      headerLine: header.line,
      linesBefore: header.linesBefore.length,
      linesAfter: table.linesAfter,
    });
    return {
      columns,
      rows: oneByOne(rowsOf(table, recordsAfter(header, { head: head.text, pieces, name: options.name }))),
      get shape() {
        return shape();
      },
      get notes() {
        return [...headerNotes(shape(), header), ...table.notes];
      },
      close: async () => void await pieces.return?.(),
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
 * @returns The columns, and the rows.
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
  const columns = findColumns(keys, options);
  const table = new TableReader(columns);
  return {
    columns,
    rows: recordsInMemory(given, { keys, table }),
    get notes() {
      return table.notes;
    },
    close: () => Promise.resolve(),
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

interface Head {
  readonly text: string;
  readonly isWhole: boolean;
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

function headerOf({ text, isWhole }: Head, { name, tickerColumn }: ReadOptions): FoundHeader {
  // The result must not depend on how the file was cut into pieces.
  const start = text.slice(0, HEAD_CHARS);
  const sample = /[\r\n]/.test(start) ? start : text;
  const found = findHeader(sample, { isWhole: isWhole && sample.length === text.length, tickerColumn });
  if (found === undefined) {
    const state = isWhole
      ? "it is empty"
      : /[\r\n]/.test(text)
      ? `its first ${HEAD_CHARS} characters are empty`
      : "its first line does not end";
    throw new InputError(`Cannot read ${name}: ${state}`);
  }
  if ("cells" in found) return found;
  const { first: { problem, cells }, doubtfulLine } = found;
  if (/^\s*[<{[]/.test(text)) throw new InputError(`Cannot read ${name}: it looks like HTML or JSON, not CSV`);
  if (problem !== undefined) {
    throw new InputError(
      `Cannot read the header of ${name}: line ${problem.line}, column ${problem.column}: ${problem.message}`,
    );
  }
  const hint = doubtfulLine === undefined
    ? ""
    : `; line ${doubtfulLine} looks like one, but an earlier line is as wide, or the next lines are not: ` +
      "remove the lines that are not part of the table";
  findColumns(cells, { name, tickerColumn, hint });
  throw new InputError(`Cannot find the header of ${name}${hint}`);
}

async function* rowsOf(
  table: TableReader,
  batches: AsyncIterable<CsvRecord[]>,
): AsyncGenerator<ListRow[], void, undefined> {
  for await (const records of batches) yield table.read(records);
  yield table.end();
}

/** The records after the header. */
async function* recordsAfter(
  header: FoundHeader,
  { head, pieces, name }: { readonly head: string; readonly pieces: AsyncIterator<string>; readonly name: string },
): AsyncGenerator<CsvRecord[], void, undefined> {
  const scanner = new CsvScanner({ separator: header.separator });
  let isAfter = false;
  const rest = (records: CsvRecord[]): CsvRecord[] => {
    if (isAfter) return records;
    const at = records.findIndex(({ line }) => line >= header.line);
    if (at < 0) return [];
    // A quote that is open at the end of the head may be closed after it.
    if (records[at]?.line !== header.line) throw lostHeader(name, header.line);
    isAfter = true;
    return records.slice(at + 1);
  };
  try {
    yield rest(scanner.feed(head));
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      yield rest(scanner.feed(next.value));
    }
    yield rest(scanner.end(""));
    if (!isAfter) throw lostHeader(name, header.line);
  } finally {
    await pieces.return?.();
  }
}

function lostHeader(name: string, line: number): InputError {
  return new InputError(`Cannot read ${name}: its header on line ${line} is inside a quoted cell`);
}

function headerNotes(shape: CsvShape, { linesBefore }: FoundHeader): string[] {
  const lines = new LineList();
  for (const line of linesBefore) lines.add(line);
  const text = shapeText(shape);
  return [
    ...(text === undefined ? [] : [text]),
    ...(lines.count === 0 ? [] : [`Skipped before the header: ${lines}`]),
  ];
}
