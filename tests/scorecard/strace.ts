import { fileURLToPath } from "node:url";

/** Calls that change the disk; Deno's *Sync file operations and SQLite make them on one thread. */
export const DISK_CALLS = ["pwrite64", "write", "fsync", "rename", "linkat", "unlink", "openat", "mkdir", "ftruncate"];

/** One system call of a process: the Nth of its kind on its thread. */
export interface DiskCall {
  readonly call: string;
  readonly nth: number;
  /** The first call of its kind on the run's files. */
  readonly first: number;
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
  const env = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...options.env };
  const { code, stdout, stderr } = await new Deno.Command(name, { args, ...options, env }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** The calls that a command makes on files of a folder, in order. */
export async function diskCallsOf(command: readonly string[], folder: string): Promise<DiskCall[]> {
  const counts = new Map<string, number>();
  const calls: DiskCall[] = [];
  for (const line of await traceOf(command, DISK_CALLS)) {
    const [, thread = "", call = ""] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    const nth = (counts.get(thread + call) ?? 0) + 1;
    counts.set(thread + call, nth);
    if (!line.includes(folder) || / = -1 /.test(line)) continue;
    if (call === "openat" && !line.includes("O_CREAT")) continue;
    const first = calls.find((other) => other.call === call)?.first ?? nth;
    calls.push({ call, nth, first });
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
  /** The line of the trace where the fault hit; undefined when it missed. */
  readonly hit: string | undefined;
  /** The call, for messages. */
  readonly at: string;
  /** Number of calls of that kind. */
  readonly seen: number;
}

/** Another call of the kind, for a run with fewer calls than the reference: the number of joined commits varies. */
export function aimAgain({ call, nth, first }: DiskCall, { seen }: Faulted): DiskCall {
  return { call, first, nth: first + nth * 7919 % Math.max(1, seen - first) };
}

/** Runs a command and injects a fault at one system call. */
export async function runWithFault(
  command: readonly string[],
  { call, nth }: DiskCall,
  fault: Injection,
): Promise<Faulted> {
  const log = await Deno.makeTempFile();
  const effect = fault === "SIGKILL" ? "signal=SIGKILL" : `error=${fault}`;
  // strace 6.1 loses injected signals under --seccomp-bpf
  const filter = fault === "SIGKILL" ? [] : ["--seccomp-bpf"];
  const strace = ["strace", "-f", "-y", ...filter, "-e", `trace=${call}`, "-e", `inject=${call}:${effect}:when=${nth}`];
  const ended = await run([...strace, "-o", log, ...PATIENCE, ...command]);
  if (ended.code === HUNG) throw new Error(`Cannot continue: a run hangs after ${fault} at ${call} ${nth}`);
  const lines = (await Deno.readTextFile(log)).split("\n");
  await Deno.remove(log);
  const hit = lines.find((line) => line.includes(fault === "SIGKILL" ? "killed by SIGKILL" : "(INJECTED)"));
  const last = lines.findLast((line) => line.includes(`${call}(`)) ?? "";
  const seen = lines.filter((line) => line.includes(`${call}(`)).length;
  return { ...ended, hit, seen, at: (fault === "SIGKILL" ? last : hit ?? "").slice(0, MAX_CHARS) || `${call} ${nth}` };
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
