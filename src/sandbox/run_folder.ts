import type { Program } from "./code_run.ts";
import type { SandboxLimits } from "./limits.ts";
import { WRAPPER } from "./wrapper.ts";

/** Deno's caches mirror the path of the code, so even an honest run has a few dozen entries. */
const MAX_CACHE_ENTRIES = 512;

/**
 * Makes a fresh folder below `scratch`: `in` may be read by the code, `out` written.
 * @returns Its absolute path, without links.
 */
export async function makeRunFolder(scratch: string, program: Program): Promise<string> {
  await Deno.mkdir(scratch, { recursive: true });
  // Permissions are checked on real paths; on macOS the usual scratch folder is a link.
  const folder = await Deno.realPath(await Deno.makeTempDir({ dir: scratch, prefix: "run_" }));
  for (const name of ["in", "out", "deno", "home"]) await Deno.mkdir(`${folder}/${name}`);
  await Deno.writeTextFile(`${folder}/main.js`, WRAPPER);
  await Deno.writeTextFile(`${folder}/in/code.ts`, program.code);
  await Deno.writeTextFile(`${folder}/in/input.json`, JSON.stringify(program.input ?? null));
  return folder;
}

/** Whether the code has put more on disk than it may, into `out` or through Deno's caches. */
export async function isOverfull(folder: string, limits: SandboxLimits): Promise<boolean> {
  const caches = { bytes: limits.fileBytes, entries: MAX_CACHE_ENTRIES };
  const out = { bytes: limits.fileBytes, entries: limits.fileCount };
  try {
    await subtract(`${folder}/out`, out);
    await subtract(`${folder}/deno`, caches);
  } catch (error) {
    // A file may vanish between listing and looking; a folder closed to us hides its content.
    return !(error instanceof Deno.errors.NotFound);
  }
  return [out, caches].some(({ bytes, entries }) => bytes < 0 || entries < 0);
}

async function subtract(folder: string, left: { bytes: number; entries: number }): Promise<void> {
  for await (const entry of Deno.readDir(folder)) {
    left.entries -= 1;
    if (left.entries < 0 || left.bytes < 0) return;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) await subtract(path, left);
    else left.bytes -= (await Deno.lstat(path)).size;
  }
}

/**
 * Reads what the wrapper wrote as the returned value; call it when the child is gone.
 * @throws {Error} when there is no such file, it is not a plain one, too large or not JSON.
 */
export async function readResult(folder: string, limits: SandboxLimits): Promise<unknown> {
  const path = `${folder}/out/result.json`;
  const info = await Deno.lstat(path).catch((cause) => {
    throw new Error("Cannot read the result: the code ended without returning one", { cause });
  });
  // A link would make us read, with our rights, a file that the code may not read.
  if (!info.isFile || (info.nlink ?? 1) !== 1) {
    throw new Error("Cannot read the result: it is not a plain file");
  }
  if (info.size > limits.resultBytes) {
    throw new Error(
      `Cannot read the result: it has ${info.size} bytes, over ${limits.resultBytes}`,
    );
  }
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (cause) {
    throw new Error("Cannot read the result: it is not JSON", { cause });
  }
}

/** Text with the run folder's own path taken out, so that equal runs print equal text. */
export function withoutPath(text: string, folder: string): string {
  const encoded = encodeURI(folder).replaceAll(/[?#]/g, encodeURIComponent);
  return [`file://${encoded}/`, `file://${folder}/`, `${folder}/`]
    .reduce((shorter, prefix) => shorter.replaceAll(prefix, ""), text);
}

/** Removes the folder, even if the code has taken away the right to list parts of it. */
export async function removeRunFolder(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch {
    await unlock(folder);
    await Deno.remove(folder, { recursive: true });
  }
}

async function unlock(folder: string): Promise<void> {
  await Deno.chmod(folder, 0o700);
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) await unlock(`${folder}/${entry.name}`);
  }
}
