import { ProtocolError } from "../protocol/errors.ts";
import type { ResponseEvent } from "../protocol/event.ts";
import {
  AnswerAbortedError,
  AnswerError,
  AnswerFailedError,
  type AnswerFailure,
  AnswerTimedOutError,
  AnswerTruncatedError,
} from "./errors.ts";
import { type AnswerState, applyEvent, EMPTY_SNAPSHOT, isEnd, type Snapshot } from "./snapshot.ts";

/** One streamed response: read once, as events, as text, or drained to its end. */
export interface Answer extends AsyncIterable<ResponseEvent>, AsyncDisposable {
  /** What is known so far: of the events that were read, with the answer's state. */
  readonly snapshot: Snapshot;
  /**
   * Only the text, as it comes. Leaving the loop cancels the work.
   * @throws {TypeError} when the answer already has a reader.
   */
  textStream(): AsyncIterable<string>;
  /**
   * Reads to the end. After a whole loop it resolves at once.
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

/** What an answer must know to say why it ended. */
export interface AnswerOptions {
  /** Whether an error of the source means that a time limit passed, and not that the connection broke. */
  isTimeout(error: unknown): boolean;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes an answer of a stream that is opened at the first read.
 *
 * @param open Sends the request. What it throws reaches the reader as it is: no answer existed yet.
 */
export function createAnswer(open: () => Promise<EventSource>, options: AnswerOptions): Answer {
  return new LiveAnswer(open, options);
}

type Step = IteratorResult<ResponseEvent, undefined>;
const END: Step = { done: true, value: undefined };

class LiveAnswer implements Answer, AsyncIterator<ResponseEvent, undefined, undefined> {
  readonly #open: () => Promise<EventSource>;
  readonly #options: AnswerOptions;
  #source: EventSource | undefined;
  #snapshot: Snapshot = EMPTY_SNAPSHOT;
  #group: readonly ResponseEvent[] = [];
  #at = 0;
  #hasReader = false;
  #loading: Promise<unknown> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(open: () => Promise<EventSource>, options: AnswerOptions) {
    this.#open = open;
    this.#options = options;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  [Symbol.asyncIterator](): AsyncIterator<ResponseEvent, undefined, undefined> {
    this.#claim();
    return this;
  }

  textStream(): AsyncIterable<string> {
    const events = this[Symbol.asyncIterator]();
    return textOf({ [Symbol.asyncIterator]: () => events });
  }

  async final(): Promise<Snapshot> {
    if (this.#failure) throw this.#failure.error;
    if (this.#snapshot.state === "completed") return this.#snapshot;
    this.#claim();
    while (!(await this.next()).done);
    return this.#snapshot;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!isEnd(this.#snapshot.state)) await this.return();
  }

  /** Hot path: an event that has arrived costs one resolved promise and one reduction. */
  next(): Promise<Step> {
    if (this.#loading !== undefined) return this.#loading.then(() => this.next());
    const event = this.#group[this.#at];
    if (event === undefined) {
      this.#loading = this.#load();
      return this.#loading as Promise<Step>;
    }
    this.#at++;
    this.#snapshot = applyEvent(this.#snapshot, event);
    return Promise.resolve({ done: false, value: event });
  }

  async return(): Promise<Step> {
    if (!isEnd(this.#snapshot.state) && !this.#failure) {
      const cause = this.#options.signal?.reason;
      this.#end("aborted");
      this.#failure = {
        error: new AnswerAbortedError("its reader left before the end", this.#facts(), cause ? { cause } : {}),
      };
    }
    this.#group = [];
    await this.#source?.groups.return?.();
    return END;
  }

  #claim(): void {
    if (this.#hasReader) throw new TypeError("Cannot read answer: it already has a reader");
    this.#hasReader = true;
  }

  async #load(): Promise<Step> {
    try {
      if (this.#failure) throw this.#failure.error;
      this.#source ??= await this.#open();
      if (this.#snapshot.state === "failed") throw new AnswerFailedError(this.#facts());
      const { done, value } = await this.#source.groups.next();
      if (done) return this.#finish(this.#source);
      this.#group = value;
      this.#at = 0;
    } catch (error) {
      return await this.#fail(error);
    } finally {
      this.#loading = undefined;
    }
    return await this.next();
  }

  #finish({ warnings }: EventSource): Step {
    if (this.#snapshot.state !== "completed") {
      this.#end("truncated");
      throw new AnswerTruncatedError("the stream ended before response.completed", this.#facts());
    }
    this.#snapshot = { ...this.#snapshot, warnings: [...this.#snapshot.warnings, ...warnings] };
    return END;
  }

  async #fail(error: unknown): Promise<Step> {
    if (this.#snapshot.state === "completed") { // all was received; how the connection then ended does not matter
      this.#snapshot = { ...this.#snapshot, warnings: [...this.#snapshot.warnings, "missing_done"] };
      return END;
    }
    this.#failure ??= { error: this.#source === undefined ? this.#beforeAnswer(error) : this.#explain(error) };
    await this.#source?.groups.return?.();
    throw this.#failure.error;
  }

  #beforeAnswer(error: unknown): unknown {
    if (this.#options.signal?.aborted || this.#options.isTimeout(error)) return this.#explain(error);
    this.#end("failed");
    return error;
  }

  #explain(error: unknown): unknown {
    const { signal, isTimeout } = this.#options;
    if (error instanceof AnswerError) return error;
    if (signal?.aborted) {
      this.#end("aborted");
      return new AnswerAbortedError("it was aborted", this.#facts(), { cause: signal.reason });
    }
    if (isTimeout(error)) {
      this.#end("timed_out");
      return new AnswerTimedOutError(reasonOf(error), this.#facts(), { cause: error });
    }
    this.#end("truncated");
    const reason = error instanceof ProtocolError ? reasonOf(error) : "the connection broke";
    return new AnswerTruncatedError(reason, this.#facts(), { cause: error });
  }

  #end(state: AnswerState): void {
    this.#snapshot = { ...this.#snapshot, state };
  }

  #facts(): AnswerFailure {
    const { requestId, bytes = 0 } = this.#source ?? {};
    return { snapshot: this.#snapshot, requestId, bytes };
  }
}

/** The part of a message after "Cannot ...:", to go on in another sentence. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const colon = message.indexOf(": ");
  return message.startsWith("Cannot ") && colon > 0 ? message.slice(colon + 2) : message;
}

async function* textOf(events: AsyncIterable<ResponseEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) {
    if (event.type === "response.output_text.delta") yield event.delta;
  }
}
