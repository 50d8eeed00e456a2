/** Requests over connections of our own, against sockets in memory: framing, reuse, aborts, and what falls back. */
import fc from "fast-check";
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { rawFetch } from "../../src/client/raw_fetch.ts";
import type { Reply } from "../../src/client/reply.ts";
import type { AbortHook } from "../../src/client/send.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { FakeSocket } from "./fake_socket.ts";

const ADDRESS = "http://127.0.0.1:8080/api/v1/agent/reasoning";
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

/** A transport whose sockets a test plays. */
function scene() {
  const sockets: FakeSocket[] = [];
  const fellBack: string[] = [];
  const clock = manualClock();
  const world = { isReachable: true };
  const fetch = rawFetch({
    clock,
    userAgent: "Deno/2",
    dial: () => {
      if (!world.isReachable) return Promise.reject(new Deno.errors.ConnectionRefused("Connection refused"));
      const socket = new FakeSocket();
      sockets.push(socket);
      return Promise.resolve(socket);
    },
    fetch: (url) => {
      fellBack.push(url);
      return Promise.resolve(new Response("fallen back"));
    },
  });
  const ask = (body?: string, signal?: AbortSignal) =>
    fetch(ADDRESS, { method: "POST", body: body ?? "{}", ...(signal === undefined ? {} : { signal }) });
  return { sockets, fellBack, clock, world, fetch, ask };
}

/** Lets what is ready happen. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

async function textOf({ body }: Reply): Promise<string> {
  return await new Response(body).text();
}

/** A reply that comes in these pieces. */
async function replyIn(pieces: readonly string[]): Promise<Reply> {
  const { sockets, ask } = scene();
  const asking = ask();
  await settle();
  for (const piece of pieces) sockets[0]?.say(piece);
  return await asking;
}

/** One request whose reply comes in these pieces, after which the other side ends. */
async function answerIn(pieces: readonly string[]): Promise<string> {
  const { sockets, ask } = scene();
  const asking = ask();
  await settle();
  for (const piece of pieces) sockets[0]?.say(piece);
  sockets[0]?.end();
  const text = await asking.then(textOf).catch((error) => `${error.name}: ${error.message}`);
  ok(sockets[0]?.isClosed);
  return text;
}

const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const BODIES = [
  { does: "has a length", wire: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", body: "hello" },
  { does: "has no body", wire: "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", body: "" },
  { does: "comes in chunks", wire: `${CHUNKED}2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n`, body: "hello" },
  { does: "comes in chunks with a trailer", wire: `${CHUNKED}5 \r\nhello\r\n00\r\nx: y\r\n\r\n`, body: "hello" },
  {
    does: "follows other heads",
    wire: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\n" + OK,
    body: "{}",
  },
] as const;

for (const { does, wire, body } of BODIES) {
  Deno.test(`a reply that ${does} is read however its bytes are cut, and broken off nowhere`, async () => {
    equal(await answerIn([...wire]), body);
    for (let cut = 0; cut < wire.length; cut++) {
      equal(await answerIn([wire.slice(0, cut), wire.slice(cut)].filter((piece) => piece !== "")), body);
      const broken = await answerIn(cut === 0 ? [] : [wire.slice(0, cut)]);
      ok(
        /^TypeError: Cannot read reply: (its body breaks off|the connection ended before its head did)$/.test(broken),
        broken,
      );
    }
  });
}

Deno.test("a reply without a length ends with its connection", async () => {
  equal(await answerIn(["HTTP/1.1 200 OK\r\n\r\nhel", "lo"]), "hello");
});

const MALFORMED = ["x", "", "-1\r\n", "1 1\r\n", "0x1\r\n", "1\nh\r\n", "1\r\nhe\r\n", "1\r\nh\n", "1234567890123\r\n"];

for (const chunks of MALFORMED) {
  Deno.test(`chunks that begin with ${JSON.stringify(chunks)} are refused`, async () => {
    const text = await answerIn([`${CHUNKED}${chunks}\r\n0\r\n\r\n`]);
    equal(text, "TypeError: Cannot read reply: a chunk of its body is malformed");
  });
}

/** One character for each byte, so that a piece may end inside a character of the text. */
const wireOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const bytesOf = (text: string) => new TextEncoder().encode(text);

const sizes = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 });
const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.uint8Array({ maxLength: 60_000, size: "max" }),
  fc.string({ unit: "binary", maxLength: 300 }).map(bytesOf),
  fc.constantFrom("", "\ufeff{}", "\ufffd", "é€𝄞").map(bytesOf),
);
const anyHead = fc.record({
  interim: fc.constantFrom("", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Hints\r\nlink: x\r\n\r\n"),
  status: fc.constantFrom(200, 422, 599),
  fields: fc.array(fc.constantFrom("x-a: 1", "X-A:2", "x-b: \xe9", "retry-after: 3"), { maxLength: 5 }),
  chunks: fc.option(sizes),
});

Deno.test("any reply, cut anywhere, comes out as it went in", async () => {
  await fc.assert(
    fc.asyncProperty(anyHead, anyBody, sizes, async ({ interim, status, fields, chunks }, body, cuts) => {
      const framing = chunks === null ? `content-length: ${body.length}` : "transfer-encoding: chunked";
      const head = [`HTTP/1.1 ${status} x`, ...fields, framing].join("\r\n");
      const reply = await replyIn(piecesOf(`${interim}${head}\r\n\r\n${framed(wireOf(body), chunks)}`, cuts));
      const named = (name: RegExp) =>
        fields.filter((field) => name.test(field)).map((field) => field.replace(/.*: ?/, ""));
      deepEqual(
        [reply.status, reply.headers.get("x-a") ?? "", reply.headers.get("X-B") ?? ""],
        [status, named(/x-a/i).join(", "), named(/x-b/).join(", ")],
      );
      deepEqual(await new Response(reply.body).bytes(), body);
    }),
    { numRuns: 100 },
  );
});

function framed(body: string, chunks: readonly number[] | null): string {
  if (chunks === null) return body;
  const parts = piecesOf(body, chunks).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  return `${parts.join("")}0\r\n\r\n`;
}

function piecesOf(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

/** Two requests under way, the first answered: its connection is free while the second lasts. */
async function oneFree(answer = OK) {
  const all = scene();
  const first = all.ask("1");
  const second = all.ask("2");
  await settle();
  all.sockets[0]?.say(answer);
  await textOf(await first);
  return { ...all, second };
}

Deno.test("a connection carries the next request while another is under way; the last one leaves none open", async () => {
  const { sockets, ask, second } = await oneFree();
  const third = ask("3");
  await settle();
  equal(sockets.length, 2);
  ok(sockets[0]?.written.endsWith("\r\n\r\n3"));
  sockets[0]?.say(OK);
  equal(await textOf(await third), "{}");
  equal(sockets[0]?.isClosed, false);
  sockets[1]?.say(OK);
  await second;
  deepEqual(sockets.map(({ isClosed }) => isClosed), [true, true]);
});

const LEFT_ALONE: Readonly<Record<string, (scene: Awaited<ReturnType<typeof oneFree>>) => void>> = {
  "the other side has left": ({ sockets }) => sockets[0]?.end(),
  "the other side has reset it": ({ sockets }) => sockets[0]?.reset(),
  "something was said that nobody asked for": ({ sockets }) => sockets[0]?.say(OK),
  "it was idle for 2 s": ({ clock }) => clock.advance(2000),
};

for (const [when, happen] of Object.entries(LEFT_ALONE)) {
  Deno.test(`a connection is not used again when ${when}`, async () => {
    const all = await oneFree();
    happen(all);
    await settle();
    const third = all.ask("3");
    await settle();
    equal(all.sockets.length, 3);
    equal(all.sockets[0]?.isClosed, true);
    for (const socket of all.sockets.slice(1)) socket.say(OK);
    equal(await textOf(await third), "{}");
    await all.second;
  });
}

const SPENT = {
  "said that it closes": "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}",
  "said more than its length": `${OK}{}`,
  "was of the first version": OK.replace("1.1", "1.0"),
  "had no body by its status": "HTTP/1.1 204 No\r\n\r\n",
  "speaks another protocol from here on": "HTTP/1.1 101 Switching\r\n\r\n",
};

for (const [how, answer] of Object.entries(SPENT)) {
  Deno.test(`a connection is closed after a reply that ${how}`, async () => {
    const { sockets, second } = await oneFree(answer);
    equal(sockets[0]?.isClosed, true);
    sockets[1]?.say(OK);
    await second;
  });
}

Deno.test("a connection whose request did not go out whole is closed after its reply", async () => {
  const { sockets, ask, second } = await oneFree();
  const socket = sockets[0] ?? new FakeSocket();
  socket.writeError = new Deno.errors.BrokenPipe("Broken pipe");
  const third = ask("3");
  await settle();
  socket.say("HTTP/1.1 413 No\r\ncontent-length: 0\r\n\r\n");
  equal((await third).status, 413);
  equal(socket.isClosed, true);
  sockets[1]?.say(OK);
  await second;
});

/** Who stops a request: an abort told by the signal alone, or by the hook beside it. */
function stopper(isHooked: boolean) {
  const stop = new AbortController();
  const abortHook: AbortHook = { onAbort: undefined };
  const init = { method: "POST", body: "{}", signal: stop.signal };
  const abort = () => {
    abortHook.onAbort?.();
    stop.abort();
  };
  return { init: isHooked ? { ...init, abortHook } : init, abort };
}

for (const isHooked of [false, true]) {
  const teller = isHooked ? "hook" : "signal";
  Deno.test(`an abort told by the ${teller} closes the connection before the head, in the body, and when it is not read`, async () => {
    for (const said of ["", OK.slice(0, -1)]) {
      const { sockets, fetch } = scene();
      const { init, abort } = stopper(isHooked);
      const asking = fetch(ADDRESS, init).then(textOf);
      await settle();
      sockets[0]?.say(said);
      await settle();
      abort();
      await rejects(asking, { name: "TypeError", message: "Cannot read reply: the connection broke" });
      equal(sockets[0]?.isClosed, true);
    }
    const { sockets, fetch } = scene();
    const { init, abort } = stopper(isHooked);
    const asking = fetch(ADDRESS, init);
    await settle();
    sockets[0]?.say(OK.slice(0, -1));
    await asking;
    abort();
    equal(sockets[0]?.isClosed, true);
  });

  Deno.test(`an abort told by the ${teller} after the reply closes nothing`, async () => {
    const { sockets, fetch, second } = await oneFree();
    const { init, abort } = stopper(isHooked);
    const third = fetch(ADDRESS, init);
    await settle();
    sockets[0]?.say(OK);
    await textOf(await third);
    abort();
    equal(sockets[0]?.isClosed, false);
    sockets[1]?.say(OK);
    await second;
  });
}

Deno.test("a body that is left late does not take the hook from the next attempt", async () => {
  const { sockets, fetch } = scene();
  const { init, abort } = stopper(true);
  const asking = [fetch(ADDRESS, init), fetch(ADDRESS, init)];
  await settle();
  sockets[0]?.say(OK.slice(0, -1));
  await (await asking[0])?.body?.cancel();
  abort();
  await rejects(asking[1] ?? Promise.resolve(), { message: "Cannot read reply: the connection broke" });
  deepEqual(sockets.map(({ isClosed }) => isClosed), [true, true]);
});

Deno.test("leaving a body closes its connection", async () => {
  const { sockets, ask } = scene();
  const asking = ask();
  await settle();
  sockets[0]?.say(OK.slice(0, -1));
  await (await asking).body?.cancel();
  equal(sockets[0]?.isClosed, true);
});

Deno.test("a reset before the head or inside the body is an error like one of fetch", async () => {
  for (const said of ["HTTP/1.1 200", OK.slice(0, -1)]) {
    const { sockets, ask } = scene();
    const asking = ask().then(textOf);
    await settle();
    sockets[0]?.say(said);
    sockets[0]?.reset();
    await rejects(asking, { name: "TypeError", message: "Cannot read reply: the connection broke" });
  }
});

Deno.test("a head without end is given up at 64 KiB", async () => {
  match(await answerIn(Array.from({ length: 70 }, () => "x".repeat(1000))), /a line of it is too long/);
});

Deno.test("an address that only fetch reaches is left to it from then on", async () => {
  const { world, fellBack, sockets, ask } = scene();
  world.isReachable = false;
  equal(await textOf(await ask()), "fallen back");
  world.isReachable = true;
  equal(await textOf(await ask()), "fallen back");
  deepEqual([fellBack.length, sockets.length], [2, 0]);
});

Deno.test("what cannot be sent this way goes to fetch, and leaves no trace", async () => {
  const { fetch, fellBack, sockets, ask } = scene();
  equal(await textOf(await fetch("ftp://127.0.0.1/", { method: "POST", body: "" })), "fallen back");
  equal(await textOf(await fetch(ADDRESS, { method: "PUT", body: "" })), "fallen back");
  equal(fellBack.length, 2);
  const asking = ask();
  await settle();
  sockets[0]?.say(OK);
  await asking;
  deepEqual(sockets.map(({ isClosed }) => isClosed), [true]);
});

const WHOLE = {
  "ASCII": { body: "{}", text: "{}" },
  "other letters": { body: "é€𝄞", text: "é€𝄞" },
  "a byte order mark": { body: "\ufeff{}", text: "\ufeff{}" },
  "a character that stands for a broken one": { body: "\ufffd", text: undefined },
};

for (const [what, { body, text }] of Object.entries(WHOLE)) {
  Deno.test(`a body of ${what} that came with its head is ${text === undefined ? "a stream" : "there at once"}`, async () => {
    const bytes = bytesOf(body);
    const reply = await replyIn([`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n${wireOf(bytes)}`]);
    deepEqual(reply.whole, text === undefined ? undefined : { text, bytes: bytes.length });
    deepEqual(await new Response(reply.body).bytes(), bytes);
  });
}

Deno.test("requests on one connection, each of another length and in other letters, go out as they are", async () => {
  const { sockets, fetch, second } = await oneFree();
  const bodies = ["x".repeat(3000), "é".repeat(20), "€".repeat(40_000), "", "x".repeat(20_000), "é"];
  for (const body of bodies) {
    const before = sockets[0]?.written.length;
    const asking = fetch(ADDRESS, { method: "POST", body, headers: { "idempotency-key": `k${body.length}` } });
    for (let turn = 0; turn < 200; turn++) await settle();
    const [head = "", sent] = sockets[0]?.written.slice(before).split("\r\n\r\n") ?? [];
    ok(sent === body, `a body of ${body.length} characters`);
    match(head, new RegExp(`idempotency-key: k${body.length}\r\n.*content-length: ${bytesOf(body).length}$`, "s"));
    sockets[0]?.say(OK);
    await asking;
  }
  equal(sockets.length, 2);
  sockets[1]?.say(OK);
  await second;
});
