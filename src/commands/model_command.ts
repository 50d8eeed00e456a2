import { InputError } from "../protocol/errors.ts";
import { askCommand } from "./ask_command.ts";
import { perform } from "./command.ts";
import type { CommandPage } from "./flags.ts";
import type { Host } from "./host.ts";
import { nightlyCommand } from "./nightly_command.ts";
import { screenCommand } from "./screen_command.ts";
import { serveCommand } from "./serve_command.ts";

const COMMANDS: Readonly<Record<string, (args: readonly string[], host: Host) => Promise<number>>> = {
  ask: askCommand,
  screen: screenCommand,
  nightly: nightlyCommand,
  serve: serveCommand,
};

/** The page of `model`. */
export const MODEL = {
  does: "Runs a command with a language model, which looks up more and chooses what to say; it never writes a figure.",
  usage: Object.keys(COMMANDS).map((name) => `${name} ...`),
  flags: {},
  notes: [
    "CONVICTION_LLM_BASE_URL and CONVICTION_LLM_MODEL name the model; docs/model.md has the other variables.",
    "Flags are those of the command; ask --help shows them. Exit status: that of the command; 2 wrong usage.",
  ],
} as const satisfies CommandPage;

/**
 * Runs one of the commands that can use a language model.
 * @param args The name of the command, then its own arguments.
 * @param host The machine, with what opens a model.
 * @returns Exit status: that of the command; 2 wrong usage.
 */
export function modelCommand(args: readonly string[], host: Host & Required<Pick<Host, "openModel">>): Promise<number> {
  const [name = "", ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command(rest, host);
  const work = () => {
    const what = name === "" ? "no command is named" : `"${name}" has no use for one`;
    throw new InputError(`Cannot run with a language model: ${what}; name one of ${Object.keys(COMMANDS).join(", ")}`);
  };
  return perform(args, host, { page: MODEL, work });
}
