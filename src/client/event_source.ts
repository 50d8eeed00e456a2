import type { ResponseEvent } from "../protocol/event.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { EventDecoder } from "../protocol/sse.ts";
import type { EventSource } from "../stream/answer.ts";
import type { WholeLimits } from "./limits.ts";
import { explain, requestIdOf } from "./send.ts";
import type { Watch } from "./watch.ts";

/** Reads the events of a reply, in the groups they arrive in, under the limits of the call. */
export class ReplyEvents implements EventSource, AsyncIterator<readonly ResponseEvent[], void, undefined> {
  readonly requestId: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new EventDecoder();
  readonly #watch: Watch;
  readonly #maxBytes: number;
  #bytes = 0;
  #isFirst = true;
  #isOver = false;
  #broken: { readonly error: unknown } | undefined;

  /** @param reply Its body must not have been read. */
  constructor(reply: Response, watch: Watch, { maxBytes }: WholeLimits) {
    this.requestId = requestIdOf(reply);
    this.#reader = (reply.body ?? new Blob().stream()).getReader();
    this.#watch = watch;
    this.#maxBytes = maxBytes;
  }

  get groups(): this {
    return this;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get warnings(): readonly string[] {
    return [
      ...(this.#decoder.terminated ? [] : ["missing_done"]),
      ...(this.#decoder.unfinished ? ["missing_final_blank_line"] : []),
    ];
  }

  async next(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    if (this.#isOver) return { done: true, value: undefined };
    this.#watch.await(this.#isFirst ? "firstEventMs" : "silenceMs");
    this.#isFirst = false;
    const events = await this.#read();
    this.#watch.pause();
    return events.length > 0 ? { done: false, value: events } : await this.return();
  }

  async return(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    this.#isOver = true;
    this.#watch.cancel(); // before the reader, whose cancel a stuck body may never answer
    await this.#reader.cancel().catch(() => {});
    return { done: true, value: undefined };
  }

  /** The next group; empty at the end. The wait for an event goes on over comments. */
  async #read(): Promise<readonly ResponseEvent[]> {
    while (!this.#decoder.terminated) {
      const chunk = await this.#readBytes();
      if (chunk === undefined) return this.#end();
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#maxBytes) {
        throw new ProtocolError(`Cannot read stream: it is longer than ${this.#maxBytes} bytes (limit maxBytes)`);
      }
      const events = this.#decoder.push(chunk);
      if (events.length > 0) return events;
    }
    return [];
  }

  async #readBytes(): Promise<Uint8Array | undefined> {
    try {
      return (await this.#reader.read()).value;
    } catch (error) {
      if (this.#watch.signal.aborted || this.#isOver) throw explain("read stream", error, this.#watch.signal);
      this.#broken = { error };
      return undefined;
    }
  }

  /** A connection that breaks after the last byte of `response.completed` has lost nothing of the answer. */
  #end(): readonly ResponseEvent[] {
    this.#isOver = true;
    this.#watch.stop();
    const last = this.#decoder.end();
    if (last.length === 0 && this.#broken) throw explain("read stream", this.#broken.error, this.#watch.signal);
    return last;
  }
}
