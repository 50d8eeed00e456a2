import { RequestError } from "../../protocol/request_error.ts";
import { type AcceptedKey, type KeyRing, ownerOf } from "./authorize.ts";
import { type KeyRecord, keyState } from "./key_records.ts";

interface Held {
  readonly record: string;
  readonly key: AcceptedKey;
  readonly gone: AbortController;
}

/** The keys of a file, as of now: a key that is no longer accepted ends the work of its caller. */
export class KeptKeys implements KeyRing {
  #held = new Map<string, Held>();
  #accepted: readonly AcceptedKey[] = [];

  /** Those that are let in now. */
  get accepted(): readonly AcceptedKey[] {
    return this.#accepted;
  }

  /**
   * Replaces the keys; work of a caller whose key stays as it was goes on.
   * @param records What the file says.
   * @param now Against which expiry is counted.
   */
  update(records: readonly KeyRecord[], now: Date): void {
    const before = this.#held;
    const valid = records.filter((record) => keyState(record, now) === "accepted");
    this.#held = new Map(valid.map((record) => [record.digest, held(record, before.get(record.digest))]));
    this.#accepted = [...this.#held.values()].map(({ key }) => key);
    for (const [digest, { gone }] of before) if (!this.#held.has(digest)) gone.abort(isGone());
  }
}

/** A record that only changed its limits keeps its signal, so that running work is not ended. */
function held(record: KeyRecord, before: Held | undefined): Held {
  const text = JSON.stringify(record);
  if (before?.record === text) return before;
  const { name, max_concurrent: maxConcurrent, per_minute: perMinute } = record;
  const gone = before?.gone ?? new AbortController();
  const digest = Uint8Array.fromHex(record.digest);
  const caller = { owner: ownerOf(digest), name, limits: { maxConcurrent, perMinute }, revoked: gone.signal };
  return { record: text, key: { digest, caller }, gone };
}

function isGone(): RequestError {
  return new RequestError("Cannot finish the answer: the key was revoked or has expired", {
    status: 401,
    code: "key_revoked",
  });
}
