import { ProtocolError } from "../protocol/errors.ts";
import { type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";

/**
 * Reads the body of a reasoning reply.
 *
 * @param redact Takes secrets out of what an error shows of the body, before it is cut.
 * @throws {ProtocolError} when it is no thesis; it says where.
 */
export function readThesis(body: string, redact: (text: string) => string): ReasoningResult {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new ProtocolError("Cannot read thesis: the body is not JSON", { cause, excerpt: redact(body) });
  }
  const read = reasoningResultSchema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the body" : issue.path.join(".");
  throw new ProtocolError(`Cannot read thesis: ${place}: ${issue?.message ?? "not as the interface says"}`, {
    cause: read.error,
    excerpt: redact(body),
  });
}
