import type { Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";

/** Long, without any word, and with characters that every encoding changes. */
export const CANARY = "sk-canary/7f+Q~4711";

/** A client on a manual clock, and what it has received. */
export interface Scene {
  readonly research: Research;
  readonly clock: ManualClock;
  /** Bytes of bodies that reached the client. */
  received(): number;
  /** Events the reader has seen; the reader counts them here. */
  seen: number;
  /** Polls for an effect of the other side of a socket, because no event signals it. */
  until(condition: () => boolean): Promise<void>;
}

/** A single attempt, so that a test sees the effect of one. */
export const ONE_ATTEMPT = { retries: 0 } as const;

/** A client of one server. */
export function sceneOf(baseUrl: string): Scene {
  let ids = 0;
  let received = 0;
  const counting: Fetch = async (url, init) => {
    const reply = await networkFetch(url, init);
    if (reply.body === null || reply.status !== 200) return reply;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    return new Response(reply.body.pipeThrough(counter), reply);
  };
  const clock = manualClock();
  const newId = () => `id-${++ids}`;
  return {
    research: createClient({ baseUrl, apiKey: CANARY, fetch: counting, clock, newId }),
    clock,
    received: () => received,
    seen: 0,
    async until(condition) {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}
