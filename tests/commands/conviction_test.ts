/** `deno task conviction`: the list, and what a command may do when its code is loaded. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { ALL, COMMANDS, descriptor, isApart, SETS } from "../../pipelines/commands.ts";
import { type Ending, ending, ROOT } from "./run_pipeline.ts";

/** Runs a program with the set with which `deno.json` starts every command. */
async function run(...args: readonly string[]): Promise<Ending> {
  const flags = ["run", "-q", "--cached-only", "--no-prompt", "-P=conviction", "--config", `${ROOT}deno.json`];
  const env = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", INIT_CWD: await Deno.makeTempDir() };
  return await ending(
    new Deno.Command(Deno.execPath(), { args: [...flags, ...args], cwd: ROOT, env, stdout: "piped", stderr: "piped" })
      .spawn(),
  );
}

/** A program that gives up what a set does not keep, and then tries each permission. */
async function tried(set: keyof typeof SETS): Promise<Record<string, boolean>> {
  const program = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(
    program,
    `import { ALL, descriptor, keepOnly, SETS } from "${new URL("../../pipelines/commands.ts", import.meta.url)}";
keepOnly(SETS.${set});
const may = (permission) => Deno.permissions.querySync(permission).state === "granted";
const can = (use) => { try { use(); return true; } catch (error) { return !(error instanceof Deno.errors.NotCapable); } };
const held = Object.entries(ALL).flatMap(([name, all]) =>
  all === true ? [[name, may({ name })]] : all.map((item) => [name + " " + item, may(descriptor(name, item))]));
const used = {
  "use read": can(() => Deno.statSync(".")),
  "use write": can(() => Deno.removeSync(Deno.args[0])),
  "use net": can(() => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close()),
  "use run deno": can(() => new Deno.Command("deno", { args: ["--version"] }).outputSync()),
  "use run sh": can(() => new Deno.Command("sh", { args: ["-c", ":"] }).outputSync()),
  "use env CONVICTION_MODEL": can(() => Deno.env.get("CONVICTION_MODEL")),
  "use env CONVICTION_DATA": can(() => Deno.env.get("CONVICTION_DATA")),
  "use env HOME": can(() => Deno.env.get("HOME")),
};
console.log(JSON.stringify({ ...Object.fromEntries(held), ...used }));
`,
  );
  const { code, out, err } = await run(program, await Deno.makeTempFile());
  equal(code, 0, err);
  return JSON.parse(out) as Record<string, boolean>;
}

/** Whether a set keeps something; what is not in PATH was dropped by Deno when it started. */
function keeps(set: keyof typeof SETS, name: string, item?: string): boolean {
  const kept = Object.entries(SETS[set]).find(([kind]) => kind === name)?.[1];
  if (kept === undefined || kept === true || item === undefined) return kept === true;
  return kept.some((one) => one === item || (one.endsWith("*") && item.startsWith(one.slice(0, -1))));
}

for (const name of Object.keys(SETS) as (keyof typeof SETS)[]) {
  Deno.test(`a command with the set ${name} may do what the set names, and nothing else`, async () => {
    const seen = await tried(name);
    for (const [said, is] of Object.entries(seen)) {
      const [kind = "", item] = said.replace("use ", "").split(" ");
      deepEqual([said, is && isThere(kind, item)], [said, keeps(name, kind, item) && isThere(kind, item)]);
    }
    ok(Object.keys(seen).length > 25);
  });
}

/** Whether a program is on this machine. */
function isThere(kind: string, item = ""): boolean {
  if (kind !== "run" || item === "") return true;
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${item}`).isFile;
    } catch {
      return false;
    }
  });
}

Deno.test("conviction lists its commands, also with --help, and refuses another name with status 2", async () => {
  const [bare, help, wrong] = await Promise.all([
    run("pipelines/conviction.ts"),
    run("pipelines/conviction.ts", "--help"),
    run("pipelines/conviction.ts", "skreen"),
  ]);
  deepEqual([bare.code, help.code, wrong.code, bare.err, wrong.out], [0, 0, 2, "", ""]);
  equal(bare.out, help.out);
  for (const [name, { does }] of Object.entries(COMMANDS)) match(bare.out, new RegExp(`^  ${name} +${does}$`, "m"));
  match(wrong.err, /^error: There is no command "skreen"$/m);
});

Deno.test("a command that needs what the others may not do has a process with its own set", async () => {
  deepEqual(Object.keys(COMMANDS).filter((name) => isApart(COMMANDS[name]?.set ?? "work")), [
    "notebooks",
    "kernel",
    "doctor",
  ]);
  const { code, out } = await run("pipelines/conviction.ts", "notebooks", "no_such_folder");
  deepEqual([code, out], [2, ""]);
  ok(descriptor("env", "JUPYTER_DATA_DIR"), "of no set");
  ok(!Object.values(ALL).flat().includes("JUPYTER_DATA_DIR"));
});
