import { InputError } from "../protocol/errors.ts";
import { type Assistant, createAssistants } from "../mcp/assistant.ts";
import { assistantParts } from "../setup/assistant_parts.ts";
import { ageOf, dataLine } from "../setup/data_record.ts";
import { openEmbedded } from "../setup/embedded.ts";
import { embeddedSettings } from "../setup/settings.ts";
import { type CommandHost, perform } from "./command.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { checkAsOf, showReading } from "./data_lines.ts";
import { day } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import type { LiveTerminal } from "./live_terminal.ts";

const FLAGS = {
  "data": { value: "DIR", help: "folder of price files (CONVICTION_DATA; unset: the sample)" },
  "benchmark": CONNECTION_FLAGS.benchmark,
  "currency": CONNECTION_FLAGS.currency,
  "as-of": { value: "DATE", read: day, help: "answer as of this day, like 2025-03-31, where a call names none" },
  "all-tools": { help: "offer every tool of the analyst, not only the first few" },
} as const satisfies FlagTable;

/** The page of `mcp`. */
export const MCP = {
  does: "Answers an assistant over standard input and output, by the Model Context Protocol.",
  usage: ["-c mcp/deno.json mcp [flags]"],
  flags: FLAGS,
  notes: [
    "An assistant starts it; docs/mcp.md says what to write where. Standard output carries the protocol and nothing else.",
    "Exit status: 0 the assistant closed standard input; 1 failed; 2 wrong usage, or data that cannot be read.",
  ],
} as const satisfies CommandPage;

type McpFlags = FlagsOf<typeof FLAGS> & Given;

/** What the command takes from the machine. */
export interface McpHost extends CommandHost, Pick<Host, "onInterrupt"> {
  /** Answers on standard input and output until the other end closes, or the signal is aborted. */
  readonly answer: (assistant: Assistant, signal: AbortSignal) => Promise<void>;
}

/**
 * Answers an assistant until it closes standard input.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 closed; 1 failed; 2 wrong usage, or data that cannot be read.
 */
export function mcpCommand(args: readonly string[], host: McpHost): Promise<number> {
  return perform(args, host, { page: MCP, work: (flags, terminal) => answerAssistant(flags, { host, terminal }) });
}

async function answerAssistant(
  { data, benchmark, currency, asOf, allTools: all = false, words: [word] }: McpFlags,
  { host, terminal }: { readonly host: McpHost; readonly terminal: LiveTerminal },
): Promise<void> {
  if (word !== undefined) throw new InputError(`Cannot use "${word}": mcp takes flags only`);
  const folder = data ?? (host.env("CONVICTION_DATA") || undefined);
  const settings = embeddedSettings({ data: folder, benchmark, currency, base: host.folder });
  await using embedded = await openEmbedded({ ...settings, apiKeys: [], ...showReading(terminal) });
  terminal.end();
  const { dataset } = embedded;
  const now = host.clock.now();
  const notes = checkAsOf(asOf, { priceDays: dataset.span, now });
  const age = folder === undefined ? undefined : ageOf(dataset, { asOf, now });
  terminal.note(dataLine(dataset, { asOf, age }), ...notes);
  const assistant = createAssistants(assistantParts(dataset, asOf), { all })(embedded.desk("stdio"));
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  await host.answer(assistant, interruption.stop);
  interruption.close();
}
