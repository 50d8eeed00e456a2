import type { ResponseEvent } from "../protocol/event.ts";
import { showsItself } from "../text/cell_value.ts";
import { type AnswerOptions, endingOf } from "./ending.ts";
import {
  AnswerAbortedError,
  AnswerError,
  AnswerFailedError,
  type AnswerFailure,
  AnswerTruncatedError,
} from "./errors.ts";
import { isEnd, type Snapshot } from "./snapshot.ts";
import { Understanding } from "./understanding.ts";

/** One streamed response, read once: as events, as text, or to its end. */
export interface Answer extends AsyncIterable<ResponseEvent>, AsyncDisposable {
  /** Everything the events read so far say, and the state of the answer. */
  readonly snapshot: Snapshot;
  /**
   * Only the text, as it arrives; the pieces together are the snapshot's text. Leaving the loop cancels the work.
   * @throws {TypeError} when the answer already has a reader.
   */
  textStream(): AsyncIterable<string>;
  /**
   * Reads to the end. After a complete loop it resolves at once; another call gives the same result.
   * @throws {AnswerError} when the answer did not complete, also after leaving a loop.
   * @throws {TypeError} when another reader is still reading.
   */
  final(): Promise<Snapshot>;
}

/** An open stream of events. */
export interface EventSource {
  /** The service's name for the request, where it gave one. */
  readonly requestId: string | undefined;
  /** Bytes received so far. */
  readonly bytes: number;
  /** Warnings about the end of the stream. */
  readonly warnings: readonly string[];
  /** Events in the groups they arrived in; no group is empty. `return()` cancels the work. */
  readonly groups: AsyncIterator<readonly ResponseEvent[], void, undefined>;
}

/** Sends the request; `left` is aborted when the reader leaves before the reply. */
export type OpenEvents = (left: AbortSignal) => Promise<EventSource>;

/**
 * Creates an answer whose stream is opened at the first read.
 *
 * @param open Its errors reach the reader unchanged, because there is no answer yet.
 */
export function createAnswer(open: OpenEvents, options: AnswerOptions): Answer {
  return new LiveAnswer(open, options);
}

type Group = IteratorResult<readonly ResponseEvent[], void>;
type Step = IteratorResult<ResponseEvent, undefined>;
const END: Step = { done: true, value: undefined };
const NONE: readonly ResponseEvent[] = [];

class LiveAnswer implements Answer, AsyncIterator<ResponseEvent, undefined, undefined> {
  readonly #open: OpenEvents;
  readonly #options: AnswerOptions;
  readonly #understanding = new Understanding();
  readonly #left = new AbortController();
  #source: EventSource | undefined;
  #group = NONE;
  #at = 0;
  #hasReader = false;
  #isOver = false;
  #loading: Promise<Step> | undefined;
  #final: Promise<Snapshot> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(open: OpenEvents, options: AnswerOptions) {
    this.#open = open;
    this.#options = options;
  }

  get snapshot(): Snapshot {
    return this.#understanding.snapshot;
  }

  [Symbol.asyncIterator](): AsyncIterator<ResponseEvent, undefined, undefined> {
    this.#claim();
    return this;
  }

  textStream(): AsyncIterable<string> {
    const events = this[Symbol.asyncIterator]();
    return this.#textOf({ [Symbol.asyncIterator]: () => events });
  }

  async final(): Promise<Snapshot> {
    if (this.#failure) throw this.#failure.error;
    if (this.#understanding.state === "completed") return this.snapshot;
    if (this.#final === undefined) {
      this.#claim();
      this.#final = this.#drain();
    }
    return await this.#final;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!isEnd(this.#understanding.state)) await this.return();
  }

  /** Hot path: an event that has already arrived takes one resolved promise. */
  next(): Promise<Step> {
    if (this.#loading !== undefined) return this.#loading.then(() => this.next());
    const event = this.#take();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    return this.#isOver ? this.#afterEnd() : this.#loading = this.#load();
  }

  async return(): Promise<Step> {
    this.#isOver = true;
    this.#group = [];
    if (!isEnd(this.#understanding.state)) {
      const cause = this.#options.signal?.reason;
      this.#understanding.end("aborted");
      const error = new AnswerAbortedError("its reader stopped before the end", this.#facts(), cause ? { cause } : {});
      this.#failure ??= { error };
      this.#left.abort(error);
    }
    await this.#leave();
    return END;
  }

  #claim(): void {
    if (this.#hasReader) throw new TypeError("Cannot read answer: it already has a reader");
    this.#hasReader = true;
  }

  async #drain(): Promise<Snapshot> {
    while (!(await this.next()).done);
    return this.snapshot;
  }

  async *#textOf(events: AsyncIterable<ResponseEvent>): AsyncGenerator<string, void, undefined> {
    for await (const _event of events) {
      if (this.#understanding.added !== "") yield this.#understanding.added;
    }
  }

  /** The next event of the current or a new group that is not a repetition. */
  #take(group?: readonly ResponseEvent[]): ResponseEvent | undefined {
    if (group !== undefined) {
      this.#group = group;
      this.#at = 0;
    }
    for (let event = this.#group[this.#at]; event !== undefined; event = this.#group[this.#at]) {
      this.#at++;
      if (this.#understanding.take(event)) return event;
    }
    this.#group = NONE;
    return undefined;
  }

  /** Fast path: an event that arrives alone takes one promise; all other cases take `#read`. */
  #load(): Promise<Step> {
    if (this.#source === undefined || this.#understanding.state === "failed") return this.#read();
    return this.#source.groups.next().then(this.#receive, this.#break);
  }

  readonly #receive = (group: Group): Step | Promise<Step> => {
    if (group.done) return this.#read(group);
    const event = this.#take(group.value);
    if (event === undefined) return this.#read();
    this.#loading = undefined;
    return { done: false, value: event };
  };

  readonly #break = (error: unknown): Promise<Step> => this.#read(Promise.reject(error));

  /** Awaits in every case, so that `#loading` is set before it is cleared. */
  async #read(group?: Group | Promise<Group>): Promise<Step> {
    try {
      const source = this.#source ??= await this.#open(this.#left.signal);
      for (let next = group;; next = undefined) {
        const { done, value } = await (next ?? this.#nextOf(source));
        if (done) return this.#finish(source);
        const event = this.#take(value);
        if (event !== undefined) return { done: false, value: event };
      }
    } catch (error) {
      return await this.#fail(error);
    } finally {
      this.#loading = undefined;
    }
  }

  #nextOf({ groups }: EventSource): Promise<Group> {
    this.#left.signal.throwIfAborted();
    if (this.#understanding.state === "failed") throw new AnswerFailedError(this.#facts());
    return groups.next();
  }

  #finish({ warnings }: EventSource): Step {
    this.#left.signal.throwIfAborted();
    this.#isOver = true;
    if (this.#understanding.state === "failed") throw new AnswerFailedError(this.#facts());
    if (this.#understanding.state !== "completed") {
      this.#understanding.end("truncated");
      throw new AnswerTruncatedError("the stream ended before response.completed", this.#facts());
    }
    this.#understanding.addWarnings(warnings);
    return END;
  }

  async #fail(error: unknown): Promise<Step> {
    this.#isOver = true;
    this.#group = [];
    if (this.#understanding.state === "completed") { // complete, however the connection ended
      this.#understanding.addWarnings(["missing_done"]);
      await this.#leave();
      return END;
    }
    this.#failure ??= { error: this.#explain(error) };
    await this.#leave();
    throw this.#failure.error;
  }

  /** A reader that left gets the end; one that met a failure gets it again, so that it cannot pass for the end. */
  #afterEnd(): Promise<Step> {
    return this.#failure && !this.#left.signal.aborted ? Promise.reject(this.#failure.error) : Promise.resolve(END);
  }

  /** Closes the source. Its errors are ignored: a reader could not act on them. */
  async #leave(): Promise<void> {
    try {
      await this.#source?.groups.return?.();
    } catch { /* see above */ }
  }

  #explain(error: unknown): unknown {
    if (error instanceof AnswerError) return error;
    const { signal, isTimeout } = this.#options;
    if (this.#source === undefined && !signal?.aborted && !isTimeout(error)) { // there is no answer yet
      this.#understanding.end("failed");
      return error;
    }
    const ending = endingOf(error, this.#options);
    this.#understanding.end(ending.state); // before #facts, which reads it
    return ending.errorOf(this.#facts());
  }

  #facts(): AnswerFailure {
    const { requestId, bytes = 0 } = this.#source ?? {};
    return { snapshot: this.snapshot, requestId, bytes };
  }
}

showsItself(LiveAnswer.prototype);
