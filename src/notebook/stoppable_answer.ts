import type { ResponseEvent } from "../protocol/event.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { showsItself } from "../text/cell_value.ts";
import { abortedBy, explained, type StopButton } from "./stop_button.ts";

type Events = AsyncIterator<ResponseEvent, undefined, undefined>;

/** An answer that Stop ends while it is read, and only then: it may be made in one cell and read in the next. */
export class StoppableAnswer implements Answer {
  readonly #answer: Answer;
  readonly #controller: AbortController;
  readonly #button: StopButton;
  #end: (() => void) | undefined;
  #isOver = false;

  /** @param controller Its signal ends the answer. */
  constructor(answer: Answer, { controller, button }: {
    readonly controller: AbortController;
    readonly button: StopButton;
  }) {
    this.#answer = answer;
    this.#controller = controller;
    this.#button = button;
  }

  get snapshot(): Snapshot {
    return this.#answer.snapshot;
  }

  [Symbol.asyncIterator](): Events {
    return this.#stoppable(() => this.#answer[Symbol.asyncIterator]());
  }

  textStream(): AsyncIterable<string> {
    const pieces = this.#stoppable(() => this.#answer.textStream()[Symbol.asyncIterator]());
    return { [Symbol.asyncIterator]: () => pieces };
  }

  async final(): Promise<Snapshot> {
    return await this.#read(() => this.#answer.final(), () => true);
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
      await this.#button.admit();
      this.#end = this.#button.begin(abortedBy(this.#controller));
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
}

showsItself(StoppableAnswer.prototype);
