/**
 * Builds the package for Node: `deno task dev npm`, into `out/npm` or the folder it is given. The same sources are compiled
 * file by file under the types of Node 22 and ES2024, so that a use of anything newer, or of Deno, is an error.
 */
import ts from "typescript";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import config from "../deno.json" with { type: "json" };
import own from "./deno.json" with { type: "json" };

const ROOT = new URL("../", import.meta.url);
const [folder = fileURLToPath(new URL("out/npm", ROOT))] = Deno.args;
const OUT = pathToFileURL(`${resolve(folder)}/`);

/** What the package exports, by entry. */
const ENTRIES = { ".": "mod", "./batch": "npm/batch", "./protocol": "src/protocol/mod" } as const;

/** What needs Deno, with what is imported of it. `connect`, `openPrices` and `openVerifier` refuse before they use it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "src/setup/embedded_service.ts": "export const EmbeddedService: any = 0, IN_PROCESS_KEY: any = 0;",
  "src/setup/data_record.ts": "export const ageOf: any = 0, dataLine: any = 0, digestOf: any = 0, recordOf: any = 0;",
  "src/notebook/cell_values.ts": "export const showsValues: boolean = false;",
  "src/setup/in_cell.ts": "export const forCells = <Value>(research: Value): Value => research;",
  "src/setup/read_verifier.ts": "export const readVerifier: any = 0;",
  "src/setup/score_prices.ts": "export const openPriceData: any = 0, pricePort: any = 0;",
};

/** Node 22.16 is the first whose `node:sqlite` can return rows without names. */
const NODE = ">=22.16";

const pathOf = (name: string) => fileURLToPath(new URL(name, ROOT));

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  declaration: true,
  stripInternal: true,
  noEmitOnError: true,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  rewriteRelativeImportExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  rootDir: pathOf("."),
  outDir: fileURLToPath(OUT),
  paths: { "*": [pathOf("npm/node_modules/*")] },
  types: ["node"],
  typeRoots: [pathOf("npm/node_modules/@types")],
  lib: ["es2024", "esnext.collection", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"]
    .map((name) => `lib.${name}.d.ts`),
};

/** @returns The packages that the emitted modules import. */
function compile(): ReadonlySet<string> {
  const host = ts.createCompilerHost(options);
  const { readFile, writeFile } = host;
  const leftOut = new Map(Object.entries(LEFT_OUT).map(([name, text]) => [pathOf(name), text]));
  const packages = new Set<string>();
  host.readFile = (path) => leftOut.get(path) ?? readFile(path);
  host.writeFile = (path, text, ...rest) => {
    if (text.trim() === "export {};") return; // it held types alone
    const named = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
    for (const name of named) if (!/^\.|^node:/.test(name)) packages.add(name);
    // The compiler rewrites the imports of JavaScript only.
    const linked = path.endsWith(".d.ts") ? text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"') : text;
    writeFile(path, path.endsWith(".js") ? withoutComments(linked) : linked, ...rest);
  };
  const roots = [...Object.values(ENTRIES).map((name) => `${name}.ts`), "npm/deno.d.ts"];
  const program = ts.createProgram(roots.map(pathOf), options, host);
  const problems = ts.getPreEmitDiagnostics(program);
  program.emit();
  if (problems.length === 0) return packages;
  throw new Error(`Cannot build the package:\n${ts.formatDiagnostics(problems, host)}`);
}

/** What is said of the code is in the types beside it, where an editor looks. */
function withoutComments(text: string): string {
  const { target = ts.ScriptTarget.ESNext, module = ts.ModuleKind.ESNext } = options;
  return ts.transpileModule(text, { compilerOptions: { target, module, removeComments: true } }).outputText;
}

/** `npm:zod@4.6.7` of both configurations becomes `^4.6.7`; the types were checked with what is declared. */
function rangeOf(name: string): [string, string] {
  const [wanted, built] = [config.imports, own.imports].map((imports) => (imports as Record<string, string>)[name]);
  if (wanted === undefined || wanted !== built) {
    throw new Error(`Cannot build the package: deno.json has ${name} as ${wanted}, npm/deno.json as ${built}`);
  }
  return [name, `^${wanted.split("@").at(-1)}`];
}

function manifest(packages: Iterable<string>): string {
  const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  return JSON.stringify(
    {
      name: config.name,
      version: config.version,
      license: config.license,
      description: "Typed answers of a financial research service, as a stream or a thesis; reads the runs of a screen",
      type: "module",
      sideEffects: false,
      engines: { node: NODE },
      exports: Object.fromEntries(Object.entries(ENTRIES).map(([path, name]) => [path, entry(name)])),
      files: ["mod.*", "npm", "src"],
      dependencies: Object.fromEntries([...packages].toSorted().map(rangeOf)),
    },
    null,
    2,
  );
}

await Deno.remove(OUT, { recursive: true }).catch(() => {}); // the first time there is none
const packages = compile();
await Deno.writeTextFile(new URL("package.json", OUT), `${manifest(packages)}\n`);
await Deno.copyFile(new URL("LICENSE", ROOT), new URL("LICENSE", OUT));
await Deno.copyFile(new URL("README.md", import.meta.url), new URL("README.md", OUT));
