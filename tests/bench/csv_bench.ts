/** A list of a million rows read by readCsv(), beside a loop that only splits it; and the growth of memory. */
import { cpuUsage } from "node:process";
import { DecodedText } from "../../src/batch/list/decode_text.ts";
import { readCsv } from "../../src/batch/list/read_rows.ts";
import { growthOf, mebibytes } from "../scorecard/memory.ts";

const ROWS = 1_000_000;
const ROUNDS = 3;
const MAX_MIB = 64;
/** A small nursery, because garbage that V8 has not collected yet would count. */
const SMALL_NURSERY = "--v8-flags=--max-semi-space-size=1";

/** Six columns, 94 bytes per row; one name in five has quotes, as in lists of companies. */
function rowOf(at: number): string {
  const name = at % 5 === 0 ? `"Company, No ${at}"` : `Company No ${at}`;
  return `T${at % 9_000},${name},Information Technology,${(at % 700) / 10},2017-12-${
    10 + at % 20
  },some note about ${at}\n`;
}

/** Writes the list and returns its size in bytes. */
async function writeList(path: string): Promise<number> {
  const file = await Deno.open(path, { write: true, create: true });
  const writer = file.writable.getWriter();
  let text = "ticker,company,sector,weight,date,note\n";
  for (let at = 0; at < ROWS; at++) {
    text += rowOf(at);
    if (text.length < 1_000_000 && at < ROWS - 1) continue;
    await writer.write(new TextEncoder().encode(text));
    text = "";
  }
  await writer.close();
  return (await Deno.stat(path)).size;
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await Deno.open(path);
  for await (const chunk of file.readable) yield chunk;
}

/** Our reader: every row is validated, numbered and made an object. */
async function read(path: string): Promise<number> {
  const { rows } = await readCsv(new DecodedText(bytesOf(path), path), { name: path });
  let count = 0;
  for await (const { problem } of rows) if (problem === undefined) count++;
  return count;
}

/** The usual loop: no quotes, no line numbers, no validation; a fifth of its rows is wrong. */
async function split(path: string): Promise<number> {
  const decoder = new TextDecoder();
  let count = -1;
  let rest = "";
  for await (const chunk of bytesOf(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.split(",").length > 0) count++;
  }
  return count;
}

interface Times {
  readonly wallMs: number;
  /** Processor time, which other programs on the machine affect less. */
  readonly cpuMs: number;
}

async function fastest(work: () => Promise<number>): Promise<Times> {
  let best: Times = { wallMs: Infinity, cpuMs: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    const start = cpuUsage();
    const count = await work();
    if (count !== ROWS) throw new Error(`Cannot measure: ${count} of ${ROWS} rows read`);
    const { user, system } = cpuUsage(start);
    best = {
      wallMs: Math.min(best.wallMs, performance.now() - startMs),
      cpuMs: Math.min(best.cpuMs, (user + system) / 1_000),
    };
  }
  return best;
}

async function growthInChild(path: string, flags: readonly string[]): Promise<number> {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["run", "--no-prompt", "--allow-read", ...flags, new URL(import.meta.url).pathname, "--grow", path],
  }).output();
  if (code !== 0) throw new Error(`Cannot measure: ${new TextDecoder().decode(stderr)}`);
  return Number(new TextDecoder().decode(stdout));
}

/**
 * Prints rows per second, the ratio to the splitting loop, and the growth of memory.
 * @param print Called with each line.
 */
export async function benchCsv(print: (line: string) => void): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/list.csv`;
  try {
    const bytes = await writeList(path);
    print(`CSV: ${ROWS} rows, ${mebibytes(bytes)} MiB, a fifth with quotes`);
    const plain = await fastest(() => split(path));
    const ours = await fastest(() => read(path));
    const perSecond = (ms: number) => `${Math.round(ROWS / ms)}k rows/s`;
    const ratio = (plain.cpuMs / ours.cpuMs).toFixed(2);
    print(
      `  readCsv() ${perSecond(ours.wallMs)}, split() alone ${
        perSecond(plain.wallMs)
      }; by processor time ${ratio} of it`,
    );
    const growth = mebibytes(await growthInChild(path, []));
    const small = mebibytes(await growthInChild(path, [SMALL_NURSERY]));
    print(`  memory grew by ${growth} MiB, with V8's nursery limited to 1 MiB by ${small} MiB (at most ${MAX_MIB})`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [flag, path = ""] = Deno.args;
  // deno-lint-ignore no-console -- a benchmark prints
  if (flag === "--grow") console.log(await growthOf(() => read(path)));
  // deno-lint-ignore no-console -- a benchmark prints
  else await benchCsv((line) => console.log(line));
}
