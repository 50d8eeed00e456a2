import { isRecord } from "../../text/options.ts";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../../../deno.json" with { type: "json" };
import { InputError } from "../../protocol/errors.ts";
import type { Computer } from "./computer.ts";
import { fileAt, isFolder, writeText } from "./files.ts";

/** The project's folder. */
const ROOT = new URL("../../../", import.meta.url);

/** What cells import, by name. */
export const IMPORTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(config.exports).map(([name, path]) => [`conviction${name.slice(1)}`, new URL(path, ROOT).href]),
);

/** What became of the import map of a folder. */
export interface WrittenMap {
  /** The file that holds it. */
  readonly path: string;
  readonly state: "new" | "completed" | "complete";
}

/**
 * Makes `import "conviction"` work in the notebooks of a folder: writes a `deno.json` with an import map, or adds to
 * the one that is there. Packages need no entry: Deno finds those of this project in its own `deno.json`.
 *
 * @param folder An existing folder.
 * @throws {InputError} when the folder does not exist, or something would be overwritten; it has the lines to add.
 * @throws {DiskError} when a file cannot be written.
 */
export async function writeImportMap(folder: string, { readText }: Pick<Computer, "readText">): Promise<WrittenMap> {
  if (!isFolder(folder)) {
    throw new InputError(`Cannot write an import map into ${folder}: no such folder; create it first`);
  }
  const own = fileURLToPath(ROOT);
  if (`${folder}${sep}`.startsWith(own)) return { path: join(own, "deno.json"), state: "complete" };
  const path = join(folder, "deno.json");
  const withComments = join(folder, "deno.jsonc");
  const there = readText(path);
  if (there === undefined && fileAt(withComments)) throw refuse(withComments, "it may hold comments");
  const settings = there === undefined ? {} : settingsOf(there, path);
  const missing = missingFrom(settings, path);
  if (Object.keys(missing).length === 0) return { path, state: "complete" };
  if (there === undefined) await copyLock(folder, readText);
  const imports = { ...settings["imports"] as object | undefined, ...missing };
  await writeText(path, `${JSON.stringify({ ...settings, imports }, null, 2)}\n`);
  return { path, state: there === undefined ? "new" : "completed" };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** @throws {InputError} when it is not a JSON object, or names an import map in another file. */
function settingsOf(text: string, path: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refuse(path, "it is not plain JSON", { cause });
  }
  if (!isRecord(value)) throw refuse(path, "it is not an object");
  if ("importMap" in value) throw refuse(path, `its import map is ${JSON.stringify(value["importMap"])}`);
  if ("imports" in value && !isRecord(value["imports"])) throw refuse(path, "its imports are not an object");
  return value;
}

/** The entries that are not there yet. */
function missingFrom({ imports = {} }: JsonObject, path: string): Readonly<Record<string, string>> {
  const known = imports as JsonObject;
  const other = Object.keys(IMPORTS).find((name) => name in known && known[name] !== IMPORTS[name]);
  if (other !== undefined) throw refuse(path, `it maps ${other} to ${JSON.stringify(known[other])}`);
  return Object.fromEntries(Object.entries(IMPORTS).filter(([name]) => !(name in known)));
}

/** With our lock the same versions of packages load, and nothing is downloaded again. */
async function copyLock(folder: string, readText: Computer["readText"]): Promise<void> {
  const path = join(folder, "deno.lock");
  const ours = readText(fileURLToPath(new URL("deno.lock", ROOT)));
  if (ours !== undefined && !fileAt(path)) await writeText(path, ours);
}

function refuse(path: string, state: string, options?: ErrorOptions): InputError {
  const lines = JSON.stringify({ imports: IMPORTS }, null, 2);
  return new InputError(`Cannot add an import map to ${path}: ${state}; add these lines to it:\n${lines}`, options);
}

/** A program that imports all that a cell may import. */
export const IMPORT_ALL = Object.keys(IMPORTS).map((name) => `await import(${JSON.stringify(name)});`).join(" ");
