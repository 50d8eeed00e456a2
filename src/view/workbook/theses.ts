import type { Comparison, RowChange } from "../../compare/comparison.ts";
import type { Manifest } from "../../run/manifest.ts";
import type { SelectedField } from "../../run/select.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import { FileColumns } from "./files.ts";
import { listColumns, tickerColumn } from "./list_columns.ts";
import { bodyRow, headerRow, type SheetColumn, type WorkbookSheet } from "./sheet.ts";
import { BODY, chanceStyle, FIGURE, OUR_FIGURES, OUR_HEADER, signalStyle, statusStyle, WRAPPED } from "./style.ts";

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
  /** Further sentences on method and calibration. */
  readonly method?: readonly string[] | undefined;
  /** Path from the workbook's folder to the run's, with `/`. Default: the same folder. */
  readonly filesFrom?: string | undefined;
}

/** More frozen columns would fill the window. */
const MAX_STICKY_COLUMNS = 2;

/** The first sheet: the user's columns, then the theses, in the order of the list. */
export function thesesSheet({ rows, ...input }: WorkbookInput): WorkbookSheet {
  const { header } = input.manifest;
  const files = new FileColumns(rows, input.filesFrom);
  const list = listColumns(header, rows);
  const columns = [...list, ...thesisColumns(input), ...selectedColumns(input.select), ...rowColumns()];
  const lines = rows.map((row) => [...bodyRow(columns, row), ...files.cellsOf(row)]);
  const sticky = tickerColumn(header, rows) + 1;
  return {
    name: "Theses",
    rows: [[...headerRow(columns), ...files.header], ...lines],
    widths: [...columns.map(({ width }) => width), ...files.widths],
    sticky: { rows: 1, columns: sticky >= 1 && sticky <= MAX_STICKY_COLUMNS ? sticky : 1 },
    filterRow: 1,
    links: files.linksOf(rows, { firstRow: 2, firstColumn: columns.length + 1 }),
  };
}

function thesisColumns(
  { comparison, whatChanged }: Pick<WorkbookInput, "comparison" | "whatChanged">,
): SheetColumn<ThesisRow>[] {
  return [
    ours("Signal", 12, ({ signal }) => textCell(signal, signalStyle(signal))),
    figures("Rank", 8, ({ rank }) => numberCell(rank, "0", FIGURE)),
    figures(
      "Chance of a 15 % fall",
      12,
      ({ drawdownProbability }) => numberCell(drawdownProbability, "0 %", chanceStyle(drawdownProbability)),
    ),
    figures("Score", 9, ({ score }) => numberCell(score, "+0.00;-0.00;0.00", FIGURE)),
    figures("Confidence", 13, ({ confidence }) => numberCell(confidence, "0.00", FIGURE)),
    ...comparison === undefined || whatChanged === undefined ? [] : [changeColumn(comparison, whatChanged)],
    ours("Top driver", 36, ({ drivers }) => textCell(drivers[0], WRAPPED)),
    ours("Top risk", 36, ({ risks }) => textCell(risks[0], WRAPPED)),
    ours("Reasoning", 84, ({ reasoning }) => textCell(reasoning, WRAPPED)),
    ours("Warnings", 18, ({ warnings }) => textCell(warnings.join("\n"), WRAPPED)),
  ];
}

function changeColumn({ changes }: Comparison, whatChanged: (change: RowChange) => string): SheetColumn<ThesisRow> {
  const byRow = new Map(
    changes.flatMap((change) => change.after === undefined ? [] : [[change.after.row, change] as const]),
  );
  return ours("What changed", 30, ({ row }) => {
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
    ours("Figures verified", 12, figuresCell),
    ours("As of", 13, ({ asOf }) => textCell(asOf, BODY)),
    figures("Row", 7, ({ row }) => numberCell(row, "0", FIGURE)),
  ];
}

function figuresCell({ claimsTotal, claimsVerified }: ThesisRow): WorkbookCell {
  const known = claimsTotal !== undefined && claimsVerified !== undefined;
  return textCell(known ? `${claimsVerified} of ${claimsTotal}` : undefined, BODY);
}

function ours(title: string, width: number, cellOf: (row: ThesisRow) => WorkbookCell): SheetColumn<ThesisRow> {
  return { title, header: OUR_HEADER, width, cellOf };
}

function figures(title: string, width: number, cellOf: (row: ThesisRow) => WorkbookCell): SheetColumn<ThesisRow> {
  return { ...ours(title, width, cellOf), header: OUR_FIGURES };
}
