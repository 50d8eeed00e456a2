import type { ErrorEvent, KnownEvent } from "../protocol/event.ts";
import { encodeDone, encodeEvent } from "../protocol/sse.ts";
import type { Steps } from "./agent_steps.ts";
import { causeOf, type Failure } from "./failure.ts";
import { type EventsContext, responseEvents } from "./response_events.ts";

/** One encoded event; the final `[DONE]` has no event. */
export interface Piece {
  readonly text: string;
  readonly event: KnownEvent | ErrorEvent | undefined;
}

/** Context and callbacks of a stream. */
export interface PiecesOptions {
  readonly context: EventsContext;
  /** Abort it to stop the agent; the stream then ends with its reason. */
  readonly work: AbortController;
  /** Called with each piece before it is returned. */
  readonly onPiece: (piece: Piece) => void;
  /** Called once, after the agent has stopped; `isWhole` if the stream completed. */
  readonly onEnd: (isWhole: boolean) => void;
  /** Called on a failure; returns what the caller sees of it. */
  readonly onFailure: (error: unknown) => Failure;
}

/** The pieces of a stream, made on demand. A failure becomes an `error` event; `[DONE]` ends every stream. */
export class EventPieces {
  readonly #steps: Steps;
  readonly #options: PiecesOptions;
  readonly #events: ReturnType<typeof responseEvents>;
  #sent = 0;
  #state: "open" | "completed" | "failed" | "ended" = "open";
  #stopped: Promise<void> | undefined;

  constructor(steps: Steps, options: PiecesOptions) {
    this.#steps = steps;
    this.#options = options;
    this.#events = responseEvents(steps, options.context);
    const { signal } = options.work;
    signal.addEventListener("abort", () => void this.stop(), { once: true });
    if (signal.aborted) void this.stop();
  }

  /** The next piece of the stream; `undefined` after its end. */
  async next(): Promise<Piece | undefined> {
    if (this.#state === "ended") return undefined;
    const event = this.#state === "open" ? await this.#nextEvent() : undefined;
    const piece = { text: event ? encodeEvent(event) : encodeDone(), event };
    this.#options.onPiece(piece);
    if (!event) await this.#end();
    return piece;
  }

  /** Stops the agent; resolves after it has cleaned up. */
  stop(): Promise<void> {
    return this.#stopped ??= this.#stop({ isWhole: false });
  }

  async #nextEvent(): Promise<KnownEvent | ErrorEvent> {
    const { signal } = this.#options.work;
    try {
      const { value } = await this.#events.next();
      if (!value) throw signal.reason; // stopped from outside, between two events
      if (value.type === "response.completed") this.#state = "completed";
      this.#sent++;
      return value;
    } catch (error) {
      const failure = this.#options.onFailure(causeOf(error, signal));
      this.#state = "failed";
      return errorEvent(failure, this.#sent);
    }
  }

  async #end(): Promise<void> {
    const isWhole = this.#state === "completed";
    this.#state = "ended";
    await (this.#stopped ??= this.#stop({ isWhole }));
  }

  async #stop({ isWhole }: { readonly isWhole: boolean }): Promise<void> {
    const { work, onEnd, onFailure } = this.#options;
    try {
      await this.#events.return();
      await this.#steps.stop();
    } catch (error) {
      onFailure(causeOf(error, work.signal)); // the stream has already ended: only the operator hears of it
    } finally {
      onEnd(isWhole);
    }
  }
}

function errorEvent({ error }: Failure, sequence_number: number): ErrorEvent {
  const { code, message, param } = error;
  const wire = { ...error, param: param as string | undefined }; // Responses sends null where our type has undefined
  return { type: "error", sequence_number, code, message, error: wire };
}
