import { safeName } from "../text/safe_name.ts";
import { RequestError } from "../protocol/request_error.ts";
import { isGone } from "./retention.ts";
import type { ServiceRequest } from "./exchange.ts";
import type { FileStore, StoredFile } from "./file_store.ts";

/** Matches the raw path, which is never decoded or joined to another path. */
const FILE_PATH = /^\/v1\/files\/(file_[0-9a-f-]{32,36})(\/content|\/link)?$/;
const INLINE: readonly string[] = ["image/png", "image/jpeg", "application/pdf"];
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+(?:; ?charset=[a-z0-9-]+)?$/;
/** Prevents an opened picture or page from running scripts or loading anything. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** An operation on one file. */
export interface FilePath {
  readonly fileId: string;
  readonly action: "downloadFile" | "linkFile";
}

/** The operation on a file that a path names; `undefined` for any other path. */
export function fileTargetOf(pathname: string): FilePath | undefined {
  const [, fileId, part] = FILE_PATH.exec(pathname) ?? [];
  return fileId === undefined ? undefined : { fileId, action: part === "/link" ? "linkFile" : "downloadFile" };
}

/** The requested file, its owner and its store. */
export interface FileTarget {
  readonly fileId: string;
  readonly owner: string;
  readonly fileStore: FileStore;
}

/**
 * Answers a download with the whole file, one range of it, or 304.
 * @throws {RequestError} 404 for an unknown file or another owner's; 410 for one that is no longer kept; 416 for a range outside of it.
 */
export async function downloadFile(
  request: ServiceRequest,
  { fileId, owner, fileStore }: FileTarget,
): Promise<Response> {
  const file = await fileStore.find(fileId, owner);
  if (!file) throw await whyAbsent(fileId, { owner, fileStore });
  const headers = headersOf(fileId, file);
  const etag = headers.etag;
  if (isNamed(etag, request.headers.get("if-none-match"))) return new Response(null, { status: 304, headers });
  const { bytes } = file;
  const range = readByteRange(rangeHeader(request, etag), bytes.length);
  if (range === "unsatisfiable") throw unsatisfiable(bytes.length);
  const { from, to } = range === "whole" ? { from: 0, to: bytes.length } : range;
  return new Response(request.method === "HEAD" ? null : bytes.slice(from, to), {
    status: range === "whole" ? 200 : 206,
    headers: {
      ...headers,
      "content-length": String(to - from),
      ...(range === "whole" ? {} : { "content-range": `bytes ${from}-${to - 1}/${bytes.length}` }),
    },
  });
}

async function whyAbsent(
  fileId: string,
  { owner, fileStore }: Pick<FileTarget, "owner" | "fileStore">,
): Promise<RequestError> {
  if (await fileStore.isGone?.(fileId, owner) !== true) return notFound();
  const { maxBytes = Infinity, keptMs = Infinity } = fileStore;
  return isGone(`send file ${fileId}`, { what: "files", code: "file_expired", maxBytes, keptMs });
}

/** The same error for what does not exist and what belongs to another owner. */
export function notFound(): RequestError {
  return new RequestError("Cannot find the resource: nothing exists at this path", {
    status: 404,
    code: "not_found",
  });
}

function headersOf(fileId: string, { filename, mediaType, sha256 }: StoredFile) {
  const name = safeName(filename, { fallback: fileId });
  const place = INLINE.includes(mediaType) ? "inline" : "attachment";
  return {
    "content-type": MEDIA_TYPE.test(mediaType) ? mediaType : "application/octet-stream",
    "content-disposition": `${place}; filename="${name}"`,
    "etag": `"${sha256}"`,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": POLICY,
  };
}

/** Whether `If-None-Match` lists an entity tag, weak or not, or is `*` (RFC 9110, section 13.1.2). */
function isNamed(etag: string, header: string | null): boolean {
  return header?.trim() === "*" || (header?.match(/"[^"]*"/g)?.includes(etag) ?? false);
}

/** Ignores the range if `If-Range` names another version of the file. */
function rangeHeader(request: ServiceRequest, etag: string): string | null {
  const wanted = request.headers.get("if-range");
  const isOther = wanted !== null && wanted !== etag;
  return request.method === "HEAD" || isOther ? null : request.headers.get("range");
}

function unsatisfiable(length: number): RequestError {
  return new RequestError(`Cannot send the range: the file has ${length} bytes`, {
    status: 416,
    code: "range_not_satisfiable",
    headers: { "content-range": `bytes */${length}` },
  });
}

/** Bytes `from` (inclusive) to `to` (exclusive). */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a `Range` header (RFC 9110, section 14.2).
 * @param length Length of the file, in bytes.
 * @returns `whole` without a header, and for several ranges or another unit, which a server may ignore;
 * `unsatisfiable` for a range without a byte of the file.
 */
export function readByteRange(header: string | null, length: number): ByteRange | "whole" | "unsatisfiable" {
  const read = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = read ?? [];
  if (!read || (first === "" && last === "")) return "whole";
  if (first !== "" && last !== "" && Number(last) < Number(first)) return "whole";
  const from = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === "" || last === "" ? length : Math.min(length, Number(last) + 1);
  return from < to ? { from, to } : "unsatisfiable";
}
