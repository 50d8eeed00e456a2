import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { listen, ListenError } from "../../src/door/listen.ts";
import { fakeService, post } from "../service/service_fixture.ts";
import { answering, AUTHORIZATION, connectTo, head, portOf, postText, withSocket } from "./raw_socket.ts";

const REFUSED = [
  ["two Authorization headers", (port: number) => head(port, [AUTHORIZATION, AUTHORIZATION]), "repeated_header"],
  ["another Host", () => "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "invalid_host"],
  [
    "the Host of another port",
    (port: number) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port + 1}\r\n\r\n`,
    "invalid_host",
  ],
  ["a folded path", (port: number) => head(port, [], "GET /v1/files/../responses HTTP/1.1"), "invalid_path"],
  ["an encoded folded path", (port: number) => head(port, [], "GET /v1/%2e%2e/responses HTTP/1.1"), "invalid_path"],
  ["a backslash", (port: number) => head(port, [], "GET /v1\\files HTTP/1.1"), "invalid_path"],
  ["a whole address", (port: number) => head(port, [], "GET http://evil.example/ HTTP/1.1"), "invalid_path"],
] as const;
for (const [name, text, code] of REFUSED) {
  Deno.test(`listen() rejects ${name} with 400`, async () => {
    await withSocket(fakeService().service, async ({ port, send, rest }) => {
      await send(text(port).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      const reply = await rest();
      match(reply, /^HTTP\/1\.1 400 /);
      match(reply, new RegExp(`"code":"${code}"`));
    });
  });
}

Deno.test("listen() accepts localhost as its Host, and reads a path with two slashes as a path", async () => {
  await withSocket(fakeService().service, async ({ port, send, rest }) => {
    await send(
      `GET //evil.example/x HTTP/1.1\r\nHost: localhost:${port}\r\n${AUTHORIZATION}\r\nConnection: close\r\n\r\n`,
    );
    match(await rest(), /^HTTP\/1\.1 404 /);
  });
});

Deno.test("listen() rejects headers over its limit with 431", async () => {
  await withSocket(fakeService().service, async ({ port, send, rest }) => {
    await send(head(port, [`X-Long: ${"a".repeat(4000)}`]));
    match(await rest(), /^HTTP\/1\.1 431 /);
  }, { limits: { maxHeaderBytes: 2000 } });
});

const SHORT = { headersMs: 150, requestMs: 300, keepAliveMs: 150, stallMs: 150, checkMs: 50, graceMs: 0 };
const SLOW = [
  ["sends nothing", () => "", { requestMs: 60_000 }],
  [
    "does not end its headers",
    (port: number) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`,
    { requestMs: 60_000 },
  ],
  ["does not end its body", (port: number) => postText(port, { input: "a" }).slice(0, -1), {}],
  ["stays after its reply", (port: number) => head(port, []), {}],
] as const;
for (const [name, text, longer] of SLOW) {
  Deno.test(`listen() disconnects a client that ${name}, and serves others meanwhile`, async () => {
    const { service } = fakeService();
    await withSocket(service, async (slow) => {
      await slow.send(text(slow.port));
      let reply = "";
      while (reply === "") { // on a busy machine a quick client may be disconnected like a slow one
        const other = await connectTo(slow.port);
        await other.send(head(slow.port, [AUTHORIZATION, "Connection: close"])).catch(() => {});
        reply = await other.rest();
        other.close();
      }
      match(reply, /^HTTP\/1\.1 200 /);
      await slow.rest(); // returns because the listener closes the connection
    }, { limits: { ...SHORT, ...longer } });
  });
}

Deno.test("listen() disconnects a client that does not read, and cancels the body", async () => {
  const cancelled = Promise.withResolvers<void>();
  let pulled = 0;
  const endless = answering(() =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          pulled++;
          controller.enqueue(new Uint8Array(65_536));
        },
        cancel: () => cancelled.resolve(),
      }, { highWaterMark: 0 }),
    )
  );
  await withSocket(endless, async ({ port, send }) => {
    await send(head(port, []));
    await cancelled.promise;
    ok(pulled < 1000, "a client that does not read slows the service down");
  }, { limits: SHORT });
});

for (const [name, input] of [["before the reply", "wait first"], ["in the stream", "wait"]] as const) {
  Deno.test(`a client that leaves ${name} stops the agent`, async () => {
    const { service, gate, questions } = fakeService();
    await withSocket(service, async ({ port, send, until, close }) => {
      await send(postText(port, { input, stream: true }));
      if (input === "wait") await until("response.created");
      await gate.waiting.promise;
      close();
      await gate.left.promise;
      equal(questions[0]?.signal.aborted, true);
    });
  });
}

Deno.test("close() accepts no new requests and lets open answers finish", async () => {
  const { service, gate } = fakeService();
  const listener = await listen(service, { port: 0 });
  const answered = fetch(post(`${listener.url}/v1/responses`, { input: "wait", stream: true })).then((reply) =>
    reply.text()
  );
  await gate.waiting.promise;
  const closed = listener.close();
  await rejects(() => fetch(listener.url), TypeError);
  gate.open.resolve();
  match(await answered, /"response.completed"[^]*\[DONE\]\n\n$/);
  await closed;
});

Deno.test("close() answers a first request that was sent before, and is still to be read", async () => {
  const service = answering(() => new Response("answered"));
  const listener = await listen(service, { port: 0 });
  const port = portOf(listener);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => connectTo(port)));
  const last = await connectTo(port);
  await last.send(head(port, ["Connection: close"]));
  await last.rest(); // so those before it are accepted
  last.close();
  const answered = Promise.all(sockets.map((socket) => socket.rest()));
  await Promise.all(sockets.map((socket) => socket.send(head(port, ["Connection: close"]))));
  await listener.close();
  for (const reply of await answered) match(reply, /^HTTP\/1\.1 200 [^]*answered/);
  for (const socket of sockets) socket.close();
});

Deno.test("close() accepts no new request on an open connection", async () => {
  const held = ["/a", "/b"].map((path) =>
    [path, Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  );
  const seen: string[] = [];
  const service = answering(async ({ url }) => {
    seen.push(new URL(url).pathname);
    const [, arrived, open] = held.find(([path]) => url.endsWith(path)) ?? [];
    arrived?.resolve();
    await open?.promise;
    return new Response("answered");
  });
  const listener = await listen(service, { port: 0 });
  const port = portOf(listener);
  const [first, second] = [await connectTo(port), await connectTo(port)];
  await first.send(head(port, [], "GET /a HTTP/1.1"));
  await second.send(head(port, ["Connection: close"], "GET /b HTTP/1.1"));
  for (const [, arrived] of held) await arrived.promise;
  const closed = listener.close();
  await first.send(head(port, ["Connection: close"], "GET /c HTTP/1.1"));
  held[0]?.[2].resolve();
  match(await first.rest(), /^HTTP\/1\.1 200 [^]*answered/);
  held[1]?.[2].resolve();
  match(await second.rest(), /^HTTP\/1\.1 200 [^]*answered/);
  await closed;
  deepEqual(seen.toSorted(), ["/a", "/b"]);
  first.close();
  second.close();
});

for (
  const [stream, status, end] of [
    [true, 200, /"type":"error"[^]*"code":"closing"[^]*\[DONE\]\n\n$/],
    [false, 503, /"code":"closing"/],
  ] as const
) {
  Deno.test(`close() ends and reports what is still open after the grace period (stream ${stream})`, async () => {
    const { service, gate } = fakeService();
    const listener = await listen(service, { port: 0, limits: { graceMs: 0 } });
    const answered = fetch(post(`${listener.url}/v1/responses`, { input: "wait", stream }));
    await gate.waiting.promise;
    await listener.close();
    const reply = await answered;
    equal(reply.status, status);
    match(await reply.text(), end);
  });
}

Deno.test("listen() reuses a connection for the next request, but not after an unread body", async () => {
  await withSocket(fakeService().service, async ({ port, send, until, rest }) => {
    for (const _ of [1, 2]) {
      await send(postText(port, { input: "a" }));
      match(await until('"total_tokens":0}'), /^HTTP\/1\.1 200 /);
    }
    await send(head(port, ["Content-Length: 100"], "POST /v1/responses HTTP/1.1"));
    match(await rest(), /^[^]*HTTP\/1\.1 401 [^]*connection: close/i);
  }, { limits: { lingerMs: 50 } });
});

Deno.test("listen() accepts no other machines without an explicit key", async () => {
  await rejects(() => listen(fakeService().service, { port: 0, hostname: "0.0.0.0" }), ListenError);
});

Deno.test("listen() names the port that is in use", async () => {
  const listener = await listen(fakeService().service, { port: 0 });
  const port = portOf(listener);
  await rejects(
    () => listen(fakeService().service, { port }),
    new RegExp(`^ListenError: Cannot listen on 127.0.0.1:${port}`),
  );
  await listener.close();
});
