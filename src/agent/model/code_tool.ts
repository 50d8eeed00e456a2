import { z } from "zod";
import { VOCABULARY } from "../../data/vocabulary.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import type { AssistedWork } from "../assisting.ts";
import { checkedOutput, failedRun, reasonOf, recentCloses, settled, storedFiles } from "../chart_steps.ts";
import type { ProgramRun } from "../ports.ts";
import { isPriced } from "../findings.ts";
import { showFigure } from "../show_figure.ts";
import type { Step } from "../step.ts";
import type { ToolClaim } from "../tool.ts";
import { type CheckedFigure, type CheckedRows, checkRows, MOST, type RefusedCell } from "./checked_rows.ts";
import { WAYS } from "./checked_rows_derived.ts";
import type { ClaimLedger } from "./claim_ledger.ts";
import { subjectsOf, tableOf } from "./figures_table.ts";
import { KnownClaims } from "./known_claims.ts";
import { type OfferedTool, schemaOf, type ToolOutcome, wrongOf } from "./offered_tool.ts";

/** Most of a result that the model is shown. */
const MOST_SHOWN = { figures: 40, refused: 10, characters: 400 } as const;
/** Refused rows that a note names. */
const MAX_NAMED = 3;
const MAX_CODE = 20_000;
/** Readers of the answer see the code, and who wrote it. */
const HEAD = "// Written by the language model. What it returns is checked against the figures that tools gave.\n";

const inputSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z_]{0,39}$/, "lower case letters and underscores").describe(
    "Name of the table, for draw_chart",
  ),
  code: z.string().min(1).max(MAX_CODE).describe(
    "A TypeScript module without imports; its default export is a function of {claims, closes}",
  ),
  claims: z.array(z.string().max(200)).max(200).optional().describe("Ids of the claims to pass. Default: all so far"),
  closes: z.array(z.string().max(20)).max(8).optional().describe("Subjects whose closes to pass. Default: none"),
});

const SAYS =
  `Runs a program of yours over the figures that tools of this answer gave. Its input: {claims: [{id, metric, \
subject, value, shown, unit, day}], closes: {SUBJECT: rows of the same shape, one a day}}. It returns an array of at \
most ${MOST.rows} flat rows. Each figure is checked against its claim, and all else is left out. A row holds \
{id, value}, or {subject, day} and figures under the names of their metrics, like {subject: "AAPL", day: "2016-09-24", \
revenue: 215639000000}; a cell may name its claim, {value, claim: id}, or be made of claims, {value, of, operands: \
[ids]}, where of is ${WAYS.join(", ")} (a change is later / earlier - 1). Values are unrounded and never texts of your \
own.`;

/** Lets a model run a program over the figures of the answer; what claims support of its rows becomes a table. */
export function runCodeTool(work: AssistedWork, ledger: ClaimLedger): OfferedTool {
  return {
    definition: { name: "run_code", says: SAYS, input: schemaOf(inputSchema) },
    async *call(given): AsyncGenerator<Step, ToolOutcome, undefined> {
      const asked = inputSchema.safeParse(given);
      if (!asked.success) return { wrong: wrongOf(asked.error) };
      const input = inputOf(asked.data, { work, ledger });
      if (typeof input === "string") return { wrong: input };
      const number = ledger.begin("program");
      if (number === undefined) return { wrong: "No more programs run for this answer." };
      return yield* ran(input, { ...asked.data, number, work, ledger });
    },
  };
}

interface Input {
  readonly claims: readonly ToolClaim[];
  readonly closes: Readonly<Record<string, readonly ToolClaim[]>>;
}

function inputOf(
  { claims: ids, closes: tickers = [] }: Pick<z.infer<typeof inputSchema>, "claims" | "closes">,
  { work, ledger }: { readonly work: AssistedWork; readonly ledger: ClaimLedger },
): Input | string {
  const known = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  const wanted = ids === undefined ? [...known.values()] : ids.map((id) => known.get(id));
  if (wanted.includes(undefined)) {
    return "claims: an id is of no claim of this answer, or of two that differ; leave the list out to pass all.";
  }
  const closes = tickers.map((ticker) => [ticker, closesOf(ticker, work)] as const);
  if (closes.some(([, rows]) => rows === undefined)) {
    return `closes: must be subjects with prices: ${work.found.map(({ company }) => company.ticker).join(", ")}.`;
  }
  const claims = wanted.filter((claim) => claim !== undefined);
  if (claims.length + closes.length === 0) return "No tool of this answer has given a figure yet: call one first.";
  return { claims, closes: Object.fromEntries(closes) as Input["closes"] };
}

/** The closes of the last years that can be believed, as claims; none is later than the day of the view. */
function closesOf(ticker: string, { found }: AssistedWork): readonly ToolClaim[] | undefined {
  const findings = found.find(({ company }) => company.ticker === ticker);
  if (findings === undefined || !isPriced(findings)) return undefined;
  const { series } = findings.pair;
  const { currency, source } = series;
  const metric = series.basis === "price" ? "close" : "close_adjusted_for_dividends";
  const definition = VOCABULARY.metrics["close"] ?? { unit: "currency", decimals: 2, formula: "" };
  return recentCloses(series).map(({ date, close }) => ({
    id: `${ticker}.${metric}@${date}`,
    metric,
    subject: ticker,
    value: close,
    shown: showFigure(definition, close, { metric: "close", currency }),
    unit: "currency",
    day: date,
    source,
  }));
}

interface Running extends z.infer<typeof inputSchema> {
  readonly number: number;
  readonly work: AssistedWork;
  readonly ledger: ClaimLedger;
}

async function* ran(
  input: Input,
  { name, code: given, number, work, ledger }: Running,
): AsyncGenerator<Step, ToolOutcome, undefined> {
  const { ports, signal, desk: { view } } = work;
  const code = `${HEAD}${given}`;
  yield { kind: "code", name: `model_program_${number}`, code };
  yield { kind: "code_started" };
  const closes = Object.entries(input.closes).map(([ticker, claims]) => [ticker, claims.map(rowOf)]);
  const passed = { claims: input.claims.map(rowOf), closes: Object.fromEntries(closes) };
  const run = await settled(ports.runCode({ code, input: passed, once: true }, signal), failedRun);
  signal.throwIfAborted(); // report a failure caused by an abort as an abort
  const known = new KnownClaims([...input.claims, ...Object.values(input.closes).flat()], view.asOf);
  const checked = run.return_code === 0
    ? checkRows(run.result, known)
    : `No result: ${cut(reasonOf(run), MOST_SHOWN.characters)}.`; // the model wrote what its program printed
  const figures = typeof checked === "string" ? [] : checked.figures;
  const notes = notesOf(number, { run, checked });
  const tables = figures.length > 0 ? [tableOf(figures, number)] : [];
  const { files, warnings } = await storedFiles(tables, ports);
  signal.throwIfAborted();
  notes.push(...warnings.map((why) => `${why}.`));
  if (figures.length > 0) ledger.tables.set(name, figures);
  for (const note of notes) ledger.note(note);
  yield outputOf(run, { notes, files });
  const noted = "a program of its own gave nothing that can be used";
  if (typeof checked === "string") return { wrong: checked, noted };
  if (figures.length === 0) {
    return { wrong: `No figure of its rows is used. ${linesOf(checked.refused).join(" ")}`, noted };
  }
  return {
    line: `run_code: ${counted(figures.length, "figure")} of ${subjectsOf(figures)}`,
    value: shownRows(name, checked),
    claims: [],
    ...(files.length > 0 && { files }),
  };
}

/** What of a claim a program sees. */
function rowOf({ id, metric, subject, value, shown, unit, day }: ToolClaim) {
  return { id, metric, subject, value, shown, unit, day };
}

/** What the user reads: no figure, and no word of the program. */
function notesOf(
  number: number,
  { run, checked }: { readonly run: ProgramRun; readonly checked: CheckedRows | string },
): string[] {
  if (run.stopped_by !== undefined) return [`Its program ${number} reached the limit of ${run.stopped_by}.`];
  if (run.return_code !== 0) return [`Its program ${number} failed.`];
  if (typeof checked === "string") return [`The result of its program ${number} is not used: it is no table.`];
  const { figures, refused } = checked;
  if (refused.length === 0) return [];
  const named = refused.slice(0, MAX_NAMED).map(({ row, why }) => `in row ${row}, ${why}`);
  const more = refused.length > MAX_NAMED ? [`and ${refused.length - MAX_NAMED} more`] : [];
  const of = `${refused.length} of ${refused.length + figures.length} cells or rows`;
  return [`Of the result of its program ${number}, ${of} are left out: ${[...named, ...more].join("; ")}.`];
}

function outputOf(
  { stdout, stderr, return_code, tier }: ProgramRun,
  { notes, files }: { readonly notes: readonly string[]; readonly files: readonly FileReference[] },
): Step {
  const said = notes.map((note) => `${note}\n`).join("");
  return {
    kind: "code_output",
    stdout: checkedOutput(stdout, ""),
    stderr: `${checkedOutput(stderr, "")}${stderr === "" || stderr.endsWith("\n") ? "" : "\n"}${said}`,
    return_code,
    files,
    ...(tier !== undefined && { sandbox_tier: tier }),
  };
}

function shownFigure({ row, column, subject, what, shown, day }: CheckedFigure) {
  return { row, column, subject, what, shown, day };
}

function shownRows(name: string, { figures, refused }: CheckedRows): unknown {
  return {
    table: name,
    figures: figures.length,
    first: figures.slice(0, MOST_SHOWN.figures).map(shownFigure),
    ...(refused.length > 0 && { left_out: linesOf(refused) }),
  };
}

function linesOf(refused: readonly RefusedCell[]): readonly string[] {
  const lines = refused.slice(0, MOST_SHOWN.refused).map(({ row, column, why }) =>
    `Row ${row}${column === undefined ? "" : `, ${column}`}: ${why}.`
  );
  return refused.length > MOST_SHOWN.refused ? [...lines, `And ${refused.length - MOST_SHOWN.refused} more.`] : lines;
}
