/** Needs of a test beyond Node and Deno, or beyond a working day, and how it is skipped where they are missing. */
import { fileURLToPath } from "node:url";
import { DAY, HAS_PROGRAMS, IS_WHOLE, LANE } from "./lanes.ts";

/** In CI a missing program is an error. */
const IS_CI = Deno.env.get("CONVICTION_CI") === "1";

/** The Python of `deno task dev test:night`: one with the modules of `tests/readers/requirements.txt`. */
export const PYTHON = Deno.env.get("CONVICTION_PYTHON") ?? "python3";

/** The Jupyter of `deno task dev test:night`: one with the modules of `tests/kernel/requirements.txt`. */
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

/** The missing ones of these programs, if any. `deno task test` uses none of them. */
export function missingProgram(...names: readonly string[]): string | undefined {
  const missing = HAS_PROGRAMS ? names.filter((name) => !hasProgram(name)) : names;
  return missing.length === 0 ? undefined : missing.join(" and ");
}

/** As {@linkcode missingProgram}, for Python with these modules. */
export function missingPython(...modules: readonly string[]): string | undefined {
  return HAS_PROGRAMS && hasProgram(PYTHON, ["-c", `import ${modules.join(", ")}`]) ? undefined : "Python";
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
  return HAS_PROGRAMS && isThere(path) ? undefined : path;
}

type Body = (test: Deno.TestContext) => void | Promise<void>;

const register = Deno.test;
/** `deno task test` has run what registers itself in the plain way: `more` runs what is left. */
if (LANE === "more") Object.defineProperty(Deno, "test", { value: Object.assign(() => {}, register) });

/** Registers a test that needs a program: where `missing` names it, the test is skipped; in CI that is an error. */
export function testNeeding(missing: string | undefined, name: string, fn: Body): void {
  if (missing !== undefined && HAS_PROGRAMS && IS_CI) {
    throw new Error(`Cannot run "${name}": it needs ${missing}, and CI must have it`);
  }
  registerNeeding(missing, name, fn);
}

/** Registers a test that needs the developers' data, which not every machine has: CI and the night read them. */
export function testOnShared(missing: string | undefined, name: string, fn: Body): void {
  registerNeeding(missing ?? (HAS_PROGRAMS ? undefined : "../shared/data"), name, fn);
}

/** In so many days CI runs each test that is registered for the night. */
const NIGHT_SLICES = 3;

/**
 * Registers a test that takes too long for every day: `deno task dev test:night` runs it, and CI does on one day of three.
 * Elsewhere the end of the run says that it was not run.
 */
export function testAtNight(name: string, fn: Body): void {
  testOnSharedAtNight(undefined, name, fn);
}

/** As {@linkcode testAtNight}, for a test that needs the developers' data. */
export function testOnSharedAtNight(missing: string | undefined, name: string, fn: Body): void {
  const isDue = IS_WHOLE || (LANE === "more" && (DAY + [...name].length) % NIGHT_SLICES === 0);
  registerNeeding(isDue ? missing : "a night", name, fn);
}

/** As {@linkcode testNeeding}, for a test that only the night runs, whole: what it installs takes longer than CI may. */
export function testOnNightsAlone(missing: () => string | undefined, name: string, fn: Body): void {
  registerNeeding(IS_WHOLE ? missing() : "a night", name, fn);
}

function registerNeeding(missing: string | undefined, name: string, fn: Body): void {
  const isMissing = missing !== undefined;
  register({ name: isMissing ? `${name} (NOT RUN: needs ${missing})` : name, ignore: isMissing, fn });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== undefined;
  } catch {
    return false;
  }
}
