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
    const controller = new AbortController();
    const end = () => controller.abort();
    const cancel = clock.schedule(programMs, end);
    giveUp.addEventListener("abort", end);
    try {
      const { code, stdout, stderr, signal } = await new Deno.Command("sh", {
        args: ["-c", command, "sh", ...words],
        cwd: folder,
        env: Object.fromEntries(hidden.map((name) => [name, ""])),
        ...{ stdin: "null", stdout: "piped", stderr: "piped", signal: controller.signal },
      }).output();
      if (controller.signal.aborted) return failed(stdout, `it was ended after ${programMs / 1000} s`, stderr);
      if (code !== 0) {
        return failed(stdout, signal === null ? `it exited with ${code}` : `it ended by ${signal}`, stderr);
      }
      if (stdout.length > MAX_OUTPUT_BYTES) {
        return failed(stdout, `it printed more than ${MAX_OUTPUT_BYTES} bytes`, stderr);
      }
      return stdout.length === 0 ? failed(stdout, "it printed nothing", stderr) : { output: stdout };
    } finally {
      cancel();
      giveUp.removeEventListener("abort", end);
    }
  };
}

function failed(output: Uint8Array, problem: string, stderr: Uint8Array): ProgramEnd {
  const last = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
  return { output, problem: last === "" ? problem : `${problem}: ${excerpt(last, MAX_SHOWN_CHARS)}` };
}
