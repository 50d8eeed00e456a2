// deno-lint-ignore-file no-console -- it prints for people
/**
 * Asks whether the tests see: breaks one line in each room of `src`, chosen by the commit's hash, and runs the tests of
 * that room as `deno task test` holds them. Each room must turn red; one that stays green lacks a test.
 *
 *   deno run -A tests/break_rooms.ts [--commit HASH] [--rooms batch/list,text]
 */
import { parseArgs } from "node:util";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { filesBelow, ROOT } from "./house/module_graph.ts";
import { testFiles } from "./test_files.ts";
import config from "../deno.json" with { type: "json" };

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

/** What a broken line does: a condition is the other way round, a value is not returned, or a number is another one. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/^(\s*(?:\} else )?if )\((.*)\)( (?:return|throw|continue|break)\b.*;| \{)$/, "$1(!($2))$3"],
  [/^(\s*return) (?!undefined;)[^`]+;$/, '$1 (() => { throw new Error("broken"); })();'],
  [/^(\s*(?:export )?const [\w]+ = )(?!0;)-?[\d_.]+;$/, "$1-7;"],
];

const { values } = parseArgs({ options: { commit: { type: "string" }, rooms: { type: "string" } } });
const commit = values.commit ?? (await git("rev-parse", "HEAD")).trim();
const wanted = values.rooms?.split(",");
const sources = await filesBelow("src", ".ts");
const rooms = [...new Set(sources.map((file) => file.split("/").slice(1, -1).join("/")))].toSorted();
const chosen = rooms.filter((room) => wanted?.includes(room) ?? true);
const texts = await readAll([...sources, ...await filesBelow("tests", ".ts")]);
const tests = await testFiles();

console.log(`Commit ${commit.slice(0, 12)}: one line in each of ${chosen.length} rooms.`);
const queue = [...chosen];
const green: string[] = [];
await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
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

async function tryRoom(room: string, folder: string): Promise<void> {
  const broken = breakOf(room);
  if (broken === undefined) return console.log(`${room}: no line can be broken`);
  const own = testsOf(broken);
  if (own.length === 0) {
    green.push(room);
    return console.log(`GREEN  ${room}: no test of the room loads ${broken.file}`);
  }
  const path = `${folder}/${broken.file}`;
  const text = texts.get(broken.file) ?? "";
  await Deno.writeTextFile(path, text.split("\n").with(broken.at, broken.is).join("\n"));
  const startMs = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/run.ts", "test", ...own, "--fail-fast"],
    cwd: folder,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  await Deno.writeTextFile(path, text);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  console.log(
    `${success ? "GREEN" : "red"}  ${room}: ${broken.file}:${broken.at + 1}, ${own.length} files, ${seconds} s`,
  );
  if (!success) return;
  console.log(`       - ${broken.was.trim()}\n       + ${broken.is.trim()}`);
  green.push(room);
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

/** The tests of a room, or of the room around it, that load the broken file. */
function testsOf({ room, file }: Break): string[] {
  const around = room.split("/").map((_, at, names) => `tests/${names.slice(0, names.length - at).join("/")}/`);
  const own = around.map((folder) => tests.filter((test) => test.startsWith(folder) && loads(test, file)));
  return own.find(({ length }) => length > 0) ?? [];
}

/** Whether a file imports another, itself or through others. */
function loads(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const named = [...(texts.get(file) ?? "").matchAll(/(?:\bfrom|\bimport\(?)\s*"([^"]+)"/g)];
  return named.some(([, name = ""]) => {
    const path = name.startsWith("conviction") ? FACES.get(name) : new URL(name, new URL(file, ROOT)).href;
    return path !== undefined && loads(path.replace(ROOT.href, ""), target, seen);
  });
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
