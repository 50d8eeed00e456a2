import { ProtocolError, ResearchError } from "../protocol/errors.ts";

/** Codings that {@linkcode unpacked} knows, as the runtime names them. */
const UNPACKED: Readonly<Record<string, CompressionFormat>> = { gzip: "gzip", "x-gzip": "gzip", deflate: "deflate" };

/** A body that grows beyond this, from whatever size, is a bomb rather than a thesis. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

/** The coding of a body as its head says it, lower case; empty when it has none. */
export function codingOf({ headers }: Response): string {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  return coding === "identity" ? "" : coding;
}

/** Whether {@linkcode unpacked} can unpack a coding. */
export function canUnpack(coding: string): boolean {
  return Object.hasOwn(UNPACKED, coding);
}

/**
 * The bytes of a body without the coding that its head names.
 * @throws {ProtocolError} when they are damaged.
 */
export async function* unpacked(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  reply: Response,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const format = UNPACKED[codingOf(reply)];
  if (format === undefined) return yield* body;
  let bytes = 0;
  try {
    for await (const chunk of body.pipeThrough(new DecompressionStream(format))) {
      bytes += chunk.byteLength;
      if (bytes > MAX_UNPACKED_BYTES) {
        throw new ProtocolError(`Cannot read body: it is longer than ${MAX_UNPACKED_BYTES} bytes unpacked (${format})`);
      }
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof ResearchError) throw cause;
    throw new ProtocolError(`Cannot read body: it is not whole ${format}, as its head says`, { cause });
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

/** The decoder of a charset; an unknown one is read as UTF-8, where damaged bytes show as U+FFFD. */
function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

function charsetOf({ headers }: Response): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get("content-type") ?? "")?.[1]?.toLowerCase() ?? "utf-8";
}
