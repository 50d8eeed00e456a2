import { ProtocolError } from "../protocol/errors.ts";
import { type JsonPointer, pointerText, valueAt } from "../protocol/json_pointer.ts";
import { type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";
import { isWholeReasoningResult } from "../protocol/reasoning_guard.ts";

/** How the body of a reasoning reply is read. */
export interface ReadThesisOptions {
  /** Takes secrets out of what an error shows of the body, before it is cut. */
  redact(text: string): string;
  /** Where the thesis stands in the body; the body itself when absent. */
  readonly resultAt?: JsonPointer | undefined;
}

/**
 * Reads the body of a reasoning reply.
 *
 * @param options `resultAt`, where another service keeps the thesis: an object with the specification's fields, or
 * with signal, confidence and reasoning themselves, or the JSON text of one, as a language model answers.
 * @throws {ProtocolError} when it is no thesis; it says where.
 */
export function readThesis(body: string, { redact, resultAt }: ReadThesisOptions): ReasoningResult {
  const refuse = (state: string, cause?: unknown) =>
    new ProtocolError(`Cannot read thesis: ${state}`, { cause, excerpt: redact(body) });
  let wire: unknown;
  try {
    wire = JSON.parse(body);
  } catch (cause) {
    throw refuse("the body is not JSON", cause);
  }
  const part = thesisPart(wire, resultAt);
  if (isWholeReasoningResult(part)) return keepsWire(wire, resultAt) ? { ...part, wire } : part;
  const place = resultAt === undefined ? "" : pointerText(resultAt);
  if (part === undefined) throw refuse(`nothing stands at ${place}`);
  const read = reasoningResultSchema.safeParse(part);
  if (read.success) return keepsWire(wire, resultAt) ? { ...read.data, wire } : read.data;
  const [issue] = read.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? undefined : issue.path.join(".");
  const where = [place, field].filter((word) => word).join(": ") || "the body";
  throw refuse(`${where}: ${issue?.message ?? "not as the interface says"}`, read.error);
}

/** A field of that name in the body itself would otherwise be taken for the whole. */
function keepsWire(wire: unknown, resultAt: JsonPointer | undefined): boolean {
  return resultAt !== undefined || (typeof wire === "object" && wire !== null && "wire" in wire);
}

/**
 * The part of a body that is read as the thesis, its fields under the specification's names.
 *
 * @param resultAt Where it stands; the body itself when absent.
 * @returns Nothing when there is no such place.
 */
export function thesisPart(wire: unknown, resultAt: JsonPointer | undefined): unknown {
  if (resultAt === undefined) return wire;
  const part = parsedText(valueAt(wire, resultAt));
  if (typeof part !== "object" || part === null || "agent_thesis" in part || !("signal" in part)) return part;
  const { signal, confidence, reasoning, ...rest } = part as Record<string, unknown>;
  return { ...rest, agent_thesis: { signal, confidence, reasoning } };
}

/** A text that is no JSON is left for the schema to refuse. */
function parsedText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
