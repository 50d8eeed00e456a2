// deno-lint-ignore-file no-console -- what was not run is there to be read
/**
 * Runs the tests and says at the end what was not run, and for want of what.
 *
 *   deno run tests/run.ts test|all [what `deno test` takes]
 *
 * `test` is what needs Node and Deno alone, with a tenth of each large sweep; `all` also uses other programs, and every
 * sweep is whole.
 */
import { SEED } from "./sampled.ts";

const [mode = "test", ...args] = Deno.args;
const FLAGS = ["--no-prompt", "--doc", "--parallel", "--shuffle=1"];
const RIGHTS = ["--allow-read", "--allow-write", "--allow-net=127.0.0.1", "--allow-run", "--allow-env"];

const report = await Deno.makeTempFile({ suffix: ".xml" });
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["test", ...FLAGS, ...RIGHTS, `--junit-path=${report}`, ...args],
  env: { CONVICTION_TESTS: mode, CONVICTION_TEST_SEED: String(SEED) },
}).spawn().status;
console.log(notRun(await Deno.readTextFile(report)));
console.log(sampling());
await Deno.remove(report);
Deno.exit(code);

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
