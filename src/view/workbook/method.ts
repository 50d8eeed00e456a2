import { fallDefinition } from "../../run/fall_chance.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { textCell, type WorkbookCell } from "./cell.ts";
import { statementName } from "../../run/statement.ts";
import { TENSION_DEFINITION } from "../../run/verified_words.ts";
import { CHECK_DEFINITION, checkedWords } from "../check_words.ts";
import { notResearchedWords } from "../data_notes.ts";
import { MODEL_DEFINITION, runModelWords } from "../model_words.ts";
import { ageWords, earlierWords, freshnessOf } from "../freshness.ts";
import { countWords, timeWords } from "../progress_line.ts";
import type { WorkbookSheet } from "./sheet.ts";
import type { WorkbookInput } from "./theses.ts";
import { HEADING, LINE_OF_WORDS, wordsStyle } from "./style.ts";
import { counted } from "../../text/counted.ts";

/** Most values of a field shown. */
const MAX_VALUES = 5;
/** Widths of the columns of names and texts. */
const WIDTHS = [24, 104] as const;

const READING: readonly string[] = [
  "Order names by score or by the chance of a fall, never by confidence. The direction of single stocks is close to a coin toss; how far they " +
  "may fall can be predicted better.",
  "“Verified” means that a figure, or a word like “bullish”, passed the service's check against its data, not that the thesis is right.",
  "This is not investment advice.",
];

const columnWords = (rows: readonly ThesisRow[]): readonly (readonly [string, string])[] => [
  ["Signal", "Direction of the thesis, as the service spells it."],
  ["What stands out", "The first sentence of the reasoning that says more than signal and score."],
  ["Rank", "1 is the highest score among the names with the same bars; equal scores share a rank. One alone has none."],
  ["Chance of a 15 % fall", `${fallDefinition(rows)} Marked from 25 %.`],
  ["Score", "Direction of the evidence, -1 to 1."],
  statementLine(rows),
  [
    "Claims verified",
    `Figures and judgements of the answer that passed the service's verification. ${TENSION_DEFINITION}`,
  ],
  ["As of", "Date of the newest data behind the thesis."],
  ["Empty cell", "Not stated by the service; never 0."],
];

function statementLine(rows: readonly ThesisRow[]): readonly [string, string] {
  const name = statementName(rows);
  if (name === undefined) return ["Confidence", "As the service states it, on its own scale."];
  return [name.short, `The probability of ${name.what} within the horizon.`];
}

const CELLS: readonly string[] = [
  "Light headings are columns of your list, dark ones are added. Rows are in the order of their rank, those without one " +
  "last; sort by Row for the order of the list.",
  "Texts are text cells: formulas and links in them do not run; leading zeros and NA are kept. A column of your list " +
  "has number cells if every cell is a plain number that can be shown as you wrote it; tickers are always text.",
  "The sheet Theses shows three lines of a text, the sheet Reasoning up to 25. theses.csv and theses.jsonl have the " +
  "full texts; characters that a workbook cannot hold are removed here.",
  "Printed are name, rank, signal, score, chance of a fall, what stands out, what changed and first risk, on A4 across; of the sheet " +
  "Reasoning rank, ticker and reasoning. The print area of a sheet can be changed.",
];

/** The sheet about the run and how to read it. */
export function methodSheet(
  { manifest, rows, method = [] }: WorkbookInput,
  { leftOut }: { readonly leftOut: number },
): WorkbookSheet {
  const lines = [
    ...leftOut === 0 ? [] : [
      [heading(`${counted(leftOut)} more rows are in theses.csv and theses.parquet: too many for a workbook`)],
      [],
    ],
    ...section("This run", runFacts(manifest, rows)),
    ...section(
      "How to read it",
      [
        ...READING,
        ...manifest.verify ? [CHECK_DEFINITION] : [],
        ...manifest.language_model ? [MODEL_DEFINITION] : [],
        ...notResearchedWords(manifest),
        ...method,
      ].map((
        line,
      ) => ["", line] as const),
    ),
    ...section("Columns", columnWords(rows)),
    ...section("Cells", CELLS.map((line) => ["", line] as const)),
  ];
  return { name: "Method", rows: lines, count: lines.length, widths: WIDTHS };
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
    ["Rows", `${counted(counts.rows)}: ${countWords(counts.statuses)}`],
    ["Claims verified", claims_total > 0 ? `${counted(claims_verified)} of ${counted(claims_total)}` : undefined],
    ["Checked", manifest.verify && checkedWords(manifest.verify)],
    ["Language model", manifest.language_model && runModelWords(manifest.language_model)],
    ["Service", service.name],
    ["Model", service.model],
    ["Data ends", service.dataEnds],
    ["As of", valuesOf(rows, ({ asOf }) => asOf)],
    ["Age of the data", agesOf(manifest, rows)],
    ["Engine", valuesOf(rows, ({ engine }) => engine)],
    ["Calibration", valuesOf(rows, ({ calibration }) => calibration)],
    ["Horizon", valuesOf(rows, ({ horizon }) => horizon)],
    ["Benchmark", valuesOf(rows, ({ benchmark }) => benchmark)],
    ["List", [input.name, ...input.notes ?? []].join("; ")],
    ["Started", timeWords(started_at)],
    ["Finished", finished_at === undefined ? "not yet" : timeWords(finished_at)],
    ["Run", run_id],
    ["Versions", Object.entries(versions).map((pair) => pair.join(" ")).join(", ")],
  ];
  return facts.flatMap(([name, value]) => value === undefined || value === "" ? [] : [[name, value] as const]);
}

/** How old the data is, and which names end earlier. */
function agesOf(manifest: WorkbookInput["manifest"], rows: readonly ThesisRow[]): string {
  const fresh = freshnessOf({ manifest, theses: rows.filter(({ asOf }) => asOf !== undefined) });
  return [ageWords(fresh, manifest), earlierWords(fresh)].filter((part) => part !== "").join("; ");
}

function valuesOf(rows: readonly ThesisRow[], read: (row: ThesisRow) => string | undefined): string {
  const values = [...new Set(rows.flatMap((row) => read(row) ?? []))];
  return values.slice(0, MAX_VALUES).join(", ") + (values.length > MAX_VALUES ? ", …" : "");
}

function heading(words: string): WorkbookCell {
  return textCell(words, HEADING);
}
