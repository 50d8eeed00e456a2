import type { PortfolioPosition } from "../../protocol/portfolio.ts";
import type { RunPortfolio } from "../../run/portfolio.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { byVarianceShare, portfolioMeasures, positionsTable } from "../portfolio_words.ts";
import { formulaCell, numberCell, textCell, type WorkbookCell } from "./cell.ts";
import { blockColumns } from "./block_columns.ts";
import { bodyRow, headerRow, tableRows, type WorkbookSheet } from "./sheet.ts";
import { HEADING, LINE_FIGURE, LINE_NOTE, LINE_OF_WORDS, LOW_LINE } from "./style.ts";

const SHARE = "0.00%";
const RATIO = "0.00";
const EXACT = "0.0000";
/** In characters; the third column also holds the notes, which run over those beside it. */
const WIDTHS = [26, 34, 13, 13, 13, 30] as const;

/** The sheet of the list's own portfolio: figures, sums that recompute, and a line for each position. */
export function portfolioSheet(portfolio: RunPortfolio, rows: readonly ThesisRow[]): WorkbookSheet {
  const { figures, weights, column, problem } = portfolio;
  const positions: readonly PortfolioPosition[] = figures === undefined ? weights : byVarianceShare(figures);
  const table = positionsTable(positions, rows);
  const columns = blockColumns(table);
  // The sums below say how concentrated it is.
  const measures = figures === undefined ? [] : portfolioMeasures({ ...figures, effective_names: undefined });
  const above = [
    [textCell(`Weights from column “${column}”`, HEADING)],
    ...problem === undefined ? [] : [[textCell(`No figures: ${problem}`, LINE_OF_WORDS)]],
    ...measures.map(({ name, value, note, isShare }) => [
      textCell(name, LINE_OF_WORDS),
      numberCell(value, isShare ? SHARE : RATIO, LINE_FIGURE),
      textCell(note, LINE_NOTE),
    ]),
  ];
  const first = above.length + SUM_LINES + 3; // an empty line, the sums, an empty line, the header
  const sums = sumLines(positions, { first: first + 1, last: first + positions.length });
  return {
    name: "Portfolio",
    rows: tableRows(
      [...above, [], ...sums, [], headerRow(columns)],
      table.rows,
      (row) => bodyRow(columns, row).map((cell) => ({ ...cell, height: LOW_LINE.height ?? 0 })),
    ),
    count: first + positions.length,
    widths: WIDTHS,
    sticky: { rows: 0, columns: 1 },
    filterRow: first,
  };
}

const SUM_LINES = 7;

/** The sums of the lines from `first` to `last`; a changed weight changes them. */
function sumLines(
  positions: readonly PortfolioPosition[],
  { first, last }: { readonly first: number; readonly last: number },
): WorkbookCell[][] {
  const weights = positions.map(({ weight }) => weight);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const range = (letter: string) => `${letter}${first}:${letter}${last}`;
  const long = weights.filter((one) => one > 0);
  const short = weights.filter((one) => one < 0);
  const gross = total(weights.map(Math.abs));
  const concentration = gross === 0 ? 0 : total(weights.map((one) => one * one)) / gross ** 2;
  const shares = positions.flatMap(({ variance_share }) => variance_share ?? []);
  const grossFormula = `SUMIF(${range("C")},">0")-SUMIF(${range("C")},"<0")`;
  const one = (name: string, note: string, cell: WorkbookCell) => [
    textCell(name, LINE_OF_WORDS),
    cell,
    textCell(note, LINE_NOTE),
  ];
  const sum = (formula: string, value: number, format = SHARE) =>
    formulaCell(formula, { value, format, style: LINE_FIGURE });
  return [
    one("Net", "sum of the weights", sum(`SUM(${range("C")})`, total(weights))),
    one("Gross", "sum of their sizes", sum(grossFormula, gross)),
    one("Long", "sum of the weights above 0", sum(`SUMIF(${range("C")},">0")`, total(long))),
    one("Short", "size of the weights below 0", sum(`-SUMIF(${range("C")},"<0")`, Math.abs(total(short)))),
    one(
      "Concentration",
      "Herfindahl index: squared weights over the squared gross",
      sum(`SUMSQ(${range("C")})/(${grossFormula})^2`, concentration, EXACT),
    ),
    one(
      "Equal positions",
      "that would be as concentrated: 1 / the index",
      sum(`(${grossFormula})^2/SUMSQ(${range("C")})`, concentration === 0 ? 0 : 1 / concentration, RATIO),
    ),
    one(
      "Shares of the variance",
      shares.length === 0 ? "the service states none" : "their sum: 100%, but for rounding",
      sum(`SUM(${range("D")})`, total(shares)),
    ),
  ];
}
