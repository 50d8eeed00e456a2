import { deepEqual, equal, match, ok } from "../assert.ts";
import type { SandboxTier } from "../../src/sandbox/run_code.ts";
import { hasProgram } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { appears, HAS_NAMESPACES, makeRoom, type Room } from "./sandbox_fixture.ts";

const RUN_CODE = new URL("../../src/sandbox/run_code.ts", import.meta.url).href;

const ALL = ["--allow-env=PATH", "--allow-run=deno,prlimit,bwrap,sh"];
const EXIT_ON_INPUT = "Deno.stdin.read(new Uint8Array(1)).then(() => Deno.exit(0));";

/** Starts a separate host with exactly these permissions; it prints the run, or the error's text. */
async function startHost(
  room: Room,
  host: { rights: readonly string[]; code?: string; env?: Record<string, string>; then?: string; tier?: SandboxTier },
): Promise<Deno.ChildProcess> {
  const script = `
    import { runCode } from ${JSON.stringify(RUN_CODE)};
    const program = { code: ${JSON.stringify(host.code ?? "export default () => 1")}, input: null };
    const scratch = ${JSON.stringify(room.scratch)};
    ${host.then ?? ""}
    try {
      const tier = ${JSON.stringify(host.tier)};
      const run = await runCode(program, { scratch, tier, limits: { wallMs: 120_000, cpuSeconds: 60 } });
      console.log(run.tier, run.return_code, run.result, run.stopped_by ?? "", run.stderr);
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

/** A folder of programs that are scripts of the shell. */
async function scriptsIn(room: Room, scripts: Readonly<Record<string, string>>): Promise<string> {
  const folder = room.secretPath.replace(/secret.json$/, "programs");
  await Deno.mkdir(folder);
  for (const [name, script] of Object.entries({ ...scripts, sh: 'exec /bin/sh "$@"' })) {
    await Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return folder;
}

/** Folders of programs without any that has a `deno`. */
const WITHOUT_DENO = ["/usr/bin", "/bin"].filter((folder) => !isThere(`${folder}/deno`));
/** The test's own PATH may have less. */
const IS_LIMITED = WITHOUT_DENO.some((folder) => isThere(`${folder}/prlimit`));
/** The strongest tier, given what is there. */
const strongest = (has: (program: string) => boolean) =>
  has("prlimit") ? has("bwrap") && HAS_NAMESPACES ? /^bubblewrap 0 1/ : /^permissions\+limits 0 1/ : /^permissions 0 1/;

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

const RIGHTS = [
  {
    when: "all are permitted",
    rights: ALL,
    says: strongest(hasProgram),
  },
  {
    when: "bwrap is not permitted: nothing isolates by namespaces",
    rights: ["--allow-env=PATH", "--allow-run=deno,prlimit,sh"],
    says: strongest((program) => program !== "bwrap" && hasProgram(program)),
  },
  {
    when: "prlimit is not permitted: permissions only",
    rights: ["--allow-env=PATH", "--allow-run=deno"],
    says: /^permissions 0 1/,
  },
  {
    when: "no program is permitted: the error names the missing flag",
    rights: ["--allow-env=PATH"],
    says: /^SandboxError Cannot run code: no permission to start deno; add --allow-run=deno,prlimit,bwrap,sh/,
  },
  {
    when: "a tier is asked for that the permissions do not give: nothing runs, and the error says what is missing",
    rights: ["--allow-env=PATH", "--allow-run=deno"],
    tier: "bubblewrap",
    says:
      /^SandboxError Cannot run code: the tier "bubblewrap" does not start here, because prlimit is not in PATH, or may not be started; install util-linux, and add prlimit to --allow-run/,
  },
  {
    when: "a lower tier is asked for than there may be",
    rights: ALL,
    tier: "permissions",
    says: /^permissions 0 1/,
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
    says:
      /^SandboxError Cannot run code: no permission to start deno; add --allow-run=deno,prlimit,bwrap,sh, with deno/,
  },
  {
    when: "deno is not in PATH: the Deno of the host runs it",
    rights: ["--allow-env=PATH", "--allow-run"],
    env: { PATH: "/nowhere" },
    says: /^permissions 0 1/,
  },
  {
    when: "no deno is in PATH, but other programs are: the Deno of the host runs it on the strongest tier",
    rights: ["--allow-env=PATH", "--allow-run"],
    env: { PATH: WITHOUT_DENO.join(":") },
    says: IS_LIMITED ? /^(?:bubblewrap|permissions\+limits) 0 1/ : /^permissions 0 1/,
  },
  {
    when: "only the path of the host's Deno is permitted",
    rights: ["--allow-env=PATH", `--allow-run=${Deno.execPath()}`],
    says: /^permissions 0 1/,
  },
] as const;
for (const { when, says, ...host } of sweep("sandbox/host", RIGHTS, 1_500)) {
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

const FORBIDS = {
  prlimit: 'while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"',
  bwrap: 'echo "bwrap: No permissions to create a new namespace" >&2; exit 1',
};

Deno.test("runCode() uses a lower tier only if none is asked for, when the system forbids what is installed", async () => {
  await using room = await makeRoom();
  const env = { PATH: await scriptsIn(room, FORBIDS) };
  const rights = ["--allow-env=PATH", "--allow-run"];
  match(await hostSays(room, { rights, env }), /^permissions\+limits 0 1/);
  match(
    await hostSays(room, { rights, env, tier: "bubblewrap" }),
    /the tier "bubblewrap" does not start here, because bwrap does not start \(bwrap: No permissions to create a new namespace\); install bubblewrap; where /,
  );
});

Deno.test("runCode() watches and ends what a script in the place of deno has started, on any tier", async () => {
  await using room = await makeRoom();
  const env = { PATH: await scriptsIn(room, { deno: `"${Deno.execPath()}" "$@"; exit` }) };
  const code = `export default () => {
    Deno.openSync("lock", { create: true, write: true }).lockSync(true);
    Deno.writeTextFileSync("ready", "");
    const held = [];
    for (;;) held.push(new Uint8Array(2 ** 24).fill(1));
  };`;
  const host = await startHost(room, { rights: ["--allow-env=PATH", "--allow-run=deno,sh"], env, code });
  await host.stdin.close();
  const output = host.output();
  await appears("ready", { folder: room.scratch, until: output });
  const [run] = await Array.fromAsync(Deno.readDir(room.scratch));
  using lock = await Deno.open(`${room.scratch}/${run?.name}/out/lock`, { write: true });
  match(new TextDecoder().decode((await output).stdout), /^permissions 137 undefined memory/);
  await lock.lock(true); // free only when Deno has ended
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
