import type { Agent, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";
import { AdmissionQueue, type QueueLoad } from "./admission_queue.ts";
import type { ServiceLimits } from "./limits.ts";
import type { ServiceSettings } from "./settings.ts";
import { RecordedSteps } from "./recorded_steps.ts";

/** Work of the agent at a moment, by kind of question; absent where every question starts at once. */
export interface AgentLoad {
  /** Without files. */
  readonly answers?: QueueLoad;
  /** With programs and charts. */
  readonly files?: QueueLoad;
}

/** How long an answer takes until some have been measured: on a slow machine, so that the first promises hold too. */
const USUAL_MS = { answers: 50, files: 2_000 } as const;

/** What the agent works on, and when. */
export class Workload {
  readonly #agent: Agent;
  readonly #answers: SharedAnswers;
  readonly #lines: { readonly answers: AdmissionQueue; readonly files: AdmissionQueue } | undefined;

  /** @param settings The agent, and how many questions it works on at once. */
  constructor({ agent, places, clock }: ServiceSettings, { maxWaitMs, maxAnswerBytes }: ServiceLimits) {
    this.#agent = agent;
    this.#answers = new SharedAnswers(maxAnswerBytes);
    const lineOf = (kind: "answers" | "files", width: number) =>
      new AdmissionQueue({ places: width, maxWaitMs, usualMs: USUAL_MS[kind], clock });
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
    { line, owner }: { readonly line: AdmissionQueue; readonly owner: string },
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

interface Answer {
  readonly recorded: RecordedSteps;
  readonly work: AbortController;
  /** Absent for questions that share nothing. */
  readonly key: string | undefined;
  /** Resolves when the agent has stopped. */
  ended: Promise<void>;
  readers: number;
  /** 0 until it is remembered. */
  bytes: number;
}

/**
 * Does equal work once: equal questions at the same time share one run, and whole answers without files are remembered
 * up to a number of bytes; what nobody asked for longest is forgotten first. It is for an agent whose answer depends on
 * the question alone. Files, and tables that come with a question, belong to one caller, so such a question has a run of its own.
 */
export class SharedAnswers {
  readonly #maxBytes: number;
  /** Those in progress and those remembered; a Map keeps insertion order, the last used is the last. */
  readonly #known = new Map<string, Answer>();
  #bytes = 0;

  /** @param maxBytes Limit of all remembered answers; 0 remembers none. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Answers with what is remembered, what is in progress, or by asking the agent. The agent works as fast as it can,
   * however slowly its steps are read, and is aborted when the last reader has left.
   * @throws what the agent throws, or the question's reason on abort.
   */
  async *ask(question: Question, agent: Agent): AsyncGenerator<Step, void, undefined> {
    const { signal } = question;
    signal.throwIfAborted();
    const answer = this.#find(question) ?? this.#begin(question, agent);
    answer.readers++;
    try {
      yield* answer.recorded.replay(signal);
    } finally {
      if (--answer.readers === 0 && !answer.recorded.hasEnded) {
        this.#forget(answer);
        answer.work.abort(signal.reason);
        await answer.ended;
      }
    }
  }

  #find(question: Question): Answer | undefined {
    const answer = this.#known.get(keyOf(question) ?? "");
    if (answer?.key === undefined) return undefined;
    this.#known.delete(answer.key);
    this.#known.set(answer.key, answer);
    return answer;
  }

  #begin(question: Question, agent: Agent): Answer {
    const work = new AbortController();
    const key = keyOf(question);
    const answer = { recorded: new RecordedSteps(), work, key, ended: Promise.resolve(), readers: 0, bytes: 0 };
    if (key !== undefined) this.#known.set(key, answer);
    answer.ended = this.#run(answer, agent({ ...question, signal: work.signal }));
    return answer;
  }

  /** Never rejects: readers get the error. */
  async #run(answer: Answer, steps: AsyncIterable<Step>): Promise<void> {
    try {
      for await (const step of steps) answer.recorded.append(step);
      answer.recorded.end();
      this.#remember(answer);
    } catch (error) {
      this.#forget(answer);
      answer.recorded.fail(error);
    }
  }

  #remember(answer: Answer): void {
    if (answer.key === undefined || this.#known.get(answer.key) !== answer) return;
    answer.bytes = bytesOf(answer.recorded.steps);
    this.#bytes += answer.bytes;
    for (const oldest of this.#known.values()) {
      if (this.#bytes <= this.#maxBytes) return;
      if (oldest.bytes > 0) this.#forget(oldest);
    }
  }

  #forget(answer: Answer): void {
    if (answer.key === undefined || this.#known.get(answer.key) !== answer) return;
    this.#known.delete(answer.key);
    this.#bytes -= answer.bytes;
  }
}

/** As many as their JSON has characters, which is more than they take; what a thesis holds again counts once. */
function bytesOf(steps: readonly Step[]): number {
  const last = steps.at(-1);
  const isThesis = last?.kind === "conclusion" && last.conclusion.kind === "thesis";
  const again = isThesis ? last.conclusion.result.metadata?.verification : undefined;
  const isAgain = (step: Step) => step.kind === "verification_done" && step.verification === again;
  return steps.reduce((sum, step) => sum + (isAgain(step) ? 0 : JSON.stringify(step).length), 0);
}

/**
 * Everything that an answer depends on, beside data and engine; nothing for a question for files, or with tables of its
 * caller's own, which are in no key either.
 */
function keyOf({ signal: _signal, files, own = [], ...asked }: Question): string | undefined {
  if (files || own.length > 0) return undefined;
  return JSON.stringify(Object.entries(asked).filter(([, value]) => value !== undefined).toSorted());
}
