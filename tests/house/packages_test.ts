/** `deno task` downloads every package of deno.lock before it starts, for every user; tests have tests/deno.lock. */
import { deepEqual } from "../assert.ts";
import config from "../../deno.json" with { type: "json" };
import fleetConfig from "../../packages/fleet/deno.json" with { type: "json" };
import mcpConfig from "../../packages/mcp/deno.json" with { type: "json" };
import modelConfig from "../../packages/model/deno.json" with { type: "json" };
import { importsFrom, ROOT } from "./module_graph.ts";

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

const readLock = (path: string) => JSON.parse(Deno.readTextFileSync(new URL(path, ROOT))) as Lock;
const lock = readLock("deno.lock");
/** What `deno.json` names of npm: of a package of many modules each by its file. */
const named = Object.values(config.imports).filter((target) => target.startsWith("npm:"));

Deno.test("every package of deno.json is imported by src, and none is there for tests alone", async () => {
  const imports = await importsFrom("pipelines/commands.ts");
  const imported = imports.map(({ to }) => to).filter((to) => to.startsWith("npm:"));
  deepEqual([...new Set(imported.map((to) => to.replace(/^npm:\/?/, "npm:")))].toSorted(), named.toSorted());
});

Deno.test("deno.lock holds these packages and what they need, and nothing else", () => {
  const wanted = new Set(
    Object.entries(lock.specifiers).map(([name, version]) => `${nameOf(name.slice(4))}@${version}`),
  );
  for (const key of wanted) {
    for (const needed of lock.npm[key]?.dependencies ?? []) wanted.add(keyOf(needed));
  }
  deepEqual(Object.keys(lock.npm), [...wanted].toSorted());
});

Deno.test("the tests run with the versions that a user has", () => {
  const { npm } = readLock("tests/deno.lock");
  for (const [name, entry] of Object.entries(lock.npm)) deepEqual(npm[name], entry, name);
});

Deno.test("what answers assistants has the packages of the module in their versions, and one of its own", () => {
  const { npm } = readLock("packages/mcp/deno.lock");
  for (const [name, entry] of Object.entries(lock.npm)) if (name in npm) deepEqual(npm[name], entry, name);
  const known: Readonly<Record<string, string>> = config.imports;
  const own = Object.entries(mcpConfig.imports).filter(([name, target]) => known[name] !== target);
  deepEqual(own.map(([name]) => name), ["@modelcontextprotocol/server"]);
  deepEqual(mcpConfig.compilerOptions, config.compilerOptions);
  deepEqual(Object.keys(npm).filter((key) => !(key in lock.npm)).map(nameOf), [
    ...["@modelcontextprotocol/core", "@modelcontextprotocol/server"],
  ]);
});

Deno.test("what asks a language model has the packages of the module in their versions, and two of its own", () => {
  const { npm } = readLock("packages/model/deno.lock");
  for (const [name, entry] of Object.entries(lock.npm)) deepEqual(npm[name], entry, name);
  const known: Readonly<Record<string, string>> = config.imports;
  const own = Object.entries(modelConfig.imports).filter(([name, target]) => known[name] !== target);
  deepEqual(own.map(([name]) => name), ["@ai-sdk/openai-compatible", "@ai-sdk/provider"]);
  deepEqual(modelConfig.compilerOptions, config.compilerOptions);
  deepEqual(Object.keys(npm).filter((key) => !(key in lock.npm)).map(nameOf), [
    ...["@ai-sdk/openai-compatible", "@ai-sdk/provider-utils", "@ai-sdk/provider", "@standard-schema/spec"],
    ...["@workflow/serde", "eventsource-parser", "json-schema"],
  ]);
});

Deno.test("many hosts have the packages of the module in their versions, and those of the database, which nobody else has", () => {
  const { npm } = readLock("packages/fleet/deno.lock");
  for (const [name, entry] of Object.entries(lock.npm)) if (name in npm) deepEqual(npm[name], entry, name);
  const known: Readonly<Record<string, string>> = config.imports;
  const own = Object.entries(fleetConfig.imports).filter(([name, target]) => known[name] !== target);
  deepEqual(own.map(([name]) => name), ["pg", "pg-boss"]);
  deepEqual(fleetConfig.compilerOptions, config.compilerOptions);
  deepEqual(Object.keys(lock.npm).filter((key) => /^pg\b/.test(key)), []);
});

Deno.test("the lock of the foreign clients knows the packages of this module, which it links", () => {
  const { workspace } = readLock("tests/clients/deno.lock") as Lock & {
    readonly workspace: { readonly links: Readonly<Record<string, { readonly dependencies: readonly string[] }>> };
  };
  const packages = new Set(named.map((target) => target.replace(/(@[\d.]+)\/.*$/, "$1")));
  deepEqual(Object.values(workspace.links).map(({ dependencies }) => dependencies), [[...packages].toSorted()]);
});

/** A lock writes a dependency without its version where only one is there. */
function keyOf(dependency: string): string {
  const found = Object.keys(lock.npm).find((key) => key === dependency || nameOf(key) === dependency);
  return found ?? dependency;
}

function nameOf(key: string): string {
  return key.slice(0, key.indexOf("@", 1));
}
