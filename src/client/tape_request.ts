import { sha256 } from "../disk/digest.ts";
import type { TapeRequest } from "../stream/tape.ts";

/** What of a request a tape holds: no header, and of the body its digest and the model it names. */
export async function tapeRequestOf(url: string, { method = "GET", body }: RequestInit): Promise<TapeRequest> {
  const { pathname, search } = new URL(url);
  const text = body instanceof Blob ? await body.text() : typeof body === "string" ? body : undefined;
  return {
    method,
    path: pathname + search,
    bodySha256: text === undefined ? undefined : sha256(text),
    model: text === undefined ? undefined : modelOf(text),
  };
}

function modelOf(body: string): string | undefined {
  try {
    const { model } = JSON.parse(body);
    return typeof model === "string" ? model : undefined;
  } catch {
    return undefined;
  }
}
