import type { Agent, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";
import { type AgentThread, ThreadEndedError } from "./agent_thread.ts";

/** Options of an {@linkcode AgentPool}. */
export interface AgentPoolOptions {
  /** Threads, 1 or more. */
  readonly threads: number;
  readonly startThread: () => AgentThread;
  /** Answers in this thread where no other can be started any more, like after the data folder changed. */
  readonly inPlace: Agent;
}

/** A question that ended two threads would end a third. */
const MAX_ATTEMPTS = 2;

/** An agent that works in threads. One that ends is replaced; one that cannot open its data is not. */
export class AgentPool {
  readonly #options: AgentPoolOptions;
  readonly #threads = new Set<AgentThread>();
  #isClosed = false;

  /** @param options How many threads there are, and how one starts. */
  constructor(options: AgentPoolOptions) {
    this.#options = options;
    for (let count = 0; count < options.threads; count++) this.#start();
  }

  /** Threads that answer, or soon will. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * Resolves when all threads can answer.
   *
   * @throws {ThreadEndedError} when one cannot.
   */
  async ready(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.ready));
  }

  /** Answers in the thread with the fewest questions; once more in another where one ends before the first step. */
  readonly agent: Agent = (question) => this.#answer(question);

  /** Ends all threads, and questions in progress with an error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.stop("the service is closing")));
  }

  async *#answer(question: Question): AsyncGenerator<Step, void, undefined> {
    let attempts = 0;
    let hasSent = false;
    for (;;) {
      const [thread] = [...this.#threads].sort((one, other) => one.busy - other.busy);
      if (thread === undefined && !this.#isClosed) return yield* this.#options.inPlace(question);
      try {
        if (thread === undefined) throw new ThreadEndedError("the service is closing", { wasReady: true });
        for await (const step of thread.ask(question)) {
          hasSent = true;
          yield step;
        }
        return;
      } catch (error) {
        if (!(error instanceof ThreadEndedError) || hasSent || this.#isClosed) throw error;
        if (error.wasReady && ++attempts === MAX_ATTEMPTS) throw error;
      }
    }
  }

  #start(): void {
    const thread = this.#options.startThread();
    this.#threads.add(thread);
    void thread.ended.then(({ wasReady }) => {
      this.#threads.delete(thread);
      if (wasReady && !this.#isClosed) this.#start();
    });
  }
}
