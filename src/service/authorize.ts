import { createHash, timingSafeEqual } from "node:crypto";
import { checkApiKey } from "../text/redact.ts";
import { RequestError } from "./failure.ts";

/** Two headers arrive joined by `, `, so the space alone refuses a doubled header. */
const BEARER = /^Bearer ([!-~]{1,512})$/;

/** Finds who asks; the same refusal for every wrong credential. */
export type Authorize = (request: Request) => string;

/**
 * Makes the check of the bearer key. Keys are held as SHA-256 digests, and every digest is compared
 * for every request, so that neither length nor position of a key shows in the time it takes.
 *
 * @param apiKeys The keys that are let in; none lets nobody in.
 * @returns The owner's identifier, made from the key's digest.
 * @throws {ApiKeyError} when a key could not stand in a header.
 */
export function createAuthorize(apiKeys: readonly string[]): Authorize {
  const digests = apiKeys.map((key) => digestOf(checkApiKey(key)));
  return (request) => {
    const presented = digestOf(BEARER.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
    let known = false;
    for (const digest of digests) known = timingSafeEqual(digest, presented) || known;
    if (!known) throw refusal();
    return `owner_${presented.toString("hex").slice(0, 32)}`;
  };
}

function digestOf(key: string) {
  return createHash("sha256").update(key).digest();
}

function refusal(): RequestError {
  return new RequestError("Cannot authorize the request: it needs one header Authorization: Bearer <API_KEY>", {
    status: 401,
    code: "invalid_api_key",
    headers: { "www-authenticate": "Bearer" },
  });
}
