/** Needs of a test beyond Node and Deno, and how it is skipped where they are missing. */
import { fileURLToPath } from "node:url";
import { IS_WHOLE } from "./sampled.ts";

/** In CI `deno task dev test:more` fails when something is missing. */
const IS_CI = Deno.env.get("CONVICTION_CI") === "1";

/** The Python of `deno task dev test:all`: one with the modules of `tests/readers/requirements.txt`. */
export const PYTHON = Deno.env.get("CONVICTION_PYTHON") ?? "python3";

/** The Jupyter of `deno task dev test:all`: one with the modules of `tests/kernel/requirements.txt`. */
export const JUPYTER = Deno.env.get("CONVICTION_JUPYTER") ?? "jupyter";

/** Whether a program starts on this machine and exits with 0. */
export function hasProgram(name: string, args: readonly string[] = ["--version"]): boolean {
  try {
    return new Deno.Command(name, { args: [...args], stdin: "null", stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false; // Deno throws where the program is missing
  }
}

/** The missing ones of these programs, if any. Only `deno task dev test:all` uses them. */
export function missingProgram(...names: readonly string[]): string | undefined {
  const missing = IS_WHOLE ? names.filter((name) => !hasProgram(name)) : names;
  return missing.length === 0 ? undefined : missing.join(" and ");
}

/** As {@linkcode missingProgram}, for Python with these modules. */
export function missingPython(...modules: readonly string[]): string | undefined {
  return IS_WHOLE && hasProgram(PYTHON, ["-c", `import ${modules.join(", ")}`]) ? undefined : "Python";
}

/** The path of a file of the developers' real data, beside the project; not every machine has it. */
export function sharedPath(path: string): string {
  return fileURLToPath(new URL(`../../shared/data/${path}`, import.meta.url));
}

/** As {@linkcode missingProgram}, for files of the developers' real data. */
export function missingShared(...paths: readonly string[]): string | undefined {
  return paths.every((path) => isThere(sharedPath(path))) ? undefined : "../shared/data";
}

/** As {@linkcode missingProgram}, for a file or folder of the machine, like its fonts. */
export function missingPath(path: string): string | undefined {
  return IS_WHOLE && isThere(path) ? undefined : path;
}

/** Registers a test that needs something: where `missing` names it, the test is skipped; in CI that is an error. */
export function testNeeding(
  missing: string | undefined,
  name: string,
  fn: (test: Deno.TestContext) => void | Promise<void>,
): void {
  const isMissing = missing !== undefined;
  if (isMissing && IS_WHOLE && IS_CI) throw new Error(`Cannot run "${name}": it needs ${missing}, and CI must have it`);
  Deno.test({ name: isMissing ? `${name} (NOT RUN: needs ${missing})` : name, ignore: isMissing, fn });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== undefined;
  } catch {
    return false;
  }
}
