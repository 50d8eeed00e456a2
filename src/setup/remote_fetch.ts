import { rawFetch } from "../client/raw_fetch.ts";
import { rawWhenBusy } from "../client/raw_when_busy.ts";
import type { Fetch } from "../client/send.ts";
import { systemClock } from "../pace/system_clock.ts";
import { dial, mayDial, networkFetch, userAgent } from "./world.ts";

/** Sends a request over the network; with many at once, over connections of our own, which take less time. */
export const remoteFetch: Fetch = rawWhenBusy(networkFetch, {
  many: rawFetch({ dial, fetch: networkFetch, clock: systemClock, userAgent }),
  mayUse: mayDial,
});
