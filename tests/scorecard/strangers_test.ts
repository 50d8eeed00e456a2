/** Case 16: what strangers and slow clients cost a caller. */
import { equal, ok } from "../assert.ts";
import { connectTo, head, type Socket } from "../door/raw_socket.ts";
import { testAtNight } from "../needs.ts";
import { authorization, doorScene, goodRequestMs, goodWhile, openMany, question } from "./door_scene.ts";
import { printFigure } from "./figure.ts";

/** A busy machine disturbs a round; an attack that works disturbs each. */
const ROUNDS = 3;

/** Does something several times; the round that disturbed a caller least. */
async function bestOf(round: () => Promise<{ maxMs: number; medianMs: number }>) {
  let best = await round();
  for (let at = 1; at < ROUNDS && best.maxMs > 50; at++) {
    const next = await round();
    if (next.maxMs < best.maxMs) best = next;
  }
  return best;
}

const said = ({ maxMs, medianMs }: { readonly maxMs: number; readonly medianMs: number }) =>
  `a good request takes ${medianMs.toFixed(1)} ms, ${maxMs.toFixed(1)} ms at most`;

Deno.test("16: 64 requests with 1,990 headers hold up a good one for less than half of their time, and cost like others", async () => {
  await using scene = await doorScene();
  const { port } = scene;
  const lines = Array.from({ length: 1_990 }, (_, at) => `${at.toString(16)}:`);
  const each = async (send: (port: number) => Promise<void>) => {
    const { cpuMs } = await scene.report();
    await Promise.all(Array.from({ length: 8 }, async () => {
      for (let at = 0; at < 8; at++) await send(port);
    }));
    return ((await scene.report()).cpuMs - cpuMs) / 64;
  };
  const hostile = async (to: number) => {
    const socket = await connectTo(to);
    await socket.send(head(to, [...lines, "Connection: close"]));
    ok((await socket.rest()).startsWith("HTTP/1.1 431 "));
    socket.close();
  };
  for (let at = 0; at < 64; at++) await goodRequestMs(port); // the first ones are compiled
  const good = await each(async (to) => void await goodRequestMs(to));
  let cost = Infinity;
  let share = Infinity;
  const best = await bestOf(async () => {
    const startMs = performance.now();
    const attack = each(hostile);
    const times = await goodWhile(port, attack);
    cost = Math.min(cost, await attack);
    share = Math.min(share, times.maxMs / (performance.now() - startMs));
    return times;
  });
  printFigure(
    16,
    `64 requests with 1,990 headers: ${said(best)}, ${(100 * share).toFixed(0)}% of their time; ${
      cost.toFixed(2)
    } ms of processor time each`,
  );
  ok(share < 0.5, `a good request waits for ${share} of the time of all`);
  ok(cost < 20 * good, `one costs ${cost} ms, a good one ${good} ms`);
});

testAtNight("16: 2,000 idle connections leave a caller in", async () => {
  await using scene = await doorScene();
  const { port } = scene;
  const idle: Socket[] = [];
  const knock = async () => {
    for (let knocked = 0; knocked < 2_000; knocked += 100) {
      idle.push(...await openMany(port, 100));
      for (const old of idle.splice(0, idle.length - 400)) old.close();
    }
  };
  const best = await bestOf(() => goodWhile(port, knock()));
  for (const one of idle) one.close();
  printFigure(16, `2,000 idle connections: ${said(best)}`);
  ok(best.maxMs < 1_000, said(best));
});

testAtNight(
  "16: 100,000 requests sent ahead on 50 connections hold up a caller for less than a twentieth of the time that they would take",
  async () => {
    await using scene = await doorScene();
    const { port } = scene;
    const flood = head(port, [authorization], "GET /v1/limits HTTP/1.1").repeat(2_000);
    const attack = async () => {
      const sockets = await openMany(port, 50);
      await Promise.all(sockets.map(async (socket) => {
        await socket.send(flood).catch(() => {}); // closed while it sends
        await socket.rest();
        socket.close();
      }));
    };
    for (let at = 0; at < 64; at++) await goodRequestMs(port); // the first ones are compiled
    let shareOfGood = Infinity;
    const best = await bestOf(async () => {
      const startMs = performance.now();
      for (let at = 0; at < 500; at++) await goodRequestMs(port);
      const goodMs = (performance.now() - startMs) / 500;
      const times = await goodWhile(port, attack());
      shareOfGood = Math.min(shareOfGood, times.maxMs / goodMs / 100_000);
      return times;
    });
    printFigure(
      16,
      `100,000 requests sent ahead on 50 connections: ${said(best)}, ${(100 * shareOfGood).toFixed(1)}% of their time`,
    );
    ok(shareOfGood < 0.05, `a good request waited as long as ${100_000 * shareOfGood} others take`);
  },
);

Deno.test("16: 200 slow clients of four kinds are gone in time, and a good request is quick meanwhile", async () => {
  const limits = { headersMs: 1_000, requestMs: 2_000, keepAliveMs: 500, checkMs: 250 };
  await using scene = await doorScene(limits);
  const { port } = scene;
  const kinds: readonly ((socket: Socket) => Promise<unknown>)[] = [
    () => Promise.resolve(),
    (socket) => socket.send(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`),
    (socket) => socket.send(question(port, "a").slice(0, -1)),
    async (socket) => {
      await socket.send(head(port, []));
      await socket.until("]}");
    },
  ];
  const startMs = performance.now();
  const gone: number[] = [];
  const slow = Promise.all((await openMany(port, 200)).map(async (socket, at) => {
    await kinds[at % kinds.length]?.(socket);
    await socket.rest();
    gone.push(performance.now() - startMs);
    socket.close();
  }));
  const times = await goodWhile(port, slow);
  const lastMs = Math.max(...gone);
  printFigure(
    16,
    `${gone.length} of 200 slow clients gone, the last after ${(lastMs / 1000).toFixed(1)} s of 3; ${said(times)}`,
  );
  equal(gone.length, 200);
  ok(lastMs < 2 * (limits.requestMs + 1_000), `${lastMs} ms`); // twice the time: the machine may be busy
});

testAtNight("16: 1,000 open streams beside 200 take at most 64 KB each", async () => {
  await using scene = await doorScene({ maxConnections: 4_000 });
  const { port } = scene;
  const open = async (count: number) => {
    const sockets = await openMany(port, count);
    await Promise.all(sockets.map(async (socket) => {
      await socket.send(question(port, "wait", { stream: true }));
      await socket.until("begin");
    }));
    return sockets;
  };
  const all: Socket[] = [];
  for (let at = 0; at < 4; at++) all.push(...await open(50)); // the code is compiled, the heap has grown to its work
  const before = await scene.report();
  for (let at = 0; at < 20; at++) all.push(...await open(50));
  const after = await scene.report();
  const bytes = (after.rssBytes - before.rssBytes) / 1_000;
  const goodMs = await goodRequestMs(port);
  printFigure(
    16,
    `1,000 open streams beside 200: ${(bytes / 1024).toFixed(0)} KB each, a good request ${goodMs.toFixed(1)} ms`,
  );
  for (const socket of all) socket.close();
  ok(bytes <= 64 * 1024, `${bytes} bytes`);
});
