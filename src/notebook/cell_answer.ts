import type { ResponseEvent } from "../protocol/event.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { showsItself } from "../text/cell_value.ts";
import { type Origin, rememberOrigin } from "./origin.ts";

/** An answer whose snapshots, and their theses, remember where they come from, so that their pictures can be drawn. */
export function cellAnswer(answer: Answer, origin: Origin): Answer {
  return rememberOrigin(new CellAnswer(answer, origin), origin);
}

class CellAnswer implements Answer {
  readonly #answer: Answer;
  readonly #origin: Origin;

  constructor(answer: Answer, origin: Origin) {
    this.#answer = answer;
    this.#origin = origin;
  }

  get snapshot(): Snapshot {
    return this.#remembered(this.#answer.snapshot);
  }

  [Symbol.asyncIterator](): AsyncIterator<ResponseEvent> {
    return this.#answer[Symbol.asyncIterator]();
  }

  textStream(): AsyncIterable<string> {
    return this.#answer.textStream();
  }

  async final(): Promise<Snapshot> {
    return this.#remembered(await this.#answer.final());
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#answer[Symbol.asyncDispose]();
  }

  #remembered(snapshot: Snapshot): Snapshot {
    if (snapshot.thesis !== undefined) {
      rememberOrigin(showsItself(snapshot.thesis), { ...this.#origin, answer: snapshot });
    }
    return rememberOrigin(snapshot, this.#origin);
  }
}

showsItself(CellAnswer.prototype);
