import { ProtocolError } from "../protocol/errors.ts";
import { type JsonPointer, pointerText, valueAt } from "../protocol/json_pointer.ts";
import { type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";
import { cleanInPlace, type KeyRedaction } from "./redacted.ts";
import { isWholeReasoningResult } from "../protocol/reasoning_guard.ts";

/** Options of reading a reasoning reply. */
export interface ReadThesisOptions extends KeyRedaction {
  /** Path to the thesis in the body. Default: the whole body. */
  readonly resultAt?: JsonPointer | undefined;
}

/**
 * Reads the body of a reasoning reply.
 *
 * @param options `resultAt`, the place of the thesis in another service's body: an object with the specification's
 * fields, or with signal, confidence and reasoning directly, or the JSON text of one, as language models answer.
 * @throws {ProtocolError} when it is not a thesis; the message names the invalid field.
 */
export function readThesis(body: string, { redact, filter, resultAt }: ReadThesisOptions): ReasoningResult {
  const refuse = (state: string, cause?: unknown) =>
    new ProtocolError(`Cannot read thesis: ${state}`, { cause, body: redact(body) });
  let wire: unknown;
  try {
    wire = withoutKey(JSON.parse(body), { body, filter });
  } catch (cause) {
    throw refuse("the body is not JSON", cause);
  }
  const part = thesisPart(wire, resultAt);
  if (isWholeReasoningResult(part)) return keepsWire(wire, resultAt) ? { ...part, wire } : part;
  const place = resultAt === undefined ? "" : pointerText(resultAt);
  if (part === undefined) throw refuse(`there is no value at ${place}`);
  const read = reasoningResultSchema.safeParse(part);
  if (read.success) return keepsWire(wire, resultAt) ? { ...read.data, wire } : read.data;
  const [issue] = read.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? undefined : issue.path.join(".");
  const where = [place, field].filter((word) => word).join(": ") || "the body";
  throw refuse(`${where}: ${issue?.message ?? "invalid"}`, read.error);
}

/** JSON may also write any character of the key as `\\u0041`. */
function withoutKey(
  wire: unknown,
  { body, filter }: { readonly body: string } & Pick<KeyRedaction, "filter">,
): unknown {
  const mayHoldKey = filter.forms.length > 0 && (/\\u00[2-7]/.test(body) || filter.clean(body) !== body);
  if (mayHoldKey && typeof wire === "object" && wire !== null) cleanInPlace(wire, (text) => filter.clean(text));
  return wire;
}

/** Sets `wire` also when the body has a field of that name, which would pass for the whole body. */
function keepsWire(wire: unknown, resultAt: JsonPointer | undefined): boolean {
  return resultAt !== undefined || (typeof wire === "object" && wire !== null && "wire" in wire);
}

/**
 * The part of a body that is the thesis, with the specification's field names.
 *
 * @param resultAt Path to it. Default: the whole body.
 * @returns The value; undefined when the path does not exist.
 */
export function thesisPart(wire: unknown, resultAt: JsonPointer | undefined): unknown {
  if (resultAt === undefined) return wire;
  const part = parsedText(valueAt(wire, resultAt));
  if (typeof part !== "object" || part === null || "agent_thesis" in part || !("signal" in part)) return part;
  const { signal, confidence, reasoning, ...rest } = part as Record<string, unknown>;
  return { ...rest, agent_thesis: { signal, confidence, reasoning } };
}

/** Text that is not JSON is returned unchanged: the schema rejects it. */
function parsedText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
