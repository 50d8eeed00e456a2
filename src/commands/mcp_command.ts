import { InputError } from "../protocol/errors.ts";
import { type Assistant, createAssistants } from "../mcp/assistant.ts";
import { assistantParts } from "../setup/assistant_parts.ts";
import { ageOf, dataLine } from "../setup/data_record.ts";
import { openEmbedded } from "../setup/embedded.ts";
import { embeddedSettings } from "../setup/settings.ts";
import type { Tool } from "../agent/tool.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { checkAsOf, showReading } from "./data_lines.ts";
import { fetchTool, namingFilers } from "./fetch_tool.ts";
import { day } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { type DemandHost, libraryOf } from "./on_demand.ts";
import { contactOf, ownPaths, readUserSettings } from "./user_settings.ts";

const FLAGS = {
  "data": { value: "DIR", help: "folder of price files (CONVICTION_DATA; unset: the sample)" },
  "benchmark": CONNECTION_FLAGS.benchmark,
  "currency": CONNECTION_FLAGS.currency,
  "as-of": { value: "DATE", read: day, help: "answer as of this day, like 2025-03-31, where a call names none" },
  "allow-fetch": { help: "offer fetch_company too, which fetches filings from sec.gov into the folder of your data" },
  "all-tools": { help: "offer every tool of the analyst, not only the first few" },
} as const satisfies FlagTable;

/** The page of `mcp`. */
export const MCP = {
  does: "Answers an assistant over standard input and output, by the Model Context Protocol.",
  usage: ["-c packages/mcp/deno.json mcp [flags]"],
  flags: FLAGS,
  notes: [
    "An assistant starts it; docs/mcp.md says what to write where. Standard output carries the protocol and nothing else.",
    "Exit status: 0 the assistant closed standard input; 1 failed; 2 wrong usage, or data that cannot be read.",
  ],
} as const satisfies CommandPage;

type McpFlags = FlagsOf<typeof FLAGS> & Given;

/** What the command takes from the machine. */
export interface McpHost extends CommandHost, DemandHost {
  /** Answers on standard input and output until the other end closes, or the signal is aborted. */
  readonly answer: (assistant: Assistant, signal: AbortSignal) => Promise<void>;
}

/** Answers an assistant until it closes standard input. */
export const mcpCommand = defineCommand(MCP, answerAssistant);

async function answerAssistant(
  { data, benchmark, currency, asOf, allowFetch, allTools: all = false, words: [word] }: McpFlags,
  { host, terminal }: Place<McpHost>,
): Promise<void> {
  if (word !== undefined) throw new InputError(`Cannot use "${word}": mcp takes flags only`);
  const named = data ?? (host.env("CONVICTION_DATA") || undefined);
  if (allowFetch && named !== undefined) throw new InputError("Cannot use --allow-fetch with data that are named");
  const own = allowFetch ? await mayFetch(host, terminal) : undefined;
  const folder = named ?? (own !== undefined && libraryOf(own, host.clock.now()).isThere ? own : undefined);
  await using opened = new AsyncDisposableStack();
  const open = async (data: string | undefined) => {
    const settings = embeddedSettings({ data, benchmark, currency, base: host.folder });
    const embedded = opened.use(await openEmbedded({ ...settings, apiKeys: [], ...showReading(terminal) }));
    terminal.end();
    return { dataset: embedded.dataset, parts: assistantParts(embedded.dataset, asOf), desk: embedded.desk("stdio") };
  };
  let current = await open(folder);
  const { dataset, parts, desk } = current;
  const now = host.clock.now();
  const notes = checkAsOf(asOf, { priceDays: dataset.span, now });
  const age = folder === undefined ? undefined : ageOf(dataset, { asOf, now });
  terminal.note(dataLine(dataset, { asOf, age }), ...notes);
  const fetching = own === undefined ? [] : [fetchTool({ host, terminal }, async () => {
    current = await open(own);
    return current.dataset;
  })];
  const assistant = createAssistants(
    { ...parts, tools: [...parts.tools, ...fetching as Tool[]], desk: (day) => current.parts.desk(day) },
    { all },
  )({ ...desk, agent: (question) => current.desk.agent(question), find: (id) => current.desk.find(id) });
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  await host.answer(own === undefined ? assistant : namingFilers(assistant, () => current.dataset), interruption.stop);
  interruption.close();
}

/** The folder that filings may be fetched into; where they may not, why is said, and the tool is not offered. */
async function mayFetch(host: McpHost, terminal: LiveTerminal): Promise<string | undefined> {
  const { settings, data } = ownPaths(host);
  if (readUserSettings(host).fetch === "never") terminal.note(`fetch_company is not offered: ${settings} says never.`);
  else if (await contactOf(host) !== undefined) return data;
  else terminal.note("fetch_company is not offered: set CONVICTION_CONTACT, by which the SEC knows who asks.");
  return undefined;
}
