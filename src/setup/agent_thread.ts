import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import type { MadeFile, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";
import type { Clock } from "../pace/clock.ts";
import { RecordedSteps } from "../service/recorded_steps.ts";
import {
  type CallMessage,
  errorOf,
  type FromThread,
  type HeldFile,
  type OutsidePorts,
  type StepsMessage,
  thrownOf,
  type ToThread,
} from "./thread_messages.ts";

/** How a thread is started. */
export interface AgentThreadOptions {
  /** The thread's main module, which calls {@linkcode answerForParent}. */
  readonly main: string;
  /** What the main module gets; it is copied. */
  readonly data: unknown;
  /** The fingerprint that its agent must have. */
  readonly fingerprint: string;
  readonly ports: OutsidePorts;
  /** When it is looked after. */
  readonly clock: Pick<Clock, "schedule">;
  /** Limit of its heap in MiB; a question that needs more ends the thread, not the process. */
  readonly maxHeapMiB: number;
}

/** A thread ended with questions open, or could not open its data. */
export class ThreadEndedError extends Error {
  override readonly name = "ThreadEndedError";
  /** Whether the thread was ever ready. */
  readonly wasReady: boolean;

  /** @param state Completes "Cannot answer in a thread: ...". */
  constructor(state: string, { wasReady, ...options }: ErrorOptions & { readonly wasReady: boolean }) {
    super(`Cannot answer in a thread: ${state}`, options);
    this.wasReady = wasReady;
  }
}

interface OpenQuestion {
  readonly received: RecordedSteps;
  readonly signal: AbortSignal;
  /** Calls of ports are part of what is traced where the question was asked. */
  readonly within: <Result>(work: () => Result) => Result;
  /** Calls that are not over, so that nothing is left behind when its end is waited for. */
  readonly calls: Set<Promise<void>>;
  /** Numbers of the files drawn for it. */
  readonly holds: number[];
  /** Cancels the end of the thread; present when nobody waits for the answer any more. */
  forgive?: () => void;
}

/** How long a thread that only works for callers who have left may take to let go of their questions. */
const LET_GO_MS = 1_000;
/** How often a busy thread is asked for a sign of life, and how often in a row it may give none. */
const PING_MS = 1_000;
const MAX_SILENT = 30;

/** The end of a thread that its parent holds. The thread keeps the process alive while it works, and else not. */
export class AgentThread {
  /** Resolves when its agent can answer; rejects with a {@linkcode ThreadEndedError} when it cannot. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #options: AgentThreadOptions;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<ThreadEndedError>();
  readonly #open = new Map<number, OpenQuestion>();
  readonly #held = new Map<number, MadeFile>();
  #wasReady = false;
  #end: ThreadEndedError | undefined;
  #count = 0;
  #silent = 0;
  #stopPings: (() => void) | undefined;

  /** @param options What runs in it, and its ports. */
  constructor(options: AgentThreadOptions) {
    this.#options = options;
    this.ready = this.#ready.promise;
    this.ready.catch(() => {}); // whoever asks gets it too
    const { main, data, maxHeapMiB } = options;
    this.#worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(main)}`), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
    });
    this.#worker.on("message", (message: FromThread) => this.#take(message));
    this.#worker.on("error", (cause) => this.#endWith("it broke", cause));
    this.#worker.on("exit", (code) => this.#endWith(`it ended with code ${code}`));
  }

  /** Resolves when it answers nothing more, with the reason. */
  get ended(): Promise<ThreadEndedError> {
    return this.#ended.promise;
  }

  /** Questions that it works on, also those that nobody waits for any more. */
  get busy(): number {
    return this.#open.size;
  }

  /**
   * Asks the agent in the thread. Leaving the loop or aborting stops the work, and waits until its programs have ended.
   *
   * @throws {ThreadEndedError} when the thread ends, or could not open its data.
   */
  async *ask({ signal, ...question }: Question): AsyncGenerator<Step, void, undefined> {
    signal.throwIfAborted();
    if (this.#end) throw this.#end;
    const id = ++this.#count;
    const within: OpenQuestion["within"] = AsyncLocalStorage.snapshot();
    const open: OpenQuestion = { received: new RecordedSteps(), signal, within, calls: new Set(), holds: [] };
    this.#open.set(id, open);
    this.#watch();
    const leave = () => this.#leave(id, open);
    signal.addEventListener("abort", leave, { once: true });
    this.#post({ ask: id, question });
    try {
      yield* open.received.replay();
    } finally {
      signal.removeEventListener("abort", leave);
      leave();
      await Promise.all(open.calls);
    }
  }

  /** Ends the thread, and its open questions with an error that says why. */
  async stop(state = "it was stopped"): Promise<void> {
    this.#endWith(state);
    await this.#worker.terminate();
  }

  #leave(id: number, open: OpenQuestion): void {
    open.received.fail(open.signal.reason);
    if (!this.#open.has(id) || open.forgive) return;
    this.#post({ leave: id });
    this.#expectLetGo(open);
  }

  /** Work that somebody waits for is not ended with a thread because of others who left. */
  #expectLetGo(open: OpenQuestion): void {
    open.forgive = this.#options.clock.schedule(LET_GO_MS, () => {
      const isAbandoned = this.#wasReady && this.#open.values().every(({ forgive }) => forgive !== undefined);
      if (isAbandoned) void this.stop("its callers left, and it did not let go of their questions");
      else this.#expectLetGo(open);
    });
  }

  #post(message: ToThread): void {
    if (!this.#end) this.#worker.postMessage(message);
  }

  #take(message: FromThread): void {
    this.#silent = 0;
    if ("steps" in message) this.#receive(message);
    else if ("call" in message) this.#call(message);
    else if ("unready" in message) void this.stop(message.unready.message);
    else if ("ready" in message) this.#begin(message.ready);
  }

  #begin(fingerprint: string): void {
    if (fingerprint !== this.#options.fingerprint) {
      return void this.stop("its data changed since the service opened it; restart the service");
    }
    this.#wasReady = true;
    this.#ready.resolve();
    this.#watch();
  }

  #receive({ of, steps, end }: StepsMessage): void {
    const open = this.#open.get(of);
    open?.received.append(...steps);
    if (end === undefined) return;
    open?.forgive?.();
    for (const held of open?.holds ?? []) this.#held.delete(held);
    this.#open.delete(of);
    if (end === "whole") open?.received.end();
    else open?.received.fail(errorOf(end));
    this.#watch();
  }

  #call(message: CallMessage): void {
    const open = message.by === undefined ? undefined : this.#open.get(message.by);
    const served = this.#serve(message, open);
    if (message.port !== "runCode") return; // a drawing that has begun goes on for whoever else needs it
    open?.calls.add(served);
    void served.then(() => open?.calls.delete(served));
  }

  /** Never rejects: the thread gets the error. */
  async #serve({ call, port, given }: CallMessage, open: OpenQuestion | undefined): Promise<void> {
    const signal = open?.signal ?? AbortSignal.abort(); // of a question that has ended
    const ports = this.#options.ports as Readonly<Record<string, (given: unknown, signal: AbortSignal) => unknown>>;
    try {
      const file = port === "storeFile" ? this.#held.get((given as HeldFile).held) : undefined;
      const work = () => ports[port]?.(file ?? given, signal);
      const value = await (open ? open.within(work) : work());
      const files = open && port.startsWith("draw") ? this.#hold(value as readonly MadeFile[], open) : undefined;
      this.#post({ call, value: files ?? value });
    } catch (error) {
      this.#post({ call, thrown: thrownOf(error) });
    }
  }

  #hold(files: readonly MadeFile[], { holds }: OpenQuestion): readonly HeldFile[] {
    return files.map((file) => {
      const held = ++this.#count;
      this.#held.set(held, file);
      holds.push(held);
      return { ...file, bytes: new Uint8Array(), held };
    });
  }

  #endWith(state: string, cause?: unknown): void {
    if (this.#end) return;
    const error = new ThreadEndedError(state, { wasReady: this.#wasReady, cause });
    this.#end = error;
    this.#ready.reject(error);
    for (const { received, forgive } of this.#open.values()) {
      forgive?.();
      received.fail(error);
    }
    this.#open.clear();
    this.#held.clear();
    this.#watch();
    this.#ended.resolve(error);
  }

  #watch(): void {
    const isBusy = this.#open.size > 0;
    if (isBusy || !this.#wasReady) this.#worker.ref();
    else this.#worker.unref();
    if (isBusy === (this.#stopPings !== undefined)) return;
    this.#stopPings?.();
    this.#stopPings = undefined;
    this.#silent = 0;
    if (isBusy) this.#ping();
  }

  /** A thread whose memory is used up says nothing of it (Deno 2.9): it only falls silent. */
  #ping(): void {
    this.#stopPings = this.#options.clock.schedule(PING_MS, () => {
      this.#ping();
      if (this.#wasReady && ++this.#silent > MAX_SILENT) return void this.stop("it gave no sign of life");
      this.#post({ ping: true });
    });
  }
}
