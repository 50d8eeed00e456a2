import { z } from "zod";
import { ResearchError } from "../protocol/errors.ts";

/** What was asked when a tape was recorded. It holds no header, so no key. */
export interface TapeRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query, without the service's address. */
  readonly path: string;
  /** SHA-256 of the body, hex; absent when there was none. */
  readonly bodySha256: string | undefined;
  /** Model named in the body. */
  readonly model: string | undefined;
}

/** How a recorded body ended: whole, by a broken connection, or because the reader left. */
export type TapeEnd = "complete" | "broken" | "left";

/** One recorded reply, chunk by chunk as it came. */
export interface Tape {
  /** What was asked. */
  readonly request: TapeRequest;
  /** HTTP status of the reply. */
  readonly status: number;
  /** Its content type. */
  readonly contentType: string | undefined;
  /** The service's name for the request. */
  readonly requestId: string | undefined;
  /** The body, with the milliseconds from the request to each chunk. */
  readonly chunks: readonly { readonly atMs: number; readonly bytes: Uint8Array<ArrayBuffer> }[];
  /** How the body ended. */
  readonly end: TapeEnd;
  /** When it ended, in milliseconds from the request. */
  readonly endMs: number;
}

/** A tape cannot be read, or was asked something else than it holds. */
export class TapeError extends ResearchError {
  /** Name of the class. */
  override readonly name = "TapeError";
  /** Nothing is ever sent by a replay. */
  readonly delivery = "not_sent";
  /** What was asked of the tape, like `POST /v1/responses`; absent when it could not be read. */
  readonly asked: string | undefined;
  /** What the tapes hold, in the same form. */
  readonly holds: readonly string[];

  /**
   * Says what is wrong with the tape, or with what is asked of it.
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
 * Writes a tape: a line that says what was asked, a line for each chunk, a line that says how it ended.
 *
 * @returns JSON lines; a chunk is `{at_ms, text}`, or `{at_ms, b64}` where it is not UTF-8 by itself.
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
 * Reads a tape. One whose last line is missing was cut while it was written: it ends as a broken connection does.
 *
 * @param text What {@linkcode encodeTape} wrote.
 * @throws {TapeError} when a line cannot be read.
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
    throw new TapeError(`Cannot read tape: line ${number} is not as a tape's lines are`, { cause });
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
