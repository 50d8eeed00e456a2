// deno-lint-ignore-file no-console -- what was not run is there to be read
/**
 * Runs the tests and says at the end what was not run, and for want of what.
 *
 *   deno run tests/run.ts quick|test|all [what `deno test` takes]
 *
 * `quick` is what needs no process, no port and no waiting; `test` is what needs Node and Deno alone, with a tenth of
 * each large sweep; `all` also uses other programs, and every sweep is whole.
 */
import { filesBelow, ROOT } from "./house/module_graph.ts";
import { SEED } from "./sampled.ts";

const [mode = "test", ...args] = Deno.args;
const FLAGS = ["--no-prompt", "--parallel", "--shuffle=1", "--allow-read", "--allow-write", "--allow-env"];

/** What `quick` leaves out: a test file that names this, itself or in what it imports of `tests`. */
const SLOW =
  /\bDeno\.(?:Command|listen|serve|connect|createHttpClient)\b|\bsystemClock\b|\bperformance\.now\b|\/src\/sandbox\/|\/setup\/(?:listen|embedded)\b/;

const report = await Deno.makeTempFile({ suffix: ".xml" });
// Without the right to start a process or to open a port, a test that is wrongly taken for quick fails.
const what = mode === "quick" ? await quickFiles() : ["--doc", "--allow-net=127.0.0.1", "--allow-run"];
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["test", ...FLAGS, `--junit-path=${report}`, ...what, ...args],
  cwd: ROOT,
  env: { CONVICTION_TESTS: mode, CONVICTION_TEST_SEED: String(SEED) },
}).spawn().status;
const left = notRun(await Deno.readTextFile(report));
console.log(mode === "quick" ? "deno task test runs what starts processes, opens ports or waits." : left);
console.log(sampling());
await Deno.remove(report);
Deno.exit(code);

/** The test files that `quick` runs. */
async function quickFiles(): Promise<string[]> {
  const files = await filesBelow("tests", ".ts");
  const texts = new Map(files.map((file) => [file, Deno.readTextFileSync(new URL(file, ROOT))]));
  const isSlow = (file: string, seen = new Set<string>()): boolean => {
    const text = texts.get(file) ?? "";
    if (seen.has(file) || SLOW.test(text)) return !seen.has(file);
    seen.add(file);
    const imports = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) => new URL(path, new URL(file, ROOT)));
    return imports.some(({ href }) => isSlow(href.slice(ROOT.href.length), seen));
  };
  return files.filter((file) => file.endsWith("_test.ts") && !isSlow(file));
}

/** One line: how many tests were not run, by what they need. */
function notRun(junit: string): string {
  const skipped = [...junit.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)].map(([, name = ""]) => name);
  const reasons = Map.groupBy(skipped, (name) => /\(NOT RUN: needs (.*)\)$/.exec(name)?.[1] ?? "no reason given");
  const told = [...reasons].map(([reason, { length }]) => `${length} for want of ${reason}`).toSorted();
  return told.length === 0 ? "Every test ran." : `${skipped.length} tests were not run: ${told.join("; ")}.`;
}

/** One line: what of the large sweeps was run, and how the same is run again. */
function sampling(): string {
  if (mode === "all") return `Every sweep was whole; CONVICTION_TEST_SEED=${SEED} repeats its random cases.`;
  return `Of each large sweep a tenth was run; CONVICTION_TEST_SEED=${SEED} repeats it.`;
}
