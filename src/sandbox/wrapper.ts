/**
 * The main module of the child process.
 *
 * Untrusted code cannot be the main module: Deno lets a main module import any file the user can read
 * without permission (denoland/deno#29991), while a computed `import()` needs `--allow-read`.
 * The imported code can forge anything in this process, so the checks here are no defence; they only
 * turn mistakes into clear messages.
 */
export const WRAPPER = `
const beside = (path) => new URL(path, import.meta.url);
const { exit, inspect, writeTextFileSync } = Deno;

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
