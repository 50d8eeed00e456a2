import { dayAfter, isDay, longDay } from "../calendar/day.ts";
import { NYSE } from "../calendar/exchanges.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import { InputError } from "../protocol/errors.ts";
import { isStale } from "../run/data_age.ts";
import type { Connection, ServiceDescription } from "../setup/connection.ts";
import { counted } from "../text/counted.ts";
import { dataNoteLines, dataNotice } from "../view/freshness.ts";
import type { ConnectionFlags } from "./connection_flags.ts";
import type { Host } from "./host.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { shortPath } from "./named_runs.ts";
import { resolve } from "node:path";
import { shellWord, typedCommand } from "../text/typed_command.ts";

/** What says how a person types a command. */
type TypingHost = Pick<Host, "env" | "folder" | "startedBy">;

/**
 * Describes a service while the terminal shows how far its data is read.
 * @param flags The day to research as of, and the folder of prices, as they were typed; whether problems are only counted.
 * @returns The description, and what is said of the data.
 * @throws {InputError} when the day cannot be researched.
 */
export async function describeService(
  { describe }: Pick<Connection, "describe">,
  flags: { readonly asOf: string | undefined; readonly data: string | undefined; readonly isShort?: boolean },
  { host, terminal }: { readonly host: TypingHost & Pick<Host, "clock">; readonly terminal: LiveTerminal },
): Promise<{ readonly described: ServiceDescription; readonly lines: readonly string[] }> {
  const described = await describe({ ...flags, now: host.clock.now(), ...showReading(terminal) });
  terminal.end();
  const warnings = checkAsOf(flags.asOf, { ...described, now: host.clock.now() });
  return { described, lines: [...dataLines(described, flags, host), ...warnings] };
}

/**
 * Checks the day to research as of against the prices of the embedded service, before anything is asked.
 * @param asOf As it was typed; a column, or a day of a remote service, is not checked.
 * @param options The prices and their exchange; the current time.
 * @returns Notes for a person: one when the prices end long before that day.
 * @throws {InputError} when the day is still to come, or before the first price.
 */
export function checkAsOf(
  asOf: string | undefined,
  { priceDays, age, now }: Pick<ServiceDescription, "priceDays" | "age"> & { readonly now: Date },
): string[] {
  if (asOf === undefined || priceDays === undefined || !isDay(asOf)) return [];
  const { first, last } = priceDays;
  const refused = (state: string) => new InputError(`Cannot research as of ${longDay(asOf)}: ${state}`);
  if (asOf < first) throw refused(`the data begin on ${longDay(first)}`);
  if (asOf > dayAfter(now)) throw refused(`that day is in the future; the prices end on ${longDay(last)}`);
  const sessions = sessionsAfter(last, asOf, age?.exchange ?? NYSE);
  if (!isStale({ sessions })) return [];
  return [
    `Out of date: the prices end on ${longDay(last)}, ${counted(sessions, "trading day")} before ${longDay(asOf)}.`,
  ];
}

/**
 * What is said of the data before anything is asked.
 * @param described The first line and what was read.
 * @param flags The folder of prices, as it was typed; whether problems are only counted.
 * @returns The first line, with the flag that names a benchmark where it is missing; then the first problems.
 */
export function dataLines(
  { notice, data }: Pick<ServiceDescription, "notice" | "data">,
  { data: typed, isShort = false }: Pick<ConnectionFlags, "data"> & { readonly isShort?: boolean },
  host: TypingHost,
): string[] {
  if (data === undefined) return [notice];
  const folder = typed ?? shortPath(host.folder, resolve(host.folder, host.env("CONVICTION_DATA") ?? ""));
  const command = typedCommand(host.startedBy, `conviction data check ${shellWord(folder)}`);
  const notes = data.problems.length + data.more_problems + (data.ends_earlier === undefined ? 0 : 1);
  if (!isShort || notes === 0) return [dataNotice({ notice }), ...dataNoteLines(data, command)];
  return [`${dataNotice({ notice })} ${counted(notes, "note")} on the data: ${command}`];
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
