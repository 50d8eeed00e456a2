import { deepEqual, equal, match, ok } from "../assert.ts";
import { fakeService, KEY, post } from "./service_fixture.ts";

const REASON = "http://a/api/v1/agent/reasoning";
const RESPONSES = "http://a/v1/responses";

Deno.test("closing a service answers a pending request with 503 and stops its agent", async () => {
  const { service, gate } = fakeService();
  const sent = service(post(REASON, { input: "wait" }));
  await gate.waiting.promise;
  await service.close();
  await gate.left.promise;
  const reply = await sent;
  deepEqual([reply.status, (await reply.json()).error.code], [503, "closing"]);
});

Deno.test("closing a service ends an open stream with an error event", async () => {
  const { service, gate } = fakeService();
  const reply = await service(post(RESPONSES, { input: "wait", stream: true }));
  const text = reply.text();
  await gate.waiting.promise;
  await service.close();
  match(await text, /"type":"error".*"code":"closing".*\n\ndata: \[DONE\]\n\n$/);
});

Deno.test("closing a service ends a stream without a reader", async () => {
  const { service, gate } = fakeService();
  const reply = await service(post(RESPONSES, { input: "wait", stream: true }));
  const reader = reply.body?.getReader();
  while (await Promise.race([gate.waiting.promise.then(() => false), reader?.read().then(() => true)]));
  await service.close();
  await gate.left.promise;
  await reader?.cancel();
});

Deno.test("closing a service ends a background response without a reader", async () => {
  const { service, gate } = fakeService();
  await (await service(post(RESPONSES, { input: "wait", background: true }))).text();
  await gate.waiting.promise;
  await service.close();
  equal((await gate.aborted.promise as { code?: string }).code, "closing");
});

Deno.test("a closed service answers new requests with 503, and a second close does nothing", async () => {
  const { service, questions } = fakeService();
  const closed = service.close();
  equal(service.close(), closed);
  const replies = [
    await service(post(REASON, { input: "a" })),
    await service(new Request("http://a/v1/limits", { headers: { authorization: `Bearer ${KEY}` } })),
  ];
  for (const reply of replies) deepEqual([reply.status, (await reply.json()).error.code], [503, "closing"]);
  equal(questions.length, 0);
  await closed;
});

Deno.test("a service is disposable", async () => {
  const { service, gate } = fakeService();
  let sent: Promise<Response> | undefined;
  {
    await using scoped = service;
    sent = scoped(post(REASON, { input: "wait" }));
    await gate.waiting.promise;
  }
  equal((await sent).status, 503);
});

/** Timers that the test fires. */
function handTimers() {
  const timers: { readonly delayMs: number; readonly callback: () => void; isCancelled: boolean }[] = [];
  const schedule = (delayMs: number, callback: () => void) => {
    const timer = { delayMs, callback, isCancelled: false };
    timers.push(timer);
    return () => void (timer.isCancelled = true);
  };
  return { timers, clock: { now: () => new Date("2018-01-02T00:00:00Z"), schedule } };
}

Deno.test("a background response over its time limit ends with an error, and its agent stops", async () => {
  const { timers, clock } = handTimers();
  const { service, gate } = fakeService({ clock, limits: { backgroundRunMs: 90_000 } });
  const reply = await service(post(RESPONSES, { input: "wait", background: true, stream: true }));
  const text = reply.text();
  await gate.waiting.promise;
  deepEqual(timers.map(({ delayMs, isCancelled }) => [delayMs, isCancelled]), [[90_000, false]]);
  timers[0]?.callback();
  await gate.left.promise;
  match(await text, /"code":"took_too_long","message":"Cannot finish the answer: it took longer than 90 s"/);
  ok(timers[0]?.isCancelled);
});

Deno.test("the time limit of a background response is cleared when it ends", async () => {
  const { timers, clock } = handTimers();
  const { service } = fakeService({ clock, limits: { backgroundRunMs: Infinity } });
  const reply = await service(post(RESPONSES, { input: "a", background: true, stream: true }));
  match(await reply.text(), /"response.completed"/);
  deepEqual(timers.map(({ delayMs, isCancelled }) => [delayMs, isCancelled]), [[2 ** 31 - 1, true]]);
});
