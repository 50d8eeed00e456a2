import type { ResponseObject } from "../protocol/response.ts";
import type { Piece } from "./event_pieces.ts";
import { RequestError } from "./failure.ts";

/** What one background response is. */
export interface BackgroundIdentity {
  readonly id: string;
  /** Who may read and cancel it. */
  readonly owner: string;
  /** Aborted to stop the agent. */
  readonly work: AbortController;
}

/** A response that outlives its connections: it keeps what was said, for readers who come and go. */
export class BackgroundResponse {
  readonly id: string;
  readonly owner: string;
  /** Settles when the work has stopped and nothing more is added. */
  readonly ended: Promise<void>;
  readonly #work: AbortController;
  readonly #end = Promise.withResolvers<void>();
  #texts: string[] = [];
  /** Number of the first piece that is still kept; the number of a piece is its event's `sequence_number`. */
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

  /** The response as it is now. */
  get object(): ResponseObject {
    return this.#object;
  }

  /** Keeps one more piece, and wakes its readers. */
  append({ text, event }: Piece): void {
    this.#texts.push(text);
    if (event) this.#object = after(this.#object, event);
    this.#wake();
  }

  /** Nothing will be added. */
  close(): void {
    this.#hasEnded = true;
    this.#end.resolve();
    this.#wake();
  }

  /**
   * Forgets the older half, or all; a reader who has not read it is cut off.
   *
   * @returns What was forgotten.
   */
  forget(part: "half" | "all"): readonly string[] {
    const count = part === "all" ? this.#texts.length : Math.ceil(this.#texts.length / 2);
    this.#first += count;
    this.#wake();
    return this.#texts.splice(0, count);
  }

  /** Stops the agent; resolves when it has cleaned up. After the end it changes nothing. */
  async cancel(): Promise<void> {
    this.#work.abort(
      new RequestError("Cannot finish the answer: it was cancelled", { status: 409, code: "cancelled" }),
    );
    await this.ended;
  }

  /** Whether everything after this sequence number is kept, or still to come. */
  keepsAfter(sequence: number): boolean {
    return sequence + 1 >= this.#first;
  }

  /** Its pieces after a sequence number, as fast as they are read, and from then on as they come. */
  stream(after: number): ReadableStream<Uint8Array<ArrayBuffer>> {
    const encoder = new TextEncoder();
    const left = Promise.withResolvers<void>();
    let [at, hasLeft] = [after + 1, false];
    return new ReadableStream({
      pull: async (controller) => {
        while (this.#awaits(at) && !hasLeft) await Promise.race([this.#grown.promise, left.promise]);
        if (hasLeft) return;
        const text = this.#texts[at - this.#first];
        if (at < this.#first) controller.error(new Error("Cannot go on with the stream: its reader fell behind"));
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

/** The response object after one more event. */
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
