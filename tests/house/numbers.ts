// deno-lint-ignore-file no-console -- it prints a table
/**
 * The house in figures, beside the limits that `limits.json` sets.
 *
 *   deno run -A tests/house/numbers.ts            prints them
 *   deno run -A tests/house/numbers.ts --write    lowers each limit that is above its number
 */
import { DOMAINS } from "../../src/data/domains.ts";
import { functionsOf } from "./function_lines.ts";
import { filesBelow, ROOT } from "./module_graph.ts";
import { type Count, type Counts, type Limits, lowered } from "./ratchet.ts";

const LIMITS = new URL("limits.json", import.meta.url);
const MOST_FUNCTION_LINES = 44;
const MOST_FILE_LINES = 250;

/** A file: its path in the project, and its text. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** When it was last written, in milliseconds. */
  readonly written: number;
}

async function readSources(folder: string, ending: string): Promise<Source[]> {
  const paths = ending === "" ? [folder] : await filesBelow(folder, ending);
  const sources = await Promise.all(paths.map(async (path): Promise<Source> => {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    const { mtime } = await Deno.stat(new URL(path, ROOT));
    return { path, text, lines: text.split("\n").length - 1, written: mtime?.getTime() ?? 0 };
  }));
  return sources.toSorted((a, b) => b.written - a.written);
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

/** Paths of the files that one imports, types and imports by a call included. */
function importsOf({ path, text }: Source): string[] {
  const named = [...text.matchAll(/(?:\bfrom|^import|\bimport\()\s*"(\.[^"]+\.ts)"/gm)].map(([, name = ""]) => name);
  return [...new Set(named.map((name) => new URL(name, new URL(path, ROOT)).href.slice(ROOT.href.length)))];
}

const EXPORT =
  /^export (?:(?:async |abstract )*(?:function\*?|class|interface|type|const|enum) (\w+)|(?:type )?\{([^}]*)\})/gm;

/** Names of what a file exports, those that it passes on included. */
export function exportsOf(text: string): string[] {
  return [...text.matchAll(EXPORT)].flatMap(([, name, list = ""]) =>
    name ?? list.split(",").map((one) => one.trim().replace(/^type |^.* as /, "")).filter((one) => one !== "")
  );
}

/** The longest way from a file to one that imports nothing, both ends included. */
export function longestChain(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const known = new Map<string, string[]>();
  const chainFrom = (path: string): string[] => {
    const found = known.get(path);
    if (found !== undefined) return found;
    known.set(path, [path]); // A circle ends here; rooms_test.ts reports it.
    const longest = (imports.get(path) ?? []).map(chainFrom).toSorted((a, b) => b.length - a.length)[0] ?? [];
    known.set(path, [path, ...longest]);
    return [path, ...longest];
  };
  return [...imports.keys()].map(chainFrom).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/**
 * Whether a file is a table: more than half of its lines of code are rows. A row is a line inside an array, an object, a call or a
 * text that a constant at the margin opens, and in no function: a table of closures is code.
 */
export function isTable(text: string): boolean {
  const lines = text.split("\n");
  const isCode = new Set(
    functionsOf(text).flatMap(({ first, lines }) => Array.from({ length: lines }, (_, at) => first + at)),
  );
  let [rows, all] = [0, 0];
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    if (/^(?:\s*(?:$|\/\/|\/?\*)|import )/.test(line)) continue;
    all++;
    if (/^\S/.test(line)) isInside = /^(?:export )?const .*[[{(`]$/.test(line) && !line.endsWith("=> {");
    else if (isInside && !isCode.has(at + 1)) rows++;
  }
  return rows > all / 2;
}

/** Of each measure the files that name it, tables and comments excepted, the median first. */
function namedIn(files: readonly Source[]): readonly { readonly id: string; readonly paths: readonly string[] }[] {
  const texts = files.filter(({ text }) => !isTable(text)).map(({ path, text }) => ({
    path,
    words: new Set(text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "").match(/\w+/g)),
  }));
  const all = DOMAINS.flatMap(({ measures }) =>
    measures.map(({ metric }) => ({
      id: metric,
      paths: texts.filter(({ words }) => words.has(metric)).map(({ path }) => path),
    }))
  ).toSorted((one, other) => one.paths.length - other.paths.length);
  return all.slice(Math.floor(all.length / 2));
}

function crumbs(files: readonly Source[], outside: readonly Source[]): Source[] {
  const importers = Map.groupBy([...files, ...outside].flatMap(importsOf), (path) => path);
  return files.filter(({ path, text }) => importers.get(path)?.length === 1 && exportsOf(text).length === 1);
}

function counted(of: readonly string[], remedy: string): Count {
  return { count: of.length, of, remedy };
}

async function publicSymbols(): Promise<Counts> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT))) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  return Object.fromEntries(
    await Promise.all(
      Object.entries(exports).map(async ([entry, file]): Promise<[string, Count]> => [
        `public symbols of ${entry.replace(".", "conviction")}`,
        counted([...new Set(exportsOf(await Deno.readTextFile(new URL(file, ROOT))))], "Export less"),
      ]),
    ),
  );
}

/** The numbers that are held. */
export async function countHouse(): Promise<Counts> {
  const files = await readSources("src", ".ts");
  const programs = [...files, ...await readSources("src", ".js")];
  const all = [...programs, ...await readSources("src", ".css")];
  const outside = [...await readSources("mod.ts", ""), ...await readSources("pipelines", ".ts")];
  const functions = programs.flatMap(({ path, text }) =>
    functionsOf(text).filter(({ lines }) => lines > MOST_FUNCTION_LINES)
      .map(({ first, lines }) => `${path}:${first}, ${lines} lines`)
  );
  const named = namedIn(files);
  const long = programs.filter(({ lines, text }) => lines > MOST_FILE_LINES && !isTable(text));
  return {
    "lines of src": {
      count: sum(all.map(({ lines }) => lines)),
      of: all.map(({ path, lines }) => `${path}, ${lines} lines`),
      remedy: "Delete what nobody needs",
    },
    "files of the longest import chain": {
      ...counted(
        longestChain(new Map(files.map((file) => [file.path, importsOf(file)]))),
        "Take what you need as a parameter, or move it to a file that imports little",
      ),
      order: "who imports",
    },
    "files with one export for one importer": counted(
      crumbs(files, outside).map(({ path }) => path),
      "Move what a file exports into its only importer",
    ),
    [`functions over ${MOST_FUNCTION_LINES} lines`]: counted(functions, "Split it by what it does"),
    [`files over ${MOST_FILE_LINES} lines that are no tables`]: counted(
      long.map(({ path, lines }) => `${path}, ${lines} lines`),
      "Move its second answer to a file of its own",
    ),
    "files that name a measure, median": {
      count: named[0]?.paths.length ?? 0,
      of: named.map(({ id, paths }) => `${id}, ${paths.length} files`),
      remedy: "Put what a file says of a measure into its row",
    },
    "rooms": counted([...new Set(files.map(({ path }) => folderOf(path)))], "Use a room that there is"),
    ...await publicSymbols(),
  };
}

/** Numbers that are printed only. */
async function countBeside(): Promise<Record<string, number>> {
  const files = await readSources("src", ".ts");
  const tests = await readSources("tests", ".ts");
  const sizes = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return {
    "files of src": files.length,
    "lines of a file, median": sizes[Math.floor(sizes.length / 2)] ?? 0,
    "files of tests": tests.length,
    "lines of tests": sum(tests.map(({ lines }) => lines)),
  };
}

/** What `limits.json` allows. */
export async function readLimits(): Promise<Limits> {
  return JSON.parse(await Deno.readTextFile(LIMITS)) as Limits;
}

if (import.meta.main) {
  const counts = await countHouse();
  if (Deno.args.includes("--write")) {
    await Deno.writeTextFile(LIMITS, lowered(await Deno.readTextFile(LIMITS), counts));
  }
  const limits = await readLimits();
  for (const [name, { count }] of Object.entries(counts)) {
    const { limit, granted = [] } = limits[name] ?? {};
    const grants = granted.map(({ issue, more }) => ` and ${more} by issue ${issue}`).join("");
    console.log(`${name.padEnd(45)}${String(count).padStart(7)}   limit ${limit ?? "-"}${grants}`);
  }
  for (const [name, count] of Object.entries(await countBeside())) {
    console.log(`${name.padEnd(45)}${String(count).padStart(7)}`);
  }
}
