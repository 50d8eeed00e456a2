import { longDay } from "../calendar/day.ts";
import { join } from "node:path";
import { deliverNight } from "../night/deliver_night.ts";
import { deliveryLines } from "../night/delivery_words.ts";
import type { NightDelivery, NightMessage } from "../night/message.ts";
import type { NightFile } from "../night/night_file.ts";
import type { DoneStep } from "../night/night_record.ts";
import type { ToldStep } from "../night/run_night.ts";
import type { NightTarget } from "../night/target.ts";
import { redactorOf } from "./command.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import type { ScreenHost } from "./run_screen.ts";
import type { Host } from "./host.ts";
import { readConnectionFailure } from "../client/connection_failure.ts";
import type { DeliveryPort } from "../night/delivery_port.ts";
import { mailFromOf } from "./notify_flags.ts";
import { runNightCommand, runSendmail } from "./night_programs.ts";
import { readSmallFile } from "./text_file.ts";

/** What a night takes from the machine. */
export type NightHost = ScreenHost & Pick<Host, "fetch">;

/** Folder of the messages, within that of the nights. */
const OUTBOX = "outbox";
/** Exit status of a night whose message did not reach everyone, or may not have. */
const NOT_DELIVERED = 1;

/** Who is told, and with what. */
export interface Telling {
  readonly targets: readonly NightTarget[];
  /** The targets, as they were typed. */
  readonly typed: readonly string[];
  readonly host: NightHost;
  readonly terminal: LiveTerminal;
  readonly flags: { readonly seen?: boolean | undefined };
  /** Ends the pauses between attempts. */
  readonly signal: AbortSignal;
}

/**
 * Delivers the message of a night, once to each target however often it is called, and writes down when it needs nothing
 * more.
 * @returns The step as it is told; what failed is kept, and tried again by another start.
 */
export async function tellNight(
  file: NightFile,
  message: NightMessage,
  { targets, typed, host, terminal, flags, signal }: Telling,
): Promise<ToldStep> {
  const redact = redactorOf(host);
  const log = (line: string) => terminal.note(redact(line));
  const port = deliveryPort(host, { outbox: join(file.folder, OUTBOX), typed, log, isSeen: flags.seen, signal });
  const made = await deliverNight(message, targets, port);
  const { messages } = file.record;
  const done: DoneStep = {
    at: host.clock.now().toISOString(),
    words: redact([...deliveryLines(made), ...doubtLines(made.doubts)].join(" ")).replace(/\.$/, ""),
    figures: figuresOf(made.deliveries),
  };
  const isUnclear = made.doubts.length + made.damaged.length > 0;
  const has = (wanted: NightDelivery["state"]) => made.deliveries.some(({ state }) => state === wanted);
  if (has("failed")) return { step: "deliver", ...done, status: NOT_DELIVERED, state: "stopped" };
  const kept = messages[message.kind];
  const status = isUnclear || has("doubtful") ? NOT_DELIVERED : 0;
  if (kept !== undefined) return { step: "deliver", ...status === 0 ? kept : done, status, state: "kept" };
  await file.change({ messages: { ...messages, [message.kind]: done } });
  return { step: "deliver", ...done, status, state: "done" };
}

function doubtLines(nights: readonly string[]): string[] {
  if (nights.length === 0) return [];
  const messages = `the message of ${[...new Set(nights)].map(longDay).join(", ")}`;
  return [`In doubt: ${messages}; check whether it arrived. Each night exits with 1 until one is started with --seen.`];
}

function figuresOf(deliveries: readonly NightDelivery[]): Readonly<Record<string, number>> {
  const count = (wanted: NightDelivery["state"]) => deliveries.filter(({ state }) => state === wanted).length;
  return { delivered: count("delivered"), failed: count("failed"), in_doubt: count("doubtful") };
}

/** What the delivery of a night's messages is joined from. */
export interface DeliveryParts extends Pick<DeliveryPort, "outbox" | "log" | "isSeen" | "signal"> {
  /** Targets as they were typed: their variables are emptied for programs. */
  readonly typed: readonly string[];
}

/** Joins the machine and the delivery of messages. */
export function deliveryPort(
  { clock, random, fetch, env, folder, durability }: Pick<
    Host,
    "clock" | "random" | "fetch" | "env" | "folder" | "durability"
  >,
  { typed, ...parts }: DeliveryParts,
): DeliveryPort {
  const secretVariables = typed.flatMap((text) => /^\s*env:\s*(\w+)\s*$/.exec(text)?.[1] ?? []);
  const place = { folder, clock, secretVariables };
  return {
    ...parts,
    clock,
    random,
    fetch,
    durability,
    readFailure: readConnectionFailure,
    mailFrom: mailFromOf({ env }),
    sendMail: (program) => runSendmail(env("CONVICTION_SENDMAIL") ?? "sendmail", program, place),
    runCommand: (command, program) => runNightCommand(command, program, place),
    readFile: readSmallFile,
  };
}
