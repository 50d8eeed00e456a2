import { SOURCE_KEYS } from "../connect/source_keys.ts";

/** A screen that has ended, for the command of `--on-finish`. */
export interface Finished {
  /** Absolute path of the run: the first argument, and CONVICTION_RUN. */
  readonly folder: string;
  /** Exit status of the screen, as CONVICTION_STATUS. */
  readonly status: number;
  /** Working directory of the command: that of the screen. */
  readonly base: string;
}

/** How a command ended. */
export interface CommandEnd {
  /** Its exit status; 0 means success. */
  readonly code: number;
  /** What it printed. */
  readonly output: string;
}

/** The variables that hold keys of services. */
export const SERVICE_KEYS: readonly string[] = ["CONVICTION_API_KEY", "CONVICTION_LLM_API_KEY"];

/** Keys are for services and sources only. */
const NO_KEYS = Object.fromEntries([...SERVICE_KEYS, ...SOURCE_KEYS].map((name) => [name, ""]));

/**
 * Runs a shell command to its end.
 * @param command As it would be typed; `"$1"` is the run's folder.
 */
export async function runCommand(command: string, { folder, status, base }: Finished): Promise<CommandEnd> {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", command, "sh", folder],
    cwd: base,
    env: { ...NO_KEYS, CONVICTION_RUN: folder, CONVICTION_STATUS: `${status}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
