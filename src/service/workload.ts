import type { Agent, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";
import { Line, type LineLoad } from "./line.ts";
import type { ServiceLimits } from "./limits.ts";
import type { ServiceSettings } from "./settings.ts";
import { SharedAnswers } from "./shared_answers.ts";

/** Work of the agent at a moment, by kind of question; absent where every question starts at once. */
export interface AgentLoad {
  /** Without files. */
  readonly answers?: LineLoad;
  /** With programs and charts. */
  readonly files?: LineLoad;
}

/** How long an answer takes until some have been measured: on a slow machine, so that the first promises hold too. */
const USUAL_MS = { answers: 50, files: 2_000 } as const;

/** What the agent works on, and when. */
export class Workload {
  readonly #agent: Agent;
  readonly #answers: SharedAnswers;
  readonly #lines: { readonly answers: Line; readonly files: Line } | undefined;

  /** @param settings The agent, and how many questions it works on at once. */
  constructor({ agent, places, clock }: ServiceSettings, { maxWaitMs, maxAnswerBytes }: ServiceLimits) {
    this.#agent = agent;
    this.#answers = new SharedAnswers(maxAnswerBytes);
    const lineOf = (kind: "answers" | "files", width: number) =>
      new Line({ places: width, maxWaitMs, usualMs: USUAL_MS[kind], clock });
    this.#lines = places && { answers: lineOf("answers", places.answers), files: lineOf("files", places.files) };
  }

  /** What is done at this moment. */
  get load(): AgentLoad {
    return this.#lines ? { answers: this.#lines.answers.load, files: this.#lines.files.load } : {};
  }

  /**
   * Asks the agent for a caller, when there is a place; a remembered answer waits for none.
   * @throws {RequestError} 429 when it would wait too long.
   */
  ask(question: Question, owner: string): AsyncGenerator<Step, void, undefined> {
    const line = question.files ? this.#lines?.files : this.#lines?.answers;
    if (line === undefined) return this.#agent(question);
    return this.#answers.ask(question, (asked) => this.#inPlace(asked, { line, owner }));
  }

  async *#inPlace(
    question: Question,
    { line, owner }: { readonly line: Line; readonly owner: string },
  ): AsyncGenerator<Step, void, undefined> {
    const place = await line.enter(owner, question.signal);
    let isWhole = false;
    try {
      yield* this.#agent(question);
      isWhole = true;
    } finally {
      place.leave({ isWhole });
    }
  }
}
