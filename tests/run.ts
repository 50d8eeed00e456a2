// deno-lint-ignore-file no-console -- it prints for people
/**
 * Runs the tests of a lane (see `lanes.ts`), and reports at the end what was not run, what took longest, and how many
 * passed.
 *
 *   deno run tests/run.ts quick|test|more|night [folders and files of tests] [flags of `deno test`]
 */
import { fileURLToPath } from "node:url";
import { ROOT } from "./house/module_graph.ts";
import type { Lane } from "./lanes.ts";
import { type Case, casesOf, closing, fileTimes, notRun, slowest } from "./report.ts";

/** Writes what each file took into `times.json`. */
const WRITE_TIMES = "--write-times";

const [lane = "test", ...args] = Deno.args as [Lane?, ...string[]];
Deno.env.set("CONVICTION_TESTS", lane); // before it is read
const { IS_WHOLE, SEED } = await import("./lanes.ts");
const { allTestFiles, exampleFiles, joined, LATER_FILES, LISTED_SECONDS, moreFiles, quickFiles, testFiles } =
  await import("./test_files.ts");
const paths = args.filter((arg) => !arg.startsWith("-")).map((path) => path.replace(/^\.\/|\/$/g, ""));
const flags = args.filter((arg) => arg.startsWith("-") && arg !== WRITE_TIMES);

/** A night that takes longer is ended: it would meet the next one. */
const NIGHT_MS = 5 * 3_600_000;
const LOCK = ["--lock", fileURLToPath(new URL("tests/deno.lock", ROOT))];
const CONFIG = ["--config", fileURLToPath(new URL("deno.json", ROOT))];
const TEST = [...CONFIG, ...LOCK, "--no-check", "--no-prompt", "--parallel", "--shuffle=1", "--quiet"];
/** Without permission for processes and ports, so that a slow test that looks quick fails. */
const INSIDE = ["--allow-read", "--allow-write", "--allow-env"];
const OUTSIDE = [...INSIDE, "--allow-net=127.0.0.1,localhost", "--allow-run", "--allow-sys=uid"];

/** Runs a program, and writes what it and its children used into the file that is named first. */
const TIMED = '"$@"; code=$?; times >"$0"; exit $code';

/** What one start of Deno did. */
interface Ended {
  readonly code: number;
  /** Of the process and all that it started and waited for; unknown without a shell. */
  readonly processorSeconds: number;
  readonly report: string;
}

const known = await allTestFiles();
const strange = paths.filter((path) => !known.some((file) => `${file}/`.startsWith(`${path}/`)));
if (strange.length > 0) {
  console.error(`error: Cannot run ${strange.join(", ")}: no test is there; name folders or files like tests/text`);
  Deno.exit(2);
}
const started = performance.now();
const folder = await Deno.makeTempDir();
const ended = await Promise.all(await startAll());
const seconds = (performance.now() - started) / 1000;
sayEnd(ended);
await Deno.remove(folder, { recursive: true });
Deno.exit(Math.max(...ended.map(({ code }) => code)));

/** The type check runs beside the tests: it keeps one processor busy, and they keep all of them busy. */
async function startAll(): Promise<Promise<Ended>[]> {
  const isPart = paths.length > 0;
  const chosen = (files: readonly string[]) =>
    isPart ? files.filter((file) => paths.some((path) => `${file}/`.startsWith(`${path}/`))) : files;
  const tests = async (name: string, files: readonly string[], options: Part = {}) => {
    const own = chosen(files);
    if (own.length === 0) return [];
    const modules = options.isApart ? own : await joined(own, `${folder}/${name}`);
    const allowed = lane === "quick" ? INSIDE : OUTSIDE;
    return [deno(name, ["test", ...TEST, ...allowed, ...modules, ...flags], options)];
  };
  const examples = async () =>
    isPart ? [] : [deno("doc", ["test", ...TEST, ...OUTSIDE, "--doc", ...await exampleFiles()])];
  switch (lane) {
    case "quick":
      return await tests(lane, await quickFiles());
    case "more": // what `test` left out: tests of a file, files, and examples
      return [
        ...await tests(lane, await moreFiles(), { isApart: true }),
        ...await tests("later", LATER_FILES, { as: "test" }),
        ...await examples(),
      ];
    case "night":
      return [...await tests(lane, await allTestFiles(), { isApart: true }), ...await examples()];
    default:
      return [
        ...isPart ? [] : [deno("check", ["check", "--quiet", ...LOCK, "tests", "pipelines"])],
        ...await tests(lane, isPart ? await allTestFiles() : await testFiles()),
        ...await examples(),
      ];
  }
}

/** How a part of the tests is run. */
interface Part {
  /** The lane that it is told. */
  readonly as?: Lane;
  /** Each file in a realm of its own. */
  readonly isApart?: boolean;
}

/** Starts Deno through a shell, whose `times` counts what its children used. */
async function deno(name: string, args: readonly string[], { as = lane }: Part = {}): Promise<Ended> {
  const report = `${folder}/${name}.xml`;
  const used = `${folder}/${name}.times`;
  const all = args[0] === "test" ? [...args, `--junit-path=${report}`] : args;
  const env = { CONVICTION_TESTS: as, CONVICTION_TEST_SEED: String(SEED) };
  // Without a shell at night: what ends the shell would leave Deno running.
  const isTimed = Deno.build.os !== "windows" && lane !== "night";
  const command = isTimed
    ? new Deno.Command("sh", { args: ["-c", TIMED, used, Deno.execPath(), ...all], env })
    : new Deno.Command(Deno.execPath(), { args: [...all], env });
  const child = command.spawn();
  const limit = lane === "night" ? setTimeout(() => child.kill(), NIGHT_MS) : undefined;
  const { code } = await child.status;
  clearTimeout(limit);
  const times = isTimed ? await Deno.readTextFile(used).catch(() => "") : "";
  return { code, processorSeconds: processorSeconds(times), report: await Deno.readTextFile(report).catch(() => "") };
}

/** The second line of `times`: user and system time of the children. */
function processorSeconds(times: string): number {
  const found = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return found.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
}

function sayEnd(ended: readonly Ended[]): void {
  const cases = ended.flatMap(({ report }) => casesOf(report));
  const used = ended.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
  const lost = ended.filter(({ code, report }) => code !== 0 && report === "").length;
  if (lost > 0) console.log(`${lost} of ${ended.length} processes ended without a report: see the lines above.`);
  console.log(notRun(cases));
  console.log(
    IS_WHOLE
      ? `Every sweep was run whole; CONVICTION_TEST_SEED=${SEED} repeats its random cases.`
      : `Of each large sweep the slice of the day was run; CONVICTION_TEST_SEED=${SEED} repeats it.`,
  );
  console.log(slowest(cases));
  if (args.includes(WRITE_TIMES)) writeTimes(cases);
  console.log(`${seconds.toFixed(0)} s${used === 0 ? "" : `, ${used.toFixed(0)} s of processor time`}.`);
  console.log(closing(cases));
}

function writeTimes(cases: readonly Case[]): void {
  const listed = fileTimes(cases).filter(({ file, seconds }) => file.startsWith("tests/") && seconds > LISTED_SECONDS);
  const path = new URL("tests/times.json", ROOT);
  const kept = Object.entries(JSON.parse(Deno.readTextFileSync(path)) as Readonly<Record<string, number>>)
    .filter(([file]) => LATER_FILES.includes(file)); // which were not run
  const times = listed.map(({ file, seconds }) => [file, Number(seconds.toFixed(1))] as const);
  Deno.writeTextFileSync(path, `${JSON.stringify(Object.fromEntries([...kept, ...times]), undefined, 2)}\n`);
}
