/** Every command waits for the disk, and only a test can say otherwise. */
import { deepEqual, equal, ok, throws } from "../assert.ts";
import { thisMachine } from "../../src/batch/machine.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { type Durability, DURABLE, RELAXED, sync, syncContent, synchronous } from "../../src/disk/durability.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { missingProgram, testNeeding } from "../needs.ts";

/** The switch itself. */
const SWITCH = "src/disk/durability.ts";
/** No open file: a real sync of it fails. */
const NO_FILE = 1_000_000;

/** Ways to say, or not to say, that writes are durable. */
const DURABLE_ONES: readonly { readonly when: string; readonly durability: Durability | undefined }[] = [
  { when: "nothing is handed in", durability: undefined },
  { when: "DURABLE is handed in", durability: DURABLE },
  { when: "an object that looks like RELAXED is handed in", durability: { name: RELAXED.name } },
  { when: "a copy of RELAXED is handed in", durability: structuredClone(RELAXED) },
];

for (const { when, durability } of DURABLE_ONES) {
  Deno.test(`a write waits for the disk when ${when}`, () => {
    throws(() => sync(NO_FILE, durability));
    throws(() => syncContent(NO_FILE, durability));
    equal(synchronous("FULL", durability), "PRAGMA synchronous = FULL;");
    equal(synchronous("NORMAL", durability), "PRAGMA synchronous = NORMAL;");
  });
}

Deno.test("a write does not wait for the disk when RELAXED is handed in", () => {
  sync(NO_FILE, RELAXED);
  syncContent(NO_FILE, RELAXED);
  equal(synchronous("FULL", RELAXED), "PRAGMA synchronous = OFF;");
});

Deno.test("the machine and the host of every command are durable", () => {
  deepEqual([thisMachine().durability, thisHost().durability], [undefined, undefined]);
});

/** How a program could get hold of what does not wait for the disk, or wait in a way of its own. */
const FORBIDDEN: readonly { readonly what: RegExp; readonly as: readonly string[] }[] = [
  {
    what: /\bRELAXED\b/,
    as: [
      'import { RELAXED } from "../disk/durability.ts";',
      'import { type Durability, RELAXED as fast } from "../disk/durability.ts";',
      'export { RELAXED } from "./durability.ts";',
    ],
  },
  {
    what: /(?:\*[^;]*from|import\()\s*["'`][^"'`]*durability\.ts/,
    as: [
      'import * as disk from "../disk/durability.ts";',
      'export * from "../disk/durability.ts";',
      'const disk = await import("../disk/durability.ts");',
    ],
  },
  {
    what:
      /\bf(?:data)?sync(?:Sync)?\(|\.sync(?:Data)?(?:Sync)?\(|PRAGMA (?:\w+\.)?synchronous\s*=(?!\s*(?:FULL|NORMAL))/i,
    as: [
      "fsyncSync(file);",
      "await fdatasync(file);",
      "file.syncDataSync();",
      'database.exec("PRAGMA synchronous = OFF");',
    ],
  },
];

/** What a text of a program does that only the switch may. */
function offences(text: string): readonly string[] {
  return FORBIDDEN.flatMap(({ what }) => what.exec(text)?.[0] ?? []);
}

Deno.test("no file of a command names what does not wait for the disk, or syncs past the switch", async () => {
  const folders = ["src", "pipelines", "packages/fleet", "packages/mcp", "packages/model", "packages/npm", "examples"];
  const below = (await Promise.all(folders.map((folder) => filesBelow(folder, ".ts")))).flat();
  const files = ["mod.ts", ...below].filter((file) => file !== SWITCH && !file.includes("node_modules"));
  ok(files.length > 600 && files.includes("pipelines/conviction.ts"), `only ${files.length} files found`);
  const found = await Promise.all(files.map(async (file) => {
    return offences(await Deno.readTextFile(new URL(file, ROOT))).map((what) => `${file}: ${what}`);
  }));
  deepEqual(found.flat(), []);
});

for (const line of FORBIDDEN.flatMap(({ as }) => as)) {
  Deno.test(`a command that says \`${line}\` is found`, () => equal(offences(line).length, 1));
}

Deno.test("the switch sees no setting and no environment variable: it imports two calls of the system", async () => {
  const text = await Deno.readTextFile(new URL(SWITCH, ROOT));
  deepEqual([...text.matchAll(/^.*\bfrom ".*$|\bimport\(.*$/gm)].map(([line]) => line), [
    'import { fdatasyncSync, fsyncSync } from "node:fs";',
  ]);
  ok(!/\b(?:Deno|process|globalThis)\b/.test(text));
});

/** Words that a person may have in the shell; none of them counts. */
const SHELL = Object.fromEntries(
  ["CONVICTION_TESTS", "CONVICTION_DURABILITY", "CONVICTION_DURABLE", "CONVICTION_SYNC", "DURABILITY", "RELAXED"]
    .map((name) => [name, name === "CONVICTION_TESTS" ? "test" : "relaxed"]),
);

testNeeding(
  missingProgram("strace"),
  "a screen of the task syncs its ledger, tables and folders, whatever the shell holds",
  async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/desk.csv`, "ticker\nIBM\n");
    const screen = [
      "run",
      "-q",
      "--no-check",
      "-A",
      new URL("pipelines/conviction.ts", ROOT).pathname,
      "screen",
      "desk.csv",
      "--files",
      "none",
    ];
    const { code } = await new Deno.Command("strace", {
      args: [
        "-f",
        "-y",
        "--seccomp-bpf",
        "-e",
        "trace=fsync,fdatasync",
        "-o",
        `${folder}/trace`,
        Deno.execPath(),
        ...screen,
      ],
      cwd: folder,
      env: { ...SHELL, INIT_CWD: folder },
      stdout: "null",
      stderr: "null",
    }).output();
    equal(code, 0);
    const trace = await Deno.readTextFile(`${folder}/trace`);
    const synced = new Set([...trace.matchAll(/sync\(\d+<([^>]*)>/g)].map(([, path = ""]) => path.split("/").at(-1)));
    const names = [...synced].map((name) => name?.replace(/\.\d+-\d+\.part$/, ""));
    for (const name of ["runs", "ledger.sqlite-wal", "theses.csv", "manifest.json", "history.sqlite"]) {
      ok(names.includes(name), `${name} was not synced: ${names.join(", ")}`);
    }
    await Deno.remove(folder, { recursive: true });
  },
);
