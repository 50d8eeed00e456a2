import { longDay } from "../calendar/day.ts";
import { join } from "node:path";
import { deliverNight } from "../night/deliver_night.ts";
import { deliveryLines } from "../night/delivery_words.ts";
import type { NightDelivery, NightMessage } from "../night/message.ts";
import type { NightFile } from "../night/night_file.ts";
import type { DoneStep } from "../night/night_record.ts";
import type { ReportedStep } from "../night/run_night.ts";
import type { NightTarget } from "../night/target.ts";
import { redactorOf } from "./command.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import type { ScreenHost } from "./run_screen.ts";
import type { Host } from "./host.ts";
import { readConnectionFailure } from "../client/connection_failure.ts";
import type { DeliveryPort, NightProgramEnd, NightProgramInput } from "../night/delivery_port.ts";
import { mailFromOf } from "./notify_flags.ts";
import { readSmallFile } from "./text_file.ts";
import type { Clock } from "../pace/clock.ts";

/** What a night takes from the machine. */
export type NightHost = ScreenHost & Pick<Host, "fetch">;

/** Folder of the messages, within that of the nights. */
const OUTBOX = "outbox";
/** Exit status of a night whose message did not reach everyone, or may not have. */
const NOT_DELIVERED = 1;

/** Who is notified, and with what. */
export interface Notifying {
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
 * @returns The step as it is reported; what failed is kept, and tried again by another start.
 */
export async function notifyNight(
  file: NightFile,
  message: NightMessage,
  { targets, typed, host, terminal, flags, signal }: Notifying,
): Promise<ReportedStep> {
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

/** Keys are for services only; a variable cannot be taken from the environment of a program, only emptied. */
const KEYS = ("CONVICTION_API_KEY CONVICTION_LLM_API_KEY CONVICTION_TIINGO_KEY CONVICTION_ALPHAVANTAGE_KEY " +
  "CONVICTION_EODHD_KEY").split(" ");
/** Where a mail system puts its program; cron and systemd do not look there. */
const SENDMAIL = `PATH="$PATH:/usr/sbin:/usr/lib:/usr/local/sbin" exec "$1" -t -i`;

/** What a program prints goes to a log. */
const MAX_OUTPUT_CHARS = 65_536;

/** What a program is started with, beside its command. */
interface ProgramPlace {
  /** Its working directory. */
  readonly folder: string;
  readonly clock: Clock;
  /** Further variables of the environment that hold keys. */
  readonly secretVariables: readonly string[];
}

/** Runs a shell command to its end, or to its time limit. */
async function runNightCommand(
  command: string,
  program: NightProgramInput,
  place: ProgramPlace,
): Promise<NightProgramEnd> {
  return await run(["-c", command, "sh", ...program.args], program, place);
}

/**
 * Hands a letter to the mail system.
 * @param sendmail Name or path of a program with the arguments of `sendmail`.
 */
async function runSendmail(
  sendmail: string,
  program: Omit<NightProgramInput, "args">,
  place: ProgramPlace,
): Promise<NightProgramEnd> {
  return await run(["-c", SENDMAIL, "sh", sendmail], program, place);
}

async function run(
  args: readonly string[],
  { input, limitMs }: Omit<NightProgramInput, "args">,
  { folder, clock, secretVariables }: ProgramPlace,
): Promise<NightProgramEnd> {
  const env = Object.fromEntries([...KEYS, ...secretVariables].map((name) => [name, ""]));
  const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  await using child = new Deno.Command("sh", { args: [...args], cwd: folder, env, ...pipes }).spawn();
  const limit = new AbortController();
  const over = new Promise<void>((resolve) => limit.signal.addEventListener("abort", () => resolve()));
  let hasEnded = false;
  const cancel = clock.schedule(limitMs, () => {
    if (!hasEnded) child.kill("SIGKILL");
    limit.abort(); // what it has started may hold its input and outputs open
  });
  const written = write(child.stdin, input);
  const output = [child.stdout, child.stderr].map((stream) => textOf(stream, limit.signal));
  const { code, signal } = await child.status;
  hasEnded = true;
  const texts = await Promise.all(output);
  await Promise.race([written, over]);
  cancel();
  return { code: signal !== null ? undefined : code, output: texts.join("") };
}

/** The start of an output; the rest is read, so that the program does not wait, and forgotten. */
async function textOf(stream: ReadableStream<Uint8Array>, limit: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = stream.getReader();
  limit.addEventListener("abort", () => void reader.cancel());
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (text.length < MAX_OUTPUT_CHARS) text += decoder.decode(piece.value, { stream: true });
  }
  return text;
}

/** A program may end without reading its input. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}
