import type { Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";

/** Long, without a word in it, and with characters that each encoding changes. */
export const CANARY = "sk-canary/7f+Q~4711";

/** A client on a clock moved by hand, and what it has received. */
export interface Scene {
  readonly research: Research;
  readonly clock: ManualClock;
  /** Bytes of bodies that reached the client's side. */
  received(): number;
  /** Events the reader has seen: it counts them here. */
  seen: number;
  /** Waits for something that the other side of a socket brings about; nothing tells when it arrives. */
  until(condition: () => boolean): Promise<void>;
}

/** Only one attempt, so that a test sees what one attempt does. */
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
