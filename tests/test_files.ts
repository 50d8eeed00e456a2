/** Which files of tests a lane runs, and how many of them share a realm. */
import { filesBelow, ROOT } from "./house/module_graph.ts";
import { LANE } from "./lanes.ts";
import { sweep } from "./sweeps.ts";
import LATER from "./later.json" with { type: "json" };
import TIMES from "./times.json" with { type: "json" };

/** What the files take that take longer than half a second; `deno task test --write-times` measures them. */
const seconds: Readonly<Record<string, number>> = TIMES;
/** Files that take longer than this are listed. */
export const LISTED_SECONDS = 0.5;
/** What a file takes that is not listed. */
const USUAL_SECONDS = 0.1;

/** Names in code that starts a process, opens a port or reads the real time. */
const SLOW =
  /\bDeno\.(?:Command|listen|serve|connect|createHttpClient)\b|\bserveCommand\b|\bsystemClock\b|\bperformance\.now\b|\/src\/sandbox\/|\/src\/kernel\/|\/door\/listen\b|\/setup\/embedded\b|\bcreateServer\b|run_program|night_programs|delivery_host|sendmail|from "node:(?:net|http2?)"/;

/** Imports of what registers tests that need a program, or a night. */
const MORE = / from "\.[^"]*\/needs\.ts"/;

/** Every file of tests that `deno.json` configures. */
export async function allTestFiles(): Promise<string[]> {
  const files = await filesBelow("tests", ".ts");
  return files.filter((file) => file.endsWith("_test.ts") && !/^tests\/(?:clients|fleet)\//.test(file));
}

/** The files that need Node alone but are dear: CI runs them after `deno task test`, with the same slices. */
export const LATER_FILES: readonly string[] = LATER;

/** Those that `deno task test` runs. */
export async function testFiles(): Promise<string[]> {
  return (await allTestFiles()).filter((file) => !LATER_FILES.includes(file));
}

/** Those that are not listed as dear, and contain no slow name, also in the files of `tests` that they import. */
export async function quickFiles(): Promise<string[]> {
  return (await byPattern(SLOW)).others.filter((file) => seconds[file] === undefined && !LATER_FILES.includes(file));
}

/** Those of which `deno task test` leaves tests out. */
export async function moreFiles(): Promise<string[]> {
  return (await byPattern(MORE)).matching;
}

/** Test files by whether they, or files of `tests` that they import, match a pattern. */
async function byPattern(pattern: RegExp): Promise<{ readonly matching: string[]; readonly others: string[] }> {
  const files = await filesBelow("tests", ".ts");
  const texts = new Map(files.map((file) => [file, Deno.readTextFileSync(new URL(file, ROOT))]));
  const matches = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    const text = texts.get(file) ?? "";
    const imports = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) => new URL(path, new URL(file, ROOT)));
    return pattern.test(text) || imports.some(({ href }) => matches(href.slice(ROOT.href.length), seen));
  };
  const { matching = [], others = [] } = Object.groupBy(
    await allTestFiles(),
    (file) => matches(file) ? "matching" : "others",
  );
  return { matching, others };
}

/** The files of `src` with examples in their comments: the day's slice of them, and in `more` those left out of it. */
export async function exampleFiles(): Promise<string[]> {
  const files = ["mod.ts", ...await filesBelow("src", ".ts")];
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, ROOT))));
  const all = files.filter((_, at) => /^ *\* ```ts$/m.test(texts[at] ?? ""));
  const today = new Set(sweep("examples in comments", all));
  return all.filter((file) => today.has(file) === (LANE !== "more"));
}

/**
 * Writes modules that import a share of these files each, in time as even as may be. `deno test` loads each module in its
 * own realm: 546 of them took 300 s of processor time.
 *
 * @returns Paths of the modules.
 */
export async function joined(files: readonly string[], folder: string): Promise<string[]> {
  const timed = files.map((file) => ({ file, seconds: seconds[file] ?? USUAL_SECONDS }));
  const shares = Array.from(
    { length: Math.min(files.length, MODULES) },
    () => ({ seconds: 0, imports: [] as string[] }),
  );
  for (const one of timed.toSorted((a, b) => b.seconds - a.seconds)) {
    const least = shares.reduce((a, b) => b.seconds < a.seconds ? b : a);
    least.seconds += one.seconds;
    least.imports.push(`import "${new URL(one.file, ROOT)}";\n`);
  }
  return await Promise.all(shares.map(async ({ imports }, at) => {
    const path = `${folder}/${at}_test.ts`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(path, imports.join(""));
    return path;
  }));
}

/** Two for each processor, so that none waits long for the last one: in each the first answer over the sample takes seconds. */
const MODULES = 2 * navigator.hardwareConcurrency;
