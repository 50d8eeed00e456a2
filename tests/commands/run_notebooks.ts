/** `deno task conviction notebooks` beside files, on real kernels. */
import { notebooksCommand } from "../../src/commands/notebooks_command.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { inFolder, notebookOf, type TestCell } from "../kernel/notebook_of.ts";
import { testHost } from "./captured.ts";

/** What a run of the command left. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** The files after it, by name; folders are left out. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs `notebooks` beside these files. */
export function run(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> {
  return inFolder({ "deno.json": "{}", ...files }, (folder) => runIn(folder, args));
}

/** Runs it in a folder. */
export async function runIn(folder: string, args: readonly string[]): Promise<Ran> {
  const host = testHost({ folder, readText: readTextFile, clock: systemClock });
  const status = await notebooksCommand(args, host);
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const names = entries.filter(({ isFile }) => isFile).map(({ name }) => name);
  const texts = names.map(async (name) => [name, await Deno.readTextFile(`${folder}/${name}`)] as const);
  return { status, out: host.out.text, err: host.err.text, files: Object.fromEntries(await Promise.all(texts)) };
}

/** Runs a notebook of these cells. */
export const runCells = (cells: readonly TestCell[], ...args: readonly string[]) =>
  run({ "a.ipynb": notebookOf(cells) }, "a.ipynb", ...args);

/** The outputs of each cell in the text of a notebook. */
export const outputsIn = (text = "{}") =>
  JSON.parse(text).cells.map(({ outputs }: { readonly outputs: unknown }) => outputs);
