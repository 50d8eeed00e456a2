/** The embedded service: theses per second in one process, and a long screen of questions that all differ. */
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { openFolder } from "../../src/data/folder/folder.ts";
import { stringify } from "../../src/text/csv_write.ts";
import type { FactsReport } from "./facts_child.ts";
import type { QuestionsReport } from "./questions_child.ts";
import { missingSp500, sp500Folder } from "./sp500_folder.ts";
import type { ThesesParts, ThesesPass, ThesesReport } from "./theses_child.ts";

/** Goals of the project, printed beside what was measured. */
const GOAL = { thesesPerSecond: 200, rowsPerSecond: 150, peakMiB: 300, firstByteMs: 100 } as const;
const QUESTIONS = 20_000;
const SAMPLE = ["AAPL", "AMZN", "GOOGL", "IBM", "JPM", "MSFT", "NVDA", "WMT"] as const;
const WORDS = "momentum trend risk drawdown volatility beta liquidity highs falls rally downside upside".split(" ");
/** The words of a question are a number in this base: its digits name them. */
const PLACES = 4;
/** As the task has it. */
const V8 = /--v8-flags=\S+/.exec(config.tasks.screen)?.[0] ?? "";

/** Prints theses per second over 505 names, and where their time goes. */
export async function benchTheses(print: (line: string) => void): Promise<void> {
  const missing = missingSp500();
  if (missing !== undefined) return print(`Theses: NOT RUN, ${missing} is missing`);
  await using folder = await sp500Folder();
  const { names, firstMs, first, again, json, events } = await run<ThesesReport>("theses_child.ts", [folder.path]);
  const rate = ({ cpuMs, elapsedMs }: ThesesPass) =>
    `${Math.round(names / (cpuMs / 1000))} a second of processor time, ${
      Math.round(names / (elapsedMs / 1000))
    } elapsed`;
  print(`Theses: ${names} names in one process, without files (goal ${GOAL.thesesPerSecond}/s)`);
  print(`  first answer after loading: ${Math.round(firstMs)} ms`);
  print(`  each name once: ${rate(first)}   (${shares(first.parts)})`);
  print(`  each again, by another question: ${rate(again)}   (${shares(again.parts)})`);
  print(`  the same through the service, as JSON: ${rate(json)}`);
  print(`  the same as events: ${rate(events)}`);
}

function shares({ research, draft, verify, text }: ThesesParts): string {
  const sum = research + draft + verify + text;
  const parts = Object.entries({ research, draft, verify, text });
  return parts.map(([name, ms]) => `${name} ${Math.round(ms / sum * 100)}%`).join(" · ");
}

/** Prints rows per second and memory of a screen of the sample, and of one of 505 names. */
export async function benchQuestions(print: (line: string) => void, rows = QUESTIONS): Promise<void> {
  print(
    `Questions: a screen of ${rows} that all differ, embedded service, without charts; data, page and workbook included`,
  );
  await measure("the sample", { print, rows, tickers: SAMPLE, flags: [] });
  const missing = missingSp500();
  if (missing !== undefined) return print(`  505 names: NOT RUN, ${missing} is missing`);
  await using folder = await sp500Folder();
  const tickers = await tickersOf(folder.path);
  await measure(`${tickers.length} names`, { print, rows, tickers, flags: ["--data", folder.path] });
}

async function tickersOf(folder: string): Promise<readonly string[]> {
  const dataset = await openFolder(folder);
  return dataset.at(dataset.asOf).companies.map(({ ticker }) => ticker);
}

interface Screened {
  readonly print: (line: string) => void;
  readonly rows: number;
  readonly tickers: readonly string[];
  readonly flags: readonly string[];
}

async function measure(name: string, { print, rows, tickers, flags }: Screened): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "conviction-questions-" });
  try {
    await Deno.writeTextFile(`${folder}/list.csv`, stringify([["ticker", "question"], ...questions(tickers, rows)]));
    const given = [`${folder}/list.csv`, "--prompt-column", "question", "--files", "none", "--quiet"];
    const report = await run<QuestionsReport>("questions_child.ts", [...given, "--out", `${folder}/out`, ...flags]);
    if (report.status !== 0) throw new Error(`Cannot measure: the screen ended with ${report.status}`);
    const { memory, seconds, cpuSeconds, peakMiB } = report;
    const at = [0.25, 0.5, 0.75].map((share) => memory[Math.floor(share * memory.length)]);
    const [rate, elapsed] = [cpuSeconds, seconds].map((all) => Math.round(rows / all));
    print(`  ${name}: ${rate} rows a second of processor time, ${elapsed} elapsed (goal ${GOAL.rowsPerSecond})`);
    print(`    resident after a quarter, half and three quarters of the time ${at.join(", ")} MiB`);
    print(`    at most ${peakMiB} MiB (goal ${GOAL.peakMiB})`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Prints how soon a warm service answers questions about figures of reports, each another. */
export async function benchFacts(print: (line: string) => void): Promise<void> {
  const { firstByte, firstText, whole } = await run<FactsReport>("facts_child.ts", []);
  print(`Figures of reports: ${firstByte.length} questions to a warm service, the sample`);
  print(`  first byte: ${spread(firstByte)} (goal ${GOAL.firstByteMs} ms)`);
  print(`  first words: ${spread(firstText)}`);
  print(`  whole answer, without files: ${spread(whole)}`);
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(1);
  return `median ${at(0.5)} ms, 95% within ${at(0.95)} ms, longest ${at(1)} ms`;
}

/** Questions that all differ, each about one name. */
function questions(tickers: readonly string[], rows: number): [ticker: string, question: string][] {
  return Array.from({ length: rows }, (_, row) => {
    const ticker = tickers[row % tickers.length] ?? "";
    const round = Math.floor(row / tickers.length);
    const words = Array.from(
      { length: PLACES },
      (_, at) => WORDS[Math.floor(round / WORDS.length ** at) % WORDS.length],
    );
    return [ticker, `Analyse ${ticker} for ${words.join(" and ")}`];
  });
}

async function run<Report>(script: string, args: readonly string[]): Promise<Report> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { success, stdout } = await new Deno.Command("deno", {
    args: ["run", "--quiet", "--allow-all", V8, path, ...args],
    stderr: "inherit",
  }).output();
  const last = new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? "";
  if (!success) throw new Error(`Cannot measure: ${script} failed`);
  return JSON.parse(last) as Report;
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  const print = (line: string) => console.log(line);
  await benchTheses(print);
  await benchFacts(print);
  await benchQuestions(print, Number(Deno.args[0] ?? QUESTIONS));
}
