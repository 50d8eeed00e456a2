import { createParser, type EventSourceParser } from "eventsource-parser";
import { ProtocolError } from "./errors.ts";
import { parseEvent, type ResponseEvent } from "./event.ts";

/** The data line that ends a stream; not JSON. */
export const DONE = "[DONE]";

/** Default limit of one event, in bytes: enough for an image. */
export const MAX_EVENT_BYTES = 32 * 1024 * 1024;

/** The parser counts the field name too. */
const FIELD_CHARS = "data: ".length;

/** The events that end an answer. */
const ENDS: readonly string[] = ["response.completed", "response.failed", "response.incomplete", "error"];

/** Names of events that say only that the connection lives; what they carry may be no JSON. */
const PING = /^(?:ping|heart-?beat|keep-?alive)$/i;

/** Limits of a decoder. */
export interface DecodeOptions {
  /** Longest data of one event, in bytes of UTF-8; {@linkcode MAX_EVENT_BYTES} when absent. */
  readonly maxEventBytes?: number | undefined;
}

/** Decodes the bytes of a stream, split anywhere, into events. Buffers one unfinished event at most. */
export class EventDecoder {
  readonly #text = new TextDecoder("utf-8", { ignoreBOM: true }); // the parser strips the one BOM itself
  readonly #parser: EventSourceParser;
  #events: ResponseEvent[] = [];
  #terminated = false;
  #unfinished = false;
  #damaged = false;
  #failure: ProtocolError | undefined;
  readonly #maxEventBytes: number;
  /** Upper bound on the bytes of the next event. */
  #bytes = 0;

  /**
   * Creates a decoder for one stream.
   * @param options Limits; each has a default.
   */
  constructor({ maxEventBytes = MAX_EVENT_BYTES }: DecodeOptions = {}) {
    this.#maxEventBytes = maxEventBytes;
    this.#parser = createParser({
      maxBufferSize: maxEventBytes + FIELD_CHARS, // in UTF-16 units, which are never more than the bytes
      onEvent: ({ data, event }) => this.#read(data, event),
      onError: ({ type }) => {
        if (type !== "max-buffer-size-exceeded") return; // unknown fields are allowed by the format
        this.#failure = tooLong(maxEventBytes);
      },
    });
  }

  /** Whether `[DONE]` was read; bytes after it are ignored. */
  get terminated(): boolean {
    return this.#terminated;
  }

  /** Whether bytes were no UTF-8, which show as U+FFFD. */
  get damaged(): boolean {
    return this.#damaged;
  }

  /** Whether the last event was accepted without its blank line. */
  get unfinished(): boolean {
    return this.#unfinished;
  }

  /**
   * Decodes the next bytes.
   *
   * @returns The events that are complete now, in order.
   * @throws {ProtocolError} when an event is not a JSON object or is too long.
   */
  push(chunk: Uint8Array): ResponseEvent[] {
    this.#bytes += chunk.byteLength;
    const events = this.#feed(this.#text.decode(chunk, { stream: true }));
    if (events.length > 0) this.#bytes = chunk.byteLength;
    return events;
  }

  /**
   * Ends the stream. Some servers omit the blank line after the last event: an event that ends an answer is accepted
   * without it, any other is dropped, because it may be incomplete.
   *
   * @returns The last event, or nothing.
   * @throws {ProtocolError} when an earlier event is invalid and no push has thrown yet.
   */
  end(): ResponseEvent[] {
    if (this.#failure) throw this.#failure;
    const wasTerminated = this.#terminated;
    let events: ResponseEvent[];
    try {
      events = this.#feed(`${this.#text.decode()}\n\n`);
    } catch (error) {
      if (error instanceof ProtocolError) return []; // truncated JSON: the caller sees that no end arrived
      throw error;
    }
    const ends = events.filter(({ type }) => ENDS.includes(type));
    this.#unfinished = ends.length > 0 || (this.#terminated && !wasTerminated);
    return ends;
  }

  #feed(text: string): ResponseEvent[] {
    if (this.#terminated) return [];
    this.#damaged ||= text.includes("\uFFFD");
    if (!this.#failure) this.#parser.feed(text);
    if (this.#failure && this.#events.length === 0) throw this.#failure; // after the complete events before it
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #read(data: string, name: string | undefined): void {
    if (this.#terminated || this.#failure || data.trim() === "" || data === "null") return;
    if (data === DONE) {
      this.#terminated = true;
      return;
    }
    if (this.#bytes > this.#maxEventBytes && isLonger(data, this.#maxEventBytes)) {
      this.#failure = tooLong(this.#maxEventBytes);
      return;
    }
    try {
      this.#events.push(parseEvent(data, name));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (PING.test(name ?? "")) return;
      this.#failure = error; // thrown by #feed: throwing here would corrupt the parser's state
    }
  }
}

function tooLong(maxEventBytes: number): ProtocolError {
  return new ProtocolError(`Cannot read event: it is longer than ${maxEventBytes} bytes (limit maxEventBytes)`);
}

/** Encodes only when the length is inconclusive: a UTF-16 unit takes 1 to 3 bytes. */
function isLonger(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

/**
 * Decodes the events of a body as they arrive. Leaving the loop cancels the body.
 *
 * It ends with the body, complete or not: the answer is complete when `response.completed` was among the events.
 *
 * @param body The bytes of a `text/event-stream`.
 * @throws {ProtocolError} when an event is not a JSON object or is too long.
 *
 * @example
 * ```ts
 * import { decodeEvents } from "conviction/protocol";
 * const body = new Blob(['data: {"type":"verification.started"}\n\ndata: [DONE]\n\n']).stream();
 * for await (const event of decodeEvents(body)) console.assert(event.type === "verification.started");
 * ```
 */
export async function* decodeEvents(
  body: ReadableStream<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<ResponseEvent, void, undefined> {
  const decoder = new EventDecoder(options);
  const reader = body.getReader();
  try {
    while (!decoder.terminated) {
      const { done, value } = await reader.read();
      const events = done ? decoder.end() : decoder.push(value);
      for (const event of events) yield event;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * Encodes one event; an `unknown` event is written unchanged.
 *
 * @returns The data line and the blank line after it.
 */
export function encodeEvent(event: ResponseEvent): string {
  return `data: ${JSON.stringify(event.type === "unknown" ? event.wire : event)}\n\n`;
}

/** Encodes the end of a stream. */
export function encodeDone(): string {
  return `data: ${DONE}\n\n`;
}
