import type { ResponseObject } from "../protocol/response.ts";
import type { Piece } from "./event_pieces.ts";
import { RequestError } from "../protocol/request_error.ts";

/** Identity of a background response. */
export interface BackgroundIdentity {
  readonly id: string;
  /** The owner, who may read and cancel it. */
  readonly owner: string;
  /** Aborted to stop the agent. */
  readonly work: AbortController;
}

/** A response that outlives its connections and keeps its events for readers that reconnect. */
export class BackgroundResponse {
  readonly id: string;
  readonly owner: string;
  /** Resolves after the agent has stopped and the last event is kept. */
  readonly ended: Promise<void>;
  readonly #work: AbortController;
  readonly #end = Promise.withResolvers<void>();
  #texts: string[] = [];
  /** `sequence_number` of the first event that is still kept. */
  #first = 0;
  #hasEnded = false;
  #grown = Promise.withResolvers<void>();
  #object: ResponseObject = {};

  constructor({ id, owner, work }: BackgroundIdentity) {
    this.id = id;
    this.owner = owner;
    this.ended = this.#end.promise;
    this.#work = work;
  }

  /** The current state of the response. */
  get object(): ResponseObject {
    return this.#object;
  }

  /** Appends a piece and wakes the readers. */
  append({ text, event }: Piece): void {
    this.#texts.push(text);
    if (event) this.#object = after(this.#object, event);
    this.#wake();
  }

  /** Marks the response as ended. */
  close(): void {
    this.#hasEnded = true;
    this.#end.resolve();
    this.#wake();
  }

  /** Drops the older half, or all; a reader that has not read them gets an error. */
  forget(part: "half" | "all"): readonly string[] {
    const count = part === "all" ? this.#texts.length : Math.ceil(this.#texts.length / 2);
    this.#first += count;
    this.#wake();
    return this.#texts.splice(0, count);
  }

  /** Stops the agent; resolves after it has cleaned up. No effect after the end. */
  async cancel(): Promise<void> {
    this.#work.abort(
      new RequestError("Cannot finish the answer: it was cancelled", { status: 409, code: "cancelled" }),
    );
    await this.ended;
  }

  /** Whether no event after this sequence number has been dropped. */
  keepsAfter(sequence: number): boolean {
    return sequence + 1 >= this.#first;
  }

  /** Streams the pieces after a sequence number, then new ones as they are appended. */
  stream(after: number): ReadableStream<Uint8Array<ArrayBuffer>> {
    const encoder = new TextEncoder();
    const left = Promise.withResolvers<void>();
    let at = after + 1;
    let hasLeft = false;
    return new ReadableStream({
      pull: async (controller) => {
        while (this.#awaits(at) && !hasLeft) await Promise.race([this.#grown.promise, left.promise]);
        if (hasLeft) return;
        const text = this.#texts[at - this.#first];
        if (at < this.#first) controller.error(new Error("Cannot continue the stream: its reader fell behind"));
        else if (text === undefined) controller.close();
        else controller.enqueue(encoder.encode(text));
        at++;
      },
      cancel: () => {
        hasLeft = true;
        left.resolve();
      },
    }, { highWaterMark: 0 });
  }

  #awaits(at: number): boolean {
    return !this.#hasEnded && at >= this.#first + this.#texts.length;
  }

  #wake(): void {
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }
}

/** Applies an event to the response object. */
function after(response: ResponseObject, event: NonNullable<Piece["event"]>): ResponseObject {
  switch (event.type) {
    case "response.created":
    case "response.completed":
      return event.response;
    case "response.output_item.done":
      return event.item ? { ...response, output: [...(response.output ?? []), event.item] } : response;
    case "error":
      return { ...response, status: event.code === "cancelled" ? "cancelled" : "failed", error: event.error };
    default:
      return response;
  }
}
