import { jsonReply, type Reply } from "./reply.ts";
import { KEPT_MS, type Retention } from "./retention.ts";

/** Limits of a service, with defaults in {@linkcode DEFAULT_LIMITS}. */
export interface ServiceLimits {
  /** Longest request body in bytes. */
  readonly maxBodyBytes: number;
  /** Longest question in bytes of UTF-8; earlier messages of a conversation do not count. */
  readonly maxQuestionBytes: number;
  /** Requests processed at once, including background responses; the service answers further ones with 429. */
  readonly maxConcurrent: number;
  /** The same for each key. */
  readonly maxConcurrentPerKey: number;
  /** Longest that an accepted request waits for a place, in milliseconds; where its agent has places. */
  readonly maxWaitMs: number;
  /** Bytes of answers without files remembered for equal questions; where its agent has places. */
  readonly maxAnswerBytes: number;
  /** Bytes of replies kept for repeated `Idempotency-Key`s without a `replyStore`; the oldest are dropped first. */
  readonly maxKeptBytes: number;
  /** Bytes of finished responses kept without a `responseStore`, for `previous_response_id` and get; 0 keeps none. */
  readonly maxResponseBytes: number;
  /** Milliseconds that such replies and responses are kept; `Infinity` for no limit of time. */
  readonly keptMs: number;
  /** Bytes of events kept of background responses; the oldest ended ones are dropped first. */
  readonly maxBackgroundBytes: number;
  /** Milliseconds a background response may run before it ends with an error. */
  readonly backgroundRunMs: number;
  /** Milliseconds a background response is kept after its end. */
  readonly backgroundKeptMs: number;
}

/** Questions that an agent works on at once, by kind; each 1 or more. */
export interface AgentPlaces {
  /** Without files. */
  readonly answers: number;
  /** With programs and charts. */
  readonly files: number;
}

const MEBIBYTE = 1024 * 1024;

/** Default limits of a service. */
export const DEFAULT_LIMITS: ServiceLimits = {
  maxBodyBytes: MEBIBYTE,
  maxQuestionBytes: 32 * 1024,
  maxConcurrent: 256,
  maxConcurrentPerKey: 128,
  maxWaitMs: 10_000,
  maxAnswerBytes: 16 * MEBIBYTE,
  maxKeptBytes: 16 * MEBIBYTE,
  maxResponseBytes: 64 * MEBIBYTE,
  keptMs: KEPT_MS,
  maxBackgroundBytes: 64 * MEBIBYTE,
  backgroundRunMs: 30 * 60_000,
  backgroundKeptMs: 30 * 60_000, // as long as our client tries to resume an answer
};

/** The limits of the stores. */
export interface StoreBudgets {
  readonly places?: AgentPlaces;
  readonly fileStore: Partial<Retention>;
  readonly responseStore: Retention;
  readonly replyStore?: Partial<Retention>;
}

/** The reply with the limits of the service and its stores; `null` means no limit. */
export function limitsReply(limits: ServiceLimits, stores: StoreBudgets): Reply {
  const replies = stores.replyStore ?? { maxBytes: limits.maxKeptBytes, keptMs: limits.keptMs };
  return jsonReply({
    max_body_bytes: limits.maxBodyBytes,
    max_question_bytes: limits.maxQuestionBytes,
    max_concurrent: limits.maxConcurrent, // JSON.stringify writes Infinity as null
    max_concurrent_per_key: limits.maxConcurrentPerKey,
    max_wait_ms: stores.places ? limits.maxWaitMs : 0, // without places every request starts at once
    answers: { max_kept_bytes: stores.places ? limits.maxAnswerBytes : 0 },
    idempotency: retentionOf(replies),
    background: {
      max_kept_bytes: limits.maxBackgroundBytes,
      run_ms: limits.backgroundRunMs,
      kept_ms: limits.backgroundKeptMs,
    },
    responses: retentionOf(stores.responseStore),
    files: retentionOf(stores.fileStore),
  });
}

function retentionOf({ maxBytes = Infinity, keptMs = Infinity }: Partial<Retention>) {
  return { max_kept_bytes: maxBytes, kept_ms: keptMs };
}
