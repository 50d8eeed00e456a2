import { valueAt } from "../../protocol/json_pointer.ts";
import { isRecord } from "../../text/options.ts";
import type { Exchange } from "./exchange.ts";
import { jsonIn } from "../../text/json_read.ts";
import { isDone, type ReadStream, readStream, type StreamData } from "./read_stream.ts";

/** The requests, by name. */
export type RequestName =
  | "stream"
  | "reasoning"
  | "file"
  | "file without key"
  | "file with wrong key"
  | "plain"
  | "unknown company"
  | "reasoning without key";

/** A request to send. */
export interface Sending {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Which key it carries. */
  readonly key: "own" | "none" | "wrong";
  /** Sent as JSON. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** An exchange of the plan. */
export type Planned = Exchange & { readonly sending: Sending };

/** A JSON object that came, and where. */
export interface Part {
  readonly at: string;
  readonly wire: unknown;
}

/** An event of a stream. */
export interface StreamEvent extends Part {
  /** Place in its stream, from 1. */
  readonly number: number;
  readonly type: string;
}

/** A streamed reply. */
export interface ShownStream extends ReadStream {
  /** Like `request 1 (stream)`. */
  readonly at: string;
  /** Those with a type. */
  readonly events: readonly StreamEvent[];
  /** Whether its end came, not our limit. */
  readonly isWhole: boolean;
  /** Why its end did not come. */
  readonly problem: string | undefined;
  /** Whether response.completed came: only then nothing more is to be expected. */
  readonly isCompleted: boolean;
  readonly hasError: boolean;
}

/** The statuses that blame the request or the moment; the specification shows no error status and no limit. */
const EXCUSED: readonly number[] = [400, 401, 402, 403, 408, 409, 413, 415, 422, 425, 429, 503];

/** What the exchanges show, for the checks. */
export class Shown {
  readonly streams: readonly ShownStream[];
  /** Body of the reasoning operation's reply with status 200: the value, or the text where it is not JSON. */
  readonly result: Part & { readonly isJson: boolean } | undefined;
  /** The first file that an event announces. */
  readonly file: Part | undefined;
  readonly #exchanges: ReadonlyMap<RequestName, Planned>;
  readonly #leftOut: ReadonlyMap<RequestName, string>;

  /** @param leftOut Why requests were not sent. */
  constructor(exchanges: ReadonlyMap<RequestName, Planned>, leftOut: ReadonlyMap<RequestName, string>) {
    this.#exchanges = exchanges;
    this.#leftOut = leftOut;
    this.streams = (["stream", "unknown company"] as const).flatMap((name) => this.#streamOf(name));
    this.file = firstFileIn(this.#streamOf("stream"));
    const { reply, text = "", outcome } = this.of("reasoning") ?? {};
    if (reply?.status === 200 && outcome === "whole") {
      const value = jsonIn(text);
      this.result = { at: this.at("reasoning"), wire: value === undefined ? text : value, isJson: value !== undefined };
    }
  }

  /** The exchange of a request, where it was sent. */
  of(name: RequestName): Planned | undefined {
    return this.#exchanges.get(name);
  }

  /** Like `request 2 (reasoning)`. */
  at(name: RequestName): string {
    return `request ${[...this.#exchanges.keys()].indexOf(name) + 1} (${name})`;
  }

  /** The request that shows the content of a file: the one without a key where none is set. */
  get download(): "file" | "file without key" {
    return this.of("file") === undefined ? "file without key" : "file";
  }

  get events(): readonly StreamEvent[] {
    return this.streams.flatMap(({ events }) => events);
  }

  eventsOf(...types: readonly string[]): StreamEvent[] {
    return this.events.filter(({ type }) => types.includes(type));
  }

  /** What a request came to, in words: its status, or why it has none. */
  wordsOf(name: RequestName): string {
    const exchange = this.of(name);
    if (exchange === undefined) return `the request "${name}" was not sent: ${this.#leftOut.get(name) ?? "stopped"}`;
    const { reply, problem } = exchange;
    if (reply === undefined) return `${this.at(name)} had no reply: ${problem ?? "unknown"}`;
    return `${this.at(name)} was answered with ${statusWords(exchange)}${problem === undefined ? "" : `; ${problem}`}`;
  }

  /** Why the streams show nothing of something. */
  noneOf(what: string): string {
    return this.streams.length > 0 ? `no ${what} came` : `no stream came: ${this.wordsOf("stream")}`;
  }

  /** One stream where the body has an event; none where it has none. */
  #streamOf(name: RequestName): ShownStream[] {
    const exchange = this.of(name);
    return exchange !== undefined && isSuccess(exchange) ? streamOf(exchange, this.at(name)) : [];
  }
}

/** The value of a field of objects within each other; undefined if absent. */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  return valueAt(value, path);
}

/** Whether a reply has a success status. */
export function isSuccess({ reply }: Exchange): boolean {
  return reply !== undefined && reply.status >= 200 && reply.status < 300;
}

/** Whether a refusal says nothing about the specification. */
export function isExcused({ reply }: Exchange): boolean {
  return reply !== undefined && EXCUSED.includes(reply.status);
}

/** Whether a reply says that there is no such operation here, or that it is elsewhere. */
export function isElsewhere({ reply }: Exchange): boolean {
  if (reply === undefined) return false;
  return [404, 405, 410, 501].includes(reply.status) || (reply.status >= 300 && reply.status < 400);
}

/** The status, where a redirect leads, and the start of the body of a refusal; what happened where no reply came. */
export function statusWords(exchange: Exchange): string {
  const { reply, size, text, problem = "no reply" } = exchange;
  if (reply === undefined) return problem;
  const location = exchange.header("location");
  const body = isSuccess(exchange) || size === 0 ? "" : `: ${text}`;
  return `${reply.status}${location === undefined ? "" : ` to ${location}`}${body}`;
}

/** The first file that a finished execution of the stream announces. */
export function firstFile(exchange: Exchange | undefined): Part | undefined {
  return exchange !== undefined && isSuccess(exchange) ? firstFileIn(streamOf(exchange, "stream")) : undefined;
}

function firstFileIn(streams: readonly ShownStream[]): Part | undefined {
  const outputs = streams.flatMap(({ events }) => events).filter(({ type }) =>
    type === "response.code_execution.output"
  );
  return outputs.flatMap(filesIn).find(({ wire }) => {
    const id = fieldOf(wire, "file_id");
    return typeof id === "string" && id !== "";
  });
}

/** The entries of an event's `files` that are objects. */
export function filesIn({ at, wire }: Part): Part[] {
  const files = fieldOf(wire, "files");
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown, index) => isRecord(file) ? [{ at: `${at}, files/${index}`, wire: file }] : []);
}

function streamOf({ bytes, outcome, problem }: Exchange, at: string): ShownStream[] {
  const isWhole = outcome === "whole" || outcome === "broke"; // a service that breaks off has ended its stream
  const read = readStream(bytes, { isWhole: outcome === "whole" });
  if (read.data.length === 0) return [];
  const events = read.data.flatMap((data) => isDone(data) ? [] : eventOf(data, at));
  const has = (type: string) => events.some((event) => event.type === type);
  return [{ ...read, at, events, isWhole, problem, isCompleted: has("response.completed"), hasError: has("error") }];
}

function eventOf({ number, wire }: StreamData, at: string): StreamEvent[] {
  const type = fieldOf(wire, "type");
  return typeof type === "string" ? [{ at: `${at}, event ${number} ${type}`, number, type, wire }] : [];
}
