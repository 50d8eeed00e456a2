import { fileURLToPath } from "node:url";
import { COMMANDS, isApart } from "../../pipelines/commands.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ALLOWED = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-net=127.0.0.1",
  "--allow-env",
];

/** Options of a pipeline process. */
export interface PipelineOptions {
  /** The current folder. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the agent's code may run, for charts. */
  readonly runsCode?: boolean;
}

/** Starts a command as its own process. */
export function startPipeline(
  name: string,
  { folder, args, env = {}, runsCode = false }: PipelineOptions,
): Deno.ChildProcess {
  const isOwn = COMMANDS[name] !== undefined && !isApart(COMMANDS[name].set);
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      ...ALLOWED,
      `--allow-run${runsCode ? "" : "=sh"}`,
      `pipelines/${isOwn ? "conviction" : "apart"}.ts`,
      name,
      ...args,
    ],
    cwd: ROOT,
    env: { INIT_CWD: folder, NO_COLOR: "1", npm_lifecycle_event: "", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** The end of a process. */
export interface Ending {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** How far a run is, which it says every few seconds, so that only a busy machine hears it. */
const PROGRESS = /^(?:Reading the list and preparing the run, |\d+ of \d+ rows: ).*\n/gm;

/** Waits for the end of a process. */
export async function ending(child: Deno.ChildProcess): Promise<Ending> {
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr).replace(PROGRESS, "") };
}
