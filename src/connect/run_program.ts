import type { Clock } from "../pace/clock.ts";
import { excerpt } from "../text/control.ts";
import type { SourceProgram } from "./source.ts";

/** Runs a program to its end. */
export type RunProgram = (program: SourceProgram) => Promise<ProgramEnd>;

/** What a program printed, and why that cannot be used. */
export interface ProgramEnd {
  readonly output: Uint8Array;
  /** A sentence without a full stop; absent where it exited with 0. */
  readonly problem?: string | undefined;
}

/** How programs run. */
export interface RunProgramOptions {
  /** Their working directory. */
  readonly folder: string;
  readonly clock: Clock;
  /** The longest run, in milliseconds. */
  readonly programMs: number;
  /** Variables with keys: a program gets those that its command names. */
  readonly keys: readonly string[];
  /** Ends a program that is running. */
  readonly giveUp: AbortSignal;
}

const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;
const MAX_SHOWN_CHARS = 160;

/** Makes the port that runs programs in a shell. */
export function programRunner({ folder, clock, programMs, keys, giveUp }: RunProgramOptions): RunProgram {
  return async ({ command, words }) => {
    const hidden = keys.filter((name) => !new RegExp(`\\b${name}\\b`).test(command));
    const child = new Deno.Command("sh", {
      args: ["-c", command, "sh", ...words],
      cwd: folder,
      env: Object.fromEntries(hidden.map((name) => [name, ""])),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const limit = new AbortController();
    let ended: string | undefined;
    const end = (why: string) => {
      ended ??= why;
      kill(child);
      limit.abort();
    };
    const cancel = clock.schedule(programMs, () => end(`it did not end within ${programMs / 1000} s`));
    const onGiveUp = () => end("it was interrupted");
    giveUp.addEventListener("abort", onGiveUp);
    const onMore = () => end(`it printed more than ${MAX_OUTPUT_BYTES} bytes`);
    try {
      const [stdout, stderr, status] = await Promise.all([
        readTo(child.stdout, { limit: limit.signal, onMore }),
        readTo(child.stderr, { limit: limit.signal, onMore }),
        child.status,
      ]);
      const problem = ended ?? statusProblem(status, stdout);
      return problem === undefined ? { output: stdout } : failed(stdout, problem, stderr);
    } finally {
      cancel();
      giveUp.removeEventListener("abort", onGiveUp);
    }
  };
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // it has ended
  }
}

/** What a program prints, up to its limits: what it has started may hold its outputs open when it has ended. */
async function readTo(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { limit, onMore }: { readonly limit: AbortSignal; onMore(): void },
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  limit.addEventListener("abort", leave);
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    if (bytes > MAX_OUTPUT_BYTES) onMore();
    else chunks.push(next.value);
  }
  limit.removeEventListener("abort", leave);
  return await new Blob(chunks).bytes();
}

function statusProblem({ code, signal }: Deno.CommandStatus, stdout: Uint8Array): string | undefined {
  if (code !== 0) return signal === null ? `it exited with ${code}` : `it was ended by ${signal}`;
  return stdout.length === 0 ? "it printed nothing" : undefined;
}

function failed(output: Uint8Array, problem: string, stderr: Uint8Array): ProgramEnd {
  const last = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
  return { output, problem: last === "" ? problem : `${problem}: ${excerpt(last, MAX_SHOWN_CHARS)}` };
}
