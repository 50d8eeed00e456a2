/**
 * Compiles what runs on Node: the client, and what reads a run. The same sources are compiled file by file under the types
 * of Node 22 and ES2024, so that a use of anything newer, or of Deno, is an error.
 */
import ts from "typescript";
import { fileURLToPath } from "node:url";
import { linked, pathTo, TYPED } from "./tree.ts";
import { vendorFile } from "./vendor.ts";

const ROOT = new URL("../../", import.meta.url);

/** What the package exports for Node, by entry. */
export const ENTRIES = {
  ".": "mod",
  "./batch": "packages/npm/batch",
  "./protocol": "src/protocol/mod",
  "./types": "packages/npm/types",
} as const;

/** What needs Deno, with what is imported of it. `connect`, `openPrices` and `openVerifier` refuse before they use it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "src/setup/embedded_service.ts": "export const EmbeddedService: any = 0, IN_PROCESS_KEY: any = 0;",
  "src/setup/data_record.ts": "export const ageOf: any = 0, dataLine: any = 0, digestOf: any = 0, recordOf: any = 0;",
  "src/notebook/cell_values.ts": "export const showsValues: boolean = false;",
  "src/setup/in_cell.ts": "export const forCells = <Value>(research: Value): Value => research;",
  "src/setup/read_verifier.ts": "export const readVerifier: any = 0;",
  "src/setup/score_prices.ts": "export const openPriceData: any = 0, pricePort: any = 0;",
};

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
  paths: { "*": [pathOf("packages/npm/node_modules/*")] },
  types: ["node"],
  typeRoots: [pathOf("packages/npm/node_modules/@types")],
  lib: ["es2024", "esnext.collection", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"]
    .map((name) => `lib.${name}.d.ts`),
};

/** Writes the modules and their types into `node/` of a folder. @returns The packages that they import. */
export function writeClient(out: URL): readonly string[] {
  const whole = { ...options, outDir: fileURLToPath(new URL("node/", out)) };
  const host = ts.createCompilerHost(whole);
  const { readFile, writeFile } = host;
  const leftOut = new Map(Object.entries(LEFT_OUT).map(([name, text]) => [pathOf(name), text]));
  const packages = new Set<string>();
  host.readFile = (path) => leftOut.get(path) ?? readFile(path);
  host.writeFile = (path, text, ...rest) => {
    if (text.trim() === "export {};" && !path.endsWith("npm/types.js")) return; // it held types alone
    const from = path.slice(fileURLToPath(out).length);
    const areTypes = path.endsWith(".d.ts");
    const whole = linked(areTypes ? text : withoutComments(text), (name) => {
      if (name.startsWith(".")) return name.replace(/\.ts$/, ".js");
      if (name.startsWith("node:")) return name;
      if (!areTypes) packages.add(name);
      return pathTo((areTypes && TYPED[name]) || `vendor/${vendorFile(name)}`, from);
    });
    writeFile(path, whole, ...rest);
  };
  const roots = [...Object.values(ENTRIES).map((name) => `${name}.ts`), "packages/npm/deno.d.ts"];
  const program = ts.createProgram(roots.map(pathOf), whole, host);
  const problems = ts.getPreEmitDiagnostics(program);
  program.emit();
  if (problems.length === 0) return [...packages];
  throw new Error(`Cannot build the package:\n${ts.formatDiagnostics(problems, host)}`);
}

/** What is said of the code is in the types beside it, where an editor looks. */
function withoutComments(text: string): string {
  const { target = ts.ScriptTarget.ESNext, module = ts.ModuleKind.ESNext } = options;
  return ts.transpileModule(text, { compilerOptions: { target, module, removeComments: true } }).outputText;
}
