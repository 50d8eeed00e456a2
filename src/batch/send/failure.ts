import type { FailedCall } from "../../protocol/errors.ts";
import type { RowError } from "../../run/outcome.ts";

/**
 * What a failed call says about another attempt.
 * - `refused`: rejected before it ran, because of the load; all requests wait, then it is sent again.
 * - `unauthorized`: the key is rejected, as it will be for every row.
 * - `not_sent`: it did not leave the machine.
 * - `maybe_ran`: it may have run; it is sent again only to a service that runs a repeated key once.
 * - `final`: another attempt would end the same.
 */
export type FailureKind = "refused" | "unauthorized" | "not_sent" | "maybe_ran" | "final";

/** A failed call, as far as its row and the run depend on it. */
export interface CallFailure {
  readonly kind: FailureKind;
  /** Whether a reply came: without one nobody knows whether the request ran. */
  readonly isAnswered: boolean;
  /** HTTP status, where a reply came. */
  readonly status: number | undefined;
  /** Wait the service asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  readonly error: RowError;
}

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const UNAUTHORIZED = 401;
const TIMED_OUT = 408;
const FIRST_SERVER_ERROR = 500;

/** The fields of a {@linkcode FailedCall}, not yet checked. */
type Said = { readonly [Field in keyof FailedCall]?: unknown };

/**
 * Reads the fields of {@linkcode FailedCall} from what a call threw, so that any client will do.
 * @returns A call that may have run, when the error does not say.
 */
export function readFailure(thrown: unknown): CallFailure {
  const said: Said = typeof thrown === "object" && thrown !== null ? thrown : {};
  const status = numberOf(said.status);
  const retryAfterMs = numberOf(said.retryAfterMs);
  const isAnswered = said.delivery === "answered" || status !== undefined || said.name === "ProtocolError";
  const body = said.body ?? said.excerpt;
  return {
    kind: kindOf(said, { status, retryAfterMs, isAnswered }),
    isAnswered,
    status,
    retryAfterMs,
    error: {
      code: codeOf(said, status),
      message: thrown instanceof Error ? thrown.message : String(thrown),
      ...(body === undefined ? {} : { body }),
    },
  };
}

function kindOf(
  { delivery, shouldRetry, name }: Said,
  { status, retryAfterMs, isAnswered }: Pick<CallFailure, "status" | "retryAfterMs" | "isAnswered">,
): FailureKind {
  // A gateway also sends a bare 503 when its own connection to the service broke during the request.
  const isRefused = status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfterMs !== undefined);
  if (isRefused) return shouldRetry === false ? "final" : "refused";
  if (status === UNAUTHORIZED) return "unauthorized";
  // A client that refuses to send it, like a tape that does not hold it, will refuse again.
  if (delivery === "not_sent") return name === "ConnectionError" || name === "AbortedError" ? "not_sent" : "final";
  if (!isAnswered) return "maybe_ran";
  if (typeof shouldRetry === "boolean") return shouldRetry ? "maybe_ran" : "final";
  return status !== undefined && (status === TIMED_OUT || status >= FIRST_SERVER_ERROR) ? "maybe_ran" : "final";
}

function codeOf({ code, name }: Said, status: number | undefined): string {
  if (typeof code === "string" && code !== "") return code;
  if (status !== undefined) return `http_${status}`;
  // TimeoutError -> timeout
  const words = typeof name === "string" ? name.replace(/Error$/, "") : "";
  return words.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase() || "unknown";
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
