import { daySpan } from "../calendar/day.ts";
import type { Basis, DatasetView, Frequency, PriceSeries } from "../data/dataset.ts";
import { dayAt, lastDay } from "../data/series.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { soundnessOf } from "./domains/soundness.ts";
import type { CompanyFindings } from "./findings.ts";
import type { AgentPorts, ChartRequest, ChartRow, MadeFile, ProgramRun } from "./ports.ts";
import type { Step } from "./step.ts";
import { z } from "zod";

const ADJUSTED: Readonly<Record<Basis, string>> = {
  price: "adjusted for splits",
  total_return: "adjusted for splits and dividends",
};
const CLOSES: Readonly<Record<Frequency, string>> = { daily: "daily closes", monthly: "month-end closes" };
/** A line needs two ends. */
const MIN_ROWS = 2;

/** What a chart needs besides the findings. */
export interface ChartContext {
  readonly ports: Pick<AgentPorts, "runCode" | "drawPriceChart" | "storeFile">;
  readonly view: DatasetView;
  readonly signal: AbortSignal;
}

/** What came of the charts of an answer. */
export interface Charts {
  readonly files: readonly FileReference[];
  /** Why charts or files are missing; the same words in equal runs. */
  readonly warnings: readonly string[];
}

/** Runs the program of one company as visible steps, checks its result, and draws it. */
export async function* chartSteps(
  findings: CompanyFindings,
  { ports, view, signal }: ChartContext,
): AsyncGenerator<Step, Charts, undefined> {
  const { ticker } = findings.company;
  const closes = recentCloses(findings.pair.series);
  const missing = (why: string): Charts => ({ files: [], warnings: [`no chart of ${ticker}: ${why}`] });
  if (closes.length < MIN_ROWS) return missing(tooFew(findings.pair.series));
  const code = drawdownProgram(ticker);
  yield { kind: "code", name: `price_and_drawdown_${ticker}`, code };
  yield { kind: "code_started" };
  const run = await settled(ports.runCode({ code, input: { closes } }, signal), failedRun);
  signal.throwIfAborted(); // report a failure caused by an abort as an abort
  const charts = run.return_code === 0
    ? await settled(drawn(run, { findings, closes, view, ports, signal }), missing)
    : missing(reasonOf(run));
  signal.throwIfAborted();
  const { return_code, tier } = run;
  const stdout = checkedOutput(run.stdout, outputOf(ticker, closes));
  const stderr = return_code === 0 ? [run.stderr, ...charts.warnings.map((line) => `${line}\n`)].join("") : run.stderr;
  yield { kind: "code_output", stdout, stderr, return_code, files: charts.files, ...tier && { sandbox_tier: tier } };
  return charts;
}

/** The value, or what its failure means: the thesis continues without the files. */
export async function settled<T>(work: Promise<T>, failed: (why: string) => T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** What a program prints is no sentence of the analyst: unless it is what its input gives, it is marked. */
export function checkedOutput(stdout: string, expected: string): string {
  return stdout === "" || stdout === expected ? stdout : `${UNVERIFIED}\n${stdout}`;
}

const UNVERIFIED = "Output of the program, not verified:";

/** A program that could not be run. */
export function failedRun(why: string): ProgramRun {
  return { stdout: "", stderr: `${why}\n`, return_code: 1 };
}

/** Why a program gave no result: its limit, or the first line of what it printed. */
export function reasonOf({ stderr, return_code, stopped_by }: ProgramRun): string {
  if (stopped_by !== undefined) return `its program reached the limit of ${stopped_by}`;
  const [line = ""] = stderr.trim().split("\n");
  return line === "" ? `its program failed with return code ${return_code}` : `its program failed: ${line}`;
}

async function drawn(run: ProgramRun, { findings, closes, view, ports, signal }: ChartContext & {
  readonly findings: CompanyFindings;
  readonly closes: readonly { readonly date: string; readonly close: number }[];
}): Promise<Charts> {
  const checked = checkRows(run.result, closes);
  if ("wrong" in checked) throw new TypeError(checked.wrong);
  return await storedFiles(await ports.drawPriceChart(chartOf(findings, { rows: checked.rows, view }), signal), ports);
}

/** Stores files in order; one that cannot be stored is a warning. */
export async function storedFiles(
  made: readonly MadeFile[],
  ports: Pick<AgentPorts, "storeFile">,
): Promise<Charts> {
  const files: FileReference[] = [];
  const warnings: string[] = [];
  for (const file of made) {
    const notStored = (why: string) => void warnings.push(`${file.filename} is not stored: ${why}`);
    const stored = await settled<FileReference | void>(ports.storeFile(file), notStored);
    if (stored) files.push(stored);
  }
  return { files, warnings };
}

function chartOf(
  { company, pair }: CompanyFindings,
  { rows, view }: { readonly rows: readonly ChartRow[]; readonly view: DatasetView },
): ChartRequest {
  const { frequency, basis, currency, source } = pair.series;
  const title = view.sources.find(({ id }) => id === source)?.title;
  return {
    rows,
    title: `${company.name} (${company.ticker}): close and drawdown`,
    subtitle: `${daySpan(rows[0]?.date, rows.at(-1)?.date)}, ${CLOSES[frequency]}, ${ADJUSTED[basis]}`,
    source: title === undefined ? source : `${title} (${source})`,
    currency,
    closeLabel: basis === "price" ? `Close, ${currency}` : `Close adjusted for dividends, ${currency}`,
    stem: `${company.ticker.replace(/[^\w.-]/g, "_")}_price_drawdown`,
  };
}

const YEARS = 5;

/** The code that the agent runs for one company; readers of the answer see it. */
function drawdownProgram(ticker: string): string {
  const name = nameInCode(ticker);
  return `// Close and drawdown of ${name}: how far each close stands below the highest one so far.
interface Close { date: string; close: number }

export default function priceAndDrawdown({ closes }: { closes: Close[] }) {
  let highest = 0;
  const rows = closes.map(({ date, close }) => {
    highest = Math.max(highest, close);
    return { date, close, drawdown: close / highest - 1 };
  });
  const deepest = rows.reduce((one, other) => other.drawdown < one.drawdown ? other : one);
  const percent = (100 * deepest.drawdown).toFixed(1);
  console.log(\`${name}: \${rows.length} closes; deepest drawdown \${percent}% on \${deepest.date}\`);
  return rows;
}
`;
}

/** What the program prints when it is right, computed here. */
function outputOf(ticker: string, closes: readonly { readonly date: string; readonly close: number }[]): string {
  let deepest = 0;
  let day = closes[0]?.date ?? "";
  let highest = 0;
  for (const { date, close } of closes) {
    highest = Math.max(highest, close);
    if (close / highest - 1 < deepest) {
      deepest = close / highest - 1;
      day = date;
    }
  }
  const percent = (100 * deepest).toFixed(1);
  return `${nameInCode(ticker)}: ${closes.length} closes; deepest drawdown ${percent}% on ${day}\n`;
}

/** A ticker comes from a file and must not end the comment. */
export function nameInCode(ticker: string): string {
  return ticker.replace(/[^\w.^-]/g, "_");
}

/**
 * Input of the program: the closes of the last five years that can be believed, without spikes and from the newest move
 * on that nothing explains.
 */
export function recentCloses(given: PriceSeries): { readonly date: string; readonly close: number }[] {
  const { series, splits } = soundnessOf(given);
  if (series.twins !== undefined) return [];
  const last = lastDay(series);
  const start = `${String(Number(last.slice(0, 4)) - YEARS).padStart(4, "0")}${last.slice(4)}`;
  const closes = Array.from(series.close, (close, at) => ({ date: dayAt(series, at), close }));
  return closes.slice(splits.at(-1)?.at ?? 0).filter(({ date }, at, all) => date > start && date !== all[at - 1]?.date);
}

function tooFew({ close, twins }: PriceSeries): string {
  if (twins !== undefined) return `its closes are those of ${twins.join(" and ")}, day for day`;
  const since = close.length < MIN_ROWS ? "" : " since a move that nothing in the data explains";
  return `the data holds fewer than two closes${since}`;
}

const rowsSchema = z.array(z.object({ date: z.string(), close: z.number(), drawdown: z.number() }));

/** The checked rows, or what is wrong with them. */
type CheckedRows = { readonly rows: readonly ChartRow[] } | { readonly wrong: string };

/**
 * Checks the result of untrusted code against its input, so that it cannot draw a wrong figure.
 * @param result What the program returned.
 * @param closes Its input.
 */
function checkRows(
  result: unknown,
  closes: readonly { readonly date: string; readonly close: number }[],
): CheckedRows {
  const read = rowsSchema.safeParse(result);
  if (!read.success) return { wrong: "the result is not a list of {date, close, drawdown}" };
  const rows = read.data;
  if (rows.length !== closes.length) return { wrong: `the result has ${rows.length} rows for ${closes.length} closes` };
  let highest = 0;
  for (const [at, { date, close }] of closes.entries()) {
    const row = rows[at];
    highest = Math.max(highest, close);
    const isRight = row !== undefined && row.date === date && row.close === close &&
      Math.abs(row.drawdown - (close / highest - 1)) <= 1e-9;
    if (!isRight) return { wrong: `row ${at + 1} differs from the data of ${date}` };
  }
  return { rows };
}
