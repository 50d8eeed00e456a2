// deno-lint-ignore-file no-console -- it prints for people
/**
 * Asks whether the tests see: breaks one line in each room of `src`, chosen by the commit's hash, and runs the tests of
 * that room as `deno task test` holds them. Each room must turn red; one that stays green lacks a test.
 *
 *   deno run -A tests/break_rooms.ts [--commit HASH] [--rooms batch/list,text] [--list]
 *
 * With `--list` it prints what it would break, and which tests it would run.
 */
import { parseArgs } from "node:util";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { filesBelow, ROOT } from "./house/module_graph.ts";
import { testFiles } from "./test_files.ts";
import config from "../deno.json" with { type: "json" };

/** Tests with a configuration of their own, which `deno task test` does not run: the command of `fleet:test`. */
const APART = "tests/fleet/";
const APART_ARGS = ["test", "--no-prompt", "--config", "packages/fleet/deno.json", "--no-check", "--allow-all"];
/** What tests with a server of their own import; here they are left out, as they take minutes. */
const SERVER = "tests/fleet/scratch_postgres.ts";

/** The entries that tests import by name. */
const FACES = new Map(
  Object.entries(config.imports).filter(([name]) => name.startsWith("conviction"))
    .map(([name, path]) => [name, path.replace("./", "")]),
);

/** A line of a room, and what stands there instead. */
interface Break {
  readonly room: string;
  readonly file: string;
  /** From 0. */
  readonly at: number;
  readonly was: string;
  readonly is: string;
}

/** Tests of a folder. */
interface Tests {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Tests that wait longer for what a broken line no longer does are red; `timeout` ends all that they started. */
const MOST_SECONDS = 240;
/** Most folders that are asked about a room without tests of its own. */
const MOST_FOLDERS = 3;

/** What a broken line does: a condition is the other way round, a value is not returned, or a number is another one. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/^(\s*(?:\} else )?if )\((.*)\)( (?:return|throw|continue|break)\b.*;| \{)$/, "$1(!($2))$3"],
  [/^(\s*return) (?!undefined;)[^`]+;$/, '$1 (() => { throw new Error("broken"); })();'],
  [/^(\s*(?:export )?const [\w]+ = )(?!0;)-?[\d_.]+;$/, "$1-7;"],
];

const { values } = parseArgs({
  options: { commit: { type: "string" }, rooms: { type: "string" }, list: { type: "boolean" } },
});
const commit = values.commit ?? (await git("rev-parse", "HEAD")).trim();
const wanted = values.rooms?.split(",");
const sources = await filesBelow("src", ".ts");
const rooms = [...new Set(sources.map((file) => file.split("/").slice(1, -1).join("/")))].toSorted();
const chosen = rooms.filter((room) => wanted?.includes(room) ?? true);
const testSources = await filesBelow("tests", ".ts");
const texts = await readAll([...sources, ...testSources]);
const importers = importersOf(texts);
const withServer = distancesTo(SERVER);
const tests = [
  ...(await testFiles()).filter((file) => !file.startsWith("tests/house/")), // rules of the code, of all rooms
  ...testSources.filter((file) => file.startsWith(APART) && file.endsWith("_test.ts") && !withServer.has(file)),
];

console.log(`Commit ${commit.slice(0, 12)}: one line in each of ${chosen.length} rooms.`);
const queue = [...chosen];
const green: string[] = [];
await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
if (values.list) Deno.exit();
console.log(green.length === 0 ? "Every room turned red." : `Green though broken: ${green.join(", ")}`);
Deno.exit(green.length === 0 ? 0 : 1);

/** Takes rooms from the queue, in a checkout of its own. */
async function work(): Promise<void> {
  const folder = await Deno.makeTempDir();
  const shared = fileURLToPath(new URL("../shared", ROOT));
  await Deno.symlink(shared, `${folder}/shared`);
  await git("worktree", "add", "--detach", `${folder}/main`, "HEAD");
  try {
    for (let room = queue.shift(); room !== undefined; room = queue.shift()) await tryRoom(room, `${folder}/main`);
  } finally {
    await git("worktree", "remove", "--force", `${folder}/main`);
    await Deno.remove(folder, { recursive: true });
  }
}

async function tryRoom(room: string, checkout: string): Promise<void> {
  const broken = breakOf(room);
  if (broken === undefined) return console.log(`${room}: no line can be broken`);
  const place = `${room}: ${broken.file}:${broken.at + 1}`;
  const asked = testsOf(broken);
  const change = `       - ${broken.was.trim()}\n       + ${broken.is.trim()}`;
  if (values.list) return console.log(`${place}, ${asked.map(wordsOf).join(", ")}\n${change}`);
  if (asked.length === 0 && `tests/${room}/` === APART) {
    return console.log(`apart  ${place}: only \`deno task dev fleet:test\` loads it`);
  }
  const path = `${checkout}/${broken.file}`;
  const text = texts.get(broken.file) ?? "";
  await Deno.writeTextFile(path, text.split("\n").with(broken.at, broken.is).join("\n"));
  const startMs = performance.now();
  let red: Tests | undefined;
  for (const tests of asked) if (red === undefined && !await succeed(tests, checkout)) red = tests;
  await Deno.writeTextFile(path, text);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  if (red !== undefined) return console.log(`red  ${place}, ${wordsOf(red)}, ${seconds} s`);
  console.log(`GREEN  ${place}, ${asked.map(wordsOf).join(", ") || "no test loads it"}, ${seconds} s\n${change}`);
  green.push(room);
}

function wordsOf({ folder, files }: Tests): string {
  return `${files.length} files of ${folder}`;
}

async function succeed({ folder, files }: Tests, checkout: string): Promise<boolean> {
  const args = folder === APART ? APART_ARGS : ["run", "-A", "tests/run.ts", "test"];
  const { success } = await new Deno.Command("timeout", {
    args: ["--kill-after=5", `${MOST_SECONDS}`, Deno.execPath(), ...args, ...files, "--fail-fast"],
    cwd: checkout,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return success;
}

/** One of the lines of a room that can be broken. */
function breakOf(room: string): Break | undefined {
  const files = sources.filter((file) => file.split("/").slice(1, -1).join("/") === room);
  const lines = files.flatMap((file) =>
    (texts.get(file) ?? "").split("\n").flatMap((was, at): Break[] => {
      const is = WAYS.map(([pattern, text]) => was.replace(pattern, text)).find((line) => line !== was);
      return is === undefined ? [] : [{ room, file, at, was, is }];
    })
  );
  const hash = createHash("sha256").update(`${commit} ${room}`).digest().readUInt32BE(0);
  return lines[hash % lines.length];
}

/**
 * The tests of a room's own folder that load the broken file. Where there are none, those of the rooms around it and of
 * the folders that have the tests with the fewest imports between, the nearest first, until one is red.
 */
function testsOf({ room, file }: Break): Tests[] {
  const distances = distancesTo(file);
  const near = [...distances.keys()].filter((test) => tests.includes(test)); // the nearest first
  const below = (folder: string) => ({ folder, files: near.filter((test) => test.startsWith(folder)) });
  const [own = "", ...around] = room.split("/")
    .map((_, at, names) => `tests/${names.slice(0, names.length - at).join("/")}/`);
  if (below(own).files.length > 0) return [below(own)];
  const elsewhere = near.map((test) => `${test.split("/").slice(0, -1).join("/")}/`);
  const folders = [...new Set([...around, ...elsewhere])].map(below).filter(({ files }) => files.length > 0);
  return folders.slice(0, MOST_FOLDERS);
}

/** The files that load a file, itself among them, with how many imports lie between. */
function distancesTo(target: string): ReadonlyMap<string, number> {
  const distances = new Map([[target, 0]]);
  for (const [file, distance] of distances) { // which grows
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** The files that import a file; imports of types alone load nothing. */
function importersOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    const code = text.replace(
      /^(?:import|export) (?:type [^;]*|\{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from [^;]*);$/gm,
      "",
    );
    for (const [, name = ""] of code.matchAll(/(?:\bfrom|\bimport\(?)\s*"((?:\.|conviction)[^"]*)"/g)) {
      const path = name.startsWith("conviction") ? FACES.get(name) : new URL(name, new URL(file, ROOT)).href;
      const imported = path?.replace(ROOT.href, "");
      if (imported !== undefined) importers.set(imported, [...importers.get(imported) ?? [], file]);
    }
  }
  return importers;
}

async function readAll(files: readonly string[]): Promise<Map<string, string>> {
  const read = async (file: string) => [file, await Deno.readTextFile(new URL(file, ROOT))] as const;
  return new Map(await Promise.all([...files, "mod.ts"].map(read)));
}

async function git(...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: [...args], cwd: ROOT }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
