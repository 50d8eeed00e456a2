import { InputError } from "../protocol/errors.ts";
import { SOURCE_KEYS } from "../connect/source_keys.ts";
import { DataError } from "../data/data_error.ts";
import { LockedError } from "../disk/folder_lock.ts";
import { SandboxError } from "../sandbox/code_run.ts";
import { MODEL_VARIABLES } from "../setup/model_settings.ts";
import { ApiKeyError, createRedactor } from "../text/redact.ts";
import { withTyped } from "../text/typed_command.ts";
import { failureLines } from "../view/answer_end.ts";
import { type CommandPage, type FlagsOf, type FlagTable, type Given, helpLines, inFlags, readFlags } from "./flags.ts";
import type { Host } from "./host.ts";
import type { Interruption } from "./interrupt.ts";
import { LiveTerminal } from "./live_terminal.ts";

/** What every command takes from the machine. */
export type CommandHost = Pick<
  Host,
  "out" | "err" | "clock" | "env" | "folder" | "durability" | "startedBy" | "openModel"
>;

/** What a command works with. */
export interface Place<H> {
  readonly host: H;
  readonly terminal: LiveTerminal;
}

/** A command: its page, and what it does. */
export interface Command<Table extends FlagTable> {
  readonly page: CommandPage<Table>;
  /** Does what the flags say; gives the exit status where it is not 0. */
  readonly work: (flags: FlagsOf<Table> & Given, terminal: LiveTerminal) => Promise<number | void> | number | void;
}

/** Exit status after Ctrl-C (128 + SIGINT). */
export const INTERRUPTED = 130;

/** Notes for the first and the second Ctrl-C. */
const INTERRUPT_NOTES: readonly string[] = [
  "Stopping after the requests in progress. Press Ctrl-C again to exit now.",
  "Exiting now. Run the same command to resume.",
];

/** Exit status after a closed pipe (128 + SIGPIPE). */
const PIPE_CLOSED = 141;

/** Wrong usage, settings or data, a sandbox that is not there, or a folder that another process uses: found early. */
const USAGE = [InputError, ApiKeyError, DataError, LockedError, SandboxError];

/**
 * Runs a command from its arguments to its exit status: prints its page for `--help`; an error is a line or two,
 * without a key and without a stack trace.
 * @returns Exit status: that of the work; 2 for wrong usage; 1 for another error; 141 after a closed pipe.
 */
export async function perform<Table extends FlagTable>(
  args: readonly string[],
  host: CommandHost,
  { page, work }: Command<Table>,
): Promise<number> {
  const terminal = new LiveTerminal(host);
  try {
    const status = await ended({ terminal, host, table: page.flags }, async () => {
      const flags = readFlags(args, page.flags);
      return flags === "help" ? terminal.print(...helpLines(page, host)) : await work(flags, terminal);
    });
    return status ?? 0;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return PIPE_CLOSED;
    throw error;
  }
}

/**
 * Makes a command of its page and its work.
 * @returns Takes the arguments as the shell passed them; gives the exit status that the notes of the page name.
 */
export function defineCommand<Table extends FlagTable, H extends CommandHost>(
  page: CommandPage<Table>,
  work: (flags: FlagsOf<Table> & Given, place: Place<H>) => Promise<number | void> | number | void,
): (args: readonly string[], host: H) => Promise<number> {
  return (args, host) => perform(args, host, { page, work: (flags, terminal) => work(flags, { host, terminal }) });
}

/** Cuts the keys of the environment out of a text. */
export function redactorOf({ env }: Pick<Host, "env">): (text: string) => string {
  return createRedactor(["CONVICTION_API_KEY", MODEL_VARIABLES.apiKey, ...SOURCE_KEYS].map((name) => env(name) ?? ""));
}

async function ended(
  { terminal, host, table }: Place<CommandHost> & { readonly table: FlagTable },
  work: () => Promise<number | void>,
): Promise<number | void> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw error;
    terminal.end();
    const options = error instanceof InputError ? error.options : [];
    const lines = failureLines(error).map((line) => withTyped(inFlags(line, { options, table }), host.startedBy));
    terminal.note(...lines.map(redactorOf(host)));
    return USAGE.some((kind) => error instanceof kind) ? 2 : 1;
  } finally {
    terminal.end();
  }
}

/** Works while the terminal shows how far it is, and tells of Ctrl-C. */
export async function listening<Result>(
  { host, terminal }: Place<Pick<Host, "onInterrupt">>,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const interruption = host.onInterrupt((times) => terminal.note(INTERRUPT_NOTES[times - 1] ?? ""));
  try {
    return await work(interruption);
  } finally {
    interruption.close();
    terminal.end();
  }
}
