/** What the tasks permit: the sets of the configurations, compared with each other and with the code. */
import { deepEqual, equal, ok } from "../assert.ts";
import config from "../../deno.json" with { type: "json" };
import fleetConfig from "../../fleet/deno.json" with { type: "json" };
import mcpConfig from "../../mcp/deno.json" with { type: "json" };
import modelConfig from "../../model/deno.json" with { type: "json" };
import { filesBelow, ROOT } from "./module_graph.ts";

const READ =
  /\b(?:env|permittedEnv|fromEnv|Deno\.env\.get)\("(\w+)"\)|\bvariable: "(\w+)"|"((?:https?|all|no)_proxy)"/gi;

/** The variables of a terminal, and the folder where the person stands. */
const TERMINAL = ["INIT_CWD", "NO_COLOR", "TERM"];
const { work, reach, offline, look, kernels } = config.permissions;
const CONFIGS: Readonly<Record<string, object>> = {
  "deno.json": config.permissions,
  "fleet/deno.json": fleetConfig.permissions,
  "mcp/deno.json": mcpConfig.permissions,
  "model/deno.json": modelConfig.permissions,
};

/** A start of a program in a task. */
interface Start {
  readonly task: string;
  readonly program: string;
  /** The configuration whose sets it uses. */
  readonly config: string;
  readonly set: string | undefined;
  /** Flags that permit or deny beside the set. */
  readonly flags: readonly string[];
}

const starts: readonly Start[] = Object.entries(config.tasks).flatMap(([task, command]) =>
  [...JSON.stringify(command).matchAll(/deno run (.*?)(\S+\.ts)\b/g)].map(([, flags = "", program = ""]) => ({
    ...{ task, program },
    config: /--config (\S+)/.exec(flags)?.[1] ?? "deno.json",
    set: /-P=(\w+)/.exec(flags)?.[1],
    flags: flags.match(/--(?:allow|deny)-\S+/g) ?? [],
  }))
);

/** Every variable that the code names where it reads one; those of our own prefix count as one. */
async function variablesRead(): Promise<string[]> {
  const files = (await filesBelow("src", ".ts")).filter((file) => !file.startsWith("src/commands/local/"));
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, ROOT))));
  const names = texts.flatMap((text) => [...text.matchAll(READ)].flatMap(([, ...groups]) => groups));
  const known = names.filter((name) => name !== undefined).map((name) =>
    name.replace(/^CONVICTION_.*/, "CONVICTION_*")
  );
  return [...new Set(known)].toSorted();
}

Deno.test("every permission set that a task names is in its configuration: Deno ends with a stack trace otherwise", () => {
  const named = starts.filter(({ set }) => set !== undefined);
  ok(named.length > 20, `too few starts found: ${named.length}`);
  const missing = named.filter(({ config, set }) => !Object.hasOwn(CONFIGS[config] ?? {}, set ?? ""));
  deepEqual(missing, []);
});

Deno.test("the set work permits every variable that the code reads, and no other", async () => {
  deepEqual(work.env.toSorted(), await variablesRead());
});

Deno.test("the set work of another configuration is that of deno.json; a fleet's has what its database needs beside", () => {
  const { net: _, ...pipe } = work;
  deepEqual(mcpConfig.permissions, { work, pipe });
  deepEqual(modelConfig.permissions, { work });
  const database = { sys: ["osRelease", "hostname", "uid", "homedir"], env: [...work.env, "PG*", "USER"] };
  deepEqual(fleetConfig.permissions, { work: { ...work, ...database }, look: { read: true, net: true, ...database } });
});

Deno.test("the sets of commands that start no program or use no service do not permit it", () => {
  const { run: _, ...withoutPrograms } = work;
  deepEqual(reach, withoutPrograms);
  deepEqual(look, { read: true, env: TERMINAL });
  deepEqual(offline, { read: true, write: true, env: ["CONVICTION_DATA", "CONVICTION_KEYS", ...TERMINAL] });
});

Deno.test("the set kernels permits what installs and runs kernels: deno, this machine, and where the folders are", () => {
  const { env, ...others } = kernels;
  deepEqual(others, { read: true, write: true, net: ["127.0.0.1"], run: ["deno"] });
  const shown = ["INIT_CWD", "npm_lifecycle_event", "PATH", "NO_COLOR", "TERM"]; // npx may have started it
  const folders = ["HOME", "USERPROFILE", "APPDATA", "XDG_DATA_HOME", "JUPYTER_DATA_DIR", "DENO_DIR"];
  deepEqual(env, [...shown, ...folders]);
});

/** The set of each command, and what it may do beside or less. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  work: ["screen", "nightly", "ask", "fleet:screen", "fleet:work"],
  "work --allow-sys=setPriority": ["serve", "serve:mcp", "model"],
  reach: ["probe", "conform"],
  "reach --allow-run=sh": ["data"],
  pipe: ["mcp"],
  offline: ["export", "history", "prune", "calibrate", "score", "verify", "keys"],
  look: ["status", "compare", "fleet:status"],
  kernels: ["notebooks", "kernel"],
  doctor: ["doctor"],
};

Deno.test("each command has the set with the least that it needs", () => {
  const commands = starts.filter(({ program }) => /^(?:pipelines|mcp|model|fleet)\/(?!bench)/.test(program));
  const may = Map.groupBy(commands, ({ set, flags }) => [set, ...flags].join(" "));
  deepEqual(
    Object.fromEntries([...may].map(([rights, all]) => [rights, all.map(({ task }) => task).toSorted()])),
    Object.fromEntries(Object.entries(MAY).map(([rights, all]) => [rights, all.toSorted()])),
  );
});

Deno.test("a task that starts a program has Deno ask nobody for a newer version", () => {
  const commands = Object.values(config.tasks).map((task) => JSON.stringify(task));
  const asking = commands.filter((command) =>
    command.replaceAll("DENO_NO_UPDATE_CHECK=1 deno run", "").includes("deno run")
  );
  deepEqual(asking, []);
});

Deno.test("the settings of the heap are the same wherever they are given", () => {
  const given = Object.values(config.tasks).flatMap((task) => JSON.stringify(task).match(/--v8-flags=\S+/g) ?? []);
  equal(new Set(given).size, 1);
});
