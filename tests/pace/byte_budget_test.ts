import { equal, ok } from "../assert.ts";
import fc from "fast-check";
import { createClient } from "../../src/client/client.ts";
import { createByteBudget } from "../../src/pace/byte_budget.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { SEED } from "../lanes.ts";

const UNSTOPPED = new AbortController().signal;

Deno.test("bodies of any sizes, read in any order, all come to their end, and hold no more than the bound and one of them", async () => {
  const body = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 100 }),
    fc.array(body, { maxLength: 12 }),
    fc.scheduler(),
    async (bound, bodies, scheduler) => {
      const enter = createByteBudget(bound);
      let held = 0;
      let peak = 0;
      const reading = bodies.map(async (chunks) => {
        using room = enter();
        let own = 0;
        for (const chunk of chunks) {
          await scheduler.schedule(Promise.resolve());
          await room.take(chunk, UNSTOPPED);
          own += chunk;
          peak = Math.max(peak, held += chunk);
        }
        held -= own;
      });
      await scheduler.waitFor(Promise.all(reading));
      const largest = Math.max(0, ...bodies.map((chunks) => chunks.reduce((sum, chunk) => sum + chunk, 0)));
      ok(peak <= bound + largest, `${peak} of ${bound} and ${largest}`);
      equal(held, 0);
    },
  );
  await fc.assert(property, { seed: SEED, numRuns: 200 });
});

Deno.test("an abort ends a wait, and what the body held is free again", async () => {
  const enter = createByteBudget(10);
  const [first, second, third] = [enter(), enter(), enter()];
  const stop = new AbortController();
  await first.take(8, UNSTOPPED);
  await second.take(8, UNSTOPPED); // goes beyond the bound, so that not all wait
  const waiting = Promise.resolve(third.take(8, stop.signal)).then(() => "ended");
  equal(await Promise.race([waiting, Promise.resolve("waits")]), "waits");
  stop.abort();
  equal(await waiting, "ended");
  first[Symbol.dispose]();
  equal(third.take(8, UNSTOPPED), undefined);
});

const MEBIBYTE = new Uint8Array(1024 * 1024);

Deno.test("eight replies of 60 MiB at once: at most 192 MiB are in memory, and each call ends by itself", async () => {
  let held = 0;
  let peak = 0;
  const fetch = () => {
    let own = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (own === 60) {
          held -= own;
          return controller.error(new TypeError("error reading a body from connection"));
        }
        own++;
        peak = Math.max(peak, ++held);
        controller.enqueue(MEBIBYTE);
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
  };
  const research = createClient({ baseUrl: "http://made.example", fetch, clock: manualClock(), newId: () => "" });
  const ends = await Promise.all(
    Array.from({ length: 8 }, () => research.reason("x", { retries: 0 }).then(() => "", (error) => error.name)),
  );
  equal([...new Set(ends)].join(), "ConnectionError");
  ok(peak <= 128 + 60 + 8 * 2, `${peak} MiB`); // and what was read of each, and not yet kept
});
