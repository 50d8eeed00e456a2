import { deepEqual, equal, match, ok } from "../assert.ts";
import { hasProgram } from "../needs.ts";
import { appears, makeRoom, type Room } from "./sandbox_fixture.ts";

const RUN_CODE = new URL("../../src/sandbox/run_code.ts", import.meta.url).href;

const ALL = ["--allow-env=PATH", "--allow-run=deno,prlimit"];
const EXIT_ON_INPUT = "Deno.stdin.read(new Uint8Array(1)).then(() => Deno.exit(0));";

/** Starts a separate host with exactly these permissions; it prints the run, or the error's text. */
async function startHost(
  room: Room,
  host: { rights: string[]; code?: string; env?: Record<string, string>; then?: string },
): Promise<Deno.ChildProcess> {
  const script = `
    import { runCode } from ${JSON.stringify(RUN_CODE)};
    const program = { code: ${JSON.stringify(host.code ?? "export default () => 1")}, input: null };
    const scratch = ${JSON.stringify(room.scratch)};
    ${host.then ?? ""}
    try {
      const run = await runCode(program, { scratch, limits: { wallMs: 120_000, cpuSeconds: 60 } });
      console.log(run.tier, run.return_code, run.result, run.stderr);
    } catch (error) {
      console.log(error.name, error.message);
    }
    Deno.exit(0);`;
  const path = `${room.scratch}/../host.ts`;
  await Deno.writeTextFile(path, script);
  const flags = ["--no-prompt", "--no-config", "--quiet", "--allow-read", "--allow-write"];
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, ...host.rights, path],
    ...(host.env === undefined ? {} : { clearEnv: true, env: host.env }),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

async function hostSays(room: Room, host: Parameters<typeof startHost>[1]): Promise<string> {
  const child = await startHost(room, host);
  await child.stdin.close();
  return new TextDecoder().decode((await child.output()).stdout);
}

/** Folders of programs without any that has a `deno`. */
const WITHOUT_DENO = ["/usr/bin", "/bin"].filter((folder) => !isThere(`${folder}/deno`));
/** The test's own PATH may have less. */
const IS_LIMITED = WITHOUT_DENO.some((folder) => isThere(`${folder}/prlimit`));

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

const RIGHTS = [
  {
    when: "deno and prlimit are permitted",
    rights: ALL,
    says: hasProgram("prlimit") ? /^permissions\+limits 0 1/ : /^permissions 0 1/,
  },
  {
    when: "prlimit is not permitted: permissions only",
    rights: ["--allow-env=PATH", "--allow-run=deno"],
    says: /^permissions 0 1/,
  },
  {
    when: "no program is permitted: the error names the missing flag",
    rights: ["--allow-env=PATH"],
    says: /^SandboxError Cannot run code: no permission to start deno; add --allow-run=deno,prlimit/,
  },
  {
    when: "PATH may not be read: the error names the missing flag",
    rights: ["--allow-run=deno,prlimit"],
    says: /^SandboxError Cannot run code: no permission to read PATH; add PATH to --allow-env/,
  },
  {
    when: "deno is not in PATH, and no other is permitted: the error names flag and PATH",
    rights: ALL,
    env: { PATH: "/nowhere" },
    says: /^SandboxError Cannot run code: no permission to start deno; add --allow-run=deno,prlimit, with deno in PATH/,
  },
  {
    when: "deno is not in PATH: the Deno of the host runs it",
    rights: ["--allow-env=PATH", "--allow-run"],
    env: { PATH: "/nowhere" },
    says: /^permissions 0 1/,
  },
  {
    when: "no deno is in PATH, but prlimit is: the Deno of the host runs it, limited",
    rights: ["--allow-env=PATH", "--allow-run"],
    env: { PATH: WITHOUT_DENO.join(":") },
    says: IS_LIMITED ? /^permissions\+limits 0 1/ : /^permissions 0 1/,
  },
  {
    when: "only the path of the host's Deno is permitted",
    rights: ["--allow-env=PATH", `--allow-run=${Deno.execPath()}`],
    says: /^permissions 0 1/,
  },
];
for (const { when, says, ...host } of RIGHTS) {
  Deno.test(`runCode() uses what its host's permissions allow when ${when}`, async () => {
    await using room = await makeRoom();
    match(await hostSays(room, host), says);
  });
}

Deno.test("runCode() ignores the environment, time zone and caches of its host", async () => {
  await using room = await makeRoom();
  const code = `export default () => {
    localStorage.setItem("a", "b");
    return [typeof gc, Intl.DateTimeFormat().resolvedOptions().timeZone].join();
  }`;
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    DENO_DIR: `${room.scratch}/../cache`,
    DENO_V8_FLAGS: "--expose-gc",
    TZ: "Asia/Tokyo",
  };
  match(await hostSays(room, { rights: ALL, code, env }), / 0 undefined,UTC /);
  const cached = await Array.fromAsync(Deno.readDir(env.DENO_DIR));
  equal(cached.some(({ name }) => name === "location_data"), false, "the code has its own cache");
});

/** Ends by itself after a while, with a message, unless something ends it before. */
const IDLE = `export default async () => {
  const file = Deno.openSync("lock", { create: true, write: true });
  file.lockSync(true);
  const end = Date.now() + 45_000;
  const ready = () => Deno.writeTextFileSync("ready", "");
  await new Promise((resolve) => setInterval(() => Date.now() > end ? resolve(ready()) : ready(), 20));
  Deno.writeTextFileSync("outlived", "");
};`;
const SPIN = IDLE.replace(/await new Promise.*/, "while (Date.now() < end) ready();");

const DEATHS = [
  { how: "killed with SIGKILL while the code idles", code: IDLE, signal: "SIGKILL" },
  { how: "ended by Deno.exit() while the code spins", code: SPIN, signal: undefined },
] as const;
for (const { how, code, signal } of DEATHS) {
  Deno.test(`runCode() leaves no process behind when the host is ${how}`, async () => {
    await using room = await makeRoom();
    const host = await startHost(room, { rights: ALL, code, then: EXIT_ON_INPUT });
    const output = host.output();
    await appears("ready", { folder: room.scratch, until: output });
    if (signal !== undefined) host.kill(signal);
    await host.stdin.close();
    await output;
    const [left] = await Array.fromAsync(Deno.readDir(room.scratch));
    ok(left !== undefined, "a killed host leaves the folder of its run");
    const out = `${room.scratch}/${left.name}/out`;
    // The lock becomes free only when the process that holds it has ended.
    using file = await Deno.open(`${out}/lock`, { write: true });
    await file.lock(true);
    const names = (await Array.fromAsync(Deno.readDir(out))).map(({ name }) => name);
    deepEqual(names.sort(), ["lock", "ready"]);
  });
}
