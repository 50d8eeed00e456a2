import { type RequestState, SPENT_NOTE } from "../ledger/ledger_schema.ts";
import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { mostForAnswer, tokenCost } from "../../run/model_use.ts";
import type { StopReason, UsedModel } from "../../run/progress.ts";
import { priceOfRequest, type RunLimits } from "./limits.ts";

/** What a run has spent; it survives a restart. */
export interface Spent {
  /** Requests that were sent or may have been. */
  readonly sent: number;
  /** The number of them that may have run. */
  readonly billable: number;
  /** What these cost at most; absent without a price. */
  readonly cost?: number | undefined;
  /** What is known of the language model's part; absent in a run without one. */
  readonly model?: ModelSpent | undefined;
}

/** What answers spent on a language model, as they tell it. */
export interface ModelSpent extends Pick<LanguageModelReport, "calls" | "input_tokens" | "output_tokens"> {
  /** Answers that tell it; every other billable request may have spent its whole budget. */
  readonly answers: number;
  /** Absent without a price. */
  readonly cost?: number | undefined;
}

/** What is known of the further attempts of a run. */
export interface RetryBudget {
  /** Requests of the run. */
  readonly requests: number;
  /** Further attempts at them so far. */
  readonly made: number;
}

type Counts = ReadonlyMap<RequestState, number>;

const OPEN: readonly RequestState[] = ["planned", "skipped", "intent"];
const NOTHING: Spent = { sent: 0, billable: 0 };
const NO_TOKENS: ModelSpent = { answers: 0, calls: 0, input_tokens: 0, output_tokens: 0 };
type TokenCounts = Pick<LanguageModelReport, "calls" | "input_tokens" | "output_tokens">;
const NOT_ASKED: TokenCounts = { calls: 0, input_tokens: 0, output_tokens: 0 };
/** A share is not judged before this many requests are finished. */
const SHARE_NEEDS = 20;
/** Keeps the rounding of floats from stopping a run one request early. */
const FLOAT_SLACK = 4 * Number.EPSILON;
/** Retries that every run may make, and how many more for each request. */
const FREE_RETRIES = 100;
const RETRY_SHARE = 0.1;

/**
 * Counts the requests and the cost of a run, over all processes that worked on it, and says when a limit stops it. A
 * request is paid for before it is sent, at the worst case, so that concurrent requests cannot exceed a limit together;
 * an answer that tells what it spent on a language model gives the rest back.
 */
export class Spending {
  readonly #limits: RunLimits;
  readonly #retryBudget: () => RetryBudget;
  #sent: number;
  #billable: number;
  /** How many requests of the run are settled now, by state; one that is sent again is not. */
  readonly #byState: Map<RequestState, number>;
  #retries = 0;
  #inFlight = 0;
  #model: ModelSpent | undefined;

  /** @param known The requests of the run so far, and what {@linkcode Spending.save} returned in an earlier process. */
  constructor(
    limits: RunLimits,
    known: {
      readonly requests: Counts;
      readonly saved?: string | undefined;
      /** Of a run of which these requests are a part. Default: they are all. */
      readonly retryBudget?: (() => RetryBudget) | undefined;
    },
  ) {
    this.#limits = limits;
    const requests = sum(known.requests.values());
    this.#retryBudget = known.retryBudget ?? (() => ({ requests, made: this.#retries }));
    this.#byState = new Map([...known.requests].filter(([state]) => !OPEN.includes(state)));
    const spent: Spent = known.saved === undefined ? NOTHING : JSON.parse(known.saved);
    this.#sent = spent.sent;
    this.#billable = spent.billable;
    this.#model = spent.model ?? (limits.languageModel && NO_TOKENS);
  }

  /** The state for the ledger: what a killed process had reserved stays spent. */
  save(): string {
    const spent: Spent = { sent: this.#sent, billable: this.#billable, cost: this.cost, model: this.#model };
    return JSON.stringify(spent);
  }

  /** Requests that were sent or may have been, since the run began. */
  get sent(): number {
    return this.#sent;
  }

  /** What they cost at most; absent without a price. */
  get cost(): number | undefined {
    const { price, languageModel } = this.#limits;
    const most = languageModel && mostForAnswer(languageModel);
    if (most === undefined) return price === undefined ? undefined : price * this.#billable;
    const { answers, cost = 0 } = this.#model ?? NO_TOKENS;
    return (price ?? 0) * this.#billable + most * (this.#billable - answers) + cost;
  }

  /** Calls and tokens of the language model; absent in a run without one. */
  get model(): UsedModel | undefined {
    return this.#model && usedModel(this.#model);
  }

  /** How many more requests fit into `maxCost`; Infinity without it. */
  get affordable(): number {
    const { maxCost = Infinity, languageModel } = this.#limits;
    const price = priceOfRequest(this.#limits) ?? 0;
    if (price === 0) return Infinity;
    if (languageModel !== undefined) {
      return Math.max(0, Math.floor((maxCost * (1 + FLOAT_SLACK) - (this.cost ?? 0)) / price + FLOAT_SLACK));
    }
    return Math.max(0, Math.floor(maxCost / price * (1 + FLOAT_SLACK)) - this.#billable);
  }

  /** Whether another request may be sent; `wait` when that depends on those under way. */
  next(): "send" | "wait" | StopReason {
    const failures = this.#tooManyFailures();
    if (failures !== undefined) return failures;
    const { maxRequests = Infinity, maxCost = Infinity } = this.#limits;
    if (this.#sent >= maxRequests) return { code: "max_requests", requests: this.#sent, limit: maxRequests };
    if (this.affordable >= 1) return "send";
    if (this.#inFlight > 0) return "wait";
    const stop = { code: "max_cost", requests: this.#billable, price: priceOfRequest(this.#limits) ?? 0 } as const;
    return { ...stop, limit: maxCost, ...this.#model && { cost: this.cost } };
  }

  /** A request is about to be sent. */
  reserve(): void {
    this.#sent++;
    this.#billable++;
    this.#inFlight++;
  }

  /** A reserved request was not sent. */
  rollBack(): void {
    this.#sent--;
    this.settle(false);
  }

  /** An attempt has ended with an answer. */
  answered({ metadata }: Pick<ReasoningResult, "metadata">): void {
    this.settle(true);
    this.#reported(metadata?.language_model ?? NOT_ASKED);
  }

  /** No language model was asked for an attempt that counts: nothing of its budget is spent. */
  askedNoModel(): void {
    this.#reported(NOT_ASKED);
  }

  #reported(report: TokenCounts): void {
    if (this.#model !== undefined) this.#model = this.#with(this.#model, report);
  }

  #with(
    { answers, calls, input_tokens, output_tokens, cost = 0 }: ModelSpent,
    report: TokenCounts,
  ): ModelSpent {
    const { price } = this.#limits.languageModel ?? {};
    return {
      answers: answers + 1,
      calls: calls + report.calls,
      input_tokens: input_tokens + report.input_tokens,
      output_tokens: output_tokens + report.output_tokens,
      ...price && { cost: cost + tokenCost(report, price) },
    };
  }

  /** An attempt has ended without an answer. */
  settle(isBillable: boolean): void {
    this.#inFlight--;
    if (!isBillable) this.#billable--;
  }

  /** A request is settled: called once for each, after its last attempt and before another request is sent. */
  ended(state: "done" | "failed" | "in_doubt"): void {
    this.#add(state, 1);
  }

  /** A request in doubt is sent again. */
  reopened(): void {
    this.#add("in_doubt", -1);
  }

  #add(state: RequestState, count: number): void {
    this.#byState.set(state, (this.#byState.get(state) ?? 0) + count);
  }

  /** Takes one retry from the budget of the run; returns the reason if there is none left. */
  takeRetry(): string | undefined {
    const { requests, made } = this.#retryBudget();
    if (made >= FREE_RETRIES + RETRY_SHARE * requests) {
      return `this run has made ${made} further attempts (its retry budget)`;
    }
    this.#retries++;
    return undefined;
  }

  #tooManyFailures(): StopReason | undefined {
    const { maxFailures } = this.#limits;
    if (maxFailures === undefined) return undefined;
    const failed = this.#byState.get("failed") ?? 0;
    const requests = sum(this.#byState.values());
    const isOver = "share" in maxFailures
      ? requests >= SHARE_NEEDS && failed > maxFailures.share * requests
      : failed > maxFailures.count;
    return isOver ? { code: "max_failures", failed, requests, limit: maxFailures } : undefined;
  }
}

/** Calls and tokens of the language model. */
export function usedModel({ calls, input_tokens, output_tokens }: ModelSpent): UsedModel {
  return { calls, input_tokens, output_tokens };
}

/** How many requests are settled. */
export function settledIn(requests: Counts): number {
  return sum([...requests].map(([state, count]) => OPEN.includes(state) ? 0 : count));
}

function sum(counts: Iterable<number>): number {
  let all = 0;
  for (const count of counts) all += count;
  return all;
}

/** What a run has spent, as its ledger says; undefined before its first request. */
export function spentOf(ledger: { note(name: string): string | undefined }): Spent | undefined {
  const saved = ledger.note(SPENT_NOTE);
  return saved === undefined ? undefined : JSON.parse(saved);
}
