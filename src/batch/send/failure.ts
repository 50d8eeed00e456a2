import type { BreakerOutcome } from "../../pace/breaker.ts";
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
const NOT_FOUND = 404;
/** Out of credit, forbidden, and a 429 that must not be repeated: not the fault of a row. */
const OF_ALL_ROWS: readonly number[] = [402, 403, 429];
const FIRST_CLIENT_ERROR = 400;
/** A code that is about the company of the row. */
const OF_ONE_ROW = /company|ticker|symbol|security|instrument/i;

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

/** Whether every other request would fail in the same way. */
export function outcomeOf(
  { kind, isAnswered, status, error: { code, message } }: CallFailure,
  hasAnswered: boolean,
): BreakerOutcome {
  if (kind === "unauthorized") return { systemic: "unauthorised", reason: message };
  if (kind === "not_sent") return { systemic: "unreachable", reason: message };
  const isOfAllRows = status !== undefined && (status >= FIRST_SERVER_ERROR || OF_ALL_ROWS.includes(status));
  if (kind === "maybe_ran" || isOfAllRows) return { systemic: "server_error", reason: message };
  // A service with a code of its own looked for the company; a bare 404 means that the path is wrong.
  const isPath = status === NOT_FOUND && (code === "http_404" || code === "not_found");
  if (isPath) return { systemic: "not_found", reason: message };
  // A redirect, a success that is no thesis, and a path that the service refuses in its own words from the start on.
  const isNoThesis = status === undefined || status < FIRST_CLIENT_ERROR ||
    (status === NOT_FOUND && !hasAnswered && !OF_ONE_ROW.test(code));
  return isNoThesis && isAnswered ? { systemic: "unreadable", reason: message } : "ok";
}
