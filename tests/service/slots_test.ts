/** What a caller may take: requests at once, requests in a minute, and nothing once its key is revoked. */
import { deepEqual, equal, throws } from "../assert.ts";
import { RequestError } from "../../src/protocol/request_error.ts";
import type { Caller } from "../../src/service/tenants/authorize.ts";
import { DEFAULT_LIMITS } from "../../src/service/limits.ts";
import { Slots } from "../../src/service/slots.ts";

function slotsAt(startMs = 0) {
  let nowMs = startMs;
  const slots = new Slots(DEFAULT_LIMITS, { now: () => new Date(nowMs) });
  const take = (caller: Caller) => slots.take(caller, new AbortController());
  return { slots, take, moveTo: (ms: number) => nowMs = ms };
}

const refused = (code: string, retryAfter: string | undefined) => (error: unknown) => {
  if (!(error instanceof RequestError)) return false;
  deepEqual([error.code, error.headers["retry-after"]], [code, retryAfter]);
  return true;
};

Deno.test("a caller has at most as many requests in progress as its key allows", () => {
  const { take } = slotsAt();
  const caller = { owner: "a", limits: { maxConcurrent: 2 } };
  const releases = [take(caller), take(caller)];
  throws(() => take(caller), refused("too_many_requests", "1"));
  take({ owner: "b" });
  releases[0]?.();
  take(caller);
});

Deno.test("a caller sends at most as many requests a minute as its key allows, and learns when the next one may come", () => {
  const { take, moveTo } = slotsAt();
  const caller = { owner: "a", limits: { perMinute: 2 } };
  for (const ms of [0, 20_500]) {
    moveTo(ms);
    take(caller)();
  }
  moveTo(30_500);
  throws(() => take(caller), refused("rate_limited", "30"));
  take({ owner: "b", limits: { perMinute: 1 } })();
  moveTo(60_000);
  take(caller)();
  throws(() => take(caller), refused("rate_limited", "21"));
});

Deno.test("a clock that is set back does not shut a caller out", () => {
  const { take, moveTo } = slotsAt(1_000_000);
  const caller = { owner: "a", limits: { perMinute: 1 } };
  take(caller)();
  moveTo(0);
  take(caller)();
});

Deno.test("when a key is revoked its work ends with 401, and it gets no slot", () => {
  const { slots, take } = slotsAt();
  const [key, work, done] = [new AbortController(), new AbortController(), new AbortController()];
  const caller = { owner: "a", revoked: key.signal };
  slots.take(caller, done)();
  slots.take(caller, work);
  key.abort();
  deepEqual([work.signal.reason.status, done.signal.aborted], [401, false]);
  throws(() => take(caller), refused("invalid_api_key", undefined));
  equal(slots.size, 1);
});
