import { Buffer } from "node:buffer";

/** What the transport sets itself, or cannot do. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["host", "connection", "content-length", "transfer-encoding", "expect", "upgrade", "te", "trailer"],
]);

/** A field of ASCII: other letters are bytes to one reader and UTF-8 to another. */
const LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*$/;

/** A header as it was checked. */
interface Field {
  readonly value: string;
  /** Nothing when it needs more than this transport can do. */
  readonly line: string | undefined;
  readonly isUserAgent: boolean;
}

/** Writes requests whose bodies have a length. */
export class RequestWriter {
  readonly #userAgent: string;
  /** By name, what was written last: from request to request, nearly every header stays the same. */
  readonly #fields = new Map<string, Field>();
  #start: { readonly url: URL; readonly text: string } | undefined;

  /** @param options What a request says that does not say itself who sends it. */
  constructor({ userAgent }: { readonly userAgent: string }) {
    this.#userAgent = userAgent;
  }

  /**
   * Writes a request.
   *
   * @returns Nothing when it needs more than this transport can do.
   */
  write(url: URL, { method = "GET", headers, body }: RequestInit): string | undefined {
    if (method !== "GET" && method !== "POST") return undefined;
    if (typeof body !== "string" && body !== undefined && body !== null) return undefined;
    let head = `${method}${this.#startTo(url)}`;
    let hasUserAgent = false;
    const fields = recordOf(headers);
    for (const name of Object.keys(fields)) {
      const { line, isUserAgent } = this.#field(name, fields[name] ?? "");
      if (line === undefined) return undefined;
      hasUserAgent ||= isUserAgent;
      head += line;
    }
    if (!hasUserAgent) head += `user-agent: ${this.#userAgent}\r\n`;
    if (method === "POST") head += `content-length: ${Buffer.byteLength(body ?? "")}\r\n`;
    return `${head}\r\n${body ?? ""}`;
  }

  #startTo(url: URL): string {
    if (this.#start?.url !== url) {
      this.#start = { url, text: ` ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n` };
    }
    return this.#start.text;
  }

  #field(name: string, value: string): Field {
    const known = this.#fields.get(name);
    if (known?.value === value) return known;
    const field = fieldOf(name, value);
    this.#fields.set(name, field);
    return field;
  }
}

function fieldOf(name: string, value: string): Field {
  const text = `${name}: ${value}`;
  const lower = name.toLowerCase();
  const isSendable = !RESERVED.has(lower) && LINE.test(text);
  return { value, line: isSendable ? `${text}\r\n` : undefined, isUserAgent: lower === "user-agent" };
}

function recordOf(headers: RequestInit["headers"]): Readonly<Record<string, string>> {
  const isPlain = headers !== undefined && !(headers instanceof Headers) && !(Symbol.iterator in headers);
  return isPlain ? headers : Object.fromEntries(new Headers(headers));
}
