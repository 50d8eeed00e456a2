/** What the tasks permit: the sets of the configurations, compared with each other and with the code. */
import { deepEqual, equal, ok } from "../assert.ts";
import config from "../../deno.json" with { type: "json" };
import devConfig from "../../dev/deno.json" with { type: "json" };
import fleetConfig from "../../packages/fleet/deno.json" with { type: "json" };
import mcpConfig from "../../packages/mcp/deno.json" with { type: "json" };
import modelConfig from "../../packages/model/deno.json" with { type: "json" };
import { ALL, COMMANDS, isApart, type Permissions, SETS } from "../../pipelines/commands.ts";
import { filesBelow, ROOT } from "./module_graph.ts";

const READ =
  /\b(?:env|permittedEnv|fromEnv|Deno\.env\.get)\("(\w+)"\)|\bvariable: "(\w+)"|"((?:https?|all|no)_proxy)"/gi;

/** Said beside the prefix too, so that a command may keep these and give the prefix up. */
const NAMED = ["CONVICTION_DATA", "CONVICTION_KEYS", "CONVICTION_STARTED_BY"];

interface Configuration {
  readonly tasks: Readonly<Record<string, string | { readonly command?: string }>>;
  readonly permissions?: Readonly<Record<string, Permissions>>;
}

const CONFIGS = {
  "": config,
  "dev/": devConfig,
  "packages/fleet/": fleetConfig,
  "packages/mcp/": mcpConfig,
  "packages/model/": modelConfig,
} as unknown as Readonly<Record<string, Configuration>>;

/** Every start of a program in a task; a developer's task starts in the project's folder. */
const starts = Object.entries(CONFIGS).flatMap(([folder, { tasks }]) =>
  Object.entries(tasks).flatMap(([name, task]) => {
    const command = typeof task === "string" ? task : task.command ?? "";
    const own = command.startsWith("cd .. && ") ? "" : folder;
    return [...command.matchAll(/(\S+ )?deno run (.*?)(\S+\.ts)\b/g)].map(([, before, flags = "", program = ""]) => ({
      ...{ task: `${folder}${name}`, before, flags, program: `${own}${program}` },
      config: CONFIGS[/--config (\S+\/)deno\.json/.exec(flags)?.[1] ?? own],
      set: /-P=(\w+)/.exec(flags)?.[1],
    }));
  })
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
  ok(named.length > 12, `too few starts found: ${named.length}`);
  deepEqual(named.filter(({ config, set = "" }) => !Object.hasOwn(config?.permissions ?? {}, set)), []);
  const apart = new Set(Object.values(COMMANDS).map(({ set }) => set).filter(isApart));
  deepEqual([...apart].filter((set) => !Object.hasOwn(config.permissions, set)), []);
});

Deno.test("the tasks permit every variable that the code reads, and no other", async () => {
  const { env } = config.permissions.conviction;
  deepEqual(env.filter((name) => !NAMED.includes(name)).toSorted(), await variablesRead());
  deepEqual(env.filter((name) => NAMED.includes(name)), NAMED);
});

Deno.test("the sets of another configuration permit what deno.json does; a fleet's also what its database needs", () => {
  const env = config.permissions.conviction.env.filter((name) => !NAMED.includes(name));
  const { net: _, ...pipe } = { ...SETS.work, env };
  const work = { ...pipe, net: true };
  deepEqual<unknown>(mcpConfig.permissions, { work, pipe });
  deepEqual<unknown>(modelConfig.permissions, { work });
  const own = { sys: ["osRelease", "hostname", "uid", "homedir"], env: [...env, "PG*", "USER"] };
  deepEqual<unknown>(fleetConfig.permissions, { work: { ...work, ...own }, look: { read: true, net: true, ...own } });
});

Deno.test("every set of a command is a part of that with which deno.json starts it", () => {
  for (const [name, set] of Object.entries(SETS)) {
    for (const [kind, kept] of Object.entries<Permissions["env"]>(set)) {
      const all = ALL[kind as keyof Permissions];
      ok(
        kept === true ? all === true : Array.isArray(all) && kept?.every((one) => all.includes(one)),
        `${name}: ${kind}`,
      );
    }
  }
});

Deno.test("the set kernels permits what installs and runs kernels: deno, this machine, and where the folders are", () => {
  const { env, ...others } = config.permissions.kernels;
  deepEqual(others, { read: true, write: true, net: ["127.0.0.1"], run: ["deno"] });
  const shown = ["CONVICTION_STARTED_BY", "INIT_CWD", "npm_lifecycle_event", "PATH", "NO_COLOR", "TERM"]; // npx may have started it
  const folders = ["HOME", "USERPROFILE", "APPDATA", "XDG_DATA_HOME", "JUPYTER_DATA_DIR", "DENO_DIR"];
  deepEqual(env, [...shown, ...folders]);
});

/** What each command keeps. */
const KEEPS: Readonly<Record<string, readonly string[]>> = {
  serve: ["serve"],
  work: ["screen", "nightly", "ask"],
  fetch: ["data"],
  reach: ["probe", "conform"],
  offline: ["keys", "export", "history", "prune", "score", "calibrate", "verify"],
  settings: ["settings"],
  look: ["status", "compare"],
  kernels: ["notebooks", "kernel"],
  doctor: ["doctor"],
};

Deno.test("each command has the set with the least that it needs", () => {
  const names = Map.groupBy(Object.keys(COMMANDS), (name) => COMMANDS[name]?.set);
  deepEqual(Object.fromEntries(names), Object.fromEntries(Object.entries(KEEPS)));
  const others = starts.filter(({ program }) => /^packages\/(?!npm|model\/bench)/.test(program));
  const may = others.map(({ task, flags }) => [task, flags.match(/-P\S+|--(?:allow|deny)\S+/g)?.join(" ")] as const);
  deepEqual(Object.fromEntries(may), {
    ...{ "packages/fleet/screen": "-P=work", "packages/fleet/work": "-P=work", "packages/fleet/status": "-P=look" },
    ...{ "packages/mcp/mcp": "-P=pipe", "packages/mcp/fetch": "-P=pipe --allow-net=data.sec.gov,www.sec.gov" },
    ...{ "packages/mcp/serve": "-P=work --allow-sys=setPriority" },
    ...Object.fromEntries(
      ["ask", "screen", "nightly", "serve"].map((
        name,
      ) => [`packages/model/${name}`, "-P=work --allow-sys=setPriority"]),
    ),
  });
});

Deno.test("a task denies nothing: beside a set, Deno 2.9 lets a program write and run in spite of it", () => {
  deepEqual(starts.filter(({ flags }) => flags.includes("--deny")), []);
});

Deno.test("every command of a person is started in the same way", () => {
  const own = starts.filter(({ program }) => program === "pipelines/conviction.ts");
  deepEqual(own.map(({ task }) => task), ["screen", "ask", "nightly", "serve", "conviction"]);
  equal(new Set(own.map(({ before, flags }) => `${before}${flags}`)).size, 1);
});

Deno.test("the settings of the heap are the same wherever they are given", () => {
  const given = starts.flatMap(({ flags }) => flags.match(/--v8-flags=\S+/g) ?? []);
  ok(given.length > 8);
  equal(new Set(given).size, 1);
});

Deno.test("a task that starts a program has Deno ask nobody for a newer version", () => {
  deepEqual(starts.filter(({ before }) => before !== "DENO_NO_UPDATE_CHECK=1 "), []);
});

Deno.test("the list of tasks is what people use, in at most 20 lines", async () => {
  const { stdout } = await new Deno.Command("deno", { args: ["task"], cwd: ROOT, env: { NO_COLOR: "1" } }).output();
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
  ok(lines.length <= 20, lines.join("\n"));
  deepEqual(lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2)), Object.keys(config.tasks));
});
