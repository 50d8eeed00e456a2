/** What a silent stream carries, so that no proxy takes it for dead. */
import { deepEqual, equal, match } from "../assert.ts";
import { LISTEN_DEFAULTS } from "../../src/door/limits.ts";
import { listen } from "../../src/door/listen.ts";
import { decodeEvents } from "../../src/protocol/sse.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { fakeService, post } from "../service/service_fixture.ts";
import { answering, head, postText, withSocket } from "./raw_socket.ts";

const { silenceMs } = LISTEN_DEFAULTS;

Deno.test("a stream that is silent for 15 s gets a comment, and again, until its next event", async () => {
  equal(silenceMs, 15_000);
  const clock = manualClock();
  const { service, gate } = fakeService();
  await withSocket(service, async ({ port, send, until, rest }) => {
    await send(postText(port, { input: "wait", stream: true }));
    await until("response.created");
    await gate.waiting.promise;
    await clock.whenScheduled(silenceMs);
    for (const _ of [1, 2]) {
      clock.advance(silenceMs - 1);
      clock.advance(1);
      equal(await until("wait"), "8\r\n: wait\n\n\r\n");
    }
    gate.open.resolve();
    const text = await until("[DONE]\n\n\r\n0\r\n\r\n");
    equal(text.includes(": wait"), false);
    deepEqual(clock.pending().filter((ms) => ms <= silenceMs), []);
    await send(head(port, ["Connection: close"]));
    match(await rest(), /^HTTP\/1\.1 200 /);
  }, { clock });
});

Deno.test("our reader skips the comments of a stream, and so answers the same", async () => {
  const clock = manualClock();
  const { service, gate } = fakeService();
  const listener = await listen(service, { port: 0, clock });
  const reply = await fetch(post(`${listener.url}/v1/responses`, { input: "wait", stream: true }));
  await gate.waiting.promise;
  await clock.whenScheduled(silenceMs);
  clock.advance(3 * silenceMs);
  gate.open.resolve();
  const bytes = await reply.blob();
  match(await bytes.text(), /(?:: wait\n\n){3}/);
  const types: string[] = [];
  for await (const { type } of decodeEvents(bytes.stream())) types.push(type);
  deepEqual([types.at(0), types.at(-1)], ["response.created", "response.completed"]);
  await listener.close();
});

Deno.test("other bodies get no comment", async () => {
  const clock = manualClock();
  const open = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const service = answering(() => {
    const pull = async (controller: ReadableStreamDefaultController) => {
      begun.resolve();
      await open.promise;
      controller.enqueue(new TextEncoder().encode("a file"));
      controller.close();
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), {
      headers: { "content-type": "text/csv" },
    });
  });
  await withSocket(service, async ({ port, send, rest }) => {
    await send(head(port, ["Connection: close"]));
    await begun.promise;
    clock.advance(10 * silenceMs);
    open.resolve();
    match(await rest(), /\r\n\r\n6\r\na file\r\n0\r\n\r\n$/);
  }, { clock });
});
