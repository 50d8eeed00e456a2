/** Connections over a port that are cut between any two bytes, and the effect of leaving on the service. */
import { deepEqual, rejects } from "../assert.ts";
import type { Research } from "conviction";
import type { ResponseEvent } from "../../src/protocol/event.ts";
import type { Agent, Step } from "conviction/service";
import { createService, MemoryFileStore } from "conviction/service";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { listen, type Listener } from "../../src/door/listen.ts";
import { newId } from "../../src/setup/host.ts";
import { KEY, stepsOf } from "../service/service_fixture.ts";
import { startCuttingProxy } from "./cutting_proxy.ts";

/** Prints a measured figure. */
function print(figure: string): void {
  // deno-lint-ignore no-console -- prints a figure for the reader
  console.log(`dropped: ${figure}`);
}

/** Yields to the event loop before each step, so that connections break while it still works. */
async function* unhurried(): AsyncGenerator<Step, void, undefined> {
  for (const step of stepsOf([{ file_id: "file_1", filename: "AAPL.csv" }])) {
    await new Promise((resolve) => setTimeout(resolve));
    yield step;
  }
}

async function withService(agent: Agent, run: (listener: Listener) => Promise<void>): Promise<void> {
  const fileStore = new MemoryFileStore({ newId });
  const service = createService({ agent, fileStore, apiKeys: [KEY], clock: systemClock, newId });
  const listener = await listen(service, { port: 0, limits: { graceMs: 1000 } });
  try {
    await run(listener);
  } finally {
    await listener.close();
  }
}

async function withClient<T>(baseUrl: string, run: (research: Research) => Promise<T>): Promise<T> {
  using http = Deno.createHttpClient({ poolMaxIdlePerHost: 0 }); // one request, one connection
  const over = (url: string, init: RequestInit) => fetch(url, { ...init, client: http });
  return await run(createClient({ baseUrl, apiKey: KEY, fetch: over, clock: systemClock, newId, random: () => 0 }));
}

/** Two answers are equal except for identifiers and times. */
function shapeOf(events: readonly ResponseEvent[]): string[] {
  const names = new Map<string, number>();
  const nameOf = (id: string) => String(names.get(id) ?? names.set(id, names.size).get(id));
  return events.map((event) =>
    JSON.stringify(event).replaceAll(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g, nameOf)
      .replaceAll(/"(created_at|completed_at)":\d+/g, '"$1":0')
  );
}

async function answerThrough(listener: Listener, cuts: readonly number[]) {
  await using proxy = startCuttingProxy(listener.url, cuts);
  const events = await withClient(
    proxy.baseUrl,
    (research) => Array.fromAsync(research.stream({ input: "x", background: true })),
  );
  return { shape: shapeOf(events), replies: proxy.replies };
}

/** Where events end in a reply, in bytes on the wire. */
function boundariesOf(chunks: readonly Uint8Array[]): number[] {
  const wire = new TextDecoder("latin1").decode(new Uint8Array(chunks.flatMap((chunk) => [...chunk])));
  return [...wire.matchAll(/\n\n/g)].map(({ index }) => index + 2);
}

Deno.test("over a port: a connection that is cut at any event boundary, or inside any event, loses no event and repeats none", async () => {
  await withService(unhurried, async (listener) => {
    const { shape, replies } = await answerThrough(listener, []);
    const boundaries = boundariesOf(replies[0] ?? []);
    deepEqual(boundaries.length, shape.length + 1); // [DONE] too
    const inside = boundaries.map((end, index) => Math.floor((end + (boundaries[index - 1] ?? 0)) / 2));
    const afterHead = boundaries.slice(0, -1).concat(inside.slice(1)); // before the head there is no answer to resume
    for (const cut of afterHead) {
      const dropped = await answerThrough(listener, [cut]);
      deepEqual(dropped.shape, shape, `cut after ${cut} bytes`);
      const isWhole = cut >= (boundaries.at(-2) ?? 0); // response.completed was received before the cut
      deepEqual(dropped.replies.length, isWhole ? 1 : 2, `after ${cut} bytes`);
    }
    print(`${afterHead.length} cuts over a port: 0 events lost, 0 doubled`);
  });
});

/** The agent's side of a case. */
interface Work {
  readonly started: Promise<void>;
  readonly baseUrl: string;
  /** Called at the moment of leaving. */
  leaving(): void;
}

/** Reads until the agent works, then aborts if requested, and leaves the loop. */
async function read(
  research: Research,
  { leaving }: Work,
  { background = false, stop }: { readonly background?: boolean; readonly stop?: AbortController },
): Promise<void> {
  for await (const { type } of research.stream({ input: "x", background }, { signal: stop?.signal })) {
    if (type !== "response.output_item.done") continue;
    leaving();
    if (stop === undefined) return;
    stop.abort();
  }
}

const LEAVINGS: Readonly<Record<string, (research: Research, work: Work) => Promise<void>>> = {
  "leaving a loop": (research, work) => read(research, work, {}),
  "leaving a loop over a background answer": (research, work) => read(research, work, { background: true }),
  "an abort": (research, work) => rejects(read(research, work, { stop: new AbortController() })),
  "an abort of a background answer": (research, work) =>
    rejects(read(research, work, { background: true, stop: new AbortController() })),
  "an abort of a thesis": async (research, { started, leaving }) => {
    const stop = new AbortController();
    const reasoning = research.reason("x", { signal: stop.signal });
    await started;
    leaving();
    stop.abort();
    await rejects(reasoning, { name: "AbortedError" });
  },
  "cutting a connection": async (_research, { started, leaving, baseUrl }) => {
    const { port } = new URL(baseUrl);
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    const body = '{"input":"x","stream":true}';
    const head = `POST /v1/responses HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${KEY}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    await conn.write(new TextEncoder().encode(head + body));
    await started;
    leaving();
    conn.close();
  },
};

for (const [name, leave] of Object.entries(LEAVINGS)) {
  Deno.test(`over a port: ${name} stops the agent`, async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<number>();
    const agent: Agent = async function* ({ signal }) {
      const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      void aborted.then(() => stopped.resolve(performance.now()));
      yield* stepsOf().slice(0, 2);
      started.resolve();
      await aborted;
    };
    await withService(agent, async ({ url }) => {
      await withClient(url, async (research) => {
        let leftMs = NaN;
        const leaving = () => void (leftMs = performance.now());
        await leave(research, { started: started.promise, baseUrl: url, leaving });
        print(`${name}: the agent was stopped after ${(await stopped.promise - leftMs).toFixed(1)} ms`);
      });
    });
  });
}
