import type { Comparison, RowChange } from "../../compare/comparison.ts";
import { byBars } from "../../run/bars.ts";
import { type Manifest, SAMPLE_WORDS } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { changesBlocks } from "../run_changes.ts";
import { type Block, said } from "../block.ts";
import { column, COLUMNS } from "../thesis_columns.ts";
import { blockColumns, sheetColumn, wordRows } from "./block_columns.ts";
import { textCell, type WorkbookCell } from "./cell.ts";
import { listColumns, nameColumns } from "./list_columns.ts";
import { portfolioSheet } from "./portfolio.ts";
import { fittedRow, headerRow, type SheetColumn, tableRows, type WorkbookSheet } from "./sheet.ts";
import { HEADING, LINE_OF_WORDS } from "./style.ts";
import { STATUS, thesesSheet, type WorkbookInput } from "./theses.ts";
import { xlsxPieces } from "./workbook_xml.ts";
import { statementName } from "../../run/statement.ts";
import { counted } from "../../text/counted.ts";
import { methodBlocks } from "../run_method.ts";

export type { WorkbookInput } from "./theses.ts";

/** Most rows of a workbook: its texts are in memory once, and readers take a second per few thousand rows. */
const MAX_WORKBOOK_ROWS = 20_000;

/** Options of a workbook. */
export interface WorkbookOptions {
  /** Most rows; the method sheet states how many are omitted. Default: 20,000. */
  readonly maxRows?: number | undefined;
}

/**
 * Writes `theses.xlsx` in pieces: the user's columns, then the theses, by drawdown risk; sheets for the whole reasoning, changes,
 * failures and method, each printed on the width of a page. All texts are text cells, so no text from outside becomes a
 * formula or a link; links lead only to files of the run. Equal runs are equal bytes.
 * @returns The bytes of the file; beside them only texts that differ are in memory.
 */
export function workbookPieces(
  input: WorkbookInput,
  { maxRows = MAX_WORKBOOK_ROWS }: WorkbookOptions = {},
): Generator<Uint8Array, void, undefined> {
  const sheets = sheetsOf({ ...input, rows: ranked(input.rows).slice(0, maxRows) }, {
    leftOut: Math.max(0, input.rows.length - maxRows),
  });
  return xlsxPieces(sheets, { notice: input.manifest.service.isSample === true ? SAMPLE_WORDS : "" });
}

/** A tab that says it beside every table; a line above the table would be read as its header. */
const SAMPLE_SHEET: WorkbookSheet = {
  name: "SAMPLE DATA",
  rows: [[textCell(SAMPLE_WORDS, HEADING)], [textCell("Real prices of the past.", LINE_OF_WORDS)]],
  count: 2,
  widths: [60],
};

/** The highest drawdown risk first; where none is stated by rank, with the bars of most names first. */
function ranked(rows: readonly ThesisRow[]): ThesisRow[] {
  const isThesis = ({ status }: ThesisRow) => status === "done" || status === "partial";
  const theses = byBars(rows.filter(isThesis)).flatMap((same) => same.rows.toSorted(byRank));
  return [...theses.toSorted(byRisk), ...rows.filter((row) => !isThesis(row))];
}

function byRisk({ drawdownProbability: one = 0 }: ThesisRow, { drawdownProbability: other = 0 }: ThesisRow): number {
  return other - one;
}

/** The highest score first; rows without a rank follow in the order of the list. */
function byRank(a: ThesisRow, b: ThesisRow): number {
  return (a.rank ?? Infinity) === (b.rank ?? Infinity) ? a.row - b.row : (a.rank ?? Infinity) - (b.rank ?? Infinity);
}

function sheetsOf(input: WorkbookInput, { leftOut }: { readonly leftOut: number }): WorkbookSheet[] {
  const { portfolio } = input.manifest;
  return [
    thesesSheet(input),
    ...input.manifest.service.isSample === true ? [SAMPLE_SHEET] : [],
    ...portfolio === undefined || portfolio.weights.length === 0 ? [] : [portfolioSheet(portfolio, input.rows)],
    reasoningSheet(input.rows),
    ...input.comparison === undefined ? [] : [changesSheet(input.comparison, input)],
    ...failuresSheet(input.manifest, input.rows),
    methodSheet(input, { leftOut }),
  ];
}

/** Question, reasoning, drivers and risks whole: rows as tall as their texts. */
const REASONING: readonly SheetColumn<ThesisRow>[] = [
  sheetColumn(COLUMNS.rank),
  sheetColumn(column("Ticker", "words", ({ ticker }) => ticker)),
  sheetColumn(COLUMNS.reasoning, 110),
  sheetColumn(column("Question", "prose", ({ question }) => question)),
  sheetColumn(column("Drivers", "texts", ({ drivers }) => drivers)),
  sheetColumn(column("Risks", "texts", ({ risks }) => risks)),
];

function reasoningSheet(rows: readonly ThesisRow[]): WorkbookSheet {
  const reasoned = rows.filter(({ reasoning }) => reasoning !== undefined);
  return {
    ...textsSheet("Reasoning", REASONING, reasoned),
    sticky: { rows: 1, columns: 2 },
    print: { first: 1, last: 3 },
  };
}

const FAILURES: readonly SheetColumn<ThesisRow>[] = [
  sheetColumn(COLUMNS.row),
  STATUS,
  sheetColumn(column("Code", "marks", ({ errorCode }) => errorCode)),
  sheetColumn(column("Why", "texts", ({ error }) => error)),
  sheetColumn(column("Attempts", "rank", ({ attempts }) => attempts)),
];

/** The rows that are not done, with the user's columns and the reasons, in the order of the list. */
function failuresSheet({ header }: Manifest, rows: readonly ThesisRow[]): WorkbookSheet[] {
  const open = rows.filter(({ status }) => status !== "done").toSorted((a, b) => a.row - b.row);
  if (open.length === 0) return [];
  const list = listColumns(header, open);
  const [first, last] = nameColumns(header, open);
  return [{
    ...textsSheet("Failures", [...list, ...FAILURES], open),
    print: {
      first: list.length + 1,
      last: list.length + FAILURES.length,
      titles: list.length === 0 ? undefined : [first + 1, last + 1],
    },
  }];
}

function textsSheet(
  name: string,
  columns: readonly SheetColumn<ThesisRow>[],
  rows: readonly ThesisRow[],
): WorkbookSheet {
  return {
    name,
    rows: tableRows([headerRow(columns)], rows, (row) => fittedRow(columns, row)),
    count: rows.length + 1,
    widths: columns.map(({ width }) => width),
    sticky: { rows: 1, columns: 1 },
    filterRow: 1,
  };
}

/** The changes, the most important first, below the differences of settings; all texts are whole. */
export function changesSheet(
  comparison: Comparison,
  { whatChanged }: { readonly whatChanged?: ((change: RowChange) => string) | undefined },
): WorkbookSheet {
  const blocks = changesBlocks(comparison, { whatChanged });
  const last = blocks.at(-1);
  const changes = last?.kind === "table" ? last : undefined;
  const columns = changes === undefined ? [] : blockColumns(changes);
  const words = [...blocks.filter((block) => block !== changes).flatMap(lineRows), [textCell(undefined)]];
  const rows = changes?.rows ?? [];
  return {
    name: "Changes",
    rows: tableRows([...words, headerRow(columns)], rows, (row) => fittedRow(columns, row)),
    count: words.length + 1 + rows.length,
    widths: columns.map(({ width }) => width),
    sticky: { rows: words.length + 1, columns: 1 },
    filterRow: words.length + 1,
    print: { first: 1, last: columns.findLastIndex(({ title }) => title.endsWith(" now")) + 1 },
  };
}

/** What stands above the table of changes: sentences, and the settings that differ. */
function lineRows(block: Block): WorkbookCell[][] {
  const style = block.kind === "text" ? LINE_OF_WORDS : HEADING;
  return wordRows(block, 1).map(([, cell]) => [textCell(String(cell?.value ?? ""), style)]);
}

/** Widths of the columns of names and texts. */
const WIDTHS = [24, 104] as const;

const columnWords = (rows: readonly ThesisRow[]): readonly (readonly [name: string, words: string])[] => [
  ["Signal", "The service's view, in its own words."],
  ["Reason", "The largest contribution to the score; of another engine the first sentence that says more than that."],
  ["Rank", "1 is the highest score among names with the same price frequency; ties share a rank. One alone has none."],
  ["Drawdown risk", "Marked from 25%."],
  ["Score", "Balance of the evidence, −1 to 1."],
  statementLine(rows),
  ["Claims verified", "Figures and judgements of the answer that passed the service's verification."],
  ["As of", "Date of the newest data behind the thesis."],
];

function statementLine(rows: readonly ThesisRow[]): readonly [name: string, words: string] {
  const name = statementName(rows);
  if (name === undefined) return ["Confidence", "As the service states it, on its own scale."];
  return [name.short, `The probability of ${name.what} within the horizon.`];
}

const CELLS: readonly string[] = [
  "Light headings are columns of your list, dark ones are added. The highest drawdown risk comes first; " +
  "sort by Row for the order of the list. A blank cell was not stated by the service; it is never zero.",
  "Texts are text cells: formulas and links in them do not run; leading zeros and NA are kept. A column of your list " +
  "has number cells if every cell is a plain number that can be shown as you wrote it; tickers are always text.",
  "The sheet Theses shows three lines of a text, the sheet Reasoning up to 25. theses.csv and theses.jsonl have the " +
  "full texts; characters that a workbook cannot hold are removed here.",
  "Printed are name, drawdown risk and its driver, what changed, reason, score, rank, signal and main risk, on A4 across; of the sheet " +
  "Reasoning rank, ticker and reasoning. The print area of a sheet can be changed.",
];

/** The sheet about the run and how to read it. */
function methodSheet(input: WorkbookInput, { leftOut }: { readonly leftOut: number }): WorkbookSheet {
  const facts = columnWords(input.rows).map(([name, words]) => ({ name, words }));
  const blocks: readonly Block[] = [
    ...methodBlocks(input),
    { kind: "facts", title: "Columns", facts },
    said("points", CELLS, "Cells"),
  ];
  const left = `${counted(leftOut)} more rows are in theses.csv and theses.parquet: too many for a workbook`;
  const lines = [
    ...leftOut === 0 ? [] : [[textCell(left, HEADING)], []],
    ...blocks.flatMap((block) => [...wordRows(block, WIDTHS[1]), []]),
  ];
  return { name: "Method", rows: lines, count: lines.length, widths: WIDTHS };
}
