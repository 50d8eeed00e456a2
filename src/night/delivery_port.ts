import type { Delivery } from "../protocol/errors.ts";
import type { DurabilityOption } from "../disk/durability.ts";
import type { Clock } from "../pace/clock.ts";

/** How a program ended. */
export interface NightProgramEnd {
  /** Its exit status; undefined when a signal or the time limit ended it. */
  readonly code: number | undefined;
  /** What it printed. */
  readonly output: string;
}

/** What a program of the delivery is started with. */
export interface NightProgramInput {
  /** Arguments behind the command: `$1`, `$2` and so on. */
  readonly args: readonly string[];
  /** Its standard input. */
  readonly input: string;
  /** Milliseconds after which it is ended. */
  readonly limitMs: number;
}

/** What an error of `fetch` says. */
export interface NightConnectionFailure {
  /** Whether the request may have been sent. */
  readonly delivery: Delivery;
  /** In words, without the path of the address. */
  readonly reason: string;
  /** Whether another attempt would fail in the same way. */
  readonly isLasting: boolean;
}

/** What the delivery of messages takes from the machine. */
export interface DeliveryPort extends DurabilityOption {
  /** For timestamps, limits and pauses. */
  readonly clock: Clock;
  /** Spreads the pauses: 0 up to 1. */
  random(): number;
  /** Folder of the kept messages, like `runs/desk/.nights/outbox`; created when it is missing. */
  readonly outbox: string;
  /** Sends a request over the network, once. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Reads an error of `fetch`. */
  readFailure(error: unknown): NightConnectionFailure;
  /** Address that letters come from; without one the mail system adds it. */
  readonly mailFrom?: string | undefined;
  /** Hands a letter to the mail system. Exit status 127: there is none. */
  sendMail(program: Pick<NightProgramInput, "input" | "limitMs">): Promise<NightProgramEnd>;
  /** Runs a shell command, without keys in its environment. */
  runCommand(command: string, program: NightProgramInput): Promise<NightProgramEnd>;
  /** The content of a file; undefined when it is missing, or longer than a number of bytes. */
  readFile(path: string, maxBytes: number): Uint8Array<ArrayBuffer> | undefined;
  /** Says what a program printed. */
  log(line: string): void;
  /** Whether a person knows of the messages that are in doubt so far. Default: no. */
  readonly isSeen?: boolean | undefined;
  /** Ends the pauses between attempts: what is not delivered then is kept. */
  readonly signal?: AbortSignal | undefined;
}
