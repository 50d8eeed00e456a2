// deno-lint-ignore-file no-console -- it prints for people
/**
 * Runs the tests, and reports at the end which were not run, and what they need.
 *
 *   deno run tests/run.ts quick|test|more|all [arguments of `deno test`]
 *
 * `quick` runs tests that need no process, no port and no waiting; `test`, those that need only Node and Deno, with a
 * tenth of each large sweep; `all` also uses other programs, and runs every sweep whole; `more`, of these the files of
 * which `test` leaves something out.
 */
import { fileURLToPath } from "node:url";
import { ROOT } from "./house/module_graph.ts";
import { joined, moreFiles, quickFiles } from "./quick.ts";
import { SEED } from "./sampled.ts";

const [mode = "test", ...args] = Deno.args;
const IS_WHOLE = mode === "all" || mode === "more";
const LOCK = ["--lock", fileURLToPath(new URL("tests/deno.lock", ROOT))];
const FLAGS = [...LOCK, "--no-prompt", "--parallel", "--shuffle=1", "--allow-read", "--allow-write", "--allow-env"];
const OUTSIDE = ["--allow-net=127.0.0.1,localhost", "--allow-run", "--allow-sys=uid"];

const folder = await Deno.makeTempDir();
const ended = mode === "quick"
  ? [testQuick(), deno("check", "--quiet", ...LOCK, "tests", "pipelines")]
  : [testAll(mode === "more" ? await moreFiles() : ["--doc"])];
const codes = await Promise.all(ended);
await Deno.remove(folder, { recursive: true });
Deno.exit(Math.max(...codes));

/** Without permission for processes and ports, so that a slow test that looks quick fails. */
async function testQuick(): Promise<number> {
  const config = fileURLToPath(new URL("deno.json", ROOT));
  const modules = await joined(await quickFiles(), folder);
  const code = await deno("test", "--no-check", "--config", config, ...FLAGS, ...modules, ...args);
  console.log("deno task test also runs tests that start processes, open ports or wait.");
  console.log(sampling());
  return code;
}

async function testAll(what: readonly string[]): Promise<number> {
  const report = `${folder}/report.xml`;
  const code = await deno("test", ...FLAGS, ...OUTSIDE, `--junit-path=${report}`, ...what, ...args);
  const junit = await Deno.readTextFile(report).catch(() => undefined);
  console.log(junit === undefined ? "deno test ended before its report: see the last lines above." : notRun(junit));
  console.log(sampling());
  return code;
}

async function deno(...args: readonly string[]): Promise<number> {
  const env = { CONVICTION_TESTS: IS_WHOLE ? "all" : mode, CONVICTION_TEST_SEED: String(SEED) };
  return (await new Deno.Command(Deno.execPath(), { args: [...args], env }).spawn().status).code;
}

/** One line: the number of tests that were not run, by what they need. */
function notRun(junit: string): string {
  const skipped = [...junit.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)].map(([, name = ""]) => name);
  const reasons = Map.groupBy(skipped, (name) => /\(NOT RUN: needs (.*)\)$/.exec(name)?.[1] ?? "a known reason");
  const counts = [...reasons].map(([reason, { length }]) => `${length} without ${reason}`).toSorted();
  return counts.length === 0 ? "Every test ran." : `${skipped.length} tests were not run: ${counts.join("; ")}.`;
}

/** One line: which part of the large sweeps was run, and how to repeat it. */
function sampling(): string {
  if (IS_WHOLE) return `Every sweep was run whole; CONVICTION_TEST_SEED=${SEED} repeats its random cases.`;
  return `A tenth of each large sweep was run; CONVICTION_TEST_SEED=${SEED} repeats it.`;
}
