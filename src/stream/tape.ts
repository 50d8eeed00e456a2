import { z } from "zod";
import { type FailedCall, ResearchError } from "../protocol/errors.ts";

/** The recorded request. It has no headers, so no key. */
export interface TapeRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query, without the service's address. */
  readonly path: string;
  /** SHA-256 of the body, hex; absent without a body. */
  readonly bodySha256: string | undefined;
  /** Model named in the body. */
  readonly model: string | undefined;
}

/** How a recorded body ended: complete, by a broken connection, or because the reader left. */
export type TapeEnd = "complete" | "broken" | "left";

/** One recorded reply with its chunks. */
export interface Tape {
  /** The request. */
  readonly request: TapeRequest;
  /** HTTP status of the reply. */
  readonly status: number;
  /** Its content type. */
  readonly contentType: string | undefined;
  /** The service's identifier of the request. */
  readonly requestId: string | undefined;
  /** The body: each chunk with the milliseconds since the request. */
  readonly chunks: readonly { readonly atMs: number; readonly bytes: Uint8Array<ArrayBuffer> }[];
  /** How the body ended. */
  readonly end: TapeEnd;
  /** When it ended, in milliseconds since the request. */
  readonly endMs: number;
}

/** A tape is invalid, or does not hold the request that is replayed. */
export class TapeError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "TapeError";
  /** A replay never sends anything. */
  readonly delivery = "not_sent";
  /** The replayed request, like `POST /v1/responses`; absent for an invalid tape. */
  readonly asked: string | undefined;
  /** The requests on the tapes, in the same form. */
  readonly holds: readonly string[];

  /**
   * Creates the error.
   * @param message A sentence that starts with "Cannot".
   */
  constructor(message: string, options: ErrorOptions & { asked?: string; holds?: readonly string[] } = {}) {
    super(message, options);
    this.asked = options.asked;
    this.holds = options.holds ?? [];
  }
}

const headSchema = z.looseObject({
  tape: z.literal(1),
  method: z.string(),
  path: z.string(),
  body_sha256: z.string().optional(),
  model: z.string().optional(),
  status: z.number().int().min(200).max(599),
  content_type: z.string().optional(),
  request_id: z.string().optional(),
});
const chunkSchema = z.looseObject({
  at_ms: z.number().min(0),
  text: z.string().optional(),
  b64: z.string().optional(),
  end: z.enum(["complete", "broken", "left"]).optional(),
});

/**
 * Encodes a tape: a line for the request and the head, a line per chunk, a line for the end.
 *
 * @returns JSON lines; a chunk is `{at_ms, text}`, or `{at_ms, b64}` when it is not valid UTF-8 by itself.
 */
export function encodeTape({ request, status, contentType, requestId, chunks, end, endMs }: Tape): string {
  const { method, path, bodySha256, model } = request;
  const head = { tape: 1, method, path, body_sha256: bodySha256, model, status };
  const lines: object[] = [{ ...head, content_type: contentType, request_id: requestId }];
  for (const { atMs, bytes } of chunks) lines.push({ at_ms: atMs, ...contentOf(bytes) });
  lines.push({ at_ms: endMs, end });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Decodes a tape. A tape without its last line was truncated: it ends like a broken connection.
 *
 * @param text A tape that {@linkcode encodeTape} wrote.
 * @throws {TapeError} when a line is invalid.
 */
export function decodeTape(text: string): Tape {
  const [first = "", ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  const head = readLine(headSchema, first, 1);
  const lines = rest.map((line, at) => readLine(chunkSchema, line, at + 2));
  const ending = lines.find(({ end }) => end !== undefined);
  const chunks = lines.filter(({ end }) => end === undefined);
  return {
    request: { method: head.method, path: head.path, bodySha256: head.body_sha256, model: head.model },
    status: head.status,
    contentType: head.content_type,
    requestId: head.request_id,
    chunks: chunks.map(({ at_ms, text, b64 }) => ({ atMs: at_ms, bytes: bytesOf(text, b64) })),
    end: ending?.end ?? "broken",
    endMs: ending?.at_ms ?? chunks.at(-1)?.at_ms ?? 0,
  };
}

function readLine<T>(schema: z.ZodType<T>, line: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw new TapeError(`Cannot read tape: line ${number} is invalid`, { cause });
  }
}

function contentOf(bytes: Uint8Array): { text: string } | { b64: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { b64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
  }
}

function bytesOf(text: string | undefined, b64: string | undefined): Uint8Array<ArrayBuffer> {
  if (b64 === undefined) return new TextEncoder().encode(text ?? "");
  return Uint8Array.from(atob(b64), (char) => char.charCodeAt(0));
}
