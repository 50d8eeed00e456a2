/** What a command is told of the screen that ended. */
export interface Finished {
  /** Absolute path of the run: the command's first argument, and CONVICTION_RUN. */
  readonly folder: string;
  /** Exit status of the screen, as CONVICTION_STATUS. */
  readonly status: number;
  /** The folder the person stands in; the command does too. */
  readonly base: string;
}

/** How a command ended. */
export interface CommandEnd {
  /** Its exit status; 0 means success. */
  readonly code: number;
  /** What it printed. */
  readonly output: string;
}

/** A key is for the service only. */
const NO_KEYS = { CONVICTION_API_KEY: "", CONVICTION_LLM_API_KEY: "" };

/**
 * Runs a command of the shell.
 * @param command As a person would type it; `"$1"` is the run's folder.
 * @param finished What it is told.
 * @returns How it ended, once it has.
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
