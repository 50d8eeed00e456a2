import { resolve } from "node:path";
import type { Connection, ServiceDescription } from "../setup/connect.ts";
import { shellWord } from "../text/shell_word.ts";
import { dataNoteLines, dataNotice } from "../view/data_notes.ts";
import { checkAsOf } from "./check_as_of.ts";
import type { ConnectionFlags } from "./connection_flags.ts";
import type { Host } from "./host.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { shortPath } from "./named_runs.ts";

/** What says how a person types a command. */
type TypingHost = Pick<Host, "env" | "folder" | "startedBy">;

/**
 * Describes a service while the terminal shows how far its data is read.
 * @param connection The service.
 * @param flags The day to research as of, and the folder of prices, as they were typed.
 * @returns The description, and the lines that come first.
 * @throws {InputError} when the day cannot be researched.
 */
export async function describeService(
  { describe }: Pick<Connection, "describe">,
  flags: { readonly asOf: string | undefined; readonly data: string | undefined },
  { host, terminal }: { readonly host: TypingHost & Pick<Host, "clock">; readonly terminal: LiveTerminal },
): Promise<{ readonly described: ServiceDescription; readonly lines: readonly string[] }> {
  const described = await describe({ ...flags, ...showReading(terminal) });
  terminal.end();
  const warnings = checkAsOf(flags.asOf, { ...described, now: host.clock.now() });
  return { described, lines: [...dataLines(described, flags, host), ...warnings] };
}

/**
 * What is said of the data before anything is asked.
 * @param described The first line and what was read.
 * @param flags The folder of prices, as it was typed.
 * @returns The first line, with the flag that names a benchmark where there is none; then the first problems.
 */
export function dataLines(
  { notice, data }: Pick<ServiceDescription, "notice" | "data">,
  { data: typed }: Pick<ConnectionFlags, "data">,
  host: TypingHost,
): string[] {
  if (data === undefined) return [notice];
  const folder = typed ?? shortPath(host.folder, resolve(host.folder, host.env("CONVICTION_DATA") ?? ""));
  const command = `${host.startedBy} data check ${shellWord(folder)}`;
  return [dataNotice({ notice }), ...dataNoteLines(data, command)];
}

/**
 * Shows how many files are read, until the terminal ends its line.
 * @returns What a reader of the folder calls after each file.
 */
export function showReading(terminal: LiveTerminal): { readonly onFile: (read: number, all: number) => void } {
  let words = "reading prices";
  terminal.wait(() => words);
  return { onFile: (read, all) => void (words = `reading prices: ${read} of ${all} files`) };
}
