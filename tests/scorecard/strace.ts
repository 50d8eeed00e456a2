import { fileURLToPath } from "node:url";

/** Calls that change the disk; Deno's *Sync file operations and SQLite make them on one thread. */
export const DISK_CALLS = ["pwrite64", "write", "fsync", "rename", "linkat", "unlink", "openat", "mkdir", "ftruncate"];

/** One system call of a process: the Nth of its kind on its thread. */
export interface DiskCall {
  readonly call: string;
  readonly nth: number;
}

/** How a process ended. */
export interface Ended {
  /** 137 after SIGKILL. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Permissions of a child. */
export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Kills it. */
  readonly signal?: AbortSignal;
}

/** The command that screens a list in a separate process, see `sweep_child.ts`. */
export function sweepCommand(...args: readonly string[]): string[] {
  return denoCommand("sweep_child.ts", ...args);
}

/** A script in this folder, with its permissions. */
export function denoCommand(script: string, ...args: readonly string[]): string[] {
  const allowed = [
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    "--allow-net=127.0.0.1",
    "--allow-env",
    "--allow-sys",
  ];
  const path = fileURLToPath(new URL(script, import.meta.url));
  return [Deno.execPath(), "run", "--quiet", ...allowed, path, ...args];
}

/** Runs a command to its end. */
export async function run([name = "", ...args]: readonly string[], options: ChildOptions = {}): Promise<Ended> {
  const env = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", DENO_DIR: await (cache ??= ownCache()), ...options.env };
  const { code, stdout, stderr } = await new Deno.Command(name, { args, ...options, env }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

let cache: Promise<string> | undefined;

/** A cache that no other test writes to: modules that are compiled anew are calls that no aim foresees. */
async function ownCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout));
  const folder = await Deno.makeTempDir();
  for (const name of ["npm", "remote"]) await Deno.symlink(`${denoDir}/${name}`, `${folder}/${name}`);
  return folder;
}

/** The calls that a command makes on files of a folder, in order. */
export async function diskCallsOf(command: readonly string[], folder: string): Promise<DiskCall[]> {
  return callsIn(await traceOf(command, DISK_CALLS), folder);
}

function callsIn(lines: readonly string[], folder: string): DiskCall[] {
  const counts = new Map<string, number>();
  const calls: DiskCall[] = [];
  for (const line of lines) {
    const [, thread = "", call = ""] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    const nth = (counts.get(thread + call) ?? 0) + 1;
    counts.set(thread + call, nth);
    if (!line.includes(folder) || / = -1 /.test(line)) continue;
    if (call === "openat" && !line.includes("O_CREAT")) continue;
    calls.push({ call, nth });
  }
  return calls;
}

/** The lines of a trace, descriptors with their paths. */
export async function traceOf(
  command: readonly string[],
  calls: readonly string[],
  more: string[] = [],
): Promise<string[]> {
  const log = await Deno.makeTempFile();
  await run(["strace", "-f", "-y", ...more, "-e", `trace=${calls.join()}`, "-o", log, ...PATIENCE, ...command]);
  const lines = (await Deno.readTextFile(log)).split("\n");
  await Deno.remove(log);
  return lines;
}

/** A fault at a system call: the process dies before it, or the call fails. */
export type Injection = "SIGKILL" | "ENOSPC" | "EIO";

/** How a process with a fault ended. */
export interface Faulted extends Ended {
  /** Whether the fault hit a file of the run. */
  readonly isHit: boolean;
  /** The line of the trace where it hit; undefined when it hit nothing. */
  readonly hit: string | undefined;
  /** The call, for messages. */
  readonly at: string;
  /** Where to aim next: how often other files are called first varies, such as those of the runtime's caches. */
  readonly next: DiskCall;
}

/** Runs a command that works on a folder and injects a fault at one system call. */
export async function runWithFault(
  { command, folder }: { readonly command: readonly string[]; readonly folder: string },
  aim: DiskCall,
  fault: Injection,
): Promise<Faulted> {
  const { call, nth } = aim;
  const log = await Deno.makeTempFile();
  const effect = fault === "SIGKILL" ? "signal=SIGKILL" : `error=${fault}`;
  // strace 6.1 loses injected signals under --seccomp-bpf
  const filter = fault === "SIGKILL" ? [] : ["--seccomp-bpf"];
  const strace = ["strace", "-f", "-y", ...filter, "-e", `trace=${call}`, "-e", `inject=${call}:${effect}:when=${nth}`];
  const ended = await run([...strace, "-o", log, ...PATIENCE, ...command]);
  if (ended.code === HUNG) throw new Error(`Cannot continue: a run hangs after ${fault} at ${call} ${nth}`);
  const lines = (await Deno.readTextFile(log)).split("\n");
  await Deno.remove(log);
  const last = lines.findLast((line) => line.includes(`${call}(`)) ?? "";
  // A fault hits each thread at its Nth call; of a kill nothing but the last call is known.
  const hits = fault === "SIGKILL" ? [last] : lines.filter((line) => line.includes("(INJECTED)"));
  const hit = hits.find((line) => line.includes(folder)) ?? hits[0];
  const calls = callsIn(lines, folder);
  return {
    ...{ ...ended, hit, isHit: hit?.includes(folder) === true && (fault !== "SIGKILL" || ended.code === 137) },
    at: hit?.slice(0, MAX_CHARS) ?? `${call} ${nth}`,
    next: calls[nth * 7919 % calls.length] ?? aim,
  };
}

const MAX_CHARS = 200;
/** Prefix of a command: a hanging run is a failure, and its process must not outlive the test. */
const PATIENCE = ["timeout", "-k", "5", "120"];
const HUNG = 124;

/** A number of points, evenly spread; all of each rare kind. */
export function spread(calls: readonly DiskCall[], count: number): DiskCall[] {
  const kinds = Map.groupBy(calls, ({ call }) => call);
  const rare = calls.filter(({ call }) => (kinds.get(call)?.length ?? 0) <= RARE && count > RARE * DISK_CALLS.length);
  const common = calls.filter((call) => !rare.includes(call));
  const left = Math.min(common.length, count - rare.length);
  const chosen = Array.from({ length: left }, (_, at) => common[Math.floor((at + 0.5) * common.length / left)]);
  return [...rare, ...chosen.filter((call) => call !== undefined)];
}

const RARE = 20;
