import type { Dialect } from "../protocol/route.ts";
import { type RefusalStatus, RequestError } from "../protocol/request_error.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** The `error` of an error body and of an `error` event. */
export interface FailureBody {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly nearest?: readonly string[];
}

/** A failure as the caller sees it. */
export interface Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: FailureBody;
}

/** Codes of errors of the agent, recognised by shape because the agent may be any implementation. */
const QUESTION_CODES: readonly string[] = [
  "unsupported_horizon",
  "unknown_benchmark",
  "invalid_as_of",
  "unreadable_table",
];

/** Reveals no details: messages of unexpected errors may contain paths and data. */
const INTERNAL: Failure = {
  status: 500,
  headers: {},
  error: {
    type: "server_error",
    code: "internal_error",
    message: "Cannot answer the request: the service failed",
    param: null,
  },
};

/**
 * Converts a thrown value to what the caller may see.
 * @param error Any thrown value; only a {@linkcode RequestError} and errors of the question keep their message.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return refusal(error);
  if (isQuestionError(error)) {
    return refusal(
      new RequestError(error.message, { status: 400, code: error.code, param: error.param, cause: error }),
    );
  }
  return INTERNAL;
}

/** Why work ended: if it was aborted, the reason of the abort rather than the error that followed from it. */
export function causeOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return error;
  if (signal.reason instanceof RequestError) return signal.reason;
  return new RequestError("Cannot finish the answer: the caller disconnected", {
    status: 503,
    code: "cancelled",
    cause: signal.reason,
  });
}

/** Whether a failure is internal, so that the operator should see it. */
export function isUnexpected(failure: Failure): boolean {
  return failure === INTERNAL;
}

/**
 * The reply for a failure: `{error: {type, code, message, param}}`. In the dialect `responses` all four are texts,
 * because some clients of that style show none of an error whose `param` is null.
 */
export function failureReply({ status, headers, error }: Failure, dialect: Dialect = "specification"): Reply {
  const body = dialect === "responses" ? { ...error, param: error.param ?? "" } : error;
  return jsonReply({ error: body }, { status, headers });
}

function refusal({ status, headers, code, message, param, nearest }: RequestError): Failure {
  const error = { type: typeOf(status), code, message, param: param ?? null };
  return { status, headers, error: nearest === undefined ? error : { ...error, nearest } };
}

function typeOf(status: RefusalStatus): string {
  if (status === 401) return "authentication_error";
  if (status === 429) return "rate_limit_error";
  return status === 503 ? "unavailable_error" : "invalid_request_error";
}

function isQuestionError(error: unknown): error is Error & { readonly code: string; readonly param?: string } {
  return error instanceof Error && "code" in error && QUESTION_CODES.includes(String(error.code)) &&
    (!("param" in error) || typeof error.param === "string" || error.param === undefined);
}
