// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * 505 names of five years (619,040 bars) from a folder, each way in a process of its own, whose start does not count:
 * the first answer of a folder that is new and of one that was opened before, and the memory with every series loaded.
 */
import { missingShared, sharedPath } from "../needs.ts";

/** What a child process reports. */
export interface DataReport {
  readonly openMs: number;
  /** From the opening to the end of the first answer. */
  readonly answerMs: number;
  /** Bars that were loaded. */
  readonly bars: number;
  readonly residentMiB: number;
}

const FILES = {
  "prices.csv.gz": "prices/sp500_daily_2013-2018.csv.gz",
  "^GSPC.csv": "prices/npm_vega_sp500_index_daily_2000-2020.csv",
};
const ROUNDS = 3;
const NEW_MS = 5_000;
const SEEN_MS = 1_000;
const MAX_MIB = 150;

/** Prints each figure beside its goal, or that the data is missing. */
export async function benchData(print: (line: string) => void): Promise<void> {
  const missing = missingShared(...Object.values(FILES));
  if (missing !== undefined) return print(`Data folder: NOT RUN, ${missing} is missing`);
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, file] of Object.entries(FILES)) await Deno.copyFile(sharedPath(file), `${folder}/${name}`);
    const anew = await fastest(folder, { isNew: true });
    const seen = await fastest(folder, { isNew: false });
    const { bars, residentMiB } = await reportOf(folder, "load");
    const [newMs, seenMs] = [anew, seen].map(({ openMs, answerMs }) => openMs + answerMs);
    print(`Data folder: 505 names of five years, ${bars.toLocaleString("en")} bars loaded at the end`);
    print(`  first answer of a new folder: ${share(newMs, NEW_MS)} of the 5 s allowed`);
    print(`  of one opened before: ${share(seenMs, SEEN_MS)} of the 1 s allowed, ${share(seenMs, newMs)} of a new one`);
    print(`  opening alone: ${share(seen.openMs, anew.openMs)} of opening a new one`);
    print(`  memory with all series loaded: ${share(residentMiB, MAX_MIB)} of the 150 MiB allowed`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function fastest(folder: string, { isNew }: { readonly isNew: boolean }): Promise<DataReport> {
  const reports: DataReport[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (isNew) await Deno.remove(`${folder}/.conviction`, { recursive: true }).catch(() => {}); // none at first
    reports.push(await reportOf(folder, "answer"));
  }
  const tookMs = ({ openMs, answerMs }: DataReport) => openMs + answerMs;
  return reports.reduce((one, other) => tookMs(other) < tookMs(one) ? other : one);
}

/** Opens a folder in a process of its own, and answers a question or loads every series. */
export async function reportOf(folder: string, work: "answer" | "load"): Promise<DataReport> {
  const rights = ["--no-prompt", "--allow-read", "--allow-write", "--allow-env"];
  const script = new URL("data_child.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["run", "-q", "--cached-only", ...rights, script, folder, work],
  }).output();
  if (code !== 0) throw new Error(`Cannot measure a data folder: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

function share(value = NaN, whole = NaN): string {
  return (value / whole).toFixed(2);
}

if (import.meta.main) await benchData((line) => console.log(line));
