import type { OwnTableText, Question } from "../agent/ports.ts";
import { type ReasoningRequest, reasoningRequestSchema, type RequestMetadata } from "../protocol/reasoning.ts";
import { type ResponseRequest, responseRequestSchema } from "../protocol/response_request.ts";
import type { InputFile } from "../protocol/input_file.ts";
import { readTable } from "./read_tables.ts";
import { RequestError } from "../protocol/request_error.ts";
import { createHash } from "node:crypto";
import { IDEMPOTENCY_HEADER } from "../protocol/route.ts";
import { type InputLimits, invalid, questionOf } from "./read_input.ts";
import type { KeyedRequest } from "./reply_store.ts";
import type { Job } from "./settings.ts";

/** A question without its signal. */
export type Asked = Omit<Question, "signal">;

/**
 * Reads the body of create response.
 *
 * @throws {RequestError} 400 that names the first invalid field.
 */
export function readResponseRequest(json: unknown): ResponseRequest {
  return parsed(responseRequestSchema.safeParse(json));
}

/**
 * Reads the body of the reasoning operation.
 *
 * @throws {RequestError} 400 that names the first invalid field.
 */
export function readReasoningRequest(json: unknown): ReasoningRequest {
  return parsed(reasoningRequestSchema.safeParse(json));
}

/** The question of the reasoning operation. */
export function askedByReasoning(
  { input, metadata, include = [], input_files = [] }: ReasoningRequest,
  limits: InputLimits,
): Asked {
  const tables = input_files.map((file, at) => tableIn(file, `input_files.${at}`));
  return {
    ...askedOf(questionOf(input, limits), metadata),
    ...ownOf(tables),
    isView: true,
    files: include.includes("files"),
  };
}

function tableIn(file: InputFile, param: string): OwnTableText {
  const table = readTable(file, param);
  if (table !== undefined) return table;
  throw new RequestError(`Cannot read ${param}: only a CSV file is read, with its bytes as data:text/csv;base64,`, {
    status: 400,
    code: "unsupported_input",
    param,
  });
}

/** The tables of a question, where there are any. */
export function ownOf(tables: readonly OwnTableText[]): Pick<Asked, "own"> {
  return tables.length === 0 ? {} : { own: tables };
}

/** A question with the options that both operations read. */
export function askedOf(input: string, metadata: RequestMetadata | undefined): Omit<Asked, "files"> {
  return { input, asOf: metadata?.as_of, horizon: metadata?.horizon, benchmark: metadata?.benchmark };
}

interface Parsed<T> {
  readonly success: boolean;
  readonly data?: T;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
}

function parsed<T>({ data, error }: Parsed<T>): T {
  if (data !== undefined) return data;
  const issue = error?.issues[0];
  throw invalid(issue?.path.map(String).join(".") || undefined, issue?.message ?? "it is invalid");
}

const KEY = /^[!-~]{1,255}$/;

/** The parts of a request that its digest covers. */
interface DeliveryBody {
  readonly bytes: Uint8Array;
  /** Whether our own events are sent; the same body without them is a different request. */
  readonly extensions: boolean;
}

/**
 * Reads the `Idempotency-Key` of a request.
 *
 * @returns `undefined` without a key.
 * @throws {RequestError} 400 for a key that is not 1 to 255 visible ASCII characters.
 */
export function readDelivery({ request, owner }: Job, { bytes, extensions }: DeliveryBody): KeyedRequest | undefined {
  const key = request.headers.get(IDEMPOTENCY_HEADER);
  if (key === null) return undefined;
  if (!KEY.test(key)) {
    throw new RequestError("Cannot use the Idempotency-Key: it is not 1 to 255 visible ASCII characters", {
      status: 400,
      code: "invalid_idempotency_key",
    });
  }
  const hash = createHash("sha256").update(`${new URL(request.url).pathname} ${extensions}\n`).update(bytes);
  return { scope: `${owner} ${key}`, digest: hash.digest("hex") };
}
