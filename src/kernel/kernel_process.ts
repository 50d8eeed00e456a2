import { join } from "node:path";
import type { Clock } from "../pace/clock.ts";
import { KernelError } from "./kernel_error.ts";

/** How a kernel is started. */
export interface KernelStart {
  /** The folder that the kernel works in: relative imports and paths begin there. */
  readonly folder: string;
  /** Environment variables of the kernel beside those of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** A kernel's process, which may not listen yet. */
export interface KernelProcess {
  readonly shellPort: number;
  readonly iopubPort: number;
  /** Signs the messages. */
  readonly key: string;
  /** Resolves with why the process ended, once it has. */
  readonly ended: Promise<string>;
  /** Sends a signal; does nothing when the process has ended. */
  signal(signal: "SIGINT" | "SIGKILL"): void;
  /** Kills the process, waits for its end, and removes its files. */
  close(): Promise<void>;
}

const PORTS = 5;
const MAX_STDERR_CHARS = 2_000;
/** How often a kernel looks whether its starter is there. */
const LOOK_MS = 1_000;

/**
 * Starts the process of a Deno kernel.
 * @throws {KernelError} when `deno` does not start.
 */
export async function startProcess(start: KernelStart): Promise<KernelProcess> {
  const key = crypto.randomUUID();
  const [shellPort = 0, iopubPort = 0, ...others] = freePorts(PORTS);
  const scratch = await Deno.makeTempDir({ prefix: "kernel-" });
  const file = join(scratch, "connection.json");
  const [control_port, stdin_port, hb_port] = others;
  const ports = { shell_port: shellPort, iopub_port: iopubPort, control_port, stdin_port, hb_port };
  const connection = { ip: "127.0.0.1", transport: "tcp", signature_scheme: "hmac-sha256", key, ...ports };
  await Deno.writeTextFile(file, JSON.stringify(connection), { mode: 0o600 });
  try {
    const child = spawn(file, start);
    const stderr = tailOf(child.stderr);
    const ended = child.status.then(async ({ code, signal }) => endWords(signal ?? `status ${code}`, await stderr));
    const signal = (name: "SIGINT" | "SIGKILL") => {
      try {
        child.kill(name);
      } catch {
        // It has already ended.
      }
    };
    const end = async () => {
      signal("SIGKILL");
      await ended;
      await Deno.remove(scratch, { recursive: true });
    };
    let closed: Promise<void> | undefined; // an interrupted run closes its kernel from two places
    return { shellPort, iopubPort, key, ended, signal, close: () => closed ??= end() };
  } catch (error) {
    await Deno.remove(scratch, { recursive: true });
    throw error;
  }
}

/**
 * The program by which a kernel ends when the process that started it was killed, which Deno's kernel does not notice.
 * A cell that never pauses keeps it.
 */
export function endWithStarter(): string {
  return `{
  const [starter, end] = [Deno.ppid, Deno.kill];
  Deno.unrefTimer(setInterval(() => Deno.ppid === starter || end(Deno.pid, "SIGKILL"), ${LOOK_MS}));
}
`;
}

/** Waits; both clocks and signals are the caller's. */
export function pause(ms: number, clock: Pick<Clock, "schedule">): Promise<void> {
  return new Promise((resolve) => void clock.schedule(ms, resolve));
}

function spawn(file: string, { folder, env }: KernelStart): Deno.ChildProcess {
  try {
    // The name, not Deno.execPath(): `--allow-run=deno` permits only the name.
    return new Deno.Command("deno", {
      args: ["jupyter", "--kernel", "--conn", file],
      cwd: folder,
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...pathWithDeno(), ...env },
      stdin: "null",
      stdout: "null", // What a cell writes to Deno.stdout is no output in Jupyter either.
      stderr: "piped",
    }).spawn();
  } catch (cause) {
    const message = "Cannot start the Deno kernel: deno does not start; put Deno 2.9 or later on your PATH";
    throw new KernelError(message, { failure: "not_started", cause });
  }
}

/** PATH with this Deno at its end: npx puts it on no PATH that a cell's programs would see. */
function pathWithDeno(): Record<string, string> {
  if (Deno.permissions.querySync({ name: "env", variable: "PATH" }).state !== "granted") return {};
  const separator = Deno.build.os === "windows" ? ";" : ":";
  return { PATH: [Deno.env.get("PATH") ?? "", join(Deno.execPath(), "..")].filter(Boolean).join(separator) };
}

/** Holds all ports open until all are chosen, so that none is chosen twice. */
function freePorts(count: number): number[] {
  const listeners = Array.from({ length: count }, () => Deno.listen({ hostname: "127.0.0.1", port: 0 }));
  const ports = listeners.map(({ addr }) => "port" in addr ? addr.port : 0);
  for (const listener of listeners) listener.close();
  return ports;
}

async function tailOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let tail = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) tail = (tail + text).slice(-MAX_STDERR_CHARS);
  return tail;
}

/** How the process ended, with the last line that it wrote. */
function endWords(how: string, stderr: string): string {
  const last = stderr.trim().split("\n").findLast((line) => /error|panic/i.test(line)) ?? "";
  return last === "" ? `it ended with ${how}` : `it ended with ${how}: ${last.trim()}`;
}
