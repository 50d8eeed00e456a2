/** Which requests go over connections of our own. */
import { deepEqual, equal, rejects } from "../assert.ts";
import { rawWhenBusy } from "../../src/client/raw_when_busy.ts";
import type { Reply } from "../../src/client/reply.ts";

const ADDRESS = "http://127.0.0.1:8080/api/v1/agent/reasoning";

/** Both ways, held open by the test. */
function scene({ mayUse = (): boolean => true } = {}) {
  const ways: string[] = [];
  const waiting: PromiseWithResolvers<Reply>[] = [];
  const hold = (way: string) => () => {
    ways.push(way);
    const held = Promise.withResolvers<Reply>();
    waiting.push(held);
    return held.promise;
  };
  const fetch = rawWhenBusy(hold("fetch"), { many: hold("raw"), mayUse });
  const asked: Promise<Reply>[] = [];
  return {
    ways,
    ask: (count: number, accept = "application/json", url = ADDRESS) => {
      for (let at = 0; at < count; at++) asked.push(fetch(url, { headers: { accept } }));
    },
    fail: () => waiting.splice(0).forEach(({ reject }) => reject(new TypeError("no"))),
    answer: async () => {
      waiting.splice(0).forEach(({ resolve }) => resolve(new Response("{}")));
      await Promise.all(asked.splice(0));
    },
    asked,
  };
}

Deno.test("the fourth at once goes raw, and later ones while so many last", async () => {
  const { ways, ask, answer } = scene();
  ask(5);
  deepEqual(ways.splice(0), ["fetch", "fetch", "fetch", "raw", "raw"]);
  await answer();
  ask(3);
  deepEqual(ways, ["fetch", "fetch", "fetch"]);
  await answer();
});

Deno.test("one that failed is under way no more", async () => {
  const { ways, ask, fail, asked } = scene();
  for (let round = 0; round < 3; round++) {
    ask(3);
    fail();
    for (const failed of asked.splice(0)) await rejects(failed, { message: "no" });
  }
  equal(ways.includes("raw"), false);
});

const BY_FETCH = {
  "streams": { accept: "text/event-stream", url: ADDRESS, mayUse: () => true },
  "files": { accept: "*/*", url: ADDRESS, mayUse: () => true },
  "what a proxy stands before": { accept: "application/json", url: ADDRESS, mayUse: () => false },
};

for (const [what, { accept, url, mayUse }] of Object.entries(BY_FETCH)) {
  Deno.test(`${what} stay with fetch, however many`, async () => {
    const { ways, ask, answer } = scene({ mayUse });
    for (let round = 0; round < 2; round++) {
      ask(9, accept, url);
      await answer();
    }
    equal(ways.includes("raw"), false);
  });
}
