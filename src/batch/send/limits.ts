import { InputError } from "../../protocol/errors.ts";
import { type ModelUse, mostForAnswer } from "../../run/model_use.ts";
import type { RateWindow } from "../../pace/rate_limit.ts";

/** How fast a run goes, what it may cost, and when it stops; all of it optional. */
export interface RunLimits {
  /**
   * Most requests at once, from 1 to 2,000. Default: `auto`, which begins with 8, grows up to 256 while the service
   * refuses nothing (statuses 429 and 503; latency is ignored), and stays at what the service accepts.
   */
  readonly concurrency?: number | "auto" | undefined;
  /** Most requests begun within any window of time; every window holds. Default: none. */
  readonly rate?: readonly RateWindow[] | undefined;
  /** Longest wait for one answer, in milliseconds. Default: 10 minutes. */
  readonly attemptMs?: number | undefined;
  /**
   * Longest time from the first attempt at a request that was not refused to its last, in milliseconds.
   * Default: 1 hour.
   */
  readonly requestMs?: number | undefined;
  /**
   * Longest time without an outcome, in milliseconds; waits that the service asked for do not count.
   * Default: 30 minutes.
   */
  readonly stallMs?: number | undefined;
  /** Time after which nothing is sent. Default: none. */
  readonly until?: Date | undefined;
  /** Most requests sent, repeats included, over all calls that work on the run. Default: no limit. */
  readonly maxRequests?: number | undefined;
  /** Price of one request, above 0, in any currency. Default: unknown. */
  readonly price?: number | undefined;
  /**
   * Most that the requests may cost together; needs `price`, or a language model with a price. A request is paid for
   * before it is sent, and what it did not spend on the model is given back when it is answered. Default: no limit.
   */
  readonly maxCost?: number | undefined;
  /** The language model that adds to the answers, and what it may cost. Default: none. */
  readonly languageModel?: ModelUse | undefined;
  /** Stops when half of the last 20 theses with a view name neither ticker nor company, or repeat a row. Default: `on`. */
  readonly brake?: "on" | "off" | undefined;
  /** Most failed requests: a count, or a share (0 to 1) of the finished requests, from 20 on. Default: no limit. */
  readonly maxFailures?: { readonly count: number } | { readonly share: number } | undefined;
}

/** One process was measured with so many: 450 MiB and, with replies after a minute, 3% of a core. */
const MOST_AT_ONCE = 2_000;
/** Open files beside one for each request: two for each download, the ledger, modules that load at the end. */
const MOST_OTHER_FILES = 256;

/**
 * Checks the limits of a run.
 * @param filesLeft How many more files this process may open, counted up to a number.
 * @throws {InputError} when one is not a number that it can be, or needs another.
 */
export function checkLimits(limits: RunLimits, filesLeft: (most: number) => number): void {
  const { concurrency = "auto", maxRequests = 1, price, maxCost, maxFailures } = limits;
  if (concurrency !== "auto") checkConcurrency(concurrency, filesLeft);
  checkWhole("maxRequests", maxRequests, { least: 1 });
  for (const [name, value] of Object.entries({ price, maxCost })) {
    if (value !== undefined && !(value > 0 && value < Infinity)) {
      throw new InputError(`Cannot use ${value} as ${name}: it is not a number above 0`, { options: [name] });
    }
  }
  if (maxCost !== undefined) checkCost(maxCost, limits);
  if (maxFailures !== undefined && "share" in maxFailures && !(maxFailures.share >= 0 && maxFailures.share <= 1)) {
    const message = `Cannot use a share of ${maxFailures.share} as maxFailures: it is not from 0 to 1`;
    throw new InputError(message, { options: ["maxFailures"] });
  }
  if (maxFailures !== undefined && "count" in maxFailures) checkWhole("maxFailures", maxFailures.count, { least: 0 });
}

/** What one request costs at most: its price, and the whole budget of the language model; absent without a price. */
export function priceOfRequest({ price, languageModel }: RunLimits): number | undefined {
  const most = languageModel && mostForAnswer(languageModel);
  return most === undefined ? price : (price ?? 0) + most;
}

function checkCost(maxCost: number, limits: RunLimits): void {
  const { languageModel } = limits;
  if (languageModel !== undefined && languageModel.price === undefined) {
    const state = `nothing says what the language model ${languageModel.name} costs; set CONVICTION_LLM_PRICE`;
    throw new InputError(`Cannot use maxCost ${maxCost}: ${state}`, { options: ["maxCost", "languageModel"] });
  }
  const price = priceOfRequest(limits);
  if (price === undefined) {
    throw new InputError(`Cannot use maxCost ${maxCost}: it needs price`, { options: ["maxCost", "price"] });
  }
  if (maxCost >= price) return;
  const costs = languageModel === undefined ? `costs ${price}` : `may cost ${Number(price.toPrecision(12))}`;
  const message = `Cannot use maxCost ${maxCost}: one request ${costs}, so none could be sent`;
  throw new InputError(message, { options: ["maxCost"] });
}

/** Deno 2.9.6 panics when it loads a module while no file can be opened, and requests would end in doubt. */
function checkConcurrency(concurrency: number, filesLeft: (most: number) => number): void {
  checkWhole("concurrency", concurrency, { least: 1, most: MOST_AT_ONCE });
  const needed = concurrency + Math.min(concurrency, MOST_OTHER_FILES);
  const left = filesLeft(needed);
  if (left >= needed) return;
  const possible = Math.max(1, left - MOST_OTHER_FILES, Math.floor(left / 2));
  const message = `Cannot use ${concurrency} as concurrency: each request under way takes an open file, and this ` +
    `process may open ${left} more; raise its limit (ulimit -n), or use at most ${possible}`;
  throw new InputError(message, { options: ["concurrency"] });
}

/** @throws {InputError} when the value of an option is not a whole number in this range. */
export function checkWhole(
  option: string,
  value: number,
  { least, most = Infinity }: { readonly least: number; readonly most?: number },
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Infinity ? `from ${least}` : `from ${least} to ${most}`;
  throw new InputError(`Cannot use ${value} as ${option}: it is not a whole number ${range}`, { options: [option] });
}
