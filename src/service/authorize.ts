import { createHash, timingSafeEqual } from "node:crypto";
import { checkApiKey } from "../text/redact.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { ServiceRequest } from "./exchange.ts";

/** Repeated headers are joined by `, `, and a key contains no space, so a repeated header never matches. */
const BEARER = /^Bearer ([!-~]{1,512})$/;

/** What a caller may do, beside the limits of the service. */
export interface CallerLimits {
  /** Requests in progress at once. */
  readonly maxConcurrent?: number;
  /** Requests accepted in a minute. */
  readonly perMinute?: number;
}

/** Who sends a request. */
export interface Caller {
  /** Identifier of the owner of responses and files. */
  readonly owner: string;
  /** Name of the key. */
  readonly name?: string;
  readonly limits?: CallerLimits;
  /** Aborted when the key is revoked or expires. */
  readonly revoked?: AbortSignal;
}

/** Returns the caller of a request; throws the same error for every invalid credential. */
export type Authorize = (request: Pick<ServiceRequest, "headers">) => Caller;

/**
 * Creates the check of the bearer key. Each request is compared with the SHA-256 digest of every key,
 * so that timing reveals neither the length nor the position of a key.
 *
 * @param apiKeys Accepted keys; an empty list rejects every request.
 * @returns A function that returns the caller, whose identifier is derived from the key's digest.
 * @throws {ApiKeyError} when a key is not valid in a header.
 */
export function createAuthorize(apiKeys: readonly string[]): Authorize {
  const digests = apiKeys.map((key) => digestOf(checkApiKey(key)));
  return (request) => {
    const presented = digestOf(BEARER.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
    let known = false;
    for (const digest of digests) known = timingSafeEqual(digest, presented) || known;
    if (!known) throw refusal();
    return { owner: `owner_${presented.toString("hex").slice(0, 32)}` };
  };
}

function digestOf(key: string) {
  return createHash("sha256").update(key).digest();
}

function refusal(): RequestError {
  return new RequestError("Cannot authorize the request: send one header Authorization: Bearer <API_KEY>", {
    status: 401,
    code: "invalid_api_key",
    headers: { "www-authenticate": "Bearer" },
  });
}
