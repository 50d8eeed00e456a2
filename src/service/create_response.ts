import type { ErrorEvent } from "../protocol/event.ts";
import { encodeDone, encodeEvent } from "../protocol/sse.ts";
import type { Steps } from "./agent_steps.ts";
import { causeOf, type Failure } from "./failure.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { type EventsContext, responseEvents } from "./response_events.ts";

/**
 * Answers without a stream: the finished response object.
 *
 * @throws whatever the agent throws.
 */
export async function collectResponse(steps: Steps, context: EventsContext): Promise<Reply> {
  let response: unknown;
  for await (const event of responseEvents(steps, context)) {
    if (event.type === "response.completed") response = event.response;
  }
  return jsonReply(response);
}

/** What a stream is told, and what it tells. */
export interface StreamOptions {
  readonly context: EventsContext;
  /** Aborted when nobody reads any longer; when aborted from outside, its reason ends the stream. */
  readonly work: AbortController;
  /** Called with each piece of the stream as it goes out. */
  readonly onPiece: (piece: string) => void;
  /** Called once, when the work has stopped; `isWhole` when the stream was read to a good end. */
  readonly onEnd: (isWhole: boolean) => void;
  /** Called at a failure; says how the caller sees it. */
  readonly onFailure: (error: unknown) => Failure;
}

/**
 * Answers with a stream. Each event is one chunk, made when it is asked for: a slow reader holds the agent back.
 * A failure is an `error` event; the line [DONE] ends the stream either way.
 */
export function streamResponse(steps: Steps, options: StreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = new StreamSource(steps, options);
  const encoder = new TextEncoder();
  let cancelled = false;
  return new ReadableStream({
    pull: async (controller) => {
      const piece = await source.next();
      if (cancelled) return;
      if (piece === undefined) controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
    cancel: async (reason) => {
      cancelled = true;
      options.work.abort(reason);
      await source.stop();
    },
  }, { highWaterMark: 0 });
}

class StreamSource {
  readonly #steps: Steps;
  readonly #options: StreamOptions;
  readonly #events: ReturnType<typeof responseEvents>;
  #sent = 0;
  #state: "open" | "completed" | "failed" | "ended" = "open";
  #stopped: Promise<void> | undefined;

  constructor(steps: Steps, options: StreamOptions) {
    this.#steps = steps;
    this.#options = options;
    this.#events = responseEvents(steps, options.context);
    const { signal } = options.work;
    signal.addEventListener("abort", () => void this.stop(), { once: true });
    if (signal.aborted) void this.stop();
  }

  /** The next piece of the stream; nothing after its end. */
  async next(): Promise<string | undefined> {
    if (this.#state === "ended") return undefined;
    const piece = this.#state === "open" ? await this.#nextEvent() : encodeDone();
    this.#options.onPiece(piece);
    if (piece === encodeDone()) await this.#end();
    return piece;
  }

  /** Ends the work, however far it is; resolves when the agent has cleaned up. */
  stop(): Promise<void> {
    return this.#stopped ??= this.#stop({ isWhole: false });
  }

  async #nextEvent(): Promise<string> {
    const { signal } = this.#options.work;
    try {
      const { value } = await this.#events.next();
      if (!value) throw signal.reason; // stopped from outside, between two events
      if (value.type === "response.completed") this.#state = "completed";
      this.#sent++;
      return encodeEvent(value);
    } catch (error) {
      const failure = this.#options.onFailure(causeOf(error, signal));
      this.#state = "failed";
      return encodeEvent(errorEvent(failure, this.#sent));
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
