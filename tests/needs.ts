/** What a test needs beyond Node and Deno, and what becomes of it where that is missing. */
import { fileURLToPath } from "node:url";
import { IS_WHOLE } from "./sampled.ts";

/** In CI nothing may be missing from `deno task test:all`. */
const IS_CI = Deno.env.get("CONVICTION_CI") === "1";

/** The Python of `deno task test:all`: one that has the modules of `tests/readers/requirements.txt`. */
export const PYTHON = Deno.env.get("CONVICTION_PYTHON") ?? "python3";

/** Whether a program can be started here and exits with 0. */
export function hasProgram(name: string, args: readonly string[] = ["--version"]): boolean {
  try {
    return new Deno.Command(name, { args: [...args], stdin: "null", stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false; // Deno throws where the program is missing
  }
}

/** Which of these programs are missing, undefined where none is. Nothing but `deno task test:all` uses them. */
export function missingProgram(...names: readonly string[]): string | undefined {
  const missing = IS_WHOLE ? names.filter((name) => !hasProgram(name)) : names;
  return missing.length === 0 ? undefined : missing.join(" and ");
}

/** The same for Python with some modules. */
export function missingPython(...modules: readonly string[]): string | undefined {
  return IS_WHOLE && hasProgram(PYTHON, ["-c", `import ${modules.join(", ")}`]) ? undefined : "Python";
}

/** The path of a file of the developers' real data, which are beside the project and not everywhere. */
export function sharedPath(path: string): string {
  return fileURLToPath(new URL(`../../shared/data/${path}`, import.meta.url));
}

/** The same for files of the developers' real data. */
export function missingShared(...paths: readonly string[]): string | undefined {
  return paths.every((path) => isThere(sharedPath(path))) ? undefined : "../shared/data";
}

/** Registers a test that needs something: `missing` names what of it is not here, an error in CI. */
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
