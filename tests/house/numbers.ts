// deno-lint-ignore-file no-console -- it prints a table
/**
 * Prints the house in figures: its folders, files and imports, of this checkout or of several for comparison.
 *
 *   deno run -A tests/house/numbers.ts [FOLDER ...]
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { longestFunction } from "./function_lines.ts";
import { cyclesOf, filesBelow, type Import, ROOT } from "./module_graph.ts";

/** A file: its path in the project, and its text. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Paths of the files of `src` that it imports, including types. */
  readonly imports: readonly string[];
}

async function readSources(root: URL, paths: readonly string[]): Promise<Source[]> {
  return await Promise.all(paths.map(async (path): Promise<Source> => {
    const text = await Deno.readTextFile(new URL(path, root));
    const named = [...text.matchAll(/(?:\bfrom|^import|\bimport\()\s*"(\.[^"]+\.ts)"/gm)].map(([, name = ""]) => name);
    const imports = named.map((name) => new URL(name, new URL(path, root)).href.slice(root.href.length));
    return { path, text, lines: text.split("\n").length - 1, imports: [...new Set(imports)] };
  }));
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const thousands = (lines: number) => `${(lines / 1000).toFixed(1)}k`;

/** Sub-rooms count separately. */
function largestFolder(files: readonly Source[]): string {
  const folders = [...Map.groupBy(files, ({ path }) => folderOf(path))];
  const [name = "", own = []] = folders.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return `${own.length}, ${thousands(sum(own.map(({ lines }) => lines)))} (${name.replace("src/", "")})`;
}

/** The contents of `src/batch` at first sight: its files, and its folders closed. Arrows join two of these. */
function batchPicture(files: readonly Source[]): string {
  const boxOf = (path: string) => /^src\/batch\/[^/]+/.exec(path)?.[0];
  const boxes = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = boxOf(path);
    if (from === undefined) continue;
    const to = boxes.get(from) ?? new Set();
    for (const target of imports.map(boxOf)) if (target !== undefined && target !== from) to.add(target);
    boxes.set(from, to);
  }
  const floorOf = new Map<string, number>();
  const floor = (box: string): number => {
    const known = floorOf.get(box) ?? 1 + Math.max(0, ...[...boxes.get(box) ?? []].map(floor));
    floorOf.set(box, known);
    return known;
  };
  const floors = Math.max(...[...boxes.keys()].map(floor));
  return `${boxes.size}, ${floors}, ${sum([...boxes.values()].map(({ size }) => size))}`;
}

function sizes(files: readonly Source[]): string {
  const sorted = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  return `${files.length}; ${at(0.5)}, ${at(0.9)}, ${sorted.at(-1)}`;
}

const EXPORT =
  /^export (?:(?:async |abstract )*(?:function\*?|class|interface|type|const|enum) (\w+)|(?:type )?\{([^}]*)\})/gm;

/** Names of what a file exports. */
function exportsOf({ text }: Source): string[] {
  return [...text.matchAll(EXPORT)].flatMap(([, name, list]) =>
    name ?? list?.split(",").filter((one) => one.trim()) ?? []
  );
}

function documented(files: readonly Source[]): string {
  const all = files.flatMap(({ text }) =>
    [...text.matchAll(EXPORT)].filter(([, name], at, found) => name !== undefined && found[at - 1]?.[1] !== name)
      .map(({ index }) => /\*\/\n(?:\/\/.*\n)*$/.test(text.slice(0, index)))
  );
  return `${Math.floor(100 * all.filter(Boolean).length / all.length)} %`;
}

/** Interfaces of this name, and with `parents` those that they extend. */
function interfaces(files: readonly Source[], name: RegExp, parents = false): number {
  const known = new Map(
    files.flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?interface (\w+)(?:<[^{]*>)?(?: extends ([^{]*))?/gm)]
        .map(([, own = "", of = ""]): [string, string[]] => [own, of.match(/\w+/g) ?? []])
    ),
  );
  const found = new Set([...known.keys()].filter((one) => name.test(one)));
  if (parents) { for (const one of found) for (const of of known.get(one) ?? []) if (known.has(of)) found.add(of); }
  return found.size;
}

/** Sentences of `src/batch` for users that name a flag; consecutive lines count as one. */
function flagSentences(files: readonly Source[]): number {
  return sum(files.map(({ text }) => {
    const isNaming = text.split("\n").map((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && /["`][^"`]*--[a-z]/.test(line));
    return isNaming.filter((is, at) => is && !isNaming[at - 1]).length;
  }));
}

/** The rows of the table, for one checkout. */
export async function numbersOf(root: URL = ROOT): Promise<Map<string, string>> {
  const files = await readSources(root, await filesBelow("src", ".ts", root));
  const outside = await readSources(root, ["mod.ts", ...await filesBelow("pipelines", ".ts", root)]);
  const batch = files.filter(({ path }) => path.startsWith("src/batch/"));
  const importers = Map.groupBy(
    [...files, ...outside].flatMap(({ path, imports }) => imports.map((to) => ({ path, to }))),
    ({ to }) => to,
  );
  const single = files.filter(({ path }) => importers.get(path)?.length === 1);
  const edges = files.flatMap(({ path, imports }) =>
    imports.map((to): Import => ({ from: path, to, isDynamic: false, isTypeOnly: false }))
  );
  const longest = files.map(longestFunction).toSorted((a, b) => b.lines - a.lines)[0];
  return new Map([
    ["largest folder: files, lines", largestFolder(files)],
    ["batch as a picture: boxes, floors, arrows", batchPicture(files)],
    ["files in src; median, p90, largest", sizes(files)],
    ["files under 20 lines", `${files.filter(({ path, lines }) => lines < 20 && !path.endsWith("/mod.ts")).length}`],
    ["files with one importer", `${single.length}`],
    ["one export for one importer", `${single.filter((file) => exportsOf(file).length === 1).length}`],
    ["longest function", `${longest?.lines} (${longest?.name})`],
    ["circles", `${cyclesOf(edges).length}`],
    ["exports documented", documented(files)],
    ["interfaces for the machine (*Host, Machine)", `${interfaces(files, /(?:Host|^Machine)$/)}`],
    ["contexts of a request", `${interfaces(batch, /(?:Context|^Sending)$/, true)}`],
    ["sentences inside batch that name a flag", `${flagSentences(batch)}`],
    ["lines of src", `${sum(files.map(({ lines }) => lines))}`],
  ]);
}

if (import.meta.main) {
  const roots = Deno.args.map((folder) => new URL(`${pathToFileURL(resolve(folder))}/`));
  const columns = await Promise.all((roots.length === 0 ? [ROOT] : roots).map(numbersOf));
  const figures = [...columns[0]?.keys() ?? []].map((
    name,
  ) => [name, ...columns.map((column) => column.get(name) ?? "")]);
  const rows = columns.length === 1 ? figures : [["", ...Deno.args], ...figures];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("   ").trimEnd());
}
