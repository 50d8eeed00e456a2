import type { ResponseEvent } from "../protocol/event.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { showsItself } from "../text/cell_value.ts";
import { type Origin, rememberOrigin } from "./origin.ts";
import { abortedBy, explained, type StopButton } from "./stop_button.ts";

type Events = AsyncIterator<ResponseEvent, undefined, undefined>;

/** What a cell knows of an answer. */
interface Context {
  /** Its signal ends the answer. */
  readonly controller: AbortController;
  readonly button: StopButton;
  readonly origin: Origin;
}

/**
 * An answer in a cell. Stop ends it while it is read, and only then: it may be made in one cell and read in the next.
 * Its snapshots and their theses remember where they come from, so that their pictures can be drawn.
 */
export class CellAnswer implements Answer {
  readonly #answer: Answer;
  readonly #context: Context;
  #end: (() => void) | undefined;
  #isOver = false;

  constructor(answer: Answer, context: Context) {
    this.#answer = answer;
    this.#context = context;
    rememberOrigin(this, context.origin);
  }

  get snapshot(): Snapshot {
    return this.#remembered(this.#answer.snapshot);
  }

  [Symbol.asyncIterator](): Events {
    return this.#stoppable(() => this.#answer[Symbol.asyncIterator]());
  }

  textStream(): AsyncIterable<string> {
    const pieces = this.#stoppable(() => this.#answer.textStream()[Symbol.asyncIterator]());
    return { [Symbol.asyncIterator]: () => pieces };
  }

  async final(): Promise<Snapshot> {
    return this.#remembered(await this.#read(() => this.#answer.final(), () => true));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#answer[Symbol.asyncDispose]();
    } finally {
      this.#over();
    }
  }

  /** @param open Claims the answer; not called before the first read, which a stopped cell does not get. */
  #stoppable<Value>(open: () => AsyncIterator<Value, unknown, undefined>): AsyncIterator<Value, undefined, undefined> {
    let opened: AsyncIterator<Value, unknown, undefined> | undefined;
    const step = async (read: (from: AsyncIterator<Value, unknown, undefined>) => Promise<IteratorResult<Value>>) => {
      const result = await this.#read(() => read(opened ??= open()), ({ done }) => done === true);
      return result.done === true ? { done: true, value: undefined } as const : result;
    };
    return {
      next: () => step((from) => from.next()),
      return: () => step(async (from) => await from.return?.() ?? { done: true, value: undefined }),
    };
  }

  /** From the first read on it runs, until it has ended or a read fails. */
  async #read<Result>(read: () => Promise<Result>, isLast: (result: Result) => boolean): Promise<Result> {
    if (this.#end === undefined && !this.#isOver) {
      const { button, controller } = this.#context;
      await button.admit();
      this.#end = button.begin(abortedBy(controller));
    }
    try {
      const result = await read();
      if (isLast(result)) this.#over();
      return result;
    } catch (error) {
      this.#over();
      throw explained(error);
    }
  }

  #over(): void {
    this.#isOver = true;
    this.#end?.();
    this.#end = undefined;
  }

  #remembered(snapshot: Snapshot): Snapshot {
    const { origin } = this.#context;
    const { thesis } = snapshot;
    if (thesis !== undefined) rememberOrigin(showsItself(thesis), { ...origin, answer: snapshot });
    return rememberOrigin(snapshot, origin);
  }
}

showsItself(CellAnswer.prototype);
