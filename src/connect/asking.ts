import { longDay } from "../calendar/day.ts";
import type { Clock } from "../pace/clock.ts";
import { readRetryAfter, retryDelayMs } from "../pace/retry_delay.ts";
import { type BrokenReply, exchange, type ExchangeOptions, type SourceReply } from "./exchange.ts";
import type { FetchLimits } from "./fetch_limits.ts";
import { type HostQueue, RateUsedUp } from "./host_queue.ts";
import type { JournalPause } from "./journal.ts";
import type { ReplyProblem, SourceRequest } from "./source.ts";
import { wait } from "../pace/wait.ts";
import { Buffer } from "node:buffer";
import { excerpt } from "../text/control.ts";
import { SecretFilter } from "../text/redact.ts";

/** The source, or the fetch as a whole, ends here; what was not asked for stays as it was. */
export class FetchEnd extends Error {
  /** The name of the class. */
  override readonly name = "FetchEnd";
}

/** What the requests of a source need. */
export interface AskingOptions extends Pick<ExchangeOptions, "fetch" | "clock" | "limits" | "hosts" | "giveUp"> {
  random(): number;
  readonly queue: HostQueue;
  /** Whether the fetch waits out any pause. */
  readonly mayWait: boolean;
  readonly secrets: readonly string[];
  /** Sends nothing more; what is under way comes to its end. */
  readonly stop: AbortSignal;
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

/** What a reply means for its request, and for the source. */
type ReplyMeaning =
  /** It is what was asked for. */
  | { readonly kind: "body"; readonly body: Uint8Array; readonly headers: Headers }
  /** It is as it was. */
  | { readonly kind: "unchanged" }
  /** It is something else; `isFault`: the source itself fails, which the next request may find too. */
  | { readonly kind: "refused"; readonly problem: string; readonly isFault: boolean }
  /** The same request may succeed a little later. */
  | { readonly kind: "again"; readonly problem: string }
  /** The source has no such file. */
  | { readonly kind: "absent" }
  /** Nothing may be sent to the source for a time; without one, as the limits say. */
  | { readonly kind: "pause"; readonly problem: string; readonly pauseMs: number | undefined };

const MAX_SHOWN_CHARS = 120;
const PAGE_START = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;
const PAGE_NAME = /\.x?html?$/i;
const GONE: readonly number[] = [404, 410];
const LATER: readonly number[] = [429, 503];
const PASSING: readonly number[] = [408, 425, 500, 502, 504];

/** What is needed to understand a reply. */
interface MeaningOptions {
  readonly limits: FetchLimits;
  readonly now: Date;
  /** Whether that the source has no such file is no refusal. */
  readonly mayBeAbsent: boolean;
  /** Whether it was asked for on the condition that it changed. */
  readonly isConditional: boolean;
  /** Keys, which nothing that is kept may hold. */
  readonly secrets: readonly string[];
}

/** Understands a reply: by its status, and one with status 200 by what it holds. */
function meaningOf(
  reply: SourceReply | BrokenReply,
  request: SourceRequest,
  options: MeaningOptions,
): ReplyMeaning {
  if ("broken" in reply) return brokenMeaning(reply);
  const { status, body, headers } = reply;
  if (status === 304) {
    return options.isConditional ? { kind: "unchanged" } : refused("it answers 304, which was not asked for");
  }
  if (status !== 200) return statusMeaning(reply, request, options);
  if (body.length === 0) return { kind: "refused", problem: "it sent nothing", isFault: true };
  // First: a refusal may quote the key, as Alpha Vantage's at its limit does, and still say for how long.
  const problem = request.problemOf(body);
  const { mayBePage = PAGE_NAME.test(new URL(request.url).pathname) } = request;
  const page = mayBePage ? undefined : pageProblem(body);
  // A source that knows the page, as of a limit that is used up, says more of it.
  if (page !== undefined && typeof problem !== "object") return { kind: "refused", problem: page, isFault: true };
  if (problem !== undefined) return problemMeaning(problem);
  if (holdsKey(body, options.secrets)) return refused("what it sent holds the key, which must be in no file");
  return { kind: "body", body, headers };
}

function brokenMeaning({ broken, isLasting, isOfThisFile }: BrokenReply): ReplyMeaning {
  if (!isLasting) return { kind: "again", problem: broken };
  return { kind: "refused", problem: broken, isFault: !isOfThisFile };
}

function statusMeaning(
  { status, body, headers }: SourceReply,
  request: SourceRequest,
  { limits, now, mayBeAbsent }: MeaningOptions,
): ReplyMeaning {
  const own = request.problemOfStatus?.(status, body);
  if (own !== undefined) return problemMeaning(own);
  const asked = readRetryAfter(headers, now);
  const problem = `it answers ${status}${excerptOf(body)}`;
  if (status === 401) return { kind: "pause", problem: `${problem}: it refuses the key`, pauseMs: Infinity };
  if (status === 403) return { kind: "pause", problem, pauseMs: Math.max(limits.blockedMs, asked ?? 0) };
  if (LATER.includes(status)) return { kind: "pause", problem, pauseMs: asked };
  if (PASSING.includes(status)) return { kind: "again", problem };
  if (GONE.includes(status) && mayBeAbsent) return { kind: "absent" };
  return { kind: "refused", problem, isFault: status >= 500 };
}

function problemMeaning(problem: string | ReplyProblem): ReplyMeaning {
  if (typeof problem === "string") return refused(problem);
  const { text, pauseMs, isFault = false } = problem;
  return pauseMs === undefined ? { ...refused(text), isFault } : { kind: "pause", problem: text, pauseMs };
}

function refused(problem: string): Extract<ReplyMeaning, { readonly kind: "refused" }> {
  return { kind: "refused", problem, isFault: false };
}

/** A page to log in on, or about a robot, in place of a file. */
function pageProblem(body: Uint8Array): string | undefined {
  const start = new TextDecoder().decode(body.subarray(0, 1_000));
  if (!PAGE_START.test(start)) return undefined;
  const title = /<title[^>]*>([^<]*)/i.exec(new TextDecoder().decode(body.subarray(0, 10_000)))?.[1] ?? "";
  return `a page of HTML came${title.trim() === "" ? "" : `: "${excerpt(title, MAX_SHOWN_CHARS)}"`}`;
}

/** The reason that a source gives, where it is short and no page. */
function excerptOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, 500)).trim();
  return text === "" || text.startsWith("<") ? "" : `: ${excerpt(text, MAX_SHOWN_CHARS)}`;
}

function holdsKey(body: Uint8Array, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  return new SecretFilter(secrets).clean(text) !== text;
}
