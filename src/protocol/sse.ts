import { createParser, type EventSourceParser } from "eventsource-parser";
import { ProtocolError } from "./errors.ts";
import { parseEvent, type ResponseEvent } from "./event.ts";

/** The data line that ends a stream; not JSON. */
export const DONE = "[DONE]";

/** Longest event that is read when nothing else is said, in bytes: an image in one event still fits. */
export const MAX_EVENT_BYTES = 32 * 1024 * 1024;

/** What the parser counts beside the data of a line. */
const FIELD_CHARS = "data: ".length;

/** The events that end an answer. */
const ENDS: readonly string[] = ["response.completed", "response.failed", "response.incomplete", "error"];

/** Limits of reading a stream. */
export interface DecodeOptions {
  /** Longest data of one event, in bytes of UTF-8; {@linkcode MAX_EVENT_BYTES} when absent. */
  readonly maxEventBytes?: number | undefined;
}

/** Turns the bytes of a stream into events, however they are cut. It holds one unfinished event, nothing else. */
export class EventDecoder {
  readonly #text = new TextDecoder("utf-8", { ignoreBOM: true }); // the parser strips the one BOM itself
  readonly #parser: EventSourceParser;
  #events: ResponseEvent[] = [];
  #terminated = false;
  #unfinished = false;
  #failure: ProtocolError | undefined;
  readonly #maxEventBytes: number;
  /** Bytes since the last event, or more: what the next one can have at most. */
  #bytes = 0;

  /**
   * Starts at the first byte of a stream.
   * @param options Limits; each has a default.
   */
  constructor({ maxEventBytes = MAX_EVENT_BYTES }: DecodeOptions = {}) {
    this.#maxEventBytes = maxEventBytes;
    this.#parser = createParser({
      maxBufferSize: maxEventBytes + FIELD_CHARS, // in UTF-16 units, which are never more than the bytes
      onEvent: ({ data }) => this.#read(data),
      onError: ({ type }) => {
        if (type !== "max-buffer-size-exceeded") return; // unknown fields are allowed by the format
        this.#failure = tooLong(maxEventBytes);
      },
    });
  }

  /** Whether the line that ends a stream was read; whatever follows it is ignored. */
  get terminated(): boolean {
    return this.#terminated;
  }

  /** Whether the last event was taken though its blank line was missing. */
  get unfinished(): boolean {
    return this.#unfinished;
  }

  /**
   * Reads the next bytes.
   *
   * @returns The events that became whole, in order.
   * @throws {ProtocolError} when an event is not a JSON object or is too long.
   */
  push(chunk: Uint8Array): ResponseEvent[] {
    this.#bytes += chunk.byteLength;
    const events = this.#feed(this.#text.decode(chunk, { stream: true }));
    if (events.length > 0) this.#bytes = chunk.byteLength;
    return events;
  }

  /**
   * Says that no byte will follow. Servers forget the blank line after the last event: that event is
   * taken if it ends a stream, and dropped otherwise, since half an event must not pass for a whole one.
   *
   * @returns The last event, or nothing.
   * @throws {ProtocolError} when an event before could not be read, and no push said so yet.
   */
  end(): ResponseEvent[] {
    if (this.#failure) throw this.#failure;
    const wasTerminated = this.#terminated;
    let events: ResponseEvent[];
    try {
      events = this.#feed(`${this.#text.decode()}\n\n`);
    } catch (error) {
      if (error instanceof ProtocolError) return []; // cut inside its JSON: the reader above sees no end
      throw error;
    }
    const ends = events.filter(({ type }) => ENDS.includes(type));
    this.#unfinished = ends.length > 0 || (this.#terminated && !wasTerminated);
    return ends;
  }

  #feed(text: string): ResponseEvent[] {
    if (this.#terminated) return [];
    if (!this.#failure) this.#parser.feed(text);
    if (this.#failure && this.#events.length === 0) throw this.#failure; // whole events before it come first
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #read(data: string): void {
    if (this.#terminated || this.#failure) return;
    if (data === DONE) {
      this.#terminated = true;
      return;
    }
    if (this.#bytes > this.#maxEventBytes && isLonger(data, this.#maxEventBytes)) {
      this.#failure = tooLong(this.#maxEventBytes);
      return;
    }
    try {
      this.#events.push(parseEvent(data));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#failure = error; // thrown by #feed: an exception would tear the parser's own state
    }
  }
}

function tooLong(maxEventBytes: number): ProtocolError {
  return new ProtocolError(`Cannot read event: it is longer than ${maxEventBytes} bytes (limit maxEventBytes)`);
}

/** Counts bytes only where the characters leave it open: one is 1 to 3 bytes a UTF-16 unit. */
function isLonger(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

/**
 * Reads the events of a body, as they come. Leaving the loop cancels the body.
 *
 * It ends with the bytes; whether the answer is complete is for the reader above to say,
 * who knows whether `response.completed` was among the events.
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
 * Writes one event as it goes over the wire. An `unknown` event goes out as it came in.
 *
 * @returns The data line and the blank line after it.
 */
export function encodeEvent(event: ResponseEvent): string {
  return `data: ${JSON.stringify(event.type === "unknown" ? event.wire : event)}\n\n`;
}

/** The line that ends a stream, with the blank line after it. */
export function encodeDone(): string {
  return `data: ${DONE}\n\n`;
}
