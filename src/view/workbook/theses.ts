import type { MethodInput } from "../run_method.ts";
import type { Comparison, RowChange } from "../../compare/comparison.ts";
import type { LanguageModelReport } from "../../protocol/language_model.ts";
import { byBars } from "../../run/bars.ts";
import type { SavedFile } from "../../run/outcome.ts";
import type { SelectedField } from "../../run/select.ts";
import { type MadeCheck, statesFalse } from "../../run/thesis_check.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { Trend } from "../../run/trend.ts";
import { cutWords } from "../../text/cut.ts";
import { isInert } from "../../text/safe_name.ts";
import { falseWords } from "../check_words.ts";
import { column, COLUMNS, statementColumn, type ThesisColumn } from "../thesis_columns.ts";
import { fileAddress } from "../thesis_view.ts";
import { sheetColumn } from "./block_columns.ts";
import { textCell } from "./cell.ts";
import { listColumns, nameColumns, tickerColumn } from "./list_columns.ts";
import { bodyRow, headerRow, type SheetColumn, type SheetLink, tableRows, type WorkbookSheet } from "./sheet.ts";
import { BODY, LINKED, markedStyle, OUR_HEADER } from "./style.ts";

/** Input of a workbook. All texts are untrusted. */
export interface WorkbookInput extends MethodInput {
  /** Further columns of the run. Default: none. */
  readonly select?: readonly SelectedField[] | undefined;
  /** Renders a change in words, for the column "What changed". */
  readonly whatChanged?: ((change: RowChange) => string) | undefined;
  /** How a name went over the nights. */
  readonly trendOf?: ((row: ThesisRow) => Trend | undefined) | undefined;
  /** Path from the workbook's folder to the run's, with `/`. Default: the same folder. */
  readonly filesFrom?: string | undefined;
}

/** The added columns from the first to this one fit a page. */
const LAST_PRINTED = "Main risk";
/** Four lines of a row; the sheet Reasoning has the whole. */
const MAX_LEAD = 190;
/** More frozen columns would fill the window. */
const MAX_STICKY_COLUMNS = 2;

/** The first sheet: the user's columns, then the theses. */
export function thesesSheet({ rows, ...input }: WorkbookInput): WorkbookSheet {
  const { header, verify, language_model: model } = input.manifest;
  const list = listColumns(header, rows);
  const files = fileColumns(rows);
  const columns = [
    ...list,
    ...verify === undefined ? [] : [CHECKED],
    ...thesisColumns({ ...input, rows }).map((one) => sheetColumn(one)),
    ...(verify === undefined ? [] : CLAIMS).map((one) => sheetColumn(one)),
    ...(model === undefined ? [] : MODEL).map((one) => sheetColumn(one)),
    ...(input.select ?? []).map(({ name }, at) => sheetColumn(selectedColumn(name, at), 18)),
    STATUS,
    ...[COLUMNS.verified, COLUMNS.asOf, COLUMNS.row].map((one) => sheetColumn(one)),
    ...files,
  ];
  const sticky = tickerColumn(header, rows) + 1;
  const [first, last] = nameColumns(header, rows);
  return {
    name: "Theses",
    rows: tableRows([headerRow(columns)], rows, (row) => bodyRow(columns, row)),
    count: rows.length + 1,
    widths: columns.map(({ width }) => width),
    sticky: { rows: 1, columns: sticky >= 1 && sticky <= MAX_STICKY_COLUMNS ? sticky : 1 },
    filterRow: 1,
    links: linksOf(rows, { from: input.filesFrom, firstColumn: columns.length - files.length + 1 }),
    print: {
      first: list.length + 1,
      last: columns.findIndex(({ title }, at) => at >= list.length && title === LAST_PRINTED) + 1,
      titles: list.length === 0 ? undefined : [first + 1, last + 1],
    },
  };
}

function thesisColumns(
  { comparison, whatChanged, rows, trendOf }: Pick<WorkbookInput, "comparison" | "whatChanged" | "rows" | "trendOf">,
): ThesisColumn[] {
  const { risk, driver, reason, score, rank, reasoning, warnings } = COLUMNS;
  const isMixed = byBars(rows.filter(({ signal }) => signal !== undefined)).length > 1;
  return [
    risk,
    driver,
    ...comparison === undefined || whatChanged === undefined ? [] : [changeColumn(comparison, whatChanged)],
    column(reason.title, "prose", (row) => row.signal && cutWords(String(reason.cellOf(row)), MAX_LEAD)),
    score,
    rank,
    ...isMixed ? [COLUMNS.bars] : [],
    column("Signal", "words", ({ signal }) => signal),
    ...nightsColumn(rows, trendOf),
    column(LAST_PRINTED, "prose", ({ risks }) => risks[0]),
    column("Main reason", "prose", ({ drivers }) => drivers[0]),
    reasoning,
    statementColumn(rows),
    warnings,
  ];
}

/** Beside the name, so that nobody reads on without it. */
const CHECKED: SheetColumn<ThesisRow> = {
  ...sheetColumn(column("Checked", "words", () => "")),
  cellOf: ({ check }) => textCell(falseWords(check), markedStyle({ isMarked: statesFalse(check) })),
};

/** The status; the colour only repeats the word. */
export const STATUS: SheetColumn<ThesisRow> = {
  ...sheetColumn(COLUMNS.status),
  cellOf: (row) => textCell(String(COLUMNS.status.cellOf(row)), markedStyle({ isMarked: row.status !== "done" })),
};

const claims = (title: string, read: (check: MadeCheck) => number | string | undefined): ThesisColumn =>
  column(title, "rank", ({ check }) => check === undefined || "problem" in check ? undefined : read(check));

/** What was checked of each thesis; a check that could not be made has no numbers. */
const CLAIMS: readonly ThesisColumn[] = [
  claims("Claims confirmed", ({ proven }) => proven),
  claims("Claims wrong", (check) => check.false),
  claims("Claims not covered", ({ unknown }) => unknown),
  { ...claims("First wrong claim", ({ firstFalse }) => firstFalse), look: "prose" },
];

const ofModel = (title: string, read: (report: LanguageModelReport) => readonly string[] | undefined): ThesisColumn =>
  column(title, "prose", ({ languageModel }) => languageModel && read(languageModel)?.join(" "));

/** What a language model added to each answer, which is no part of the thesis; what it spent is in `theses.csv`. */
const MODEL: readonly ThesisColumn[] = [
  ofModel("Chosen by the model, verified", ({ answer }) => answer),
  ofModel("The model's comment, not verified", ({ comments }) => comments),
  ofModel("Notes on the model", ({ notes }) => notes),
];

/** For how many nights the signal has stood; no column for a list without earlier nights. */
function nightsColumn(rows: readonly ThesisRow[], trendOf: WorkbookInput["trendOf"]): ThesisColumn[] {
  const nightsOf = (row: ThesisRow) => trendOf?.(row)?.streak?.nights;
  const isFirst = rows.every((row) => (trendOf?.(row)?.scores.length ?? 0) < 2 && (nightsOf(row) ?? 0) < 2);
  return isFirst ? [] : [column("Nights with this view", "rank", nightsOf)];
}

function changeColumn({ changes }: Comparison, whatChanged: (change: RowChange) => string): ThesisColumn {
  const byRow = new Map(changes.map((change) => [change.after?.row, change]));
  return column("What changed", "prose", ({ row }) => {
    const change = byRow.get(row);
    return change && whatChanged(change);
  });
}

/** A selected field; figures and texts in one column. */
function selectedColumn(name: string, at: number): ThesisColumn {
  return column(name, "marks", ({ selected }) => {
    const value = selected[at] ?? undefined;
    return typeof value === "number" || value === undefined ? value : String(value);
  });
}

/** Most cells of a row's files; `theses.csv` lists all of them. */
const MAX_FILES = 4;
/** Excel's limit is 65,530 links per sheet. */
const MAX_LINKS = 65_000;
const WIDTH = 34;
const PICTURE = /\.png$/i;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/** The cells that name a row's files, the pictures first. */
function fileColumns(rows: readonly ThesisRow[]): SheetColumn<ThesisRow>[] {
  const count = rows.reduce((most, row) => Math.max(most, filesOf(row).length), 0);
  return Array.from({ length: count }, (_, at) => ({
    title: at === 0 ? "File" : `File ${at + 1}`,
    header: OUR_HEADER,
    width: WIDTH,
    cellOf: (row) => {
      const { path = "", words } = filesOf(row)[at] ?? {};
      return textCell(words, fileAddress(path) === undefined ? BODY : LINKED);
    },
  }));
}

/**
 * Where the cells of files lead.
 * @param options `from`: path from the workbook's folder to the run's. Default: the same folder.
 */
function linksOf(
  rows: readonly ThesisRow[],
  { from = "", firstColumn }: { readonly from?: string | undefined; readonly firstColumn: number },
): SheetLink[] {
  const links = rows.flatMap((row, down) =>
    filesOf(row).flatMap(({ path }, at) => {
      const target = fileAddress(path);
      if (target === undefined) return [];
      return [{ row: 2 + down, column: firstColumn + at, target: `${from === "" ? "" : `${from}/`}${target}` }];
    })
  );
  return links.slice(0, MAX_LINKS);
}

/** Files that differ in their ending only are one, as a chart comes as PNG, SVG and CSV; the picture is linked. */
function filesOf({ files }: ThesisRow): { readonly path: string; readonly words: string }[] {
  const placeOf = ({ path }: SavedFile) => Number(!PICTURE.test(path)) + Number(!isInert(path));
  const sorted = files.toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...Map.groupBy(sorted, ({ path }) => path.replace(ENDING, "")).values()].slice(0, MAX_FILES).map((same) => {
    const [path = "", ...others] = same.map((file) => file.path);
    const endings = others.map((other) => ENDING.exec(other)?.[0] ?? "");
    return { path, words: [path.slice(path.lastIndexOf("/") + 1), ...endings].join(", ") };
  });
}
