import { IDEMPOTENCY_HONOURED_HEADER } from "../protocol/route.ts";
import type { Reply, ReplyHeaders } from "./reply.ts";

/** What the head of a reply says about a file, or about a part of one. */
export interface FileHead {
  /** Position of the first byte that follows; 0 for the whole file. */
  readonly from: number;
  /** Size of the whole file, where it is said. */
  readonly total: number | undefined;
  /** Names the version so that parts of it may be joined (RFC 9110, section 8.8.3); absent where none does. */
  readonly strongEtag: string | undefined;
  /** Whether the rest can be asked for after a break. */
  readonly offersRanges: boolean;
  /** SHA-256 of the whole file, hexadecimal, where it is said. */
  readonly sha256: string | undefined;
}

/** @returns Nothing for a part (status 206) that does not reach from where it says to the end of the file. */
export function readFileHead(reply: Reply): FileHead | undefined {
  const { headers, status } = reply;
  const part = status === 206 ? readContentRange(headers.get("content-range")) : { from: 0, total: lengthOf(headers) };
  if (part === undefined) return undefined;
  const etag = headers.get("etag")?.trim();
  const strongEtag = etag !== undefined && /^"[^"]*"$/.test(etag) ? etag : undefined;
  const offersRanges = headers.get("accept-ranges")?.trim().toLowerCase() === "bytes";
  return { ...part, strongEtag, offersRanges, sha256: readSha256(headers) };
}

function readContentRange(text: string | null): { from: number; total: number } | undefined {
  const read = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(text?.trim() ?? "");
  const [from = NaN, last = NaN, total = NaN] = read?.slice(1).map(Number) ?? [];
  return from <= last && last === total - 1 ? { from, total } : undefined;
}

function lengthOf(headers: ReplyHeaders): number | undefined {
  const text = headers.get("content-length");
  return text === null ? undefined : Number(text);
}

/** `Repr-Digest` (RFC 9530) or its forerunner `Digest`; the entity tag of our own service is the digest too. */
function readSha256(headers: ReplyHeaders): string | undefined {
  const digest = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get("repr-digest") ?? "") ??
    /(?:^|[,\s])sha-256=([A-Za-z0-9+/]{43}=)/i.exec(headers.get("digest") ?? "");
  if (digest?.[1] !== undefined) return Uint8Array.fromBase64(digest[1]).toHex();
  if (headers.get(IDEMPOTENCY_HONOURED_HEADER) !== "honoured") return undefined;
  return /^"([0-9a-f]{64})"$/.exec(headers.get("etag") ?? "")?.[1];
}
