// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * A made folder of 505 names with prices, facts, filings and trades: `data check` of a new folder and of one that was
 * checked before, and the records of every company in one view; each in a process of its own, whose start counts.
 */
import { makeFiledFolder, missingFiled } from "./filed_folder.ts";

const NAMES = 505;
const NEW_MS = 60_000;
const SEEN_MS = 2_000;
const MAX_MIB = 600;

/** What a child process reports. */
export interface FiledReport {
  readonly ms: number;
  readonly records: number;
  readonly residentMiB: number;
}

/** Prints each figure beside its goal, or that the data is missing. */
export async function benchFiled(print: (line: string) => void): Promise<void> {
  const missing = missingFiled();
  if (missing !== undefined) return print(`Records of a folder: NOT RUN, ${missing} is missing`);
  const folder = await Deno.makeTempDir({ prefix: "conviction-filed-" });
  try {
    await makeFiledFolder(folder, { names: NAMES });
    const anew = await reportOf(folder, "check");
    const seen = await reportOf(folder, "check");
    const view = await reportOf(folder, "load");
    print(`Records of a folder: ${NAMES} names, ${view.records.toLocaleString("en")} records in a view of all`);
    print(`  data check of a new folder: ${share(anew.ms, NEW_MS)} of the 60 s allowed, ${mib(anew)}`);
    print(`  of one checked before: ${share(seen.ms, SEEN_MS)} of the 2 s allowed, ${mib(seen)}`);
    print(`  every company's records once: ${share(view.ms, anew.ms)} of the first, ${mib(view)}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Checks a folder, or loads the records of every company, in a process of its own. */
export async function reportOf(folder: string, work: "check" | "load"): Promise<FiledReport> {
  const script = new URL("filed_child.ts", import.meta.url).pathname;
  const rights = ["--no-prompt", "--allow-read", "--allow-write", "--allow-env"];
  const start = performance.now();
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["run", "-q", "--cached-only", "--no-check", ...rights, script, folder, work],
  }).output();
  if (code !== 0) throw new Error(`Cannot measure a data folder: ${new TextDecoder().decode(stderr)}`);
  return { ...JSON.parse(new TextDecoder().decode(stdout)), ms: performance.now() - start };
}

function mib({ residentMiB }: FiledReport): string {
  return `${share(residentMiB, MAX_MIB)} of the ${MAX_MIB} MiB allowed`;
}

function share(value: number, whole: number): string {
  return (value / whole).toFixed(2);
}

if (import.meta.main) await benchFiled((line) => console.log(line));
