/** Which tests `deno task quick` and `deno task dev test:more` run, and how the quick ones are loaded. */
import { filesBelow, ROOT } from "./house/module_graph.ts";

/** Names in code that starts a process, opens a port or reads the real time. */
const SLOW =
  /\bDeno\.(?:Command|listen|serve|connect|createHttpClient)\b|\bserveCommand\b|\bsystemClock\b|\bperformance\.now\b|\/src\/sandbox\/|\/door\/listen\b|\/setup\/embedded\b/;

/** Imports of code of which `deno task test` runs a part, or nothing: what needs a program, and large sweeps. */
const IN_PART = / from "\.[^"]*\/(?:needs|sampled)\.ts"/;

/** The test files that contain no slow name, also in the files of `tests` that they import. */
export async function quickFiles(): Promise<string[]> {
  return (await testFiles(SLOW)).others;
}

/** The test files of which `deno task test` leaves something out. */
export async function moreFiles(): Promise<string[]> {
  return (await testFiles(IN_PART)).matching;
}

/** Test files by whether they, or files of `tests` that they import, match a pattern. */
async function testFiles(pattern: RegExp): Promise<{ readonly matching: string[]; readonly others: string[] }> {
  const files = await filesBelow("tests", ".ts");
  const texts = new Map(files.map((file) => [file, Deno.readTextFileSync(new URL(file, ROOT))]));
  const matches = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    const text = texts.get(file) ?? "";
    const imports = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) => new URL(path, new URL(file, ROOT)));
    return pattern.test(text) || imports.some(({ href }) => matches(href.slice(ROOT.href.length), seen));
  };
  const tests = files.filter((file) => file.endsWith("_test.ts"));
  const { matching = [], others = [] } = Object.groupBy(tests, (file) => matches(file) ? "matching" : "others");
  return { matching, others };
}

/**
 * Writes a module for each processor that imports its share of these files: `deno test` loads each file in its own
 * realm, and loading takes half of the time of quick tests.
 *
 * @returns Paths of the modules.
 */
export async function joined(files: readonly string[], folder: string): Promise<string[]> {
  const modules = Array.from(
    { length: Math.min(8, navigator.hardwareConcurrency) },
    (_, at) => `${folder}/${at}_test.ts`,
  );
  for (const [at, path] of modules.entries()) {
    const own = files.filter((_, place) => place % modules.length === at);
    await Deno.writeTextFile(path, own.map((file) => `import "${new URL(file, ROOT)}";\n`).join(""));
  }
  return modules;
}
