import { isUtf8 } from "node:buffer";
import { gunzipSync, inflateSync } from "node:zlib";
import { ProtocolError } from "../protocol/errors.ts";

/** What unpacks a coding. Both read what comes in several members, as when a server packs a reply in parts. */
const UNPACK: Readonly<Record<string, typeof gunzipSync>> = {
  "gzip": gunzipSync,
  "x-gzip": gunzipSync,
  "deflate": inflateSync,
};

/** A body that grows beyond this, from whatever size, is a bomb rather than a thesis. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

/** The coding of a body as its head says it, lower case; empty when it has none. A charset in its place counts as empty. */
export function codingOf({ headers }: Response): string {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  return coding === "identity" || isCharset(coding) ? "" : coding;
}

/** Whether {@linkcode unpacked} can unpack a coding. */
export function canUnpack(coding: string): boolean {
  return Object.hasOwn(UNPACK, coding);
}

/**
 * The bytes of a body without the coding that its head names.
 * @throws {ProtocolError} when they are damaged, or too many.
 */
export function unpacked(bytes: Uint8Array<ArrayBuffer>, reply: Response): Uint8Array<ArrayBuffer> {
  const coding = codingOf(reply);
  const unpack = UNPACK[coding];
  if (unpack === undefined) return bytes;
  try {
    return new Uint8Array(unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }));
  } catch (cause) {
    const isBomb = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    const state = isBomb
      ? `it is longer than ${MAX_UNPACKED_BYTES} bytes unpacked (${coding})`
      : `it is not whole ${coding}, as its head says`;
    throw new ProtocolError(`Cannot read body: ${state}`, { cause });
  }
}

/**
 * The text of a body: UTF-8 where it is valid UTF-8, otherwise what its head says. Valid UTF-8 is hardly ever meant as
 * anything else, except UTF-16, whose zeros UTF-8 allows.
 */
export function decoded(bytes: Uint8Array<ArrayBuffer>, reply: Response): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const label = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : charsetOf(reply);
  if (!label.startsWith("utf-16")) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // It is something else, or damaged.
    }
  }
  return decoderFor(label).decode(bytes);
}

/** Makes UTF-8 of the chunks of a body in the charset that its head states; what is UTF-8 all the same stays. */
export function utf8Of(reply: Response): (chunk: Uint8Array) => Uint8Array {
  const decoder = decoderFor(charsetOf(reply));
  let isOther = false;
  return (chunk) => {
    isOther ||= decoder.encoding !== "utf-8" && !isUtf8(chunk);
    return isOther ? new TextEncoder().encode(decoder.decode(chunk, { stream: true })) : chunk;
  };
}

/** The decoder of a charset; an unknown one is read as UTF-8, where damaged bytes show as U+FFFD. */
function decoderFor(label: string): TextDecoder {
  return new TextDecoder(isCharset(label) ? label : "utf-8");
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
}

function charsetOf({ headers }: Response): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get("content-type") ?? "")?.[1]?.toLowerCase() ?? "utf-8";
}
