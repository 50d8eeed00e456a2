import { createHash, timingSafeEqual } from "node:crypto";
import { RequestError } from "../../protocol/request_error.ts";
import { checkApiKey } from "../../text/redact.ts";

/**
 * The name of the scheme is in any case (RFC 9110, section 11.1). Repeated headers are joined by `, `, and a key
 * contains no space, so a repeated header never matches.
 */
const BEARER = /^bearer ([!-~]{1,512})$/i;

/** What a caller may do, beside the limits of the service. */
export interface CallerLimits {
  /** Most requests in progress at once, 1 or more. */
  readonly maxConcurrent?: number | undefined;
  /** Most requests begun in a minute, 1 or more. */
  readonly perMinute?: number | undefined;
}

/** Who sends a request. */
export interface Caller {
  /** Identifier of the owner of responses and files. */
  readonly owner: string;
  /** Name of the key; absent for one that has none. */
  readonly name?: string;
  /** Default: those of the service. */
  readonly limits?: CallerLimits;
  /** Aborted when the key is revoked or expires. */
  readonly revoked?: AbortSignal;
}

/** A key that is let in. */
export interface AcceptedKey {
  /** SHA-256 of the key, 32 bytes. */
  readonly digest: Uint8Array;
  /** Whose requests carry it. */
  readonly caller: Caller;
}

/** Keys that may change while the service runs. */
export interface KeyRing {
  /** Those that are let in now. */
  readonly accepted: readonly AcceptedKey[];
}

/** Returns the caller of a request; throws the same error for every invalid credential. */
export type Authorize = (request: { readonly headers: Pick<Headers, "get"> }) => Caller;

/** The keys of a service. */
export interface Keys {
  /** Keys that never change; each is its own owner, without a name. */
  readonly apiKeys: readonly string[];
  readonly ring?: KeyRing | undefined;
}

/**
 * Creates the check of the bearer key. Each request is compared with the SHA-256 digest of every key,
 * so that timing reveals neither the length nor the position of a key.
 * @param keys Accepted keys; without any, every request is rejected.
 * @returns A function that returns the caller, whose identifier is derived from the key's digest.
 * @throws {ApiKeyError} when a key is not valid in a header.
 */
export function createAuthorize({ apiKeys, ring }: Keys): Authorize {
  const constant = apiKeys.map((key): AcceptedKey => {
    const digest = digestOf(checkApiKey(key));
    return { digest, caller: { owner: ownerOf(digest) } };
  });
  return ({ headers }) => {
    const presented = digestOf(BEARER.exec(headers.get("authorization") ?? "")?.[1] ?? "");
    let known: Caller | undefined;
    for (const keys of [constant, ring?.accepted ?? []]) {
      for (const { digest, caller } of keys) if (timingSafeEqual(digest, presented)) known = caller;
    }
    if (!known) throw refusal();
    return known;
  };
}

/** SHA-256 of a key, 32 bytes. */
export function digestOf(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

/** Identifier of the owner whose key has a digest. */
export function ownerOf(digest: Uint8Array): string {
  return `owner_${digest.toHex().slice(0, 32)}`;
}

function refusal(): RequestError {
  return new RequestError("Cannot authorize the request: send one header Authorization: Bearer <API_KEY>", {
    status: 401,
    code: "invalid_api_key",
    headers: { "www-authenticate": "Bearer" },
  });
}
