import type { Program } from "./code_run.ts";
import type { SandboxLimits } from "./limits.ts";

/** Deno's caches mirror the path of the code, so even a simple run has a few dozen entries. */
const MAX_CACHE_ENTRIES = 512;

/**
 * Creates a folder below `scratch`; the code may read `in` and write `out`.
 * @returns Its absolute path, with links resolved.
 */
export async function makeRunFolder(scratch: string, program: Program): Promise<string> {
  await Deno.mkdir(scratch, { recursive: true });
  // Deno checks permissions on real paths; on macOS the temporary folder is a link.
  const folder = await Deno.realPath(await Deno.makeTempDir({ dir: scratch, prefix: "run_" }));
  for (const name of ["in", "out", "deno", "home"]) await Deno.mkdir(`${folder}/${name}`);
  await Deno.writeTextFile(`${folder}/main.js`, WRAPPER);
  await Deno.writeTextFile(`${folder}/in/code.ts`, program.code);
  await Deno.writeTextFile(`${folder}/in/input.json`, JSON.stringify(program.input ?? null));
  return folder;
}

/** Whether the code has exceeded its limits on disk, in `out` or in Deno's caches. */
export async function isOverfull(folder: string, limits: SandboxLimits): Promise<boolean> {
  const caches = { bytes: limits.fileBytes, entries: MAX_CACHE_ENTRIES };
  const out = { bytes: limits.fileBytes, entries: limits.fileCount };
  try {
    await subtract(`${folder}/out`, out);
    await subtract(`${folder}/deno`, caches);
  } catch (error) {
    // A file may vanish between readDir and lstat; an unreadable folder may hide its content.
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
 * Reads the result that the wrapper wrote; call it after the child has exited.
 * @throws {Error} when the file is missing, not a regular file, too large or not JSON.
 */
export async function readResult(folder: string, limits: SandboxLimits): Promise<unknown> {
  const path = `${folder}/out/result.json`;
  const info = await Deno.lstat(path).catch((cause) => {
    throw new Error("Cannot read the result: the code exited without returning one", { cause });
  });
  // A link would make this process read a file that the code itself may not read.
  if (!info.isFile || (info.nlink ?? 1) !== 1) {
    throw new Error("Cannot read the result: it is not a regular file");
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

/** Removes the path of the run folder from a text, so that identical runs print identical text. */
export function withoutPath(text: string, folder: string): string {
  const encoded = encodeURI(folder).replaceAll(/[?#]/g, encodeURIComponent);
  return [`file://${encoded}/`, `file://${folder}/`, `${folder}/`]
    .reduce((shorter, prefix) => shorter.replaceAll(prefix, ""), text);
}

/** Removes the folder, even if the code has made parts of it unreadable. */
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

/**
 * The main module of the child process.
 *
 * Untrusted code cannot be the main module: Deno lets a main module import any file the user can read
 * without permission (denoland/deno#29991), while a computed `import()` needs `--allow-read`.
 * The imported code can forge anything in this process, so the checks here are no defence; they only
 * turn mistakes into clear messages.
 */
const WRAPPER = `
const beside = (path) => new URL(path, import.meta.url);
const { exit, inspect, writeTextFileSync } = Deno;
Deno.stdout.writeSync(new Uint8Array([0])); // the limit of time counts from here

// A killed host cannot kill this process. Code that never yields is stopped by the processor limit.
const host = Deno.ppid;
Deno.unrefTimer(setInterval(() => { if (Deno.ppid !== host) exit(1); }, 250));

const NOT_JSON = new Set(["bigint", "function", "symbol"]);

function refuse(key, what) {
  throw new TypeError("Cannot return the result: " + (key === "" ? "it" : JSON.stringify(key)) +
    " is " + what + ", which JSON cannot hold");
}

function onlyJson(key, value) {
  if (typeof value === "number" && !Number.isFinite(value)) refuse(key, String(value));
  if (NOT_JSON.has(typeof value)) refuse(key, "a " + typeof value);
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    refuse(key, "a " + value.constructor.name);
  }
  if (value === undefined && (key === "" || Array.isArray(this))) refuse(key, "undefined");
  return value;
}

try {
  const input = JSON.parse(Deno.readTextFileSync(beside("in/input.json")));
  const program = await import(beside("in/code.ts").href);
  if (typeof program.default !== "function") {
    throw new TypeError("Cannot run the code: its default export is not a function");
  }
  const result = await program.default(input);
  writeTextFileSync(beside("out/result.json"), JSON.stringify(result, onlyJson));
  exit();
} catch (error) {
  console.error(inspect(error).replaceAll(/\\n +at [^\\n]*\\/main\\.js:\\d+:\\d+\\)?/g, ""));
  exit(1);
}
`;
