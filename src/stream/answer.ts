import type { ResponseEvent } from "../protocol/event.ts";
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

/** One streamed response: read once, as events, as text, or drained to its end. */
export interface Answer extends AsyncIterable<ResponseEvent>, AsyncDisposable {
  /** What is known so far: of the events that were read, with the answer's state. It is made at each look. */
  readonly snapshot: Snapshot;
  /**
   * Only the text, as it comes: all pieces together are the snapshot's text. Leaving the loop cancels the work.
   * @throws {TypeError} when the answer already has a reader.
   */
  textStream(): AsyncIterable<string>;
  /**
   * Reads to the end. After a whole loop it resolves at once; asked again, it gives the same.
   * @throws {AnswerError} when the answer did not complete, also after a loop that was left.
   * @throws {TypeError} when another reader is still reading.
   */
  final(): Promise<Snapshot>;
}

/** An open stream of events, as the client gives it. */
export interface EventSource {
  /** The service's name for the request, where it gave one. */
  readonly requestId: string | undefined;
  /** Bytes received so far. */
  readonly bytes: number;
  /** Oddities of the stream's end. */
  readonly warnings: readonly string[];
  /** Events in the groups they arrived in; no group is empty. Its return() cancels the work. */
  readonly groups: AsyncIterator<readonly ResponseEvent[], void, undefined>;
}

/** Sends the request; `left` is aborted when the reader leaves before it has been answered. */
export type OpenEvents = (left: AbortSignal) => Promise<EventSource>;

/**
 * Makes an answer of a stream that is opened at the first read.
 *
 * @param open What it throws reaches the reader as it is: no answer existed yet.
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

  /** Hot path: an event that has arrived costs one resolved promise and one reduction. */
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
      const error = new AnswerAbortedError("its reader left before the end", this.#facts(), cause ? { cause } : {});
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

  /** The next event that is not a repetition, of the group at hand or of one that came. */
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

  /** An event that comes alone costs one promise here; all that is rare goes the long way. */
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

  /** It always waits for something, so that `#loading` is set before it is cleared. */
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
    if (this.#understanding.state === "completed") { // all was received; how the connection then ended does not matter
      this.#understanding.addWarnings(["missing_done"]);
      await this.#leave();
      return END;
    }
    this.#failure ??= { error: this.#explain(error) };
    await this.#leave();
    throw this.#failure.error;
  }

  /** A reader that left gets the end; one that met a failure gets it again, so that nobody takes it for the end. */
  #afterEnd(): Promise<Step> {
    return this.#failure && !this.#left.signal.aborted ? Promise.reject(this.#failure.error) : Promise.resolve(END);
  }

  /** Lets the source go. Why it cannot be closed is nothing a reader could act upon. */
  async #leave(): Promise<void> {
    try {
      await this.#source?.groups.return?.();
    } catch { /* see above */ }
  }

  #explain(error: unknown): unknown {
    if (error instanceof AnswerError) return error;
    const { signal, isTimeout } = this.#options;
    if (this.#source === undefined && !signal?.aborted && !isTimeout(error)) { // there was no answer yet
      this.#understanding.end("failed");
      return error;
    }
    const ending = endingOf(error, this.#options);
    this.#understanding.end(ending.state); // before the facts, which hold it
    return ending.errorOf(this.#facts());
  }

  #facts(): AnswerFailure {
    const { requestId, bytes = 0 } = this.#source ?? {};
    return { snapshot: this.snapshot, requestId, bytes };
  }
}
