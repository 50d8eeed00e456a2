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
const HERFINDAHL = "Herfindahl index";
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
    ...measures.map(({ name, value, note, look }) => [
      textCell(name, LINE_OF_WORDS),
      numberCell(value, look === "share" ? SHARE : RATIO, LINE_FIGURE),
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
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const weights = `C${first}:C${last}`;
  const held = positions.map(({ weight }) => weight);
  const long = total(held.filter((one) => one > 0));
  const short = -total(held.filter((one) => one < 0));
  const squared = total(held.map((one) => one * one)) / (long + short) ** 2 || 0;
  const known = positions.flatMap(({ variance_share }) => variance_share ?? []);
  const gross = `SUMIF(${weights},">0")-SUMIF(${weights},"<0")`;
  const summed = known.length === 0 ? "the service states none" : "their sum: 100%, but for rounding";
  return ([
    ["Net", "sum of the weights", `SUM(${weights})`, total(held), SHARE],
    ["Gross", "sum of their sizes", gross, long + short, SHARE],
    ["Long", "sum of the weights above 0", `SUMIF(${weights},">0")`, long, SHARE],
    ["Short", "size of the weights below 0", `-SUMIF(${weights},"<0")`, short, SHARE],
    [
      "Concentration",
      `${HERFINDAHL}: squared weights over the squared gross`,
      `SUMSQ(${weights})/(${gross})^2`,
      squared,
      EXACT,
    ],
    [
      "Equal positions",
      "that would be as concentrated: 1 / the index",
      `(${gross})^2/SUMSQ(${weights})`,
      squared && 1 / squared,
      RATIO,
    ],
    ["Shares of the variance", summed, `SUM(D${first}:D${last})`, total(known), SHARE],
  ] as const).map(([name, note, formula, value, format]) => [
    textCell(name, LINE_OF_WORDS),
    formulaCell(formula, { value, format, style: LINE_FIGURE }),
    textCell(note, LINE_NOTE),
  ]);
}
