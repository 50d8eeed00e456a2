import { ProtocolError } from "../protocol/errors.ts";
import { type JsonPointer, pointerText, valueAt } from "../protocol/json_pointer.ts";
import { jsonOr } from "../protocol/parse_json.ts";
import { type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";
import { readServiceError } from "../protocol/service_error.ts";
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
  const json = jsonOr(body, undefined);
  if (json === undefined) throw refuse("the body is not JSON", new SyntaxError("not valid JSON"));
  const wire = withoutKey(json, { body, filter });
  const part = thesisPart(wire, resultAt);
  const read = isWholeReasoningResult(part) ? { data: part } : reasoningResultSchema.safeParse(part);
  if (read.data !== undefined) {
    return withDoubts(keepsWire(wire, resultAt) ? { ...read.data, wire } : read.data, [wire, part]);
  }
  const place = resultAt === undefined ? "" : pointerText(resultAt);
  if (part === undefined) throw refuse(`there is no value at ${place}`);
  const [issue] = read.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? undefined : issue.path.join(".");
  const where = [place, field].filter((word) => word).join(": ") || "the body";
  throw refuse(`${where}: ${issue?.message ?? "invalid"}`, read.error);
}

const NO_SUCCESS = /^(?:failed|failure|error|incomplete|cancell?ed|expired|timeout)$/i;

/** A thesis with what its own body says against it as warnings: an error beside it, or a status that is no success. */
function withDoubts(result: ReasoningResult, bodies: readonly unknown[]): ReasoningResult {
  const said = bodies.map((body): { readonly status?: unknown; readonly error?: unknown } => Object(body));
  const failed = said.map(({ status }) => String(status)).find((status) => NO_SUCCESS.test(status));
  const error = said.map(({ error }) => error).find((error) => error && JSON.stringify(error).length > "{}".length);
  if (failed === undefined && error === undefined) return result;
  const warnings = [...result.metadata?.warnings ?? []];
  if (failed !== undefined) warnings.push(`the service calls this thesis ${failed}`);
  if (error) warnings.push(`the service sent an error beside the thesis: ${readServiceError({ error }).message}`);
  const incomplete = failed === undefined ? {} : { incomplete: true };
  return { ...result, metadata: { ...result.metadata, warnings, ...incomplete }, wire: bodies[0] };
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
  const value = valueAt(wire, resultAt);
  const part = typeof value === "string" ? jsonOr(value, value) : value;
  if (typeof part !== "object" || part === null || "agent_thesis" in part || !("signal" in part)) return part;
  const { signal, confidence, reasoning, ...rest } = part as Record<string, unknown>;
  return { ...rest, agent_thesis: { signal, confidence, reasoning } };
}
