/** A slow reader slows the service down, and never fails because it is slow. */
import { equal, ok } from "../assert.ts";
import { createClient } from "../../src/client/client.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { COMPLETED, DELTA, DONE } from "./bad_stream.ts";

const EVENTS = 20_000;

Deno.test("a slow reader slows the service down: the client reads no more than the reader asks for", async () => {
  let sent = 0;
  const fetch = (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
      pull(controller) {
        if (sent > EVENTS) return controller.close();
        controller.enqueue(new TextEncoder().encode(sent++ < EVENTS ? DELTA : COMPLETED + DONE));
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const clock = manualClock();
  const answer = createClient({ baseUrl: "http://slow.invalid", fetch, clock, newId: () => "id" }).stream("x");
  let read = 0;
  for await (const _ of answer) {
    read++;
    if (read % (EVENTS / 10) === 0) clock.advance(150_000); // longer than the service may be silent
    ok(sent <= read + 1, `${sent} were sent when ${read} were read`);
  }
  equal(read, EVENTS + 1);
  equal(answer.snapshot.text.length, EVENTS);
});
