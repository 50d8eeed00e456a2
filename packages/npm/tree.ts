/** Compiles the sources for Deno as an installed package has them: file by file, since Deno strips no types there. */
import { build } from "esbuild";
import ts from "typescript";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { vendorFile } from "./vendor.ts";

const ROOT = new URL("../../", import.meta.url);
/** What is in the package, of the checkout: folders with all that is below them, or single files. */
const SOURCES = [
  "mod.ts",
  "types.ts",
  "src",
  "pipelines",
  "packages/mcp",
  "packages/model",
  "packages/npm/cli.ts",
] as const;
/** Notes for developers, tests, and schedules of a checkout. */
const LEFT_OUT = /_test\.ts$|(?:README|rooms)\.md$|(?:model|mcp)\/(?:deno\.(?:json|lock)|bench\.ts)$|nightly\.[a-z]+$/;
/** Types that public ones name. */
export const TYPED: Readonly<Record<string, string>> = { zod: "vendor/types/zod/index.js" };

/** Copies or compiles every source into a folder, and links it to the bundles. @returns What the modules import of npm. */
export async function writeTree(out: URL): Promise<readonly string[]> {
  const packages = new Set<string>();
  const paths = (await Promise.all(SOURCES.map((name) => Array.fromAsync(filesOf(name))))).flat();
  const compiled = await compile(paths.filter((path) => path.endsWith(".ts")));
  for (const path of paths) {
    const [text, to] = [compiled.get(path), new URL(inPackage(path), out)];
    await Deno.mkdir(new URL(".", to), { recursive: true });
    if (text === undefined) await Deno.copyFile(new URL(path, ROOT), to);
    else await Deno.writeTextFile(to, linkedToBundles(text, { path, packages }));
  }
  return Array.from(packages).toSorted();
}

/** Strips the types, file by file. */
async function compile(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: [...paths],
    outdir: "/",
    outbase: fileURLToPath(ROOT),
    ...{ bundle: false, write: false, format: "esm", target: "esnext", charset: "utf8", logLevel: "error" },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, target: "esnext" } },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(1).replace(/\.js$/, ".ts"), text]));
}

/** A program that is imported as a text keeps away from what is compiled: of two files one would overwrite the other. */
function inPackage(path: string): string {
  return path.replace(/\.js$/, ".js.txt").replace(/\.ts$/, ".js");
}

async function* filesOf(path: string): AsyncGenerator<string> {
  if (LEFT_OUT.test(path)) return;
  if ((await Deno.stat(new URL(path, ROOT))).isFile) return yield path;
  for await (const { name } of Deno.readDir(new URL(`${path}/`, ROOT))) yield* filesOf(`${path}/${name}`);
}

function linkedToBundles(text: string, { path, packages }: { path: string; packages: Set<string> }): string {
  return linked(text, (specifier) => {
    if (specifier.startsWith(".")) return inPackage(specifier);
    if (specifier.startsWith("node:")) return specifier;
    packages.add(specifier);
    return pathTo(`vendor/${vendorFile(specifier)}`, path);
  });
}

/** A module with other specifiers, also where it only asks for the address of one. */
export function linked(text: string, link: (specifier: string) => string): string {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({ fileName, pos }));
  const resolved = Array.from(
    text.matchAll(/(?<=import\.meta\.resolve\()"([^"]+)"/g),
    ({ 1: fileName = "", index: pos }) => ({ fileName, pos }),
  );
  return [...imported, ...resolved].toSorted((a, b) => b.pos - a.pos).reduce((linking, { fileName, pos }) => {
    const end = pos + 1 + fileName.length;
    if (linking.slice(pos + 1, end) !== fileName) throw new Error(`Cannot build the package: no ${fileName} at ${pos}`);
    return `${linking.slice(0, pos + 1)}${link(fileName)}${linking.slice(end)}`;
  }, text);
}

/** The path of a file of the package, as a module of it names it. */
export function pathTo(file: string, from: string): string {
  const path = posix.relative(posix.dirname(from), file);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Writes the declarations that the entries of `deno.json` reach, for an editor and a type check of who imports them. */
export async function writeTypes(out: URL): Promise<void> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["types"] }).output();
  const types = new TextDecoder().decode(stdout).replaceAll(/^\/\/\/ <reference .*$/gm, "");
  const options = typeOptions(out);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  const deno = fileURLToPath(new URL("deno.d.ts", ROOT));
  host.readFile = (path) => path === deno ? types : readFile(path);
  host.fileExists = (path) => path === deno || fileExists(path);
  const written = new Map<string, string>();
  host.writeFile = (path, text) => void written.set(path.slice(fileURLToPath(out).length), text);
  const entries = Object.values(config.exports).map((path) => path.slice(2));
  ts.createProgram([...entries.map((name) => fileURLToPath(new URL(name, ROOT))), deno], options, host).emit();
  await keep(entries.map((name) => name.replace(/\.ts$/, ".d.ts")), written, out);
}

function typeOptions(out: URL): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noCheck: true,
    rootDir: fileURLToPath(ROOT),
    outDir: fileURLToPath(out),
    paths: { "*": [fileURLToPath(new URL("packages/npm/node_modules/*", ROOT))] },
    types: [],
    lib: ["lib.esnext.d.ts"],
  };
}

/** Writes the declarations at these paths, and all that they import. */
async function keep(paths: readonly string[], written: ReadonlyMap<string, string>, out: URL): Promise<void> {
  const open = [...paths];
  const seen = new Set(open);
  for (const path of open) {
    const text = written.get(path);
    if (text === undefined) throw new Error(`Cannot build the package: ${path} was not made`);
    const relinked = linked(text, (specifier) => {
      if (!specifier.startsWith(".")) {
        return TYPED[specifier] === undefined ? specifier : pathTo(TYPED[specifier], path);
      }
      const next = posix.join(posix.dirname(path), specifier.replace(/\.ts$/, ".d.ts"));
      if (!seen.has(next)) open.push(next);
      seen.add(next);
      return specifier.replace(/\.ts$/, ".js");
    });
    await Deno.mkdir(new URL(".", new URL(path, out)), { recursive: true });
    await Deno.writeTextFile(new URL(path, out), relinked);
  }
}
