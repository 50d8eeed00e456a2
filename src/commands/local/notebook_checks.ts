import { dirname, join, resolve } from "node:path";
import { type Check, type CheckHost, fine, problem } from "./check.ts";
import { jupyterDataFolder, type Where } from "./data_folder.ts";
import { entriesOf, fileAt, isFolder } from "./files.ts";
import { IMPORT_ALL } from "./import_map.ts";
import { OWN_NAME, specPath } from "./kernel_spec.ts";
import { shellWord, typedCommand } from "../../text/typed_command.ts";

/** Which Jupyter is there, and whether it finds our kernel. Other programs open notebooks too. */
export async function checkJupyter({ host, computer }: CheckHost): Promise<Check> {
  const name = "Jupyter";
  const listed = await computer.run("jupyter", { args: ["kernelspec", "list", "--json"] });
  if (listed?.code !== 0) {
    return fine(name, "not found in the PATH; notebooks need it, or VS Code: pip install jupyterlab");
  }
  const programs = await versionsOf(computer);
  const wanted = ownKernel({ os: computer.os, env: host.env });
  if (wanted === undefined) return fine(name, programs);
  const found = kernelFolders(listed.stdout).get(OWN_NAME);
  if (found !== undefined && resolve(found) === wanted) return fine(name, `${programs}; it finds the kernel`);
  const cure = "set JUPYTER_DATA_DIR to the same folder here and where Jupyter starts";
  return problem(name, `${programs}; it does not find the kernel in ${wanted}`, cure);
}

/** The folder of our kernel, if it is there; the check of the kernel says where it is not. */
function ownKernel(where: Where): string | undefined {
  try {
    const path = specPath(jupyterDataFolder(where), OWN_NAME);
    return fileAt(path) && dirname(path);
  } catch {
    return undefined; // no variable says where Jupyter's folder is
  }
}

function kernelFolders(json: string): ReadonlyMap<string, string> {
  try {
    const { kernelspecs = {} } = JSON.parse(json) as {
      readonly kernelspecs?: Readonly<Record<string, { readonly resource_dir: string }>>;
    };
    return new Map(Object.entries(kernelspecs).map(([name, { resource_dir }]) => [name, resource_dir]));
  } catch {
    return new Map();
  }
}

/** Like `JupyterLab 4.6.6, Notebook 7.6.3`. */
async function versionsOf(computer: CheckHost["computer"]): Promise<string> {
  const ended = await computer.run("jupyter", { args: ["--version"] });
  const found = [...(ended?.stdout ?? "").matchAll(/^(jupyterlab|notebook) *: *(\d\S*)/gm)];
  const names: Readonly<Record<string, string>> = { jupyterlab: "JupyterLab", notebook: "Notebook" };
  const words = found.map(([, program = "", version]) => `${names[program]} ${version}`).toSorted();
  return words.join(", ") || "without JupyterLab and Notebook (pip install jupyterlab)";
}

/** Most folders with notebooks that are looked at. */
const MOST_FOLDERS = 20;
/** How deep notebooks are looked for. */
const MOST_DEPTH = 3;

/** Whether cells in the folder, and in each folder below with a notebook, can import what notebooks import. */
export async function checkImports(on: CheckHost): Promise<readonly Check[]> {
  if (!isFolder(on.folder)) return [problem("folder", `there is no ${on.folder}`, "name one that exists")];
  const folders = [...new Set([on.folder, ...notebookFolders(on.folder)])].slice(0, MOST_FOLDERS);
  // Folders with the same settings find the same.
  const bySettings = Map.groupBy(folders, (folder) => settingsAbove(folder) ?? folder);
  return await Promise.all([...bySettings.values()].map((alike) => checkImport(alike, on)));
}

async function checkImport(folders: readonly string[], { computer, host }: CheckHost): Promise<Check> {
  const [folder = ""] = folders;
  const more = folders.length === 1 ? "" : ` and ${folders.length - 1} more`;
  const options = { args: ["eval", "--quiet", IMPORT_ALL], cwd: folder, env: { NO_COLOR: "1" } };
  const ended = await computer.run("deno", options) ?? await computer.run(computer.denoPath, options);
  if (ended?.code === 0) return fine("imports", `notebooks in ${folder}${more} find conviction`);
  const [line = "deno does not start"] = (ended?.stderr ?? "").trim().split("\n");
  return problem("imports", `notebooks in ${folder}${more} do not find conviction (${line})`, cureOf(folder, host));
}

function cureOf(folder: string, { startedBy }: CheckHost["host"]): string {
  return `run ${typedCommand(startedBy, "conviction kernel")} --in ${shellWord(folder)}`;
}

function notebookFolders(folder: string, depth = 0): string[] {
  const entries = entriesOf(folder);
  const own = entries.some(({ name, isFile }) => isFile && name.endsWith(".ipynb")) ? [folder] : [];
  if (depth === MOST_DEPTH) return own;
  const inside = entries.filter(({ name, isDirectory }) => isDirectory && !/^(?:\.|node_modules$)/.test(name));
  return [...own, ...inside.flatMap(({ name }) => notebookFolders(join(folder, name), depth + 1))];
}

/** The settings that Deno finds for a folder. */
function settingsAbove(folder: string): string | undefined {
  const found = ["deno.json", "deno.jsonc"].map((name) => join(folder, name)).find((path) => fileAt(path));
  return found ?? (dirname(folder) === folder ? undefined : settingsAbove(dirname(folder)));
}
