/** The list that a fleet works on, and what became of its rows. */
import { sha256 } from "../../src/disk/digest.ts";

/** A folder with a list of this many rows, and two folders that hosts may share. */
export async function listFolder(rows: number) {
  const folder = await Deno.makeTempDir();
  const tickers = Array.from({ length: rows }, (_, at) => `T${at + 1}\n`);
  await Deno.writeTextFile(`${folder}/list.csv`, `ticker\n${tickers.join("")}`);
  await Deno.mkdir(`${folder}/shared`);
  await Deno.mkdir(`${folder}/other`);
  return {
    folder,
    theses: () => Deno.readTextFile(`${folder}/out/theses.csv`),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Number of rows by status in a `theses.csv`. */
export function statusesOf(theses: string): Record<string, number> {
  const statuses: Record<string, number> = {};
  for (const line of theses.trim().split("\n").slice(1)) {
    const [, , status = ""] = line.split(",");
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** Most of these times, in milliseconds and in order, within one second. */
export function mostInASecond(starts: readonly number[]): number {
  return Math.max(0, ...starts.map((first, at) => starts.slice(at).filter((one) => one < first + 1_000).length));
}

/** The paths and digests of all files below a folder. */
export async function contentsOf(folder: string, below = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(`${folder}${below}`)) {
    const path = `${below}/${name}`;
    if (isDirectory) Object.assign(found, await contentsOf(folder, path));
    else found[path] = sha256(await Deno.readFile(`${folder}${path}`));
  }
  return found;
}
