import { jsonReply, type Reply } from "./reply.ts";

/** How much one service takes on; each has a default in {@linkcode DEFAULT_LIMITS}. */
export interface ServiceLimits {
  /** Longest request body in bytes. */
  readonly maxBodyBytes: number;
  /** Requests worked on at once, background responses too; one more is refused with 429. */
  readonly maxConcurrent: number;
  /** How many of those may be of one key. */
  readonly maxConcurrentPerKey: number;
  /** What is kept of replies for repeated `Idempotency-Key`s, in bytes, where no store was handed in; the oldest go first. */
  readonly maxKeptBytes: number;
  /** What is kept of the events of background responses, in bytes; the oldest that have ended go first. */
  readonly maxBackgroundBytes: number;
  /** How long a background response may be worked on, in milliseconds; then it ends with an error. */
  readonly backgroundRunMs: number;
  /** How long a background response is kept after its end, in milliseconds. */
  readonly backgroundKeptMs: number;
}

const MEBIBYTE = 1024 * 1024;

/** The limits of a service that is told none. */
export const DEFAULT_LIMITS: ServiceLimits = {
  maxBodyBytes: MEBIBYTE,
  maxConcurrent: 256,
  maxConcurrentPerKey: 128,
  maxKeptBytes: 16 * MEBIBYTE,
  maxBackgroundBytes: 64 * MEBIBYTE,
  backgroundRunMs: 30 * 60_000,
  backgroundKeptMs: 30 * 60_000, // as long as our client follows an answer
};

/** The stores a service was handed. */
export interface StoreBudgets {
  readonly fileStore: { readonly maxBytes?: number };
  readonly replyStore?: { readonly maxBytes: number };
}

/** The limits as a caller reads them, with the budgets of the stores; `null` is no limit. */
export function limitsReply(limits: ServiceLimits, stores: StoreBudgets): Reply {
  return jsonReply({
    max_body_bytes: limits.maxBodyBytes,
    max_concurrent: limits.maxConcurrent, // JSON has no Infinity: it becomes null
    max_concurrent_per_key: limits.maxConcurrentPerKey,
    idempotency: { max_kept_bytes: stores.replyStore?.maxBytes ?? limits.maxKeptBytes },
    background: {
      max_kept_bytes: limits.maxBackgroundBytes,
      run_ms: limits.backgroundRunMs,
      kept_ms: limits.backgroundKeptMs,
    },
    files: { max_kept_bytes: stores.fileStore.maxBytes ?? Infinity },
  });
}
