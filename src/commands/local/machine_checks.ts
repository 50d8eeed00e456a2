import { type Check, type CheckHost, fine, problem, wordsOf } from "./check.ts";
import { denoCacheFolder, homeOf, jupyterDataFolder } from "./data_folder.ts";
import { tryWriting } from "./files.ts";

/** Whether the folders that Jupyter and Deno write to can be written to. */
export function checkFolders({ host, computer }: CheckHost): readonly Check[] {
  const where = { os: computer.os, env: host.env };
  const home = homeOf(where);
  return [
    writable("HOME", home, "set it to a folder of yours"),
    writable(
      "Jupyter's folder",
      dataFolder(where),
      "set JUPYTER_DATA_DIR to a folder of yours, here and where Jupyter starts",
    ),
    writable(
      "Deno's cache",
      denoCacheFolder(where),
      "set DENO_DIR to a folder of yours, here and where Jupyter starts",
    ),
  ];
}

function dataFolder(where: Parameters<typeof jupyterDataFolder>[0]): string | undefined {
  try {
    return jupyterDataFolder(where);
  } catch {
    return undefined; // no variable says where it is
  }
}

function writable(name: string, folder: string | undefined, cure: string): Check {
  if (folder === undefined) return problem(name, "no variable says where it is", cure);
  try {
    tryWriting(folder);
    return fine(name, `${folder} can be written to`);
  } catch (error) {
    return problem(name, wordsOf(error).split("; ")[0] ?? "", cure);
  }
}

/** A first run takes about 200 MB with Deno, its packages and a run of the sample. */
const ENOUGH_BYTES = 500e6;

/** Whether the disk of the folder has room. */
export async function checkDisk({ computer, folder }: CheckHost): Promise<Check> {
  try {
    const free = await computer.freeBytes(folder);
    const says = `${(free / 1e9).toFixed(1)} GB free for ${folder}`;
    return free >= ENOUGH_BYTES
      ? fine("disk", says)
      : problem("disk", says, "free some space: runs keep answers and files");
  } catch (error) {
    return problem("disk", `cannot be read: ${wordsOf(error)}`, "name a folder that exists");
  }
}

/** Whether a port of this machine works: Jupyter talks to its kernel over some. */
export async function checkPort({ computer }: CheckHost): Promise<Check> {
  try {
    await computer.usePort();
    return fine("port", "127.0.0.1 takes connections");
  } catch (error) {
    return problem(
      "port",
      `127.0.0.1 takes no connection: ${wordsOf(error)}`,
      "allow programs to listen on this machine",
    );
  }
}

/** Node and npx, which start Deno where it is not installed. */
export async function checkNode({ computer }: CheckHost): Promise<Check> {
  const [node, npx] = await Promise.all(
    ["node", "npx"].map((program) => computer.run(program, { args: ["--version"] })),
  );
  const version = (ended: typeof node) => ended?.code === 0 ? ended.stdout.trim() : "none";
  return fine("Node, npx", `${version(node)}, ${version(npx)}; needed where Deno is not installed`);
}
