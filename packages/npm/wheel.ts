/** Packs the tree as a pure wheel: Python's package of Deno runs it. */
import { zipSync } from "fflate";
import { createHash } from "node:crypto";
import config from "../../deno.json" with { type: "json" };
import server from "../../server.json" with { type: "json" };

/** What a wheel needs of the package for npm: neither its launcher nor its types, nor what is for Node. */
const IS_OURS = /^(?!node\/|package\.json$|.*\.(?:cjs|d\.ts)$|vendor\/types\/)/;
/** Files of a zip have a time; this one is the same in each build. */
const MTIME = new Date(1980, 0, 1);

/** The registry of servers knows by the name in the description that both are one's. */
const METADATA = `Metadata-Version: 2.4
Name: conviction
Version: ${config.version}
Summary: Research on companies, each figure of it computed twice from your own files
License-Expression: ${config.license}
License-File: LICENSE
License-File: LICENSES.txt
Requires-Python: >=3.10
Requires-Dist: deno>=2.9.6,<2.10
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Description-Content-Type: text/markdown

<!-- mcp-name: ${server.name} -->

`;
const WHEEL = "Wheel-Version: 1.0\nGenerator: conviction\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

/**
 * Writes the wheel.
 * @param tree The folder of the package for npm.
 * @returns The path of its file.
 */
export async function writeWheel(tree: URL, out: URL): Promise<URL> {
  const info = `conviction-${config.version}.dist-info`;
  const files: Record<string, Uint8Array> = {};
  for (const { name } of Deno.readDirSync(new URL("python/", import.meta.url))) {
    if (/\.py$|^py\.typed$/.test(name)) {
      files[`conviction/${name}`] = await Deno.readFile(new URL(`python/${name}`, import.meta.url));
    }
  }
  for await (const path of filesBelow(tree)) {
    if (IS_OURS.test(path)) files[`conviction/tree/${path}`] = await Deno.readFile(new URL(path, tree));
  }
  const text = (value: string) => new TextEncoder().encode(value);
  for (const name of ["LICENSE", "LICENSES.txt"]) {
    files[`${info}/licenses/${name}`] = await Deno.readFile(new URL(name, tree));
  }
  files[`${info}/METADATA`] = text(`${METADATA}${await Deno.readTextFile(new URL("README.md", tree))}`);
  files[`${info}/WHEEL`] = text(WHEEL);
  files[`${info}/entry_points.txt`] = text("[console_scripts]\nconviction = conviction:main\n");
  const rows = Object.entries(files).map(([name, bytes]) => `${name},sha256=${digest(bytes)},${bytes.length}`);
  files[`${info}/RECORD`] = text([...rows, `${info}/RECORD,,`, ""].join("\n"));
  const path = new URL(`conviction-${config.version}-py3-none-any.whl`, out);
  await Deno.writeFile(path, zipSync(files, { level: 9, mtime: MTIME }));
  return path;
}

async function* filesBelow(folder: URL, path = ""): AsyncGenerator<string> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(path, folder)));
  for (const { name, isDirectory } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isDirectory) yield* filesBelow(folder, `${path}${name}/`);
    else yield `${path}${name}`;
  }
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
