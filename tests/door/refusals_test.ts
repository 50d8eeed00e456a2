/** A refusal arrives, however much of its request is still to be sent (RFC 9112, section 9.6). */
import { deepEqual, equal, match } from "../assert.ts";
import { listen } from "../../src/door/listen.ts";
import { LISTEN_DEFAULTS } from "../../src/door/limits.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { bytesOf, fakeService, KEY } from "../service/service_fixture.ts";
import { AUTHORIZATION, connectTo, head, portOf, withSocket } from "./raw_socket.ts";

const MEGABYTES = 5_000_000;
const JSON_TYPE = "Content-Type: application/json";
const LENGTH = `Content-Length: ${MEGABYTES}`;
const POST = "POST /v1/responses HTTP/1.1";

const REFUSALS: readonly (readonly [status: number, why: string, lines: readonly string[], start: string])[] = [
  [401, "no key", [JSON_TYPE, LENGTH], POST],
  [404, "a path where nothing is", [AUTHORIZATION, JSON_TYPE, LENGTH], "POST /v1/nowhere HTTP/1.1"],
  [405, "another method", [AUTHORIZATION, JSON_TYPE, LENGTH], "PUT /v1/responses HTTP/1.1"],
  [413, "a length over the limit", [AUTHORIZATION, JSON_TYPE, LENGTH], POST],
  [413, "chunks over the limit", [AUTHORIZATION, JSON_TYPE, "Transfer-Encoding: chunked"], POST],
  [415, "another media type", [AUTHORIZATION, "Content-Type: text/plain", LENGTH], POST],
  [503, "a service that is closing", [AUTHORIZATION, JSON_TYPE, LENGTH], POST],
];

const tls = (name: string) => Deno.readTextFile(new URL(`../fixtures/tls/${name}`, import.meta.url));

/** Sends everything before it reads anything, like many clients, and returns what it reads until the end. */
async function sendAll(connection: Deno.Conn, text: string): Promise<string> {
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  const decoder = new TextDecoder();
  let reply = "";
  const buffer = new Uint8Array(4_096);
  for (let count = await connection.read(buffer); count !== null; count = await connection.read(buffer)) {
    reply += decoder.decode(buffer.subarray(0, count));
  }
  return reply;
}

for (const isTls of [false, true]) {
  for (const [status, why, lines, start] of REFUSALS) {
    Deno.test(`5 MB with ${why} get ${status}${isTls ? " over TLS" : ""}, and then the end`, async () => {
      const certificate = isTls ? { cert: await tls("localhost.pem"), key: await tls("localhost.key") } : undefined;
      const { service } = fakeService();
      const listener = await listen(service, { port: 0, certificate });
      if (status === 503) await service.close();
      const [hostname, port] = ["localhost", portOf(listener)];
      using connection = isTls
        ? await Deno.connectTls({ hostname, port, caCerts: [await tls("authority.pem")] })
        : await Deno.connect({ hostname: "127.0.0.1", port });
      const body = "a".repeat(MEGABYTES);
      const isChunked = lines.some((line) => line.startsWith("Transfer"));
      const sent = isChunked ? `${MEGABYTES.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
      const reply = await sendAll(connection, head(port, lines, start) + sent);
      match(reply, new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n[^]*"error":\\{[^]*\\}\\}$`, "i"));
      await listener.close();
    });
  }
}

const NODE = `
const [url, authorization] = process.argv.slice(1), statuses = [];
for (let at = 0; at < 20; at++) {
  const headers = { authorization, "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify({ input: "a".repeat(5_000_000) }) })
    .catch(({ cause }) => ({ status: cause?.code ?? "failed", text: () => "" }));
  await reply.text();
  statuses.push(reply.status);
}
console.log(JSON.stringify(statuses));`;

Deno.test("5 MB from the fetch of Node get 413, 20 times of 20", async () => {
  const listener = await listen(fakeService().service, { port: 0 });
  const args = ["--input-type=module", "-e", NODE, `${listener.url}/v1/responses`, `Bearer ${KEY}`];
  const { stdout } = await new Deno.Command("node", { args }).output();
  deepEqual(JSON.parse(new TextDecoder().decode(stdout)), Array(20).fill(413));
  await listener.close();
});

Deno.test("a client that never ends the body of a refused request is disconnected after ten seconds", async () => {
  const clock = manualClock();
  await withSocket(fakeService().service, async ({ port, send, until, rest }) => {
    await send(head(port, ["Content-Length: 100"], POST));
    match(await until("}}"), /^HTTP\/1\.1 401 /);
    await clock.whenScheduled(LISTEN_DEFAULTS.lingerMs);
    await send("a");
    clock.advance(LISTEN_DEFAULTS.lingerMs);
    equal(await rest(), "");
  }, { clock });
});

Deno.test("a client that sends without end behind a refusal is disconnected after 64 MiB", async () => {
  await withSocket(fakeService().service, async ({ port, send, until, rest }) => {
    await send(head(port, ["Content-Length: 9999999999"], POST));
    match(await until("}}"), /^HTTP\/1\.1 401 /);
    const mebibyte = "a".repeat(1024 * 1024);
    let sent = 0;
    while (sent < 1_000 && await send(mebibyte).then(() => true, () => false)) sent++;
    equal(await rest(), "");
    equal(sent >= 64 && sent < 128, true, `${sent} MiB went out`);
  }, { clock: manualClock() });
});

Deno.test("refused clients that send on hold no place against others", async () => {
  const limits = { maxConnections: 8, maxStrangersPerAddress: 4 };
  const { service } = fakeService();
  const clock = manualClock();
  const listener = await listen(service, { port: 0, limits, clock });
  const port = portOf(listener);
  const slow = await Promise.all(Array.from({ length: 4 }, async () => {
    const socket = await connectTo(port);
    await socket.send(head(port, ["Content-Length: 100"], POST));
    match(await socket.until("}}"), /^HTTP\/1\.1 401 /);
    return socket;
  }));
  await clock.whenScheduled(LISTEN_DEFAULTS.lingerMs);
  for (let at = 0; at < 4; at++) {
    const other = await connectTo(port);
    await other.send(head(port, [AUTHORIZATION, "Connection: close"], "GET /v1/limits HTTP/1.1"));
    match(await other.rest(), /^HTTP\/1\.1 200 /);
    other.close();
  }
  for (const one of slow) one.close();
  await listener.close();
});
