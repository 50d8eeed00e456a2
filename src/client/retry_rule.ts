import { readConnectionFailure } from "./connection_failure.ts";
import { type ConnectionError, HttpError } from "./errors.ts";

/**
 * Whether a failed attempt may be followed by another: when it surely did not run, or when `isRepeatable` says
 * that running it again does no harm. The service's own word, `x-should-retry`, goes before all else.
 */
export function mayRetry(error: HttpError | ConnectionError, { isRepeatable }: { isRepeatable: boolean }): boolean {
  if (error instanceof HttpError) return error.shouldRetry ?? (wasRefused(error) || (isRepeatable && mayPass(error)));
  const { isLasting } = readConnectionFailure(error.cause);
  return error.delivery === "not_sent" ? !isLasting : isRepeatable;
}

/** Whether a failed attempt surely did not run. */
export function surelyDidNotRun(error: HttpError | ConnectionError): boolean {
  return error instanceof HttpError ? wasRefused(error) : error.delivery === "not_sent";
}

/**
 * Turned away before it ran. A 503 says so only when it also says when to come back: gateways send a bare one
 * when the connection behind them broke, with the request under way.
 */
function wasRefused({ status, retryAfterMs }: HttpError): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined);
}

const PASSING: readonly number[] = [408, 500, 502, 503, 504];

function mayPass({ status }: HttpError): boolean {
  return PASSING.includes(status);
}
