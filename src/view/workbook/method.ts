import { statementName } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { counted } from "../../text/counted.ts";
import { type Block, said } from "../block.ts";
import { methodBlocks } from "../run_method.ts";
import { wordRows } from "./block_columns.ts";
import { textCell } from "./cell.ts";
import type { WorkbookSheet } from "./sheet.ts";
import { HEADING } from "./style.ts";
import type { WorkbookInput } from "./theses.ts";

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
export function methodSheet(input: WorkbookInput, { leftOut }: { readonly leftOut: number }): WorkbookSheet {
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
