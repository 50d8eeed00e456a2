/**
 * Runs the tests and says at the end what was not run, and for want of what.
 *
 *   deno run tests/run.ts test|all [what `deno test` takes]
 *
 * `test` is what needs Node and Deno alone; `all` also uses other programs, and every sweep is whole.
 */
const [mode = "test", ...args] = Deno.args;
const FLAGS = ["--no-prompt", "--doc", "--parallel", "--shuffle=1"];
const RIGHTS = ["--allow-read", "--allow-write", "--allow-net=127.0.0.1", "--allow-run", "--allow-env"];

const report = await Deno.makeTempFile({ suffix: ".xml" });
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["test", ...FLAGS, ...RIGHTS, `--junit-path=${report}`, ...args],
  env: { CONVICTION_TESTS: mode },
}).spawn().status;
// deno-lint-ignore no-console -- what was not run is there to be read
console.log(notRun(await Deno.readTextFile(report)));
await Deno.remove(report);
Deno.exit(code);

/** One line: how many tests were not run, by what they need. */
function notRun(junit: string): string {
  const skipped = [...junit.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)].map(([, name = ""]) => name);
  const reasons = Map.groupBy(skipped, (name) => /\(NOT RUN: needs (.*)\)$/.exec(name)?.[1] ?? "no reason given");
  const told = [...reasons].map(([reason, { length }]) => `${length} for want of ${reason}`).toSorted();
  return told.length === 0 ? "Every test ran." : `${skipped.length} tests were not run: ${told.join("; ")}.`;
}
