import { RequestError } from "../protocol/request_error.ts";
import type { ServiceRequest } from "./exchange.ts";

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Reads a JSON body within a limit, checked first against the Content-Length and then against the bytes read.
 * @param options `maxBytes` is the longest body in bytes.
 * @returns The bytes, for a digest, and the parsed value.
 * @throws {RequestError} 415 for another media type, 413 for a longer body, 400 for invalid JSON.
 */
export async function readJsonBody(
  request: ServiceRequest,
  { maxBytes }: { readonly maxBytes: number },
): Promise<{ readonly bytes: Uint8Array; readonly json: unknown }> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "") || request.headers.has("content-encoding")) {
    const advice =
      "its body must be application/json, not compressed; with curl, add -H 'Content-Type: application/json'";
    throw new RequestError(`Cannot read the request: ${advice}`, { status: 415, code: "unsupported_media_type" });
  }
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLong(maxBytes);
  const bytes = await readBytes(request.body, maxBytes);
  return { bytes, json: parse(bytes) };
}

async function readBytes(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong(maxBytes); // a throw out of the loop cancels the body
    chunks.push(chunk);
  }
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RequestError("Cannot read the request: its body is not JSON in UTF-8", {
      status: 400,
      code: "invalid_json",
      cause,
    });
  }
}

function tooLong(maxBytes: number): RequestError {
  return new RequestError(`Cannot read the request: its body is longer than ${maxBytes} bytes`, {
    status: 413,
    code: "body_too_large",
  });
}
