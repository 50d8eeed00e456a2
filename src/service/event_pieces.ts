import type { ErrorEvent, KnownEvent } from "../protocol/event.ts";
import { encodeDone, encodeEvent } from "../protocol/sse.ts";
import type { Steps } from "./agent_steps.ts";
import { causeOf, type Failure } from "./failure.ts";
import { type EventsContext, responseEvents } from "./response_events.ts";

/** One event as it goes out; the line that ends the stream has none. */
export interface Piece {
  readonly text: string;
  readonly event: KnownEvent | ErrorEvent | undefined;
}

/** What a run of pieces is told, and what it tells. */
export interface PiecesOptions {
  readonly context: EventsContext;
  /** Aborted when the work is to stop; its reason ends the stream. */
  readonly work: AbortController;
  /** Called with each piece before it is given. */
  readonly onPiece: (piece: Piece) => void;
  /** Called once, when the work has stopped; `isWhole` when all was given, to a good end. */
  readonly onEnd: (isWhole: boolean) => void;
  /** Called at a failure; says how the caller sees it. */
  readonly onFailure: (error: unknown) => Failure;
}

/** The pieces of a stream, each made when it is asked for. A failure is an `error` event; [DONE] ends either way. */
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

  /** The next piece of the stream; nothing after its end. */
  async next(): Promise<Piece | undefined> {
    if (this.#state === "ended") return undefined;
    const event = this.#state === "open" ? await this.#nextEvent() : undefined;
    const piece = { text: event ? encodeEvent(event) : encodeDone(), event };
    this.#options.onPiece(piece);
    if (!event) await this.#end();
    return piece;
  }

  /** Ends the work, however far it is; resolves when the agent has cleaned up. */
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
      onFailure(causeOf(error, work.signal)); // the caller has the stream's end already
    } finally {
      onEnd(isWhole);
    }
  }
}

function errorEvent({ error }: Failure, sequence_number: number): ErrorEvent {
  const { code, message, param } = error;
  const wire = { ...error, param: param as string | undefined }; // the style says null where our reader says absent
  return { type: "error", sequence_number, code, message, error: wire };
}
