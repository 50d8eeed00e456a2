import { changeCountWords, differenceWords, kindWords } from "../../compare/change_words.ts";
import type { ClaimChange, Comparison, RowChange, ThesisSide } from "../../compare/comparison.ts";
import { timeWords } from "../progress_line.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import { fittedRow, headerRow, type SheetColumn, tableRows, type WorkbookSheet } from "./sheet.ts";
import {
  BODY,
  chanceCell,
  FIGURE,
  HEADING,
  LINE_OF_WORDS,
  OUR_HEADER,
  scoreCell,
  signalStyle,
  WRAPPED,
} from "./style.ts";
import { counted } from "../../text/counted.ts";

/** The last columns, which are for the screen. */
const DETAILS = 5;

type SideCell = (side: ThesisSide | undefined) => WorkbookCell;

/** The changes, the most important first, below the differences of settings. */
export function changesSheet(
  comparison: Comparison,
  { whatChanged }: { readonly whatChanged?: ((change: RowChange) => string) | undefined },
): WorkbookSheet {
  const columns = changeColumns(whatChanged);
  const words = introOf(comparison);
  return {
    name: "Changes",
    rows: tableRows([...words, headerRow(columns)], comparison.changes, (change) => fittedRow(columns, change)),
    count: words.length + 1 + comparison.changes.length,
    widths: columns.map(({ width }) => width),
    sticky: { rows: words.length + 1, columns: 1 },
    filterRow: words.length + 1,
    print: { first: 1, last: columns.length - DETAILS },
  };
}

function introOf(comparison: Comparison): WorkbookCell[][] {
  const { earlier, later, differences } = comparison;
  const since = `Since the run of ${timeWords(earlier.startedAt)}, data to ${earlier.asOf ?? "an unknown day"}; ` +
    `this one of ${timeWords(later.startedAt)}, data to ${later.asOf ?? "an unknown day"}`;
  return [
    [textCell(since, HEADING)],
    ...differences.map((one) => [textCell(`${differenceWords(one)}; this may explain every change`, HEADING)]),
    [
      textCell(
        `${counted(comparison.compared)} names have a thesis in both runs: ${changeCountWords(comparison)}`,
        LINE_OF_WORDS,
      ),
    ],
    [textCell(undefined)],
  ];
}

function changeColumns(whatChanged: ((change: RowChange) => string) | undefined): SheetColumn<RowChange>[] {
  return [
    ours("Ticker", 12, ({ ticker }) => textCell(ticker, BODY)),
    ours("Company", 22, ({ company }) => textCell(company, WRAPPED)),
    ours("Change", 20, (change) => textCell(change.kinds.map((kind) => kindWords(kind, change)).join("\n"), WRAPPED)),
    ...whatChanged === undefined
      ? []
      : [ours("What changed", 56, (change: RowChange) => textCell(whatChanged(change), WRAPPED))],
    ...beforeAndAfter("Signal", 12, (side) => textCell(side?.signal, signalStyle(side?.signal))),
    ...beforeAndAfter("Rank", 9, (side) => numberCell(side?.rank, "0", FIGURE)),
    ...beforeAndAfter("Score", 10, (side) => scoreCell(side?.score)),
    ...beforeAndAfter(
      "Chance of a fall",
      13,
      (side) => chanceCell(side?.drawdownProbability),
    ),
    textsColumn("New drivers", ({ newDrivers }) => newDrivers),
    textsColumn("Vanished drivers", ({ vanishedDrivers }) => vanishedDrivers),
    textsColumn("New risks", ({ newRisks }) => newRisks),
    textsColumn("Vanished risks", ({ vanishedRisks }) => vanishedRisks),
    textsColumn("Figures that changed", ({ claims }) => claims.map(claimWords)),
  ];
}

function beforeAndAfter(title: string, width: number, cellOf: SideCell): SheetColumn<RowChange>[] {
  return [
    ours(`${title} before`, width, ({ before }) => cellOf(before)),
    ours(`${title} now`, width, ({ after }) => cellOf(after)),
  ];
}

function textsColumn(title: string, textsOf: (change: RowChange) => readonly string[]): SheetColumn<RowChange> {
  return ours(title, 90, (change) => textCell(textsOf(change).join("\n"), WRAPPED));
}

function claimWords({ metric, before = "none", after = "none" }: ClaimChange): string {
  return `${metric.replaceAll("_", " ")}: ${before} → ${after}`;
}

function ours(title: string, width: number, cellOf: (change: RowChange) => WorkbookCell): SheetColumn<RowChange> {
  return { title, header: OUR_HEADER, width, cellOf };
}
