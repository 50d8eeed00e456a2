/**
 * Builds the packages for npm and for Python: `deno task dev npm`, into `out/npm` or the folder it is given, where
 * `package/` is what `npm pack` packs, and the wheel lies beside it. One tree, compiled once, is in both.
 */
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import config from "../../deno.json" with { type: "json" };
import server from "../../server.json" with { type: "json" };
import own from "./deno.json" with { type: "json" };
import { ENTRIES, writeClient } from "./client.ts";
import { writeTree, writeTypes } from "./tree.ts";
import { vendor } from "./vendor.ts";
import { writeWheel } from "./wheel.ts";

const ROOT = new URL("../../", import.meta.url);
const [folder = fileURLToPath(new URL("out/npm", ROOT))] = Deno.args;
const OUT = pathToFileURL(`${resolve(folder)}/`);
const PACKAGE = new URL("package/", OUT);
/** The set of permissions may be renamed in a later Deno, which calls it experimental. */
const DENO = "~2.9.6";

/** What is bundled is of the versions that the sources are tested with. */
function checkVersions(): void {
  for (const [name, wanted] of Object.entries<string>(config.imports)) {
    const built = (own.imports as Record<string, string>)[name];
    if (wanted.startsWith("npm:") && wanted !== built) {
      throw new Error(
        `Cannot build the package: deno.json has ${name} as ${wanted}, packages/npm/deno.json as ${built}`,
      );
    }
  }
}

/** What an import gets, on Node and on Deno. */
function exported(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(config.exports).map(([path, source]) => {
      const faces = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
      const deno = faces(source.replace(/^\.\/|\.ts$/g, ""));
      const node = (ENTRIES as Record<string, string>)[path];
      return [path, node === undefined ? deno : { deno, default: faces(`node/${node}`) }];
    }),
  );
}

function manifest(): object {
  return {
    name: config.name,
    version: config.version,
    mcpName: server.name, // by which the registry of servers knows that both are one's
    license: config.license,
    description: "Research on companies, each figure of it computed twice from your own files",
    type: "module",
    bin: { conviction: "conviction.cjs" },
    exports: exported(),
    engines: { node: ">=20" },
    dependencies: { deno: DENO },
  };
}

/** What Deno reads of the checkout's configuration. */
function settings(): object {
  const { name, version, exports, permissions: { conviction, kernels, doctor } } = config;
  const compiled = Object.entries(exports).map(([path, source]) => [path, source.replace(/\.ts$/, ".js")]);
  const permissions = { conviction, kernels, doctor };
  return { name, version, exports: Object.fromEntries(compiled), nodeModulesDir: "manual", lock: false, permissions };
}

/** The flags with which a checkout starts the command. */
function launch(): object {
  const [, flags = ""] = /\bdeno run (.*) \S+$/.exec(config.tasks.conviction.command) ?? [];
  return { flags: flags.split(" ") };
}

checkVersions();
await Deno.remove(OUT, { recursive: true }).catch(() => {}); // the first time there is none
await Deno.mkdir(PACKAGE, { recursive: true });
const packages = new Set([...await writeTree(PACKAGE), ...writeClient(PACKAGE)]);
await Promise.all([vendor([...packages].toSorted(), PACKAGE), writeTypes(PACKAGE)]);
for (const [name, value] of Object.entries({ package: manifest(), deno: settings(), launch: launch() })) {
  await Deno.writeTextFile(new URL(`${name}.json`, PACKAGE), `${JSON.stringify(value, null, 2)}\n`);
}
await Deno.copyFile(new URL("LICENSE", ROOT), new URL("LICENSE", PACKAGE));
await Deno.copyFile(new URL("README.md", import.meta.url), new URL("README.md", PACKAGE));
await Deno.copyFile(new URL("conviction.cjs", import.meta.url), new URL("conviction.cjs", PACKAGE));
await writeWheel(PACKAGE, OUT);
