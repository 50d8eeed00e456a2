import type { FailedCall } from "../../protocol/errors.ts";
import type { RowError } from "../../run/outcome.ts";

/**
 * What a failed call says about trying again.
 * - `refused`: turned away before it ran, because of the load: everybody waits, then it is asked again.
 * - `unauthorized`: the key is refused, as it will be for every row.
 * - `not_sent`: it surely did not leave the machine.
 * - `maybe_ran`: it may have run; only a service that runs a repeated key once may be asked again.
 * - `final`: it would end the same again.
 */
export type FailureKind = "refused" | "unauthorized" | "not_sent" | "maybe_ran" | "final";

/** What a failed call means for its row, and for the run. */
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

/** The fields of a {@linkcode FailedCall}, before anybody has looked at them. */
type Said = { readonly [Field in keyof FailedCall]?: unknown };

/**
 * Reads what a call threw by the fields of {@linkcode FailedCall}, so that any client can be handed in.
 * @returns A call whose error does not say whether it was sent may have been sent.
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
  // A bare 503 is sent by gateways, too, when the connection behind them broke with the request under way.
  const isRefused = status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfterMs !== undefined);
  if (isRefused) return shouldRetry === false ? "final" : "refused";
  if (status === UNAUTHORIZED) return "unauthorized";
  // Whoever refuses to send it at all, like a tape that does not hold it, will refuse again.
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
