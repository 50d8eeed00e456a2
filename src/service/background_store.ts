import type { Clock } from "../pace/clock.ts";
import type { Steps } from "./agent_steps.ts";
import { BackgroundResponse } from "./background_response.ts";
import { notFound } from "./download_file.ts";
import { EventPieces, type PiecesOptions } from "./event_pieces.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { ServiceLimits } from "./limits.ts";
import { GoneNames, retentionRule } from "./retention.ts";

/** Options of a background response. */
export interface BackgroundOptions extends Pick<PiecesOptions, "context" | "work" | "onFailure"> {
  readonly owner: string;
  /** Called once, after the agent has stopped. */
  readonly onEnd: () => void;
}

interface Ended {
  readonly response: BackgroundResponse;
  readonly atMs: number;
}

type Limits = Pick<ServiceLimits, "maxBackgroundBytes" | "backgroundRunMs" | "backgroundKeptMs">;

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Keeps background responses within limits of bytes and time. Over the limit of bytes, the store first drops
 * responses that have ended, the oldest first, then the older half of the events of the growing response.
 */
export class BackgroundStore {
  readonly #limits: Limits;
  readonly #clock: Pick<Clock, "now" | "schedule">;
  readonly #running = new Map<string, BackgroundResponse>();
  /** In the order in which they ended. */
  readonly #ended = new Map<string, Ended>();
  readonly #gone = new GoneNames();
  #bytes = 0;

  constructor(limits: Limits, clock: Pick<Clock, "now" | "schedule">) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Runs the agent to its end, with or without readers; resolves when `find` can return the response. */
  async begin(steps: Steps, { owner, ...options }: BackgroundOptions): Promise<void> {
    const forgetLimit = this.#limitRun(options.work);
    const onEnd = () => {
      forgetLimit();
      options.onEnd();
    };
    const response = new BackgroundResponse({ id: options.context.responseId, owner, work: options.work });
    this.#running.set(response.id, response);
    const pieces = new EventPieces(steps, {
      ...options,
      onPiece: (piece) => {
        response.append(piece);
        this.#bytes += sizeOf(piece.text);
        this.#makeRoom(response);
      },
      onEnd,
    });
    await pieces.next(); // `response.created`, which sets the response object
    void this.#run(pieces, response);
  }

  /**
   * Finds a response of an owner.
   * @param options `after` is the number of the last event the caller has, -1 for none; absent without a stream.
   * @throws {RequestError} 404 for an unknown response or another owner's; 410 for one that is no longer kept.
   */
  find(id: string, owner: string, { after }: { readonly after?: number | undefined } = {}): BackgroundResponse {
    const response = this.peek(id, owner);
    if (!this.remembers(id, owner)) throw notFound();
    if (!response || (after !== undefined && !response.keepsAfter(after))) throw this.#expired(id);
    return response;
  }

  /** The response of an owner, running or ended and still kept. */
  peek(id: string, owner: string): BackgroundResponse | undefined {
    this.#forgetOld();
    const response = this.#running.get(id) ?? this.#ended.get(id)?.response;
    return response?.owner === owner ? response : undefined;
  }

  /** Whether a response of an owner is kept, or was. */
  remembers(id: string, owner: string): boolean {
    return this.peek(id, owner) !== undefined || this.#gone.has(id, owner);
  }

  /** Deletes a response that has ended; afterwards it is unknown. */
  delete(id: string, owner: string): void {
    const response = this.peek(id, owner);
    if (response) this.#drop(response);
    if (this.#gone.has(id, owner)) this.#gone.delete(id);
  }

  async #run(pieces: EventPieces, response: BackgroundResponse): Promise<void> {
    while (await pieces.next()); // never rejects: a failure is an event
    response.close();
    this.#running.delete(response.id);
    this.#ended.set(response.id, { response, atMs: this.#clock.now().getTime() });
  }

  #limitRun(work: AbortController): () => void {
    const { backgroundRunMs } = this.#limits;
    return this.#clock.schedule(Math.min(backgroundRunMs, MAX_TIMER_MS), () => {
      const state = `it took longer than ${backgroundRunMs / 1000} s`;
      work.abort(new RequestError(`Cannot finish the answer: ${state}`, { status: 503, code: "took_too_long" }));
    });
  }

  #makeRoom(growing: BackgroundResponse): void {
    this.#forgetOld();
    for (const { response } of this.#ended.values()) {
      if (this.#bytes <= this.#limits.maxBackgroundBytes) return;
      this.#forget(response);
    }
    if (this.#bytes > this.#limits.maxBackgroundBytes) this.#release(growing.forget("half"));
  }

  #forgetOld(): void {
    const sinceMs = this.#clock.now().getTime() - this.#limits.backgroundKeptMs;
    for (const { response, atMs } of this.#ended.values()) {
      if (atMs > sinceMs) return;
      this.#forget(response);
    }
  }

  #drop(response: BackgroundResponse): void {
    this.#ended.delete(response.id);
    this.#release(response.forget("all"));
  }

  #forget(response: BackgroundResponse): void {
    this.#drop(response);
    this.#gone.add(response.id, response.owner);
  }

  #release(texts: readonly string[]): void {
    for (const text of texts) this.#bytes -= sizeOf(text);
  }

  #expired(id: string): RequestError {
    const { maxBackgroundBytes, backgroundKeptMs } = this.#limits;
    const rule = retentionRule("events", { maxBytes: maxBackgroundBytes, keptMs: backgroundKeptMs });
    return new RequestError(`Cannot resume response ${id}: its events are no longer kept; ${rule}`, {
      status: 410,
      code: "response_expired",
    });
  }
}

/** Estimate: at most two bytes per UTF-16 unit, and about as much for the event object. */
function sizeOf(text: string): number {
  return 4 * text.length + 64;
}
