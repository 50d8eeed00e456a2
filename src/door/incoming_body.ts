import type { IncomingMessage } from "node:http";
import { RequestError } from "../protocol/request_error.ts";

/** Most bytes of chunk extensions in a body, as in Node; the parser of Deno has no limit. */
const MAX_EXTENSION_BYTES = 16_384;
/** Longest size of a chunk, and the ends of its lines. */
const CHUNK_FRAME_BYTES = 20;
/** Chunks kept for a reader that is not ready. */
const MAX_KEPT_CHUNKS = 16;

/**
 * The bytes of a request, on demand, once. A reader may leave early: the connection stays whole, so that its refusal
 * arrives.
 */
export class IncomingBody implements AsyncIterable<Uint8Array> {
  readonly #incoming: IncomingMessage;
  readonly #bytesBefore: number;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #frames = 0;
  #end: "open" | "whole" | "broken" = "open";
  #wake = () => {};

  /** `bytesBefore` is what was read from the connection before this request. */
  constructor(incoming: IncomingMessage, bytesBefore: number) {
    this.#incoming = incoming;
    this.#bytesBefore = bytesBefore;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const keep = (chunk: Uint8Array) => this.#keep(chunk);
    const whole = () => finish("whole");
    const broken = () => finish("broken");
    const finish = (end: "whole" | "broken") => {
      this.#incoming.off("data", keep).off("end", whole).off("error", broken).off("close", broken);
      this.#end = end;
      this.#wake();
    };
    this.#incoming.on("data", keep).on("end", whole).on("error", broken).on("close", broken);
    return { next: () => this.#next() };
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#frames++;
    if (this.#chunks.length >= MAX_KEPT_CHUNKS) this.#incoming.pause();
    this.#wake();
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#chunks.length === 0 && this.#end === "open") {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const value = this.#chunks.shift();
    if (value !== undefined) {
      if (this.#chunks.length === 0 && this.#incoming.isPaused()) this.#incoming.resume();
      return { done: false, value };
    }
    if (this.#end === "broken") throw new DOMException("The client disconnected", "AbortError");
    this.#checkExtensions();
    return { done: true, value: undefined };
  }

  /** The parser tells nothing of extensions: what is neither header nor chunk was one. */
  #checkExtensions(): void {
    const { headers, rawHeaders, rawTrailers, socket } = this.#incoming;
    if (headers["transfer-encoding"] === undefined) return;
    const lines = [...rawHeaders, ...rawTrailers].reduce((sum, { length }) => sum + length + ": ".length, 0);
    const known = this.#bytesBefore + lines + this.#bytes + this.#frames * CHUNK_FRAME_BYTES;
    if (socket.bytesRead - known <= MAX_EXTENSION_BYTES) return;
    throw new RequestError("Cannot read the request: the chunks of its body carry too many extensions", {
      status: 400,
      code: "invalid_body",
    });
  }
}
