import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { ProtocolError } from "../protocol/errors.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { Attempts } from "./attempts.ts";
import { limitedBody } from "./body.ts";
import { codingOf } from "./coding.ts";
import { ConnectionError, HttpError } from "./errors.ts";
import type { WholeLimits } from "./limits.ts";
import { mediaTypeOf } from "./send.ts";
import type { Watch } from "./watch.ts";
import { IDEMPOTENCY_HONOURED_HEADER } from "../protocol/route.ts";
import { excerpt } from "../text/control.ts";

/** Requests the file with these headers; with `isPart`, a 206 is a success too. */
export type RequestFile = (headers: Readonly<Record<string, string>>, isPart: boolean) => Promise<Response>;

/** Options of a download. */
export interface FileBodyOptions {
  /** Completes the sentence "Cannot ...". */
  readonly action: string;
  readonly attempts: Attempts;
  readonly watch: Watch;
  readonly limits: WholeLimits;
  /** What is promised; the length in the reply's head takes precedence over its size. */
  readonly file: FileReference;
}

/** The next bytes of a file, or a mark that all earlier bytes are void. */
export type FilePiece = Uint8Array<ArrayBuffer> | "start_again";

/**
 * The bytes of a file, over several connections if necessary: after a break it resumes if the service offers ranges of
 * the same version, and starts again otherwise. It ends only with the announced length and digest.
 */
export class FileBody implements AsyncIterable<FilePiece> {
  /** Media type, like `image/png`; known with the first piece. */
  mediaType = "";
  readonly #request: RequestFile;
  readonly #options: FileBodyOptions;
  #hash = hashOf();
  #bytes = 0;
  /** Head of the reply that the first bytes come from. */
  #whole: FileHead | undefined;
  #isJoined = false;

  constructor(request: RequestFile, options: FileBodyOptions) {
    this.#request = request;
    this.#options = options;
  }

  /** Whether nothing said where it ends, so that a connection that broke looks like its end. */
  get mayBeCut(): boolean {
    const { hasEnd = true, digest } = this.#whole ?? {};
    return !hasEnd && digest === undefined && this.#options.file.bytes === undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FilePiece, void, undefined> {
    const { attempts } = this.#options;
    for (;;) {
      try {
        const reply = await this.#ask();
        if (reply.status !== 206 && this.#begin(reply)) yield "start_again";
        yield* this.#read(reply);
        this.#checkEnd();
        return attempts.succeeded();
      } catch (error) {
        await attempts.failed(error);
      }
    }
  }

  async #ask(): Promise<Response> {
    const whole = this.#whole;
    if (this.#bytes === 0 || whole?.strongEtag === undefined || !whole.offersRanges) {
      return await this.#request({}, false);
    }
    const headers = { range: `bytes=${this.#bytes}-`, "if-range": whole.strongEtag };
    const reply = await this.#request(headers, true).catch((error) => {
      throw error instanceof HttpError && error.status === 416 ? this.#otherPart(error) : error;
    });
    if (reply.status !== 206) return reply;
    if (!this.#isNext(readFileHead(reply), whole)) {
      await reply.body?.cancel();
      throw this.#otherPart();
    }
    this.#isJoined = true;
    return reply;
  }

  /** Whether a part continues the bytes so far, in the same version of the file. */
  #isNext(part: FileHead | undefined, { strongEtag, total }: FileHead): boolean {
    if (part?.total === undefined || part.total > this.#options.limits.maxBytes) return false;
    return part.from === this.#bytes && part.strongEtag === strongEtag && part.total === (total ?? part.total);
  }

  /** Starts with a reply for the whole file; true when earlier bytes are void. */
  #begin(reply: Response): boolean {
    const isAgain = this.#bytes > 0;
    this.#bytes = 0;
    this.#isJoined = false;
    this.#whole = readFileHead(reply);
    this.#hash = hashOf(this.#whole?.digest?.[0]);
    this.mediaType = mediaTypeOf(reply);
    return isAgain;
  }

  async *#read(reply: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    const { action, watch, limits, file } = this.#options;
    for await (const chunk of limitedBody(reply, watch, limits)) {
      const other = this.#bytes === 0 ? otherThan(file, { mediaType: this.mediaType, start: chunk }) : undefined;
      if (other !== undefined) throw new ProtocolError(`Cannot ${action}: ${other}`);
      this.#bytes += chunk.byteLength;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  #checkEnd(): void {
    const { action, file } = this.#options;
    const expected = this.#whole?.total ?? file.bytes ?? this.#bytes;
    if (this.#bytes < expected) { // a body without a length was truncated
      throw new ConnectionError(action, "the connection broke", { delivery: "maybe_sent" });
    }
    if (this.#bytes > expected) {
      throw new ProtocolError(`Cannot ${action}: it has ${this.#bytes} bytes, but ${expected} were announced`);
    }
    if (this.#bytes === 0 && file.bytes !== 0) throw new ProtocolError(`Cannot ${action}: it is empty`);
    const [name, hex] = this.#whole?.digest ?? [];
    const found = this.#hash.digest("hex");
    if (hex === undefined || hex === found) return;
    if (this.#isJoined) throw this.#otherPart();
    throw new ProtocolError(`Cannot ${action}: its ${name?.toUpperCase()} is ${found}, but ${hex} was announced`);
  }

  /** Makes the next attempt request the whole file. */
  #otherPart(cause?: unknown): ConnectionError {
    this.#whole = undefined;
    const reason = "the service did not resume the file where it broke off";
    return new ConnectionError(this.#options.action, reason, { delivery: "maybe_sent", cause });
  }
}

const PAGE_TYPES: readonly string[] = ["text/html", "application/xhtml+xml"];
const PAGE_START = /^\ufeff?\s*<(?:!doctype html|html)[\s>]/i;
const PAGE_NAME = /\.x?html?$/i;
/** Files that are never JSON. */
const BINARY_NAME = /\.(?:png|jpe?g|gif|webp|pdf|xlsx|docx|pptx|parquet)$/i;

/** What came instead of the promised file: a page to log in on, or an error with status 200. */
function otherThan(
  { filename = "", media_type = "" }: FileReference,
  { mediaType, start }: { readonly mediaType: string; readonly start: Uint8Array },
): string | undefined {
  const isPage = PAGE_TYPES.includes(mediaType) || PAGE_START.test(new TextDecoder().decode(start.subarray(0, 200)));
  const isPagePromised = filename === "" ? media_type === "" : PAGE_NAME.test(filename);
  if (isPage && !isPagePromised && !PAGE_TYPES.includes(media_type)) {
    return `a web page came (${mediaType || "without a type"}), not ${JSON.stringify(filename || media_type)}`;
  }
  if (mediaType !== "application/json" || !BINARY_NAME.test(filename)) return undefined;
  return `JSON came, not ${JSON.stringify(filename)}: ${excerpt(new TextDecoder().decode(start), 200)}`;
}

/** Facts about a file, or a part of one, from the head of a reply. */
interface FileHead {
  /** Position of the first byte; 0 for the whole file. */
  readonly from: number;
  /** Size of the whole file, if known. */
  readonly total: number | undefined;
  /** Strong validator, which allows joining parts (RFC 9110, section 8.8.3); absent without one. */
  readonly strongEtag: string | undefined;
  /** Whether the service offers ranges. */
  readonly offersRanges: boolean;
  /** Digest of the whole file, if known. */
  readonly digest: StatedDigest | undefined;
  /** Whether the head says where the body ends: after a length, or with a last chunk. */
  readonly hasEnd: boolean;
}

/** A digest of a whole body, as its head names it, and in hexadecimal. */
export type StatedDigest = readonly [name: string, hex: string];

/** @returns Undefined for a part (status 206) that does not extend to the end of the file. */
function readFileHead(reply: Response): FileHead | undefined {
  const { headers, status } = reply;
  const part = status === 206 ? readContentRange(headers.get("content-range")) : { from: 0, total: lengthOf(headers) };
  if (part === undefined) return undefined;
  const etag = headers.get("etag")?.trim();
  const strongEtag = etag !== undefined && /^"[^"]*"$/.test(etag) ? etag : undefined;
  const offersRanges = headers.get("accept-ranges")?.trim().toLowerCase() === "bytes";
  return { ...part, strongEtag, offersRanges, digest: readDigest(reply), hasEnd: hasEnd(headers) };
}

function readContentRange(text: string | null): { from: number; total: number } | undefined {
  const read = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(text?.trim() ?? "");
  const [from = NaN, last = NaN, total = NaN] = read?.slice(1).map(Number) ?? [];
  return from <= last && last === total - 1 ? { from, total } : undefined;
}

function lengthOf(headers: Headers): number | undefined {
  const text = headers.get("content-length");
  return text === null ? undefined : Number(text);
}

/** Whether a head says where its body ends; over HTTP/1.0, and HTTP/2 without a length, the connection's end is all. */
export function hasEnd(headers: Headers): boolean {
  return headers.has("content-length") || headers.has("transfer-encoding");
}

/** The digests that are checked, and their base64; the strongest first. */
const DIGESTS = { "sha-512": "[\\w+/]{86}==", "sha-256": "[\\w+/]{43}=", "md5": "[\\w+/]{22}==" };

/** RFC 9530, its predecessor `Digest`, and `Content-MD5`; the entity tag of our own service is a digest too. */
export function readDigest(reply: Response): StatedDigest | undefined {
  const { headers } = reply;
  if (codingOf(reply) !== "") return undefined; // it may be that of the packed bytes
  const said = ["repr-digest", "content-digest", "digest"].map((name) => headers.get(name));
  for (const [name, base64] of Object.entries(DIGESTS)) {
    const pattern = new RegExp(`(?:^|[,\\s])${name}=:?(${base64})`, "i");
    const value = pattern.exec(`${said.join()},md5=${headers.get("content-md5")?.trim()}`)?.[1];
    if (value !== undefined) return [name, Buffer.from(value, "base64").toString("hex")];
  }
  const isOurs = headers.get(IDEMPOTENCY_HONOURED_HEADER) === "honoured";
  const tag = isOurs ? /^"([0-9a-f]{64})"$/.exec(headers.get("etag") ?? "")?.[1] : undefined;
  return tag === undefined ? undefined : ["sha-256", tag];
}

/** The hash of a digest's name. */
export function hashOf(name = "sha-256"): Hash {
  return createHash(name.replace("-", ""));
}
