import { rawFetch } from "../../src/client/raw_fetch.ts";
import type { Fetch } from "../../src/client/send.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { dial, networkFetch, userAgent } from "../../src/setup/world.ts";

/** Each way a request may take to a service: what holds for one must hold for the other. */
export const TRANSPORTS: Readonly<Record<"fetch" | "raw", Fetch>> = {
  fetch: networkFetch,
  raw: rawFetch({ dial, fetch: networkFetch, clock: systemClock, userAgent }),
};
