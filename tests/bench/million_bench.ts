/** A million rows: memory, rows per second, and how soon a run killed near its end resumes. */
import { fileURLToPath } from "node:url";
import type { ChildReport } from "./million_child.ts";

const ROWS = 1_000_000;
const CONCURRENCY = 256;
const KILL_AT = 0.999;
const CHILD = fileURLToPath(new URL("million_child.ts", import.meta.url));
/** Figures of the system about a process need all permissions; the rest as in the `screen` task. */
const FLAGS = ["--quiet", "--allow-all", "--v8-flags=--max-semi-space-size=8,--heap-growing-percent=30"];

/** Prints figures beside their limits. */
export async function benchMillion(print: (line: string) => void, rows = ROWS): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "conviction-million-" });
  try {
    await writeList(`${folder}/tickers.csv`, rows);
    const killed = await run(folder, { killAt: Math.floor(rows * KILL_AT) });
    print(`Million: ${rows} rows, ${CONCURRENCY} at once, immediate answers of 600 bytes, durability on`);
    print(`  killed at ${KILL_AT * 100}%: first send after ${fixed(killed.firstSend)} s`);
    const resumed = await run(folder);
    print(`  resumed: first send after ${fixed(resumed.firstSend)} s (at most 3)`);
    report(resumed, print);
    await Deno.remove(`${folder}/out`, { recursive: true });
    const whole = await run(folder);
    print(`  uninterrupted: ${Math.round(rows / (whole.ended?.seconds ?? NaN))} rows/s in total`);
    print(
      `  from first to last send: ${Math.round(rows / ((whole.ended?.sentSeconds ?? NaN) - whole.firstSend))} rows/s`,
    );
    report(whole, print);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Times of a run. */
interface Took {
  readonly firstSend: number;
  readonly ended?: Extract<ChildReport, { at: "ended" }>;
}

async function writeList(path: string, rows: number): Promise<void> {
  using file = await Deno.open(path, { create: true, write: true });
  const encoder = new TextEncoder();
  await file.write(encoder.encode("ticker,company,weight_pct\n"));
  for (let row = 1; row <= rows; row += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - row + 1) }, (_, at) => {
      return `T${row + at},Company number ${row + at} Inc.,${((row + at) % 100) / 10}\n`;
    });
    const bytes = encoder.encode(lines.join(""));
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  }
}

async function run(folder: string, { killAt = Infinity } = {}): Promise<Took> {
  const child = new Deno.Command("deno", {
    args: ["run", ...FLAGS, CHILD, folder, String(CONCURRENCY), String(killAt)],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let firstSend = NaN;
  let ended: Extract<ChildReport, { at: "ended" }> | undefined;
  for await (const report of linesOf(child.stdout)) {
    if (report.at === "first_send") firstSend = report.seconds;
    if (report.at === "ended") ended = report;
  }
  const { success } = await child.status;
  if (!success && killAt === Infinity) throw new Error("Cannot measure: the screen failed");
  return ended === undefined ? { firstSend } : { firstSend, ended };
}

async function* linesOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChildReport, void, undefined> {
  let rest = "";
  for await (const text of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as ChildReport;
  }
}

function report({ ended }: Took, print: (line: string) => void): void {
  if (ended === undefined) return print("  it did not end");
  print(
    `    peak memory ${Math.round(ended.peakMiB)} MiB (at most 160), ${
      fixed(ended.seconds)
    } s in all, last send after ${fixed(ended.sentSeconds)} s`,
  );
  print(`    longest turn of the event loop: ${Math.round(ended.longestTurnMs)} ms`);
}

const fixed = (seconds: number) => seconds.toFixed(2);

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  await benchMillion((line) => console.log(line), Number(Deno.args[0] ?? ROWS));
}
