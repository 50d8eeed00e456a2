import { changesSheet } from "./changes.ts";
import { linkTargets, withExtras, withNames, withNormalStyle } from "./markup.ts";
import { methodSheet } from "./method.ts";
import { fittedRow, headerRow, type SheetColumn, type WorkbookSheet } from "./sheet.ts";
import { thesesSheet, type WorkbookInput } from "./theses.ts";
import { type Manifest, SAMPLE_WORDS } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import { listColumns, nameColumns } from "./list_columns.ts";
import { BODY, FIGURE, HEADING, LINE_OF_WORDS, OUR_FIGURES, OUR_HEADER, statusStyle, WRAPPED } from "./style.ts";

export type { WorkbookInput } from "./theses.ts";

/** Most rows of a workbook, which is built in memory at about a second per few thousand rows. */
const MAX_WORKBOOK_ROWS = 20_000;
const FONT = { fontFamily: "Calibri", fontSize: 11 } as const;

/** Options of a workbook. */
export interface WorkbookOptions {
  /** Most rows; the method sheet states how many are omitted. Default: 20,000. */
  readonly maxRows?: number | undefined;
}

/**
 * Creates `theses.xlsx`: the user's columns, then the theses, by rank; sheets for the whole reasoning, changes, failures
 * and method, each printed on the width of a page. All texts are text cells, so no text from outside becomes a formula or a link; links lead only to files of the run. Loads its
 * package on demand, and blocks the event loop while it works.
 * @returns The bytes of the file.
 */
export async function thesesWorkbook(
  input: WorkbookInput,
  { maxRows = MAX_WORKBOOK_ROWS }: WorkbookOptions = {},
): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const sheets = sheetsOf({ ...input, rows: input.rows.toSorted(byRank).slice(0, maxRows) }, {
    leftOut: Math.max(0, input.rows.length - maxRows),
  });
  const notice = input.manifest.service.isSample === true ? SAMPLE_WORDS : "";
  const sheetOf = (index: number): WorkbookSheet => sheets[index] ?? { name: "", rows: [], widths: [] };
  const extras = {
    files: {
      transform: {
        "xl/styles.xml": { transform: withNormalStyle },
        "xl/workbook.xml": { transform: (xml: string) => withNames(xml, sheets) },
        "xl/worksheets/sheet{id}.xml": {
          transform: (xml: string, _options: unknown, { sheetIndex }: { sheetIndex: number }) =>
            withExtras(xml, sheetOf(sheetIndex), { notice }),
        },
        "xl/worksheets/_rels/sheet{id}.xml.rels": {
          insert: (_options: unknown, { sheetIndex }: { sheetIndex: number }) => linkTargets(sheetOf(sheetIndex)),
        },
      },
    },
  };
  const buffer = await writeExcelFile(sheets.map(settingsOf), { ...FONT, features: [extras] }).toBuffer();
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

/** A tab that says it beside every table; a line above the table would be read as its header. */
const SAMPLE_SHEET: WorkbookSheet = {
  name: "SAMPLE DATA",
  rows: [[textCell(SAMPLE_WORDS, HEADING)], [textCell("Real prices of the past.", LINE_OF_WORDS)]],
  widths: [60],
};

/** The highest score first; rows without a rank follow in the order of the list. */
function byRank(a: ThesisRow, b: ThesisRow): number {
  return (a.rank ?? Infinity) === (b.rank ?? Infinity) ? a.row - b.row : (a.rank ?? Infinity) - (b.rank ?? Infinity);
}

function sheetsOf(input: WorkbookInput, { leftOut }: { readonly leftOut: number }): WorkbookSheet[] {
  return [
    thesesSheet(input),
    ...input.manifest.service.isSample === true ? [SAMPLE_SHEET] : [],
    reasoningSheet(input.rows),
    ...input.comparison === undefined ? [] : [changesSheet(input.comparison, input)],
    ...failuresSheet(input.manifest, input.rows),
    methodSheet(input, { leftOut }),
  ];
}

function settingsOf({ name, rows, widths, sticky }: WorkbookSheet) {
  return {
    sheet: name,
    data: rows.map((cells) => [...cells]),
    columns: widths.map((width) => ({ width })),
    orientation: "landscape" as const,
    showGridLines: false,
    ...sticky === undefined ? {} : { stickyRowsCount: sticky.rows, stickyColumnsCount: sticky.columns },
  };
}

/** Question, reasoning, drivers and risks whole: rows as tall as their texts. */
function reasoningSheet(rows: readonly ThesisRow[]): WorkbookSheet {
  const columns: readonly SheetColumn<ThesisRow>[] = [
    { ...ours("Rank", 7, ({ rank }) => numberCell(rank, "0", FIGURE)), header: OUR_FIGURES },
    ours("Ticker", 12, ({ ticker }) => textCell(ticker, BODY)),
    ours("Reasoning", 110, ({ reasoning }) => textCell(reasoning, WRAPPED)),
    ours("Question", 50, ({ question }) => textCell(question, WRAPPED)),
    ours("Drivers", 90, ({ drivers }) => textCell(drivers.join("\n"), WRAPPED)),
    ours("Risks", 90, ({ risks }) => textCell(risks.join("\n"), WRAPPED)),
  ];
  return {
    name: "Reasoning",
    rows: [
      headerRow(columns),
      ...rows.filter(({ reasoning }) => reasoning !== undefined).map((row) => fittedRow(columns, row)),
    ],
    widths: columns.map(({ width }) => width),
    sticky: { rows: 1, columns: 2 },
    filterRow: 1,
    print: { first: 1, last: 3 },
  };
}

/** The rows that are not done, with the user's columns and the reasons, in the order of the list. */
function failuresSheet({ header }: Manifest, rows: readonly ThesisRow[]): WorkbookSheet[] {
  const open = rows.filter(({ status }) => status !== "done").toSorted((a, b) => a.row - b.row);
  if (open.length === 0) return [];
  const list = listColumns(header, open);
  const columns = [...list, ...failureColumns()];
  const [first, last] = nameColumns(header, open);
  return [{
    name: "Failures",
    rows: [headerRow(columns), ...open.map((row) => fittedRow(columns, row))],
    widths: columns.map(({ width }) => width),
    sticky: { rows: 1, columns: 1 },
    filterRow: 1,
    print: {
      first: list.length + 1,
      last: columns.length,
      titles: list.length === 0 ? undefined : [first + 1, last + 1],
    },
  }];
}

function failureColumns(): SheetColumn<ThesisRow>[] {
  return [
    ours("Row", 7, ({ row }) => numberCell(row, "0", FIGURE)),
    ours("Status", 10, ({ status }) => textCell(status.replace("_", " "), statusStyle(status))),
    ours("Code", 20, ({ errorCode }) => textCell(errorCode, BODY)),
    ours("Why", 88, ({ error }) => textCell(error, WRAPPED)),
    ours("Attempts", 9, ({ attempts }) => numberCell(attempts, "0", FIGURE)),
  ];
}

function ours(title: string, width: number, cellOf: (row: ThesisRow) => WorkbookCell): SheetColumn<ThesisRow> {
  return { title, header: OUR_HEADER, width, cellOf };
}
