import { RawHeaders } from "./raw_reply.ts";

/** Where the body of a reply ends. */
export type Framing =
  | { readonly ends: "at_once" }
  | { readonly ends: "after_bytes"; readonly bytes: number }
  | { readonly ends: "after_chunks" }
  | { readonly ends: "with_connection" };

/** The head of a reply. */
export interface ReplyHead {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly framing: Framing;
  /** The connection may carry another request once the body has ended. */
  readonly keepsAlive: boolean;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
/** A field, with what is allowed in its name and its value. */
const FIELD_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/;
/** As many as the runtime's `fetch` takes. */
const MAX_FIELDS = 100;
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * Reads the head of a reply. It is strict: whatever two readers could take for two different things is refused
 * (RFC 9112, sections 2.2, 5.2, 6.3 and 11.2).
 *
 * @param text One character for each byte, without the empty line.
 * @throws {TypeError} as `fetch` would, when it is no head of HTTP/1.
 */
export function readReplyHead(text: string): ReplyHead {
  const [first = "", ...lines] = text.split("\r\n");
  const [, minor, status] = STATUS_LINE.exec(first) ?? refuse("it does not begin like one of HTTP/1");
  if (lines.length > MAX_FIELDS) refuse(`it has more than ${MAX_FIELDS} fields`);
  const fields = lines.map((line): [string, string] => {
    if (!FIELD_LINE.test(line)) refuse("a field of it is malformed");
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const headers = new RawHeaders(fields);
  const isFirstVersion = minor === "0";
  const framing = BODILESS.has(Number(status)) ? { ends: "at_once" as const } : framingOf(headers, isFirstVersion);
  const closes = /(?:^|,)\s*close\s*(?:,|$)/i.test(headers.get("connection") ?? "");
  const keepsAlive = !closes && !isFirstVersion && framing.ends.startsWith("after");
  return { status: Number(status), headers, framing, keepsAlive };
}

function framingOf(headers: RawHeaders, isFirstVersion: boolean): Framing {
  const coding = headers.get("transfer-encoding");
  const [length, ...more] = headers.all("content-length");
  if (coding !== null) {
    if (length !== undefined) refuse("it has a length and chunks");
    if (coding.toLowerCase() !== "chunked" || isFirstVersion) refuse("its coding is unknown");
    return { ends: "after_chunks" };
  }
  if (length === undefined) return { ends: "with_connection" };
  if (more.length > 0) refuse("it has two lengths");
  if (!/^\d{1,15}$/.test(length)) refuse("its length is no number");
  return { ends: "after_bytes", bytes: Number(length) };
}

function refuse(state: string): never {
  throw new TypeError(`Cannot read the head of a reply: ${state}`);
}
