/** What a request costs before its key is known, and which ones HTTP itself refuses. */
import { METHODS } from "node:http";
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Answered } from "../../src/door/door.ts";
import { listen } from "../../src/door/listen.ts";
import { bytesOf, fakeService, KEY, post } from "../service/service_fixture.ts";
import { answering, AUTHORIZATION, connectTo, head, portOf, withSocket } from "./raw_socket.ts";

const CLOSE = "Connection: close";
const many = (count: number) => Array.from({ length: count }, (_, at) => `x${at.toString(16)}:`);

/** Runs an action, and counts the web objects that were made meanwhile. */
async function webObjectsIn(action: () => Promise<void>): Promise<number> {
  const names = ["Headers", "Request", "Response", "ReadableStream"] as const;
  const originals = names.map((name) => globalThis[name]);
  let count = 0;
  for (const name of names) {
    const counted = new Proxy(globalThis[name], {
      construct: (target, args) => {
        count++;
        return Reflect.construct(target, args);
      },
    });
    Object.assign(globalThis, { [name]: counted });
  }
  try {
    await action();
  } finally {
    for (const [at, name] of names.entries()) Object.assign(globalThis, { [name]: originals[at] });
  }
  return count;
}

const STRANGERS = [
  ["1,990 headers", (port: number) => head(port, [...many(1_990), CLOSE]), 431],
  ["101 headers", (port: number) => head(port, [...many(99), CLOSE]), 431],
  ["100 headers and no key", (port: number) => head(port, [...many(98), CLOSE], "GET /v1/limits HTTP/1.1"), 401],
  ["one header of 15 KB", (port: number) => head(port, [`x: ${"y".repeat(15_000)}`, CLOSE], "GET /a HTTP/1.1"), 404],
  ["another Host", () => `GET / HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n\r\n`, 400],
  [
    "a body and a wrong key",
    (port: number) =>
      head(port, ["Authorization: Bearer sk-a", "Content-Length: 9", CLOSE], "POST /v1/responses HTTP/1.1") +
      "123456789",
    401,
  ],
] as const;
for (const [name, text, status] of STRANGERS) {
  Deno.test(`a request with ${name} gets ${status}, and no web object is made for it`, async () => {
    await withSocket(fakeService().service, async ({ port, send, rest }) => {
      const made = await webObjectsIn(async () => {
        await send(text(port));
        match(await rest(), new RegExp(`^HTTP/1\\.1 ${status} [^]*"error"`));
      });
      equal(made, 0);
    });
  });
}

Deno.test("a caller's question that is answered as JSON makes no web object either", async () => {
  await withSocket(fakeService().service, async ({ port, send, rest }) => {
    const text = JSON.stringify({ input: "a" });
    const lines = [AUTHORIZATION, CLOSE, "Content-Type: application/json", `Content-Length: ${text.length}`];
    const made = await webObjectsIn(async () => {
      await send(head(port, lines, "POST /api/v1/agent/reasoning HTTP/1.1") + text);
      match(await rest(), /^HTTP\/1\.1 200 /);
    });
    equal(made, 0);
  });
});

const twice = (line: string) => (port: number) => head(port, [line, line, CLOSE]);
const REFUSED: readonly (readonly [string, (port: number) => string])[] = [
  ["two Hosts, ours first", (port) => head(port, [`Host: 127.0.0.1:${port}`, CLOSE])],
  ["two Hosts, ours last", (port) => `GET / HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1:${port}\r\n${CLOSE}\r\n\r\n`],
  ["no Host", () => `GET / HTTP/1.1\r\n${CLOSE}\r\n\r\n`],
  ["no Host in HTTP/1.0", () => "GET / HTTP/1.0\r\n\r\n"],
  ["Content-Length and Transfer-Encoding", (port) => head(port, ["Content-Length: 4", "Transfer-Encoding: chunked"])],
  ["two Content-Lengths", twice("Content-Length: 4")],
  ["a doubled Transfer-Encoding", twice("Transfer-Encoding: chunked")],
  ["a Transfer-Encoding that does not end in chunked", (port) => head(port, ["Transfer-Encoding: chunked, identity"])],
  ["a signed Content-Length", (port) => head(port, ["Content-Length: +4"])],
  ["a blank before the colon", (port) => head(port, ["Content-Length : 4"])],
  ["a folded header", (port) => head(port, ["X: a", " b"])],
  ["lines that end in LF", (port) => `GET / HTTP/1.1\nHost: 127.0.0.1:${port}\n\n`],
  ["an unknown method", (port) => head(port, [], "BREW / HTTP/1.1")],
  ["the start of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
];
for (const [name, text] of REFUSED) {
  Deno.test(`a request with ${name} is refused with 400, and nothing behind it is answered`, async () => {
    const seen: string[] = [];
    const service = answering(({ url }) => {
      seen.push(url);
      return new Response("answered");
    });
    await withSocket(service, async ({ port, send, rest }) => {
      await send(text(port) + head(port, [CLOSE], "GET /smuggled HTTP/1.1"));
      const reply = await rest();
      equal(reply.match(/HTTP\/1\.1 /g)?.length, 1, reply);
      match(reply, /^HTTP\/1\.1 400 /);
      deepEqual(seen, []);
    });
  });
}

Deno.test("every method but GET and HEAD gets 405 from a resource that is only read", async () => {
  await withSocket(fakeService().service, async ({ port, send, until }) => {
    for (const method of METHODS.filter((name) => !["GET", "HEAD", "CONNECT"].includes(name))) {
      await send(head(port, [AUTHORIZATION], `${method} /v1/limits HTTP/1.1`));
      match(await until("}}"), /^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n/, method);
    }
  });
});

Deno.test("CONNECT is closed without a reply, and others are served after it", async () => {
  await withSocket(fakeService().service, async ({ port, send, rest }) => {
    await send("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n");
    equal(await rest(), "");
    const other = await connectTo(port);
    await other.send(head(port, [CLOSE]));
    match(await other.rest(), /^HTTP\/1\.1 200 /);
    other.close();
  });
});

Deno.test("HEAD gets the headers of GET, without a body, wherever GET is allowed", async () => {
  const { service, fileStore, gate } = fakeService();
  const listener = await listen(service, { port: 0 });
  const begun = await fetch(post(`${listener.url}/v1/responses`, { input: "wait", background: true }));
  const { id } = await begun.json();
  await gate.waiting.promise;
  gate.open.resolve();
  const file = await fileStore.put({ filename: "a.csv", mediaType: "text/csv", bytes: bytesOf("a,b\n") });
  const limits = await fetch(`${listener.url}/v1/limits`, { headers: { authorization: `Bearer ${KEY}` } });
  await limits.body?.cancel();
  const owner = await ownerOf(listener.url, service);
  await fileStore.give([file.file_id], owner);
  for (const path of ["/", "/v1/limits", `/v1/files/${file.file_id}`, `/v1/responses/${id}`]) {
    const [get, only] = await Promise.all(["GET", "HEAD"].map((method) => askRaw(portOf(listener), method, path)));
    match(get ?? "", /^HTTP\/1\.1 200 [^]*\r\n\r\n./, path);
    equal(only, get?.replace(/(?<=\r\n\r\n)[^]*$/, ""), path);
  }
  await listener.close();
});

/** The owner that the service derives from the key. */
async function ownerOf(url: string, service: ReturnType<typeof fakeService>["service"]): Promise<string> {
  const { owner = "" } = await service.exchange(
    new Request(`${url}/v1/limits`, { headers: { authorization: `Bearer ${KEY}` } }),
  );
  return owner;
}

/** One reply, without what differs from request to request. */
async function askRaw(port: number, method: string, path: string): Promise<string> {
  const socket = await connectTo(port);
  await socket.send(head(port, [AUTHORIZATION, CLOSE], `${method} ${path} HTTP/1.1`));
  const reply = await socket.rest();
  socket.close();
  return reply.replace(/(?:x-request-id|Date): .*\r\n/g, "");
}

const chunk = (text: string, extension = "") => `${text.length.toString(16)}${extension}\r\n${text}\r\n`;
const QUESTION = JSON.stringify({ input: "a" });
const BODIES = [
  ["one chunk", chunk(QUESTION), 200],
  ["a chunk for each character", [...QUESTION].map((one) => chunk(one)).join(""), 200],
  ["10 KB of extensions", chunk(QUESTION, `;${"x".repeat(10_000)}`), 200],
  ["100 KB of extensions", chunk(QUESTION, `;${"x".repeat(100_000)}`), 400],
  ["20 KB of extensions in pieces", [...QUESTION].map((one) => chunk(one, `;${"x".repeat(1_800)}`)).join(""), 400],
] as const;
for (const [name, body, status] of BODIES) {
  Deno.test(`a body in chunks with ${name} gets ${status}, also as the second request of a connection`, async () => {
    await withSocket(fakeService().service, async ({ port, send, until, rest }) => {
      const lines = [AUTHORIZATION, "Content-Type: application/json", "Transfer-Encoding: chunked"];
      const request = (more: readonly string[]) =>
        `${head(port, [...lines, ...more], "POST /api/v1/agent/reasoning HTTP/1.1")}${body}0\r\n\r\n`;
      await send(request([]));
      match(await until("}}"), new RegExp(`^HTTP/1\\.1 ${status} `));
      await send(request([CLOSE]));
      match(await rest(), new RegExp(`^HTTP/1\\.1 ${status} `));
    });
  });
}

for (const size of [0, 10, 70_000, 1_000_000]) {
  Deno.test(`a text of ${size} characters of three bytes goes out whole, with its length`, async () => {
    const body = "\u20ac".repeat(size);
    const reply = { status: 200, headers: { "content-type": "text/plain" }, body };
    const service = { exchange: () => Promise.resolve({ outgoing: reply, requestId: "req_1", owner: undefined }) };
    const listener = await listen(service, { port: 0 });
    const got = await fetch(listener.url);
    equal(got.headers.get("content-length"), String(3 * size));
    ok(await got.text() === body);
    await listener.close();
  });
}

Deno.test("onAnswered gets the request's name and its caller, and neither for what the port refused", async () => {
  const answered: Answered[] = [];
  const { service } = fakeService();
  const listener = await listen(service, { port: 0, onAnswered: (one) => void answered.push(one) });
  const port = portOf(listener);
  const socket = await connectTo(port);
  await socket.send(head(port, [AUTHORIZATION], "GET /v1/limits HTTP/1.1"));
  const [, requestId] = /x-request-id: (\S+)/.exec(await socket.until("}}")) ?? [];
  await socket.send(head(port, [], "GET /v1/limits HTTP/1.1"));
  await socket.until("}}");
  await socket.send(`GET /v1/limits HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n\r\n`);
  await socket.rest();
  socket.close();
  await listener.close();
  const owner = await ownerOf(listener.url, service);
  deepEqual(answered.map((one) => [one.status, one.owner]), [[200, owner], [401, undefined], [400, undefined]]);
  deepEqual(answered.map((one) => one.requestId !== undefined), [true, true, false]);
  equal(answered[0]?.requestId, requestId);
});
