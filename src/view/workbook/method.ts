import type { ThesisRow } from "../../run/thesis_row.ts";
import { momentWords, textCell, type WorkbookCell } from "./cell.ts";
import { countWords } from "../progress_line.ts";
import type { WorkbookSheet } from "./sheet.ts";
import type { WorkbookInput } from "./theses.ts";
import { HEADING, LINE_OF_WORDS, wordsStyle } from "./style.ts";

/** Different values of a field that are named. */
const MAX_VALUES = 5;
/** Of names, and of words about them. */
const WIDTHS = [24, 104] as const;

const READING: readonly string[] = [
  "Order names by score or by the chance of a fall, never by confidence: confidence is the probability of the likelier " +
  "side of the statement, so a sure bear and a sure bull have the same.",
  "The statement is about the excess return over the benchmark within the horizon. The direction of single stocks is " +
  "close to a coin toss; how far they may fall can be predicted better.",
  "“Verified” says that the service found a figure right against its data, not that the thesis is right.",
  "Nothing here is advice.",
];

const COLUMNS: readonly (readonly [string, string])[] = [
  ["Signal", "Direction of the thesis, in the service's word."],
  ["Rank", "1 is the highest score; equal scores share a rank."],
  ["Chance of a 15 % fall", "Probability of a fall of 15 % or more within the horizon; marked from 25 %."],
  ["Score", "Where the evidence points, -1 to 1."],
  ["Confidence", "As the service gave it; ours is 0 to 1."],
  ["Figures verified", "Figures of the answer that the service checked and found right."],
  ["As of", "Date of the newest data behind the thesis."],
  ["An empty cell", "The service did not say; it is never 0."],
];

const CELLS: readonly string[] = [
  "Light headings are columns of your list, dark ones are ours. Rows stand in the order of the list.",
  "Texts are text cells: no formula and no link of theirs runs, leading zeros and NA stay. A column of your list is " +
  "numbers where every cell is a plain number and can be shown as you wrote it; tickers never are.",
  "A row shows the first lines of its reasoning: make the row higher to read on. theses.csv and theses.jsonl hold all " +
  "there is; characters that no workbook can hold are left out here.",
];

/** How the theses came to be, and how to read them. */
export function methodSheet(
  { manifest, rows, method = [] }: WorkbookInput,
  { leftOut }: { readonly leftOut: number },
): WorkbookSheet {
  return {
    name: "Method",
    rows: [
      ...leftOut === 0 ? [] : [
        [heading(`${leftOut} more rows are in theses.csv and theses.parquet: they are too many for a workbook`)],
        [],
      ],
      ...section("This run", runFacts(manifest, rows)),
      ...section("How to read it", [...READING, ...method].map((line) => ["", line] as const)),
      ...section("Columns", COLUMNS),
      ...section("Cells", CELLS.map((line) => ["", line] as const)),
    ],
    widths: WIDTHS,
  };
}

function section(title: string, lines: readonly (readonly [string, string])[]): WorkbookCell[][] {
  const cells = lines.map((
    [name, words],
  ) => [textCell(name, LINE_OF_WORDS), textCell(words, wordsStyle(words, WIDTHS[1]))]);
  return [[heading(title)], ...cells, []];
}

function runFacts(
  manifest: WorkbookInput["manifest"],
  rows: readonly ThesisRow[],
): (readonly [string, string])[] {
  const { service, input, counts, started_at, finished_at, run_id, versions } = manifest;
  const { claims_total, claims_verified } = counts;
  const facts: (readonly [string, string | undefined])[] = [
    ["Rows", `${counts.rows}: ${countWords(counts.statuses)}`],
    ["Figures verified", claims_total > 0 ? `${claims_verified} of ${claims_total}` : undefined],
    ["Service", service.name],
    ["Model", service.model],
    ["Data ends", service.dataEnds],
    ["As of", valuesOf(rows, ({ asOf }) => asOf)],
    ["Engine", valuesOf(rows, ({ engine }) => engine)],
    ["Calibration", valuesOf(rows, ({ calibration }) => calibration)],
    ["Horizon", valuesOf(rows, ({ horizon }) => horizon)],
    ["Benchmark", valuesOf(rows, ({ benchmark }) => benchmark)],
    ["List", [input.name, ...input.notes ?? []].join("; ")],
    ["Started", momentWords(started_at)],
    ["Finished", finished_at === undefined ? "not yet: some rows are open" : momentWords(finished_at)],
    ["Run", run_id],
    ["Made by", Object.entries(versions).map((pair) => pair.join(" ")).join(", ")],
  ];
  return facts.flatMap(([name, value]) => value === undefined || value === "" ? [] : [[name, value] as const]);
}

function valuesOf(rows: readonly ThesisRow[], read: (row: ThesisRow) => string | undefined): string {
  const values = [...new Set(rows.flatMap((row) => read(row) ?? []))];
  return values.slice(0, MAX_VALUES).join(", ") + (values.length > MAX_VALUES ? ", …" : "");
}

function heading(words: string): WorkbookCell {
  return textCell(words, HEADING);
}
