import type { Clock } from "../pace/clock.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { ResponseEvent } from "../protocol/event.ts";
import { responsePath, ROUTES } from "../protocol/route.ts";
import type { EventSource } from "../stream/answer.ts";
import { Attempts, RetryBudget } from "./attempts.ts";
import { ConnectionError, HttpError } from "./errors.ts";
import { ReplyEvents } from "./event_source.ts";
import type { WholeLimits } from "./limits.ts";
import { type Address, explain, type Outgoing, send } from "./send.ts";
import { Sequence } from "./sequence.ts";
import { Watch } from "./watch.ts";

/** Options that all connections of a background answer share. */
export interface ResumeOptions {
  readonly address: Address;
  readonly clock: Clock;
  readonly limits: WholeLimits;
  /** Watch of the whole call; each connection has its own below it. */
  readonly watch: Watch;
  random(): number;
}

/** Connections in a row without an event before the answer is abandoned. */
const MAX_RESUMES = 5;
/** Longest wait of a reader who leaves for the reply to the cancellation. */
const CANCEL_MS = 1000;
const ENDS: readonly string[] = ["response.completed", "response.failed", "response.incomplete", "error"];
const ACTION = "get answer";

/** Sends a request with a watch of its own, and returns the events of its reply. */
export async function connectEvents(outgoing: Outgoing, options: ResumeOptions): Promise<ReplyEvents> {
  const { address, clock, limits, watch } = options;
  const own = new Watch(clock, limits, { action: outgoing.action, signal: watch.signal });
  try {
    return new ReplyEvents(await send(address, outgoing, own), own, limits);
  } catch (error) {
    own.cancel();
    throw error;
  }
}

/**
 * The events of a background response, over several connections if necessary: after a break the next connection
 * resumes after the last event. It ends with the answer, or with the reason why it cannot be resumed; a reader who
 * leaves early cancels the response.
 */
export class ResumingEvents implements EventSource, AsyncIterator<readonly ResponseEvent[], void, undefined> {
  readonly #options: ResumeOptions;
  readonly #sequence = new Sequence();
  #connection: ReplyEvents;
  #isBroken = false;
  #isOver = false;
  #gap: ProtocolError | undefined;
  #bytesBefore = 0;
  #responseId: string | undefined;
  /** Attempts since the last event. */
  #attempts: Attempts | undefined;

  /** @param first The connection that the response was created on. */
  constructor(first: ReplyEvents, options: ResumeOptions) {
    this.#connection = first;
    this.#responseId = first.responseId;
    this.#options = options;
  }

  get groups(): this {
    return this;
  }

  get requestId(): string | undefined {
    return this.#connection.requestId;
  }

  get bytes(): number {
    return this.#bytesBefore + this.#connection.bytes;
  }

  get warnings(): readonly string[] {
    return this.#connection.warnings;
  }

  async next(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    for (;;) {
      try {
        if (this.#gap) throw this.#gap;
        if (this.#isBroken) await this.#resume();
        const { done, value } = await this.#connection.next();
        if (done) {
          if (!this.#hasEnded) throw brokenOff();
          this.#options.watch.stop();
          return { done, value };
        }
        const events = this.#take(value);
        if (events.length > 0) return { done: false, value: events };
      } catch (error) {
        await this.#broke(error);
      }
    }
  }

  async return(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    const isLeft = !this.#hasEnded;
    this.#isOver = true;
    this.#options.watch.cancel();
    await this.#connection.return();
    if (isLeft) await this.#cancel();
    return { done: true, value: undefined };
  }

  /** Whether the answer has ended or the reader has left. */
  get #hasEnded(): boolean {
    return this.#isOver || this.#connection.terminated;
  }

  #take(events: readonly ResponseEvent[]): readonly ResponseEvent[] {
    const { maxBytes } = this.#options.limits;
    if (this.bytes > maxBytes) {
      throw new ProtocolError(`Cannot read stream: it is longer than ${maxBytes} bytes (limit maxBytes)`);
    }
    const fresh: ResponseEvent[] = [];
    for (const event of events) {
      const missing = this.#sequence.missingBefore(event);
      if (missing !== undefined) { // events before the gap are delivered first
        this.#gap = new ProtocolError(`Cannot read stream: ${missing}`);
        break;
      }
      if (this.#sequence.isNew(event)) fresh.push(event);
      if (event.type === "response.created") this.#responseId ??= event.response.id;
      if (ENDS.includes(event.type)) this.#isOver = true;
    }
    if (fresh.length > 0) this.#attempts = undefined;
    return fresh;
  }

  /** Waits until the answer can be resumed, or throws the reason why it cannot. */
  async #broke(error: unknown): Promise<void> {
    if (this.#hasEnded || !(error instanceof ConnectionError || error instanceof HttpError)) throw error;
    const reason = this.#obstacle();
    if (reason !== undefined) throw cannotResume(reason, error);
    this.#isBroken = true;
    const { watch, random } = this.#options;
    const retrying = { budget: new RetryBudget(), isIdempotent: true, random }; // #obstacle is the stricter rule
    this.#attempts ??= new Attempts(retrying, { retries: MAX_RESUMES, isSafe: true, watch });
    try {
      await this.#attempts.failed(error);
    } catch (last) {
      if (watch.signal.aborted) throw explain(ACTION, last, watch.signal);
      throw cannotResume(reasonOf(last), last);
    }
  }

  async #resume(): Promise<void> {
    const path = responsePath("getResponse", this.#responseId ?? "");
    const { last } = this.#sequence;
    const query = last === undefined ? "stream=true" : `stream=true&starting_after=${last}`;
    const { method } = ROUTES.getResponse;
    const outgoing = { action: ACTION, method, path: `${path}?${query}`, accept: "text/event-stream" };
    const connection = await connectEvents(outgoing, this.#options);
    this.#bytesBefore += this.#connection.bytes;
    this.#connection = connection;
    this.#sequence.reconnect();
    this.#isBroken = false;
  }

  /** Why the answer cannot be resumed; undefined when it can. */
  #obstacle(): string | undefined {
    if (!this.#sequence.isNumbered) return "the service does not number its events";
    return this.#responseId === undefined ? "the service gave the response no id" : undefined;
  }

  /** Cancels the response at the service; failures are ignored. */
  async #cancel(): Promise<void> {
    if (this.#responseId === undefined) return;
    const { address, clock, limits } = this.#options;
    const watch = new Watch(clock, { ...limits, headersMs: CANCEL_MS }, { action: "cancel answer" });
    try {
      const path = responsePath("cancelResponse", this.#responseId);
      const { method } = ROUTES.cancelResponse;
      const reply = await send(address, { action: watch.action, method, path, accept: undefined }, watch);
      watch.cancel();
      await reply.body?.cancel();
    } catch {
      watch.cancel();
    }
  }
}

function brokenOff(): ConnectionError {
  return new ConnectionError(ACTION, "the stream ended before response.completed", { delivery: "maybe_sent" });
}

function cannotResume(reason: string, cause: unknown): ProtocolError {
  return new ProtocolError(`Cannot get answer: the connection broke, and it cannot be resumed: ${reason}`, { cause });
}

/** The part of an error's message after "Cannot ...: ", with the number of failed attempts. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ConnectionError || error instanceof HttpError)) return String(error);
  const reason = error.message.slice(error.message.indexOf(": ") + 2);
  return error.attempts > MAX_RESUMES ? `${MAX_RESUMES} attempts failed, the last because ${reason}` : reason;
}
