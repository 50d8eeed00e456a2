import { z } from "zod";
import { lenient } from "./lenient.ts";

/** How a service describes a failure: the `error` of an error body and of an `error` event. */
export interface ServiceErrorBody {
  /** What went wrong, for a person. */
  readonly message: string;
  /** Family, like `invalid_request_error`. */
  readonly type?: string | undefined;
  /** What went wrong, for a program, like `unknown_company`. */
  readonly code?: string | undefined;
  /** The invalid field of the request. */
  readonly param?: string | undefined;
}

const detailSchema = z.array(z.looseObject({ loc: z.array(z.unknown()), msg: z.string() })).min(1);
const codeSchema = z.union([z.string(), z.number().transform(String)]);

/** Reads the body of an error. */
export const serviceErrorBodySchema = z.looseObject({
  message: z.string(),
  type: lenient(z.string()),
  code: lenient(codeSchema),
  param: lenient(z.string()),
}) satisfies z.ZodType<ServiceErrorBody>;

/**
 * Reads a failure in any of the four shapes services send: nested `{error: {message}}`,
 * flat `{code, message}`, a string `{error: "..."}` and bare `{}`.
 *
 * @param wire The event or the body of the failed reply.
 * @returns The failure; where the service sent no message, the message says so.
 */
export function readServiceError(wire: unknown): ServiceErrorBody {
  const outer = typeof wire === "object" && wire !== null ? wire as Record<string, unknown> : {};
  if (typeof outer.error === "string") return { message: outer.error };
  const { type: _eventName, ...flat } = outer;
  for (const candidate of [outer.error, flat]) {
    const read = serviceErrorBodySchema.safeParse(candidate);
    if (read.success) return read.data;
  }
  const said = readDetail(Object(outer.error).detail) ?? readDetail(outer.detail);
  const code = [outer.error, flat].map((body) => codeSchema.safeParse((body as { code?: unknown } | null)?.code));
  const found = code.find((read) => read.success);
  return { message: "the service gave no message", ...said, ...(found?.success ? { code: found.data } : {}) };
}

/** What some services send in place of a message: a text, or what is wrong with each field of the request (FastAPI). */
function readDetail(detail: unknown): ServiceErrorBody | undefined {
  if (typeof detail === "string") return { message: detail };
  const list = detailSchema.safeParse(detail).data?.map(({ loc, msg }) => [loc.slice(1).join("."), msg] as const);
  return list && { message: list.map((pair) => pair.join(": ")).join("; "), param: list.map(([name]) => name).join() };
}
