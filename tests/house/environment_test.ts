/** The environment variables that the tasks of deno.json permit, compared with each other and with the code. */
import { deepEqual, ok } from "../assert.ts";
import config from "../../deno.json" with { type: "json" };
import { filesBelow, ROOT } from "./module_graph.ts";

const READ =
  /\b(?:env|permittedEnv|fromEnv|Deno\.env\.get)\("(\w+)"\)|\bvariable: "(\w+)"|"((?:https?|all|no)_proxy)"/gi;
const ALLOWED = /--allow-env=(\S+) (?:pipelines|mcp|model)\/(\w+)\.ts$/;

/** The variables each task permits, by its pipeline. */
const permitted = new Map(
  Object.values(config.tasks).flatMap((task) => {
    const [, names, pipeline = ""] = ALLOWED.exec(typeof task === "string" ? task : task.command) ?? [];
    return names === undefined ? [] : [[pipeline, names.split(",")] as const];
  }),
);
/** The tasks that may use a service or a source, or are one. */
const ASKING = ["screen", "nightly", "ask", "probe", "conform", "serve", "serve_mcp", "stdio", "run", "data"];

/** What the command that installs a kernel reads beside: where the folders of Jupyter and Deno are. */
const FOLDERS = ["HOME", "USERPROFILE", "APPDATA", "XDG_DATA_HOME", "JUPYTER_DATA_DIR", "DENO_DIR"];
/** What a task that uses no service permits beside the variables of a terminal. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  calibrate: ["CONVICTION_DATA"],
  keys: ["CONVICTION_KEYS"],
  score: ["CONVICTION_DATA"],
  verify: ["CONVICTION_DATA"],
  notebooks: ["PATH"],
};

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

Deno.test("the tasks that use a service or a source permit the same variables", () => {
  for (const pipeline of ASKING) deepEqual(permitted.get(pipeline), permitted.get("screen"), pipeline);
});

Deno.test("the tasks permit every variable that the code reads, and no other", async () => {
  deepEqual(permitted.get("screen")?.toSorted(), await variablesRead());
});

Deno.test("the tasks that only read runs permit the variables of a terminal and their own", () => {
  const reading = [...permitted].filter(([pipeline]) => ![...ASKING, "kernel"].includes(pipeline));
  ok(reading.length >= 4, `too few tasks found: ${reading.map(([pipeline]) => pipeline)}`);
  for (const [pipeline, names] of reading) {
    const own = OWN[pipeline] ?? [];
    deepEqual(names, [...own, "INIT_CWD", "NO_COLOR", "TERM"], pipeline);
  }
});

Deno.test("the task that installs a kernel permits also the variables that say where its folders are", () => {
  const shown = ["INIT_CWD", "npm_lifecycle_event", "PATH", "NO_COLOR", "TERM"]; // npx may have started it
  deepEqual(permitted.get("kernel"), [...shown, ...FOLDERS]);
});
