import { isText } from "../../text/options.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { type Block, type Fact, type NameCell, said, type TableBlock } from "../block.ts";
import { cellWords, isFigure } from "../block_lines.ts";
import { column, COLUMNS, statementColumn, thesisBlock } from "../thesis_columns.ts";
import type { CellTable, RowDetail, TableColumn } from "./table_frame.ts";
import { longDay } from "../../calendar/day.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { counted } from "../../text/counted.ts";
import { duration, timeWords } from "../progress_line.ts";
import { cutBlocks, markdownBlocks, modelBlocks, thesisBlocks, thesisFacts } from "../thesis_blocks.ts";
import { signalWords } from "../thesis_view.ts";

/** What a table of theses may know beyond its rows. */
export interface ThesisTableOptions {
  /** Names of the list's own columns, which are added. Default: none. */
  readonly header?: readonly string[] | undefined;
  /** Code of a cell that shows more about the row at a place. Default: none. */
  readonly codeOf?: ((at: number) => string) | undefined;
}

const MAX_NAME = 60;
const MAX_TEXT = 160;
/** Most columns of the list's own. */
const MAX_OWN = 12;

/** Whether a list holds rows of a run. */
export function isThesisRows(rows: readonly object[]): rows is readonly ThesisRow[] {
  return rows.length > 0 && rows.every((row) => {
    const { ticker, status, drivers, risks, cells } = row as Partial<ThesisRow>; // other lists have such names too
    return "row" in row && isText(ticker) && isText(status) && [drivers, risks, cells].every(isTexts);
  });
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

/** Rows of a run with the columns of its page, in the order in which the rows are given. */
export function thesisTable(rows: readonly ThesisRow[], options: ThesisTableOptions = {}): CellTable {
  const { name, risk, driver, rank, score, signal, reason, status, verified, warnings, asOf } = COLUMNS;
  const statuses = rows.every(({ status }) => status === "done") ? [] : [status];
  const files = column("Files", "rank", ({ files }) => files.length || undefined);
  const main = [name, risk, driver, rank, score, statementColumn(rows), signal, reason, ...statuses];
  return {
    columns: [
      ...columnsOf(thesisBlock(rows, main)),
      ...[
        ...columnsOf(thesisBlock(rows, [verified, warnings, files])),
        ...ownColumns(rows, options.header ?? []),
        ...columnsOf(thesisBlock(rows, [asOf])),
      ].map((column) => ({ ...column, isExtra: true })),
    ].filter(({ words }) => words.some((word) => word !== "")),
    count: rows.length,
    detailOf: (at) => {
      const row = rows[at];
      return row === undefined ? { title: "", blocks: [] } : rowDetail(row, options.codeOf?.(at));
    },
    codeOf: options.codeOf,
  };
}

/** The columns of a block to sort, to filter and to look into; a name is two. */
function columnsOf({ columns, rows }: TableBlock): TableColumn[] {
  return columns.flatMap(({ title, look }, at): TableColumn[] => {
    const cells = rows.map((row) => row[at] ?? "");
    if (look === "name") {
      const names = cells as readonly NameCell[];
      return [
        { title: "Ticker", look, words: names.map(({ name }) => name) },
        { title: "Company", words: names.map(({ note }) => note) },
      ];
    }
    return [{
      title,
      look: look === "prose" || look === "score" || look === "chance" ? look : undefined,
      words: cells.map((cell) => excerpt(cellWords(cell, look), MAX_TEXT)),
      values: isFigure(look) ? cells.map((cell) => typeof cell === "number" ? cell : undefined) : undefined,
    }];
  });
}

/** The columns of the list, but for those that repeat the ticker or the company. */
function ownColumns(rows: readonly ThesisRow[], header: readonly string[]): TableColumn[] {
  const isRepeated = (at: number) =>
    rows.every(({ cells, ticker, company }) => [ticker, company].includes(cells[at]?.trim()));
  return header.map((title, at): TableColumn => {
    const cells = rows.map((row) => row.cells[at] ?? "");
    const values = cells.map((cell) => cell.trim() === "" ? undefined : Number(cell));
    return {
      title: excerpt(title, MAX_NAME),
      words: cells.map((cell) => excerpt(cell, MAX_TEXT)),
      values: values.every((value) => value === undefined || Number.isFinite(value)) ? values : undefined,
      look: cells.some(({ length }) => length > MAX_NAME) ? "prose" : undefined,
    };
  }).filter((_, at) => !isRepeated(at)).slice(0, MAX_OWN);
}

const MAX_TITLE = 90;
const MAX_LINE = 1_000;
const MAX_CHARS = 12_000;

/** All that a row of a run says: its thesis, what was asked and when, its files, or why it has none. */
function rowDetail(row: ThesisRow, code?: string): RowDetail {
  const { ticker, company = "", question = "", error = "", files, warnings, languageModel } = row;
  const blocks = [...thesisBlocks(row), ...languageModel === undefined ? [] : modelBlocks(languageModel)];
  const { shown, isCut } = cutBlocks(blocks, MAX_CHARS);
  const points = (title: string, lines: readonly string[]): Block[] =>
    lines.length === 0 ? [] : [said("points", lines.map((line) => excerpt(line, MAX_LINE)), title)];
  return {
    title: excerpt([ticker || `row ${row.row}`, company].filter(Boolean).join(" · "), MAX_TITLE),
    blocks: [
      { kind: "facts", facts: factsOf(row) },
      ...points("Not done", error === "" ? [] : [error]),
      ...points("Warnings", warnings),
      ...shown,
      ...isCut ? [said("limits", ["cut here; whole in theses.jsonl"])] : [],
      ...question === "" ? [] : [{ kind: "folded", title: "Asked", blocks: markdownBlocks(question) } as const],
      ...points("Files", files.map(({ path }) => path.split("/").at(-1) ?? "")),
    ],
    code,
  };
}

function factsOf(row: ThesisRow): Fact[] {
  const { status, errorCode, signal = "", rank, asOf, askedAt, seconds, attempts } = row;
  return [
    {
      name: "Status",
      words: status === "done" ? "" : [status.replace("_", " "), errorCode].filter(Boolean).join(", "),
    },
    { name: "Signal", words: signalWords(signal) },
    ...row.signal === undefined ? [] : thesisFacts(row),
    { name: "Rank", words: rank === undefined ? "" : counted(rank) },
    { name: "Claims verified", words: verifiedWords(row) },
    { name: "Data as of", words: longDay(asOf) },
    { name: "Asked", words: askedAt === undefined ? "" : timeWords(askedAt) },
    { name: "Answered after", words: seconds === undefined ? "" : duration(seconds) },
    { name: "Attempts", words: attempts > 1 ? counted(attempts) : "" },
  ].filter(({ words }) => words !== "");
}
