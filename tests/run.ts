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
/** The file that takes longest, and mostly waits for pages: begun at once, it is not the last one, with nothing beside it. */
const LONGEST = "tests/kernel/front_ends_test.ts";
const LOCK = ["--lock", fileURLToPath(new URL("tests/deno.lock", ROOT))];
const CONFIG = ["--config", fileURLToPath(new URL("deno.json", ROOT))];
const TEST = [...CONFIG, ...LOCK, "--no-check", "--no-prompt", "--parallel", "--shuffle=1", "--quiet"];
/** Without permission for processes and ports, so that a slow test that looks quick fails. */
const INSIDE = ["--allow-read", "--allow-write", "--allow-env"];
const OUTSIDE = [...INSIDE, "--allow-net=127.0.0.1,localhost", "--allow-run", "--allow-sys=uid"];

/** Of processor time, in a second, on Linux. */
const TICKS = 100;

/** What one start of Deno did. */
interface Ended {
  readonly code: number;
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
/** What tests leave behind goes with it: some are killed while they write. */
const scratch = `${folder}/scratch`;
const children = new Set<Deno.ChildProcess>();
let code = 1;
try {
  await Deno.mkdir(scratch);
  endWith("SIGINT", "SIGTERM");
  const ended = await Promise.all(await startAll());
  await sayEnd(ended, (performance.now() - started) / 1000);
  code = Math.max(...ended.map((one) => one.code));
} finally {
  await removeFolder();
}
Deno.exit(code);

/** Who ends this process ends the tests: then it reports, and removes its folder. */
function endWith(...signals: readonly Deno.Signal[]): void {
  const known = Deno.build.os === "windows" ? signals.filter((signal) => signal === "SIGINT") : signals;
  for (const signal of known) Deno.addSignalListener(signal, () => children.forEach((child) => end(child)));
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill();
  } catch {
    // it has ended
  }
}

/** Removes the folder, also where a test left a folder in it that may not be changed. */
async function removeFolder(): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch {
    await new Deno.Command("chmod", { args: ["-R", "u+rwX", folder], stderr: "null" }).output().catch(() => {});
    await Deno.remove(folder, { recursive: true })
      .catch(({ message }: Error) => console.error(`Cannot remove ${folder}: ${message}`));
  }
}

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
    case "more": { // what `test` left out: tests of a file, files, and examples
      const files = await moreFiles();
      return [
        ...await tests("first", files.filter((file) => file === LONGEST), { isApart: true }),
        ...await tests(lane, files.filter((file) => file !== LONGEST), { isApart: true }),
        ...await tests("later", LATER_FILES, { as: "test" }),
        ...await examples(),
      ];
    }
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

/** Starts Deno, with a place for temporary files that this run removes. */
async function deno(name: string, args: readonly string[], { as = lane }: Part = {}): Promise<Ended> {
  const report = `${folder}/${name}.xml`;
  const all = args[0] === "test" ? [...args, `--junit-path=${report}`] : args;
  const temporary = Deno.build.os === "windows" ? { TEMP: scratch, TMP: scratch } : { TMPDIR: scratch };
  const env = { ...temporary, CONVICTION_TESTS: as, CONVICTION_TEST_SEED: String(SEED) };
  const child = new Deno.Command(Deno.execPath(), { args: [...all], env }).spawn();
  children.add(child);
  const limit = lane === "night" ? setTimeout(() => end(child), NIGHT_MS) : undefined;
  const { code } = await child.status;
  children.delete(child);
  clearTimeout(limit);
  return { code, report: await Deno.readTextFile(report).catch(() => "") };
}

/** What all that has ended has used, in seconds; undefined where the system is not Linux. */
async function processorSeconds(): Promise<number | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  // A child reads it: Deno itself may read below /proc with all permissions only.
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "cat /proc/$PPID/stat"] }).output();
  const stat = new TextDecoder().decode(stdout);
  const [user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(13, 15); // of children, waited for
  return (Number(user) + Number(system)) / TICKS;
}

async function sayEnd(ended: readonly Ended[], seconds: number): Promise<void> {
  const cases = ended.flatMap(({ report }) => casesOf(report));
  const used = await processorSeconds();
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
  console.log(`${seconds.toFixed(0)} s${used === undefined ? "" : `, ${used.toFixed(0)} s of processor time`}.`);
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
