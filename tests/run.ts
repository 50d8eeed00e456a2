// deno-lint-ignore-file no-console -- what was not run is there to be read
/**
 * Runs the tests and says at the end what was not run, and for want of what.
 *
 *   deno run tests/run.ts quick|test|all [what `deno test` takes]
 *
 * `quick` is what needs no process, no port and no waiting; `test` is what needs Node and Deno alone, with a tenth of
 * each large sweep; `all` also uses other programs, and every sweep is whole.
 */
import { fileURLToPath } from "node:url";
import { ROOT } from "./house/module_graph.ts";
import { joined, quickFiles } from "./quick.ts";
import { SEED } from "./sampled.ts";

const [mode = "test", ...args] = Deno.args;
const FLAGS = ["--no-prompt", "--parallel", "--shuffle=1", "--allow-read", "--allow-write", "--allow-env"];
const OUTSIDE = ["--allow-net=127.0.0.1", "--allow-run", "--allow-sys=uid"];

const folder = await Deno.makeTempDir();
const ended = mode === "quick" ? [testQuick(), deno("check", "--quiet", "tests", "pipelines")] : [testAll()];
const codes = await Promise.all(ended);
await Deno.remove(folder, { recursive: true });
Deno.exit(Math.max(...codes));

/** Without the right to start a process or to open a port: a test that is wrongly taken for quick fails. */
async function testQuick(): Promise<number> {
  const config = fileURLToPath(new URL("deno.json", ROOT));
  const modules = await joined(await quickFiles(), folder);
  const code = await deno("test", "--no-check", "--config", config, ...FLAGS, ...modules, ...args);
  console.log("deno task test also runs what starts processes, opens ports or waits.");
  console.log(sampling());
  return code;
}

async function testAll(): Promise<number> {
  const report = `${folder}/report.xml`;
  const code = await deno("test", "--doc", ...FLAGS, ...OUTSIDE, `--junit-path=${report}`, ...args);
  console.log(notRun(await Deno.readTextFile(report)));
  console.log(sampling());
  return code;
}

async function deno(...args: readonly string[]): Promise<number> {
  const env = { CONVICTION_TESTS: mode, CONVICTION_TEST_SEED: String(SEED) };
  return (await new Deno.Command(Deno.execPath(), { args: [...args], env }).spawn().status).code;
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
