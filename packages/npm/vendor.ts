/** Bundles the npm packages that the sources import, with their licences, so that the package depends on Deno alone. */
import { build, stop } from "esbuild";
import { fileURLToPath } from "node:url";
import own from "./deno.json" with { type: "json" };

const OWN: Readonly<Record<string, string>> = own.imports;

/** The packages, as `packages/npm/deno.json` has them installed; their paths in what esbuild reports begin there. */
const MODULES = new URL("node_modules/", import.meta.url);
/** Where a specifier is in the packages: those of `@std` are in a package of another name. */
const pathIn = (specifier: string) => {
  const [, name = "", path = ""] = /^npm:(.[^@]*)@[^/]+(.*)$/.exec(OWN[specifier] ?? "") ?? [];
  return name === "" ? specifier : `${name}${path}`;
};
/** As npm spells it, or without its ending, or in the words of another country. */
const IS_LICENCE = /^(?:licen[cs]e|copying)(?:[-.].*)?$/i;

/** The file of the bundle that stands for a specifier. */
export function vendorFile(specifier: string): string {
  const flat = specifier.replace(/^@/, "").replaceAll("/", "-");
  return /\.wasm$/.test(specifier) ? flat : `${flat}.js`;
}

/**
 * Writes the bundles of these specifiers, the types of `zod`, which ours are made of, and the licences of all that is in them.
 * @param out The folder of the package.
 */
export async function vendor(specifiers: readonly string[], out: URL): Promise<void> {
  const isCopied = (name: string) => name.endsWith(".wasm");
  const folder = new URL("vendor/", out);
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
    entryPoints: specifiers.filter((name) => !isCopied(name))
      .map((name) => ({ in: pathIn(name), out: vendorFile(name).replace(/\.js$/, "") })),
    outdir: fileURLToPath(folder),
    nodePaths: [fileURLToPath(MODULES)],
    ...{ bundle: true, splitting: true, minify: true, metafile: true, legalComments: "none", logLevel: "error" },
    ...{ format: "esm", platform: "node", target: "es2024", conditions: ["deno", "import"] },
    // Some are CommonJS, and ask for modules of Node.
    banner: {
      js: 'import{createRequire as requireOfNode}from"node:module";const require=requireOfNode(import.meta.url);',
    },
  });
  await stop();
  for (const name of specifiers.filter(isCopied)) {
    await Deno.copyFile(new URL(name, MODULES), new URL(vendorFile(name), folder));
  }
  await copyTypes("zod/index.d.ts", new URL("types/", folder));
  await Deno.writeTextFile(new URL("LICENSES.txt", out), await licencesOf(Object.keys(metafile.inputs)));
}

/** Copies declarations, and those that they import, under their paths. */
async function copyTypes(path: string, to: URL, copied = new Set<string>()): Promise<void> {
  if (copied.has(path)) return;
  copied.add(path);
  const target = new URL(path, to);
  await Deno.mkdir(new URL(".", target), { recursive: true });
  const text = await Deno.readTextFile(new URL(path, MODULES));
  await Deno.writeTextFile(target, text);
  for (const [, name = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g)) {
    const next = new URL(`${name}.d.ts`, new URL(path, "file:///"));
    await copyTypes(next.pathname.slice(1), to, copied);
  }
}

/** The licences of the packages that these files are of, one after the other. */
async function licencesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []));
  const found = await Promise.all(Array.from(folders, (folder) => licenceOf(new URL(`${folder}/`, import.meta.url))));
  const count = found.length;
  return [`vendor/ holds code of ${count} packages under these licences.\n`, ...found.toSorted()].join("\n");
}

/** @throws {Error} where a package names no licence. */
async function licenceOf(folder: URL): Promise<string> {
  const { name, version, license, author } = JSON.parse(await Deno.readTextFile(new URL("package.json", folder)));
  if (typeof license !== "string") throw new Error(`Cannot build the package: ${name} names no licence`);
  const by = typeof author === "string" ? author : author?.name;
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((file) => IS_LICENCE.test(file));
  const texts = await Promise.all(names.map((file) => Deno.readTextFile(new URL(file, folder))));
  const heading = `== ${name} ${version}: ${license}${by === undefined ? "" : `, by ${by}`}`;
  return [heading, "", ...texts.map((text) => text.trim()), ""].join("\n");
}
