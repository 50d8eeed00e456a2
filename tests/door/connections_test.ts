/** Who stays when there are too many connections, and whose turn it is on one. */
import { EventEmitter } from "node:events";
import type { Socket as NetSocket } from "node:net";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { Connections } from "../../src/door/connections.ts";
import { listen } from "../../src/door/listen.ts";
import { fakeService } from "../service/service_fixture.ts";
import { answering, AUTHORIZATION, connectTo, head, portOf, postText, type Socket, withSocket } from "./raw_socket.ts";

/** A socket of `node:net` as far as its place goes; it says its name when it is closed. */
class FakeSocket extends EventEmitter {
  readonly remotePort: number;
  readonly remoteAddress: string;
  isOpen = true;

  constructor(remoteAddress: string, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }

  destroy(): void {
    if (this.isOpen) queueMicrotask(() => this.emit("close"));
    this.isOpen = false;
  }
}

/** Knocks from these addresses in order, and says which are open in the end. */
function openAfter(
  addresses: readonly string[],
  limits: { readonly maxConnections: number; readonly maxStrangersPerAddress: number },
  isCaller: (at: number) => boolean = () => false,
): { readonly open: number[]; readonly mayStay: boolean[] } {
  const connections = new Connections(limits);
  const mayStay: boolean[] = [];
  const sockets = addresses.map((address, at) => {
    const socket = new FakeSocket(address, at + 1) as FakeSocket & NetSocket;
    connections.add(socket);
    const connection = connections.of(socket);
    if (connection && isCaller(at)) mayStay.push(connections.trust(connection));
    return socket;
  });
  return { open: sockets.flatMap(({ isOpen }, at) => isOpen ? [at] : []), mayStay };
}

const from = (address: string, count: number) => Array.from({ length: count }, () => address);

Deno.test("a stranger too many takes the place of the oldest stranger of its address, others aside", () => {
  const limits = { maxConnections: 100, maxStrangersPerAddress: 3 };
  deepEqual(openAfter(["b", ...from("a", 5), "b"], limits).open, [0, 3, 4, 5, 6]);
});

Deno.test("when all places are taken, the oldest stranger of all goes", () => {
  const limits = { maxConnections: 4, maxStrangersPerAddress: 100 };
  deepEqual(openAfter(["a", "b", "c", "d", "e", "f"], limits).open, [2, 3, 4, 5]);
});

Deno.test("a caller never goes, whoever knocks", () => {
  const limits = { maxConnections: 4, maxStrangersPerAddress: 2 };
  deepEqual(openAfter(from("a", 9), limits, (at) => at === 1 || at === 3).open, [1, 3, 7, 8]);
});

Deno.test("where all places belong to callers, a newcomer is refused; but the last ones stay for their reply only", () => {
  const limits = { maxConnections: 32, maxStrangersPerAddress: 32 };
  const { open, mayStay } = openAfter(from("a", 40), limits, () => true);
  deepEqual(open, Array.from({ length: 32 }, (_, at) => at));
  deepEqual(mayStay, Array.from({ length: 32 }, (_, at) => at < 30)); // so that a health check finds a place
});

Deno.test("2,000 idle connections leave a caller in, on his connection and on new ones", async () => {
  await withSocket(fakeService().service, async ({ port, send, until }) => {
    await send(head(port, [AUTHORIZATION], "GET /v1/limits HTTP/1.1"));
    await until("}}");
    const idle: Socket[] = [];
    for (let knocked = 0; knocked < 2_000; knocked += 50) {
      idle.push(...await Promise.all(Array.from({ length: 50 }, () => connectTo(port))));
      for (const old of idle.splice(0, idle.length - 300)) old.close(); // more than may stay
      const fresh = await connectTo(port);
      await fresh.send(head(port, [AUTHORIZATION, "Connection: close"], "GET /v1/limits HTTP/1.1"));
      match(await fresh.rest(), /^HTTP\/1\.1 200 /);
      fresh.close();
    }
    for (const one of idle) one.close();
    await send(head(port, [AUTHORIZATION], "GET /v1/limits HTTP/1.1"));
    match(await until("}}"), /^HTTP\/1\.1 200 /);
  });
});

Deno.test("a caller whose first request is in work is not pushed out", async () => {
  const { service, gate } = fakeService();
  const limits = { maxConnections: 4, maxStrangersPerAddress: 2 };
  await withSocket(service, async ({ port, send, until }) => {
    await send(postText(port, { input: "wait first" }));
    await gate.waiting.promise;
    const idle = await Promise.all(Array.from({ length: 20 }, () => connectTo(port)));
    await Promise.all(idle.slice(0, 10).map((one) => one.rest())); // these had to make room
    gate.open.resolve();
    match(await until('"total_tokens":0}'), /^HTTP\/1\.1 200 /);
    for (const one of idle) one.close();
  }, { limits });
});

Deno.test("a connection answers one request at a time, in order, and others between two of them", async () => {
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let inWork = 0;
  const service = answering(async ({ url }) => {
    const path = new URL(url).pathname;
    seen.push(path);
    first.resolve();
    if (path !== "/other") ok(++inWork === 1, "two requests of one connection are in work");
    await release.promise;
    for (const endMs = performance.now() + 1; performance.now() < endMs;); // work that holds the thread
    if (path !== "/other") inWork--;
    return new Response(path);
  });
  await withSocket(service, async ({ port, send, rest }) => {
    const paths = Array.from({ length: 60 }, (_, at) => `/${at}`);
    const requests = paths.map((path, at) =>
      head(port, at === 59 ? ["Connection: close"] : [], `GET ${path} HTTP/1.1`)
    );
    await send(requests.join(""));
    await first.promise;
    const other = await connectTo(port);
    await other.send(head(port, ["Connection: close"], "GET /other HTTP/1.1"));
    release.resolve();
    match(await other.rest(), /^HTTP\/1\.1 200 /);
    other.close();
    await rest();
    deepEqual(seen.filter((path) => path !== "/other"), paths);
    ok(seen.indexOf("/other") < 40, `it was number ${seen.indexOf("/other")}`);
  });
});

Deno.test("a connection that sends too many requests ahead is closed, and costs the others nothing", async () => {
  let answered = 0;
  const service = answering(() => {
    answered++;
    return new Response("answered");
  });
  const listener = await listen(service, { port: 0 });
  const port = portOf(listener);
  const flood = await Promise.all(Array.from({ length: 20 }, () => connectTo(port)));
  await Promise.all(flood.map(async (one) => {
    await one.send(head(port, []).repeat(500)).catch(() => {}); // closed while it sends
    await one.rest();
  }));
  const good = await connectTo(port);
  await good.send(head(port, ["Connection: close"]));
  match(await good.rest(), /^HTTP\/1\.1 200 [^]*answered/);
  ok(answered <= 20 * 65, `${answered} of 10,000 were answered`);
  for (const one of [...flood, good]) one.close();
  await listener.close();
});

Deno.test("a request that waits for its turn ends with its connection, unanswered", async () => {
  const seen: string[] = [];
  const arrived = Promise.withResolvers<AbortSignal>();
  const release = Promise.withResolvers<void>();
  const service = answering(async ({ url, signal }) => {
    seen.push(new URL(url).pathname);
    arrived.resolve(signal);
    await release.promise;
    return new Response("answered");
  });
  await withSocket(service, async ({ port, send, close }) => {
    await send(head(port, [], "GET /a HTTP/1.1") + head(port, [], "GET /b HTTP/1.1"));
    const signal = await arrived.promise;
    const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    close();
    await left;
    release.resolve();
  });
  equal(seen.length, 1);
});
