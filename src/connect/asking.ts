import { longDay } from "../calendar/day.ts";
import type { Clock } from "../pace/clock.ts";
import { retryDelayMs } from "../pace/retry_delay.ts";
import { exchange, type Fetch, type SourceReply } from "./exchange.ts";
import type { FetchLimits } from "./fetch_limits.ts";
import { type HostQueue, RateUsedUp } from "./host_queue.ts";
import type { JournalPause } from "./journal.ts";
import { meaningOf, type ReplyMeaning } from "./reply_meaning.ts";
import type { SourceRequest } from "./source.ts";
import { wait } from "../pace/wait.ts";

/** The source, or the fetch as a whole, ends here; what was not asked for stays as it was. */
export class FetchEnd extends Error {
  /** The name of the class. */
  override readonly name = "FetchEnd";
}

/** What the requests of a source need. */
export interface AskingOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  random(): number;
  readonly limits: FetchLimits;
  readonly queue: HostQueue;
  readonly hosts: readonly string[];
  /** Whether the fetch waits out any pause. */
  readonly mayWait: boolean;
  readonly secrets: readonly string[];
  /** Sends nothing more; what is under way comes to its end. */
  readonly stop: AbortSignal;
  /** Ends what is under way. */
  readonly giveUp: AbortSignal;
  /** Writes a pause down. */
  onPause(pause: JournalPause): void;
  /** Counts what came over the network. */
  onReply(reply: SourceReply, url: string): void;
}

/** What became of a request. */
export type Asked = Extract<ReplyMeaning, { kind: "body" | "unchanged" | "absent" | "refused" }>;

/** How one request is sent. */
export interface AskOptions {
  /** Whether that the source has no such file is no refusal. Default: it is one. */
  readonly mayBeAbsent?: boolean | undefined;
  /** Headers that ask whether it changed. */
  readonly conditions?: Readonly<Record<string, string>> | undefined;
}

/** The requests of one source: sends them, tries again what may pass, and leaves a source that refuses everything. */
export class Asking {
  readonly #options: AskingOptions;
  /** Requests in a row that the source failed itself. */
  #failed = 0;
  #end: FetchEnd | undefined;

  constructor(options: AskingOptions) {
    this.#options = options;
  }

  /**
   * Sends a request until its end is known.
   * @throws {FetchEnd} when the source or the fetch ends.
   */
  async ask(request: SourceRequest, how: AskOptions = {}): Promise<Asked> {
    let problem = "";
    for (let attempt = 1; attempt <= this.#options.limits.attempts; attempt++) {
      const meaning = await this.#send(request, how);
      if (meaning.kind === "pause") this.#pause(meaning, attempt);
      else if (meaning.kind !== "again") return this.#settled(meaning);
      else await this.#rest(retryDelayMs(attempt, this.#options));
      problem = meaning.problem;
    }
    return this.#settled({
      kind: "refused",
      problem: `${problem} (${this.#options.limits.attempts} times)`,
      isFault: true,
    });
  }

  async #send(request: SourceRequest, { mayBeAbsent = false, conditions = {} }: AskOptions): Promise<ReplyMeaning> {
    const { queue, stop, clock, secrets, mayWait, limits } = this.#options;
    const turn = async () => {
      if (this.#end !== undefined) throw this.#end;
      await queue.turn(stop, mayWait ? Infinity : limits.patienceMs).catch((error) => {
        if (error instanceof RateUsedUp) throw this.#leave("as many requests were sent as it permits", error.waitMs);
        throw stop.aborted ? new FetchEnd("it was interrupted") : error;
      });
      if (this.#end !== undefined) throw this.#end;
    };
    const reply = await exchange(request, { ...this.#options, turn, conditions });
    if (!("broken" in reply)) this.#options.onReply(reply, request.url);
    const isConditional = Object.keys(conditions).length > 0;
    return meaningOf(reply, request, { ...this.#options, now: clock.now(), mayBeAbsent, isConditional, secrets });
  }

  /** Sends nothing for a while, or leaves the source when that is long. */
  #pause({ problem, pauseMs }: Extract<ReplyMeaning, { kind: "pause" }>, attempt: number): void {
    const { limits, queue, clock, random, mayWait, onPause } = this.#options;
    const growing = limits.pauseMs * 2 ** (attempt - 1);
    const delayMs = pauseMs === undefined
      ? growing * (0.5 + random() / 2)
      : pauseMs + random() * Math.min(500, pauseMs);
    if (delayMs === Infinity) throw this.#leave(problem);
    queue.pause(delayMs);
    onPause({ untilMs: clock.now().getTime() + delayMs, why: problem });
    if (delayMs > limits.patienceMs && !mayWait) throw this.#leave(problem, delayMs);
  }

  #settled(asked: Asked): Asked {
    const { limits: { failuresInARow } } = this.#options;
    this.#failed = asked.kind === "refused" && asked.isFault ? this.#failed + 1 : 0;
    if (this.#failed < failuresInARow || asked.kind !== "refused") return asked;
    throw this.#leave(`${asked.problem}, and so for ${failuresInARow} requests in a row`);
  }

  #leave(problem: string, delayMs?: number): FetchEnd {
    const until = delayMs === undefined ? "" : `; no requests ${untilWords(this.#options.clock, delayMs)}`;
    return this.#end ??= new FetchEnd(`${problem}${until}`);
  }

  async #rest(delayMs: number): Promise<void> {
    const { clock, stop } = this.#options;
    await wait(delayMs, { clock, signal: stop }).catch(() => {
      throw new FetchEnd("it was interrupted");
    });
  }
}

/** Like `until 09:40 UTC`. */
export function untilWords(clock: Clock, delayMs: number): string {
  const until = new Date(clock.now().getTime() + delayMs).toISOString();
  return `until ${longDay(until.slice(0, 10))}, ${until.slice(11, 16)} UTC`;
}
