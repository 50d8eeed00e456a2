import { type AnswerSections, lastFigures, saidIn } from "../protocol/answer_block.ts";
import type { LanguageModelReport } from "../protocol/language_model.ts";
import { parsePointer } from "../protocol/json_pointer.ts";
import { plainText } from "../text/markdown.ts";
import { type CsvValue, flat } from "../text/csv_write.ts";
import type { SelectedField } from "./select.ts";
import type { MadeCheck } from "./thesis_check.ts";
import type { ThesisRow } from "./thesis_row.ts";

/** Type of a column of `theses.parquet`. */
export type ParquetType = "int" | "double" | "text" | "day" | "list";

/** A column of `theses.csv` and of `theses.parquet`. */
export interface ThesisColumn {
  readonly name: string;
  /** Its type in `theses.parquet`. */
  readonly type: ParquetType;
  /** The value in `theses.parquet`, before it is checked against the type. */
  readonly value: (row: ThesisRow) => string | number | readonly string[] | undefined;
  /** The cell of `theses.csv`. Default: the value on one line. */
  readonly cell?: (row: ThesisRow) => CsvValue;
}

/** The cell of `theses.csv`; a missing value is empty, never 0. Equal in equal runs. */
export function cellIn({ value, cell }: ThesisColumn, row: ThesisRow): CsvValue {
  if (cell !== undefined) return cell(row);
  const known = value(row);
  if (typeof known === "object") return listCell(known);
  return typeof known === "string" ? flat(known) : known;
}

/** The parts of an answer, and of one about filings alone its newest figures. */
const IN_PARTS: Readonly<Record<string, (sections: AnswerSections | undefined) => readonly string[]>> = {
  summary: (sections) => saidIn(sections, { kind: "lead" }),
  why: (sections) => saidIn(sections, { kind: "points", title: "Why" }),
  watch: (sections) => saidIn(sections, { kind: "turn" }),
  figures: (sections) => [...lastFigures(sections)].map((pair) => pair.join(": ")),
};

/** The columns of the thesis; without one, both values are missing. */
const OF_THESIS: readonly ThesisColumn[] = [
  { name: "signal", type: "text", value: ({ signal }) => signal },
  { name: "confidence", type: "double", value: ({ confidence }) => confidence },
  { name: "score", type: "double", value: ({ score }) => score },
  { name: "rank", type: "int", value: ({ rank }) => rank },
  { name: "drawdown_probability", type: "double", value: ({ drawdownProbability }) => drawdownProbability },
  { name: "verification_confidence", type: "double", value: ({ verificationConfidence: given }) => given },
  { name: "coverage", type: "double", value: ({ evidence }) => evidence?.coverage },
  { name: "top_driver", type: "text", value: ({ drivers }) => drivers[0] },
  { name: "top_risk", type: "text", value: ({ risks }) => risks[0] },
  { name: "warnings", type: "list", value: ({ warnings }) => warnings },
  { name: "as_of", type: "day", value: ({ asOf }) => asOf },
  ...(["horizon", "benchmark", "currency", "subject"] as const).map((name): ThesisColumn => (
    { name, type: "text", value: (row) => row[name] }
  )),
  { name: "files", type: "list", value: ({ files }) => files.map(({ path }) => path) },
  { name: "key_drivers", type: "list", value: ({ drivers }) => drivers },
  { name: "risks", type: "list", value: ({ risks }) => risks },
  { name: "reasoning", type: "text", value: ({ reasoning, sections }) => plainReasoning(reasoning, sections) },
  ...Object.entries(IN_PARTS).map(([name, read]): ThesisColumn => ({
    name,
    type: "text",
    value: ({ sections }) => read(sections).join(LIST_SEPARATOR) || undefined,
    cell: ({ sections }) => listCell(read(sections)),
  })),
];

/** A line of sentences for a table: of an answer in blocks without the marks of Markdown, its minus signs as in the other columns. */
function plainReasoning<Text extends string | undefined>(reasoning: Text, sections: AnswerSections | undefined) {
  return sections === undefined || reasoning === undefined ? reasoning : plainText(reasoning).replaceAll("\u2212", "-");
}

/** The columns of every run, in order. */
export const THESIS_COLUMNS: readonly ThesisColumn[] = [
  { name: "row", type: "int", value: ({ row }) => row },
  { name: "ticker", type: "text", value: ({ ticker }) => ticker || undefined, cell: ({ ticker }) => ticker },
  { name: "status", type: "text", value: ({ status }) => status },
  ...OF_THESIS.map((one): ThesisColumn => ({
    ...one,
    value: (row) => row.signal === undefined ? undefined : one.value(row),
    cell: (row) => row.signal === undefined ? undefined : cellIn(one, row),
  })),
  { name: "error_code", type: "text", value: ({ errorCode }) => errorCode },
  { name: "error", type: "text", value: ({ error }) => error },
];

/** The columns of a run that checks its theses; a check that could not be made has no number, and a warning says why. */
const CHECK_COLUMNS: readonly ThesisColumn[] = [
  checkColumn("claims_proven", "int", (check) => check.proven),
  checkColumn("claims_false", "int", (check) => check.false),
  checkColumn("claims_unknown", "int", (check) => check.unknown),
  checkColumn("first_false", "text", (check) => check.firstFalse),
];

function checkColumn(
  name: string,
  type: ParquetType,
  read: (check: MadeCheck) => string | number | undefined,
): ThesisColumn {
  return { name, type, value: ({ check }) => check === undefined || "problem" in check ? undefined : read(check) };
}

/** The columns of a run with a language model. Its comment has a name of its own, because it is not verified. */
const MODEL_COLUMNS: readonly ThesisColumn[] = [
  modelColumn("model", "text", ({ name }) => name),
  modelColumn("model_answer", "text", ({ answer }) => answer.join(" ")),
  modelColumn("model_comment_not_verified", "text", ({ comments = [] }) => comments.join(" ")),
  modelColumn("model_notes", "text", ({ notes = [] }) => notes.join(" ")),
  modelColumn("model_calls", "int", ({ calls }) => calls),
  modelColumn("model_tokens_in", "int", (report) => report.input_tokens),
  modelColumn("model_tokens_out", "int", (report) => report.output_tokens),
];

function modelColumn(
  name: string,
  type: "text" | "int",
  read: (report: LanguageModelReport) => string | number,
): ThesisColumn {
  const value = (report: LanguageModelReport) => read(report) === "" ? undefined : read(report);
  return { name, type, value: ({ languageModel: report }) => report && value(report) };
}

/** Which columns the tables of a run have. */
export interface ColumnOptions {
  /** Whether the run checks its theses. Default: no. */
  readonly isChecked?: boolean | undefined;
  /** Whether a language model adds to its answers. Default: no. */
  readonly hasModel?: boolean | undefined;
}

/** The columns before the selected ones and the input's own, in order. */
export function thesisColumns({ isChecked = false, hasModel = false }: ColumnOptions = {}): readonly ThesisColumn[] {
  return [...THESIS_COLUMNS, ...isChecked ? CHECK_COLUMNS : [], ...hasModel ? MODEL_COLUMNS : []];
}

/** Prefix of the names of the input's columns. */
export const INPUT_PREFIX = "in_";
const LIST_SEPARATOR = " | ";

/** The cell of a list; empty where it has nothing. */
export function listCell(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map(flat).join(LIST_SEPARATOR);
}

/**
 * Validates selected columns.
 * @param select The columns, in their order.
 * @param options Which columns they stand beside.
 * @returns Why they are invalid; nothing when they are valid.
 */
export function selectProblem(select: readonly SelectedField[], options: ColumnOptions = {}): string | undefined {
  const own = new Set(thesisColumns(options).map(({ name }) => name));
  const earlier = new Set<string>();
  for (const { name, pointer } of select) {
    const problem = nameProblem(name, { own, earlier }) ?? pointerProblem(pointer);
    if (problem !== undefined) return `Cannot select "${name}": ${problem}`;
    earlier.add(name.toLowerCase());
  }
  return undefined;
}

function nameProblem(
  name: string,
  { own, earlier }: { readonly own: ReadonlySet<string>; readonly earlier: ReadonlySet<string> },
): string | undefined {
  const lower = name.toLowerCase();
  if (name.trim() !== name || name === "") return "a column needs a name without white space around it";
  if (/\p{Cc}/u.test(name)) return "its name contains a control character";
  if (own.has(lower)) return "theses.csv has a column of that name";
  if (lower.startsWith(INPUT_PREFIX)) return `${INPUT_PREFIX} is the prefix of the input's columns`;
  return earlier.has(lower) ? "two columns would have that name" : undefined;
}

function pointerProblem(pointer: string): string | undefined {
  try {
    parsePointer(pointer);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
