import type { Comparison, RowChange } from "../../compare/comparison.ts";
import { byBars } from "../../run/bars.ts";
import { leadOf } from "../../run/lead.ts";
import type { Manifest } from "../../run/manifest.ts";
import type { SelectedField } from "../../run/select.ts";
import { statementName } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { Trend } from "../../run/trend.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { riskDriver } from "../leading.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import { CHECKED_COLUMN, CLAIM_COLUMNS } from "./check_columns.ts";
import { listColumns, nameColumns, tickerColumn } from "./list_columns.ts";
import { MODEL_COLUMNS } from "./model_columns.ts";
import { bodyRow, headerRow, type SheetColumn, type SheetLink, tableRows, type WorkbookSheet } from "./sheet.ts";
import { BODY, chanceCell, FIGURE, LINKED, OUR_FIGURES, OUR_HEADER, scoreCell, statusStyle, WRAPPED } from "./style.ts";
import { cutWords } from "../../text/cut.ts";
import { isInert } from "../../text/safe_name.ts";
import type { SavedFile } from "../../run/outcome.ts";

/** Input of a workbook. All texts are untrusted. */
export interface WorkbookInput {
  /** The run's manifest. */
  readonly manifest: Manifest;
  /** Its rows, in input order. */
  readonly rows: readonly ThesisRow[];
  /** Further columns of the run. Default: none. */
  readonly select?: readonly SelectedField[] | undefined;
  /** Changes since another run. */
  readonly comparison?: Comparison | undefined;
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
  const { header } = input.manifest;
  const files = new FileColumns(rows, input.filesFrom);
  const list = listColumns(header, rows);
  const isChecked = input.manifest.verify !== undefined;
  const columns = [
    ...list,
    ...isChecked ? [CHECKED_COLUMN] : [],
    ...thesisColumns({ ...input, rows }),
    ...isChecked ? CLAIM_COLUMNS : [],
    ...input.manifest.language_model === undefined ? [] : MODEL_COLUMNS,
    ...selectedColumns(input.select),
    ...rowColumns(),
  ];
  const lineOf = (row: ThesisRow) => [...bodyRow(columns, row), ...files.cellsOf(row)];
  const sticky = tickerColumn(header, rows) + 1;
  const [first, last] = nameColumns(header, rows);
  return {
    name: "Theses",
    rows: tableRows([[...headerRow(columns), ...files.header]], rows, lineOf),
    count: rows.length + 1,
    widths: [...columns.map(({ width }) => width), ...files.widths],
    sticky: { rows: 1, columns: sticky >= 1 && sticky <= MAX_STICKY_COLUMNS ? sticky : 1 },
    filterRow: 1,
    links: files.linksOf(rows, { firstRow: 2, firstColumn: columns.length + 1 }),
    print: {
      first: list.length + 1,
      last: columns.findIndex(({ title }, at) => at >= list.length && title === LAST_PRINTED) + 1,
      titles: list.length === 0 ? undefined : [first + 1, last + 1],
    },
  };
}

function thesisColumns(
  { comparison, whatChanged, rows, trendOf }: Pick<WorkbookInput, "comparison" | "whatChanged" | "rows" | "trendOf">,
): SheetColumn<ThesisRow>[] {
  return [
    figures("Drawdown risk", 12, ({ drawdownProbability }) => chanceCell(drawdownProbability)),
    ours("Main driver of the risk", 34, (row) => textCell(riskDriver(row) || undefined, WRAPPED)),
    ...comparison === undefined || whatChanged === undefined ? [] : [changeColumn(comparison, whatChanged)],
    ours("Reason", 52, (row) => textCell(cutWords(leadOf(row), MAX_LEAD), WRAPPED)),
    figures("Score", 9, ({ score }) => scoreCell(score)),
    figures("Rank", 8, ({ rank }) => numberCell(rank, "0", FIGURE)),
    ...byBars(rows.filter(({ signal }) => signal !== undefined)).length < 2
      ? []
      : [ours("Bars", 10, ({ frequency }) => textCell(frequency, BODY))],
    ours("Signal", 12, ({ signal }) => textCell(signal, BODY)),
    ...nightsColumn(rows, trendOf),
    ours(LAST_PRINTED, 54, ({ risks }) => textCell(risks[0], WRAPPED)),
    ours("Main reason", 52, ({ drivers }) => textCell(drivers[0], WRAPPED)),
    ours("Reasoning", 84, ({ reasoning }) => textCell(reasoning, WRAPPED)),
    statementColumn(rows),
    ours("Warnings", 18, ({ warnings }) => textCell(warnings.join("\n"), WRAPPED)),
  ];
}

/** For how many nights the signal has stood; no column for a list without earlier nights. */
function nightsColumn(rows: readonly ThesisRow[], trendOf: WorkbookInput["trendOf"]): SheetColumn<ThesisRow>[] {
  const nightsOf = (row: ThesisRow) => trendOf?.(row)?.streak?.nights;
  const isFirst = rows.every((row) => (trendOf?.(row)?.scores.length ?? 0) < 2 && (nightsOf(row) ?? 0) < 2);
  return isFirst ? [] : [figures("Nights with this view", 10, (row) => numberCell(nightsOf(row), "0", FIGURE))];
}

/** The probability of the statement or, if no row has one, the confidence as the service states it. */
function statementColumn(rows: readonly ThesisRow[]): SheetColumn<ThesisRow> {
  const name = statementName(rows);
  return name === undefined
    ? figures("Confidence", 13, ({ confidence }) => numberCell(confidence, "0.00", FIGURE))
    : figures(name.short, 13, ({ probability }) => numberCell(probability, "0.00", FIGURE));
}

function changeColumn({ changes }: Comparison, whatChanged: (change: RowChange) => string): SheetColumn<ThesisRow> {
  const byRow = new Map(
    changes.flatMap((change) => change.after === undefined ? [] : [[change.after.row, change] as const]),
  );
  return ours("What changed", 42, ({ row }) => {
    const change = byRow.get(row);
    return textCell(change && whatChanged(change), WRAPPED);
  });
}

function selectedColumns(select: readonly SelectedField[] = []): SheetColumn<ThesisRow>[] {
  return select.map(({ name }, at) =>
    ours(name, 18, ({ selected }) => {
      const value = selected[at];
      if (typeof value === "number") return numberCell(value, "General", FIGURE);
      return textCell(value === undefined ? undefined : String(value), WRAPPED);
    })
  );
}

function rowColumns(): SheetColumn<ThesisRow>[] {
  return [
    ours("Status", 11, ({ status }) => textCell(status.replace("_", " "), statusStyle(status))),
    ours("Claims verified", 12, (row) => textCell(verifiedWords(row), WRAPPED)),
    ours("As of", 13, ({ asOf }) => textCell(asOf, BODY)),
    figures("Row", 7, ({ row }) => numberCell(row, "0", FIGURE)),
  ];
}

function ours(title: string, width: number, cellOf: (row: ThesisRow) => WorkbookCell): SheetColumn<ThesisRow> {
  return { title, header: OUR_HEADER, width, cellOf };
}

function figures(title: string, width: number, cellOf: (row: ThesisRow) => WorkbookCell): SheetColumn<ThesisRow> {
  return { ...ours(title, width, cellOf), header: OUR_FIGURES };
}

/** Most cells of a row's files; `theses.csv` lists all of them. */
const MAX_FILES = 4;
/** Excel's limit is 65,530 links per sheet. */
const MAX_LINKS = 65_000;
const WIDTH = 34;
const PICTURE = /\.png$/i;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;
/** Paths below the run's `files/`; no other file is linked. */
const OWN_PATH = /^(?![^]*\/\.{1,2}(?:\/|$))files\/[^\\]+$/;

/** Files of a row that differ in their ending only, as one chart comes as PNG, SVG and CSV; the picture is linked. */
interface FileCell {
  readonly path: string;
  readonly words: string;
}

/** The cells that link to a row's files, the pictures first. */
class FileColumns {
  readonly #count: number;
  readonly #from: string;

  /** @param from Path from the workbook's folder to the run's. Default: the same folder. */
  constructor(rows: readonly ThesisRow[], from = "") {
    this.#count = rows.reduce((most, row) => Math.max(most, shown(row).length), 0);
    this.#from = from === "" ? "" : `${from}/`;
  }

  get widths(): number[] {
    return Array.from({ length: this.#count }, () => WIDTH);
  }

  get header(): WorkbookCell[] {
    return Array.from({ length: this.#count }, (_, at) => textCell(at === 0 ? "File" : `File ${at + 1}`, OUR_HEADER));
  }

  cellsOf(row: ThesisRow): WorkbookCell[] {
    const files = shown(row);
    return Array.from({ length: this.#count }, (_, at) => {
      const { path, words } = files[at] ?? {};
      return textCell(words, path === undefined || targetOf(path) === undefined ? BODY : LINKED);
    });
  }

  /** @param place Position of the first cell, from 1. */
  linksOf(
    rows: readonly ThesisRow[],
    { firstRow, firstColumn }: { readonly firstRow: number; readonly firstColumn: number },
  ): SheetLink[] {
    const links = rows.flatMap((row, down) =>
      shown(row).flatMap(({ path }, at) => {
        const target = targetOf(path);
        if (target === undefined) return [];
        return [{ row: firstRow + down, column: firstColumn + at, target: this.#from + target }];
      })
    );
    return links.slice(0, MAX_LINKS);
  }
}

function shown({ files }: ThesisRow): readonly FileCell[] {
  const placeOf = ({ path }: SavedFile) => Number(!PICTURE.test(path)) + Number(!isInert(path));
  const sorted = files.toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...Map.groupBy(sorted, ({ path }) => path.replace(ENDING, "")).values()].slice(0, MAX_FILES).map(cellOf);
}

function cellOf([first, ...others]: readonly SavedFile[]): FileCell {
  const path = first?.path ?? "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  const endings = others.map((file) => ENDING.exec(file.path)?.[0] ?? "");
  return { path, words: [name, ...endings].join(", ") };
}

/** Saved names are already safe but for an SVG, which may hold a script; this also guards against a modified ledger. */
function targetOf(path: string): string | undefined {
  if (!OWN_PATH.test(path) || !isInert(path)) return undefined;
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
