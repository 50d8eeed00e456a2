import type { ResponseEvent } from "../protocol/event.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { RESPONSE_ID_HEADER } from "../protocol/route.ts";
import { EventDecoder } from "../protocol/sse.ts";
import type { EventSource } from "../stream/answer.ts";
import { readerOf } from "./body_reader.ts";
import { utf8Of } from "./coding.ts";
import type { WholeLimits } from "./limits.ts";
import { explain, requestIdOf } from "./send.ts";
import type { Watch } from "./watch.ts";

/** Longest wait for `[DONE]` after the last event. */
const TERMINATOR_MS = 1000;

/** Reads the events of a reply in the groups they arrive in, under the limits of the call. */
export class ReplyEvents implements EventSource, AsyncIterator<readonly ResponseEvent[], void, undefined> {
  readonly requestId: string | undefined;
  /** The service's identifier of a background response, if its reply's head has one. */
  readonly responseId: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder: EventDecoder;
  readonly #utf8: (chunk: Uint8Array) => Uint8Array;
  readonly #watch: Watch;
  readonly #maxBytes: number;
  #bytes = 0;
  #isFirst = true;
  #isComplete = false;
  #isOver = false;
  #broken: { readonly error: unknown } | undefined;

  /** @param reply Its body must not have been read. */
  constructor(reply: Response, watch: Watch, { maxBytes, maxEventBytes }: WholeLimits) {
    this.#decoder = new EventDecoder({ maxEventBytes });
    this.#utf8 = utf8Of(reply);
    this.requestId = requestIdOf(reply);
    this.responseId = reply.headers.get(RESPONSE_ID_HEADER) ?? undefined;
    this.#reader = readerOf(reply, watch.signal);
    this.#watch = watch;
    this.#maxBytes = maxBytes;
  }

  get groups(): this {
    return this;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether `[DONE]` was read. */
  get terminated(): boolean {
    return this.#decoder.terminated;
  }

  get warnings(): readonly string[] {
    return [
      ...(this.#decoder.terminated ? [] : ["missing_done"]),
      ...(this.#decoder.damaged ? ["damaged_text"] : []),
      ...(this.#decoder.unfinished ? ["missing_final_blank_line"] : []),
    ];
  }

  /** A single async function, so that an event in a chunk of its own takes one await. */
  async next(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    if (this.#isOver) return { done: true, value: undefined };
    if (this.#isComplete) this.#watch.await("silenceMs", TERMINATOR_MS);
    else this.#watch.await(this.#isFirst ? "firstEventMs" : "silenceMs"); // comments do not restart it
    this.#isFirst = false;
    let events: readonly ResponseEvent[] = [];
    while (events.length === 0 && !this.#isOver && !this.#decoder.terminated) {
      let chunk: Uint8Array | undefined;
      try {
        chunk = (await this.#reader.read()).value;
      } catch (error) {
        this.#break(error);
      }
      events = chunk === undefined ? this.#end() : this.#push(chunk);
    }
    this.#watch.pause();
    this.#isComplete = events.at(-1)?.type === "response.completed";
    return events.length > 0 ? { done: false, value: events } : await this.return();
  }

  async return(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    this.#isOver = true;
    this.#watch.cancel(); // before the reader: cancelling a stuck body may never resolve
    await this.#reader.cancel().catch(() => {});
    return { done: true, value: undefined };
  }

  #push(chunk: Uint8Array): readonly ResponseEvent[] {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) {
      throw new ProtocolError(`Cannot read stream: it is longer than ${this.#maxBytes} bytes (limit maxBytes)`);
    }
    return this.#decoder.push(this.#utf8(chunk));
  }

  #break(error: unknown): void {
    if (this.#watch.signal.aborted || this.#isOver) throw explain("read stream", error, this.#watch.signal);
    this.#broken = { error };
  }

  /** A connection that breaks after `response.completed` still has the whole answer. */
  #end(): readonly ResponseEvent[] {
    if (this.#watch.signal.aborted) throw explain("read stream", undefined, this.#watch.signal);
    this.#isOver = true;
    this.#watch.stop();
    const last = this.#decoder.end();
    if (last.length === 0 && this.#broken) throw explain("read stream", this.#broken.error, this.#watch.signal);
    return last;
  }
}
