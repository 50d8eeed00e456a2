import { createHash } from "node:crypto";
import { IDEMPOTENCY_HEADER } from "../protocol/route.ts";
import { RequestError } from "./failure.ts";
import type { KeyedRequest } from "./reply_store.ts";
import type { Job } from "./settings.ts";

const KEY = /^[!-~]{1,255}$/;

/** What the request is besides its headers. */
export interface DeliveryBody {
  readonly bytes: Uint8Array;
  /** Whether our own events are sent: the same body without them is another request. */
  readonly extensions: boolean;
}

/**
 * Reads under which `Idempotency-Key` a request is delivered.
 *
 * @returns Nothing when it names none.
 * @throws {RequestError} 400 for a key that is not 1 to 255 visible ASCII characters.
 */
export function readDelivery({ request, owner }: Job, { bytes, extensions }: DeliveryBody): KeyedRequest | undefined {
  const key = request.headers.get(IDEMPOTENCY_HEADER);
  if (key === null) return undefined;
  if (!KEY.test(key)) {
    throw new RequestError("Cannot take the Idempotency-Key: it is not 1 to 255 visible ASCII characters", {
      status: 400,
      code: "invalid_idempotency_key",
    });
  }
  const hash = createHash("sha256").update(`${new URL(request.url).pathname} ${extensions}\n`).update(bytes);
  return { scope: `${owner} ${key}`, digest: hash.digest("hex") };
}
