/** An agent in threads: what crosses between them, and what the end of a thread means. */
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import type { Agent, MadeFile, Question } from "../../src/agent/ports.ts";
import type { Step } from "../../src/agent/step.ts";
import { AgentPool } from "../../src/setup/agent_pool.ts";
import { AgentThread, ThreadEndedError } from "../../src/setup/agent_thread.ts";
import type { OutsidePorts } from "../../src/setup/thread_messages.ts";

const ANSWER_FOR_PARENT = new URL("../../src/setup/analyst_thread.ts", import.meta.url).href;

/** An agent that does what the input says, in a thread. */
const AGENT = `async function* (question) {
  const { input, signal } = question;
  const say = (delta) => ({ kind: "text", delta });
  if (input === "refuse") throw Object.assign(new Error("Cannot use it"), { code: "invalid_as_of", param: "as_of" });
  if (input === "echo") { const { signal: _, ...rest } = question; yield say(JSON.stringify(rest)); return; }
  if (input === "spin") { yield say("spins"); while (true); }
  if (input === "spin first") while (true);
  if (input === "die") { yield say("dies"); (await import("node:process")).default.exit(3); await new Promise(() => {}); }
  if (input === "die first") { (await import("node:process")).default.exit(3); await new Promise(() => {}); }
  if (input === "fill memory") { const all = []; while (true) all.push(new Array(100_000).fill(Math.random())); }
  if (input === "wait") { yield say("waits"); await new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason))); }
  if (input === "steps") for (let at = 0; at < 5; at++) yield say(String(at));
  if (input === "run") {
    yield say("runs");
    yield say((await ports.runCode({ code: "", input: 1 }, signal).catch((error) => ({ stdout: error.message }))).stdout);
  }
  if (input === "draw") {
    const files = await ports.drawPriceChart({ rows: [] }, signal);
    for (const file of files) yield say((await ports.storeFile(file)).file_id + " " + file.bytes.length);
    const own = { filename: "own.csv", mediaType: "text/csv", bytes: new TextEncoder().encode("a,b") };
    yield say((await ports.storeFile(own)).file_id);
  }
}`;

function mainOf({ fingerprint = "as opened", open = "" } = {}): string {
  return `import { answerForParent } from ${JSON.stringify(ANSWER_FOR_PARENT)};
answerForParent(async (ports, data) => { ${open}; return { fingerprint: ${
    JSON.stringify(fingerprint)
  }, agent: ${AGENT} }; });`;
}

const none = () => Promise.reject(new Error("not asked for in this test"));
const PORTS: OutsidePorts = { runCode: none, drawPriceChart: none, drawItemChart: none, storeFile: none };

/** Timers that the test fires, by their delay. */
function handTimers() {
  const timers = new Set<() => void>();
  const schedule = (_delayMs: number, callback: () => void) => {
    timers.add(callback);
    return () => void timers.delete(callback);
  };
  const fire = () => {
    for (const callback of [...timers]) if (timers.delete(callback)) callback();
  };
  return { clock: { schedule }, fire, timers };
}

interface PoolSettings {
  readonly main?: (count: number) => string;
  readonly ports?: Partial<OutsidePorts>;
  readonly threads?: number;
  readonly maxHeapMiB?: number;
}

/** A pool whose threads the test looks after. */
function poolOf({ main = () => mainOf(), ports = {}, threads = 1, maxHeapMiB = 256 }: PoolSettings = {}) {
  const hand = handTimers();
  const started: AgentThread[] = [];
  const startThread = () => {
    const about = { main: main(started.length), data: undefined, fingerprint: "as opened", clock: hand.clock };
    const thread = new AgentThread({ ...about, ports: { ...PORTS, ...ports }, maxHeapMiB });
    started.push(thread);
    return thread;
  };
  const inPlace: Agent = async function* () {
    yield await Promise.resolve({ kind: "text", delta: "in place" });
  };
  const pool = new AgentPool({ threads, startThread, inPlace });
  return { pool, started, ...hand, [Symbol.asyncDispose]: () => pool.close() };
}

const asked = (input: string, more: Partial<Question> = {}): Question => ({
  input,
  files: false,
  signal: new AbortController().signal,
  ...more,
});

const textOf = (step: Step | void) => step?.kind === "text" ? step.delta : step;

async function read(steps: AsyncIterable<Step>): Promise<unknown[]> {
  const texts: unknown[] = [];
  for await (const step of steps) texts.push(textOf(step));
  return texts;
}

Deno.test("steps come in their order, with or without files, and the question arrives whole", async () => {
  await using made = poolOf({ threads: 2 });
  const { agent } = made.pool;
  for (const files of [true, false]) deepEqual(await read(agent(asked("steps", { files }))), ["0", "1", "2", "3", "4"]);
  const { signal: _, ...question } = asked("echo", { before: ["earlier"], asOf: "2017-12-29", horizon: "63d" });
  deepEqual(
    JSON.parse(String((await read(agent({ ...question, signal: new AbortController().signal })))[0])),
    question,
  );
});

Deno.test("a refused question keeps its message, code and parameter", async () => {
  await using made = poolOf();
  await rejects(() => read(made.pool.agent(asked("refuse"))), (error) => {
    const { message, code, param } = error as Error & { readonly code: string; readonly param: string };
    deepEqual([message, code, param], ["Cannot use it", "invalid_as_of", "as_of"]);
    return true;
  });
});

Deno.test("a drawn file is stored with its bytes, which the thread never sees; its own file is stored too", async () => {
  const stored: MadeFile[] = [];
  await using made = poolOf({
    ports: {
      drawPriceChart: () =>
        Promise.resolve([{ filename: "a.png", mediaType: "image/png", bytes: new Uint8Array([1, 2, 3]) }]),
      storeFile: (file) => {
        stored.push(file);
        return Promise.resolve({ file_id: `file_${stored.length}`, filename: file.filename });
      },
    },
  });
  deepEqual(await read(made.pool.agent(asked("draw", { files: true }))), ["file_1 0", "file_2"]);
  deepEqual(stored.map(({ filename, bytes }) => [filename, [...bytes]]), [["a.png", [1, 2, 3]], ["own.csv", [
    97,
    44,
    98,
  ]]]);
});

Deno.test("a port gets the signal of its question, and what it throws reaches the agent", async () => {
  const running = Promise.withResolvers<AbortSignal>();
  await using made = poolOf({
    ports: {
      runCode: (_program, signal) => {
        running.resolve(signal);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    },
  });
  const left = new AbortController();
  const reading = read(made.pool.agent(asked("run", { files: true, signal: left.signal })));
  left.signal.throwIfAborted();
  const signal = await running.promise;
  left.abort(new Error("left"));
  await rejects(() => reading, /left/);
  ok(signal.aborted);
  await using broken = poolOf({ ports: { runCode: () => Promise.reject(new Error("no sandbox")) } });
  deepEqual(await read(broken.pool.agent(asked("run", { files: true }))), ["runs", "no sandbox"]);
});

Deno.test("an agent that hears of the abort lets its thread live", async () => {
  await using made = poolOf();
  const left = new AbortController();
  const steps = made.pool.agent(asked("wait", { files: true, signal: left.signal }));
  equal(textOf((await steps.next()).value ?? undefined), "waits");
  left.abort(new Error("left"));
  await rejects(() => steps.next(), /left/);
  deepEqual(await read(made.pool.agent(asked("steps"))), ["0", "1", "2", "3", "4"]); // after the abort was heard of
  made.fire();
  equal(made.started.length, 1);
});

Deno.test("leaving the loop stops the work", async () => {
  await using made = poolOf();
  for await (const step of made.pool.agent(asked("wait", { files: true }))) {
    equal(textOf(step), "waits");
    break;
  }
  await read(made.pool.agent(asked("steps")));
  equal(made.started[0]?.busy, 0);
});

Deno.test("a thread that does not let go a second after its only client left is ended, and replaced", async () => {
  await using made = poolOf();
  const left = new AbortController();
  const steps = made.pool.agent(asked("spin", { files: true, signal: left.signal }));
  equal(textOf((await steps.next()).value ?? undefined), "spins");
  left.abort(new Error("left"));
  await rejects(() => steps.next(), /left/);
  equal(made.started[0]?.busy, 1);
  made.fire();
  match(String(await made.started[0]?.ended), /its callers left, and it did not let go/);
  deepEqual(await read(made.pool.agent(asked("steps"))), ["0", "1", "2", "3", "4"]);
  deepEqual([made.started.length, made.pool.size], [2, 1]);
});

Deno.test("a thread that somebody still waits for is not ended because another left", async () => {
  await using made = poolOf();
  const [left, stays] = [new AbortController(), new AbortController()];
  const waiting = made.pool.agent(asked("wait", { files: true, signal: stays.signal }));
  await waiting.next();
  const spinning = made.pool.agent(asked("spin", { files: true, signal: left.signal }));
  await spinning.next();
  left.abort(new Error("left"));
  await rejects(() => spinning.next(), /left/);
  made.fire();
  equal(made.started.length, 1);
  stays.abort(new Error("left too"));
  await rejects(() => waiting.next(), /left too/);
  made.fire();
  match(String(await made.started[0]?.ended), /its callers left/);
});

Deno.test("a thread that dies after a step fails its question, and is replaced", async () => {
  await using made = poolOf();
  const steps = made.pool.agent(asked("die", { files: true }));
  await rejects(() => read(steps), ThreadEndedError);
  deepEqual(await read(made.pool.agent(asked("steps"))), ["0", "1", "2", "3", "4"]);
});

Deno.test("a question whose thread dies before its first step is asked once more, and then fails", async () => {
  await using made = poolOf();
  await rejects(() => read(made.pool.agent(asked("die first"))), ThreadEndedError);
  equal(made.started.length, 3, "the first, its replacement, and the one for the next question");
  await using cured = poolOf({ main: (count) => count === 0 ? mainOf() : mainOf().replaceAll("die first", "never") });
  deepEqual(await read(cured.pool.agent(asked("die first"))), []);
});

Deno.test("a thread that falls silent, as Deno 2.9 does where its memory is used up, is ended like one that died", async () => {
  await using made = poolOf({ maxHeapMiB: 32 });
  await made.pool.ready();
  const failing = rejects(() => read(made.pool.agent(asked("fill memory"))), /gave no sign of life/);
  const ended: Promise<unknown>[] = [];
  for (let thread = 0; thread < 2; thread++) {
    const next = made.started[thread];
    ended.push(next?.ended ?? Promise.resolve());
    await next?.ready;
    await new Promise<void>((resolve) => void setTimeout(resolve)); // the question has been posted to it
    for (let ping = 0; ping <= 30; ping++) made.fire(); // no message can arrive between these
    await Promise.all(ended);
  }
  await failing;
});

Deno.test("a thread whose data is not that of the service says so at the start; later, the main thread answers", async () => {
  const changed = () => mainOf({ fingerprint: "changed" });
  await using never = poolOf({ main: changed, threads: 2 });
  await rejects(() => never.pool.ready(), /its data changed since the service opened it; restart the service/);
  await using later = poolOf({ main: (count) => count === 0 ? mainOf() : changed() });
  await later.pool.ready();
  await later.started[0]?.stop("for this test");
  deepEqual(await read(later.pool.agent(asked("steps"))), ["in place"]);
  equal(later.pool.size, 0);
});

Deno.test("a thread that cannot open its data says why", async () => {
  await using made = poolOf({ main: () => mainOf({ open: `throw new Error("no such folder")` }) });
  await rejects(() => made.pool.ready(), /Cannot answer in a thread: no such folder/);
});

Deno.test("closing ends every thread and every question, and answers no further one", async () => {
  const made = poolOf({ threads: 2 });
  const waiting = [1, 2].map(() => made.pool.agent(asked("wait", { files: true })));
  for (const steps of waiting) await steps.next();
  deepEqual(made.started.map(({ busy }) => busy), [1, 1]);
  await made.pool.close();
  for (const steps of waiting) await rejects(() => steps.next(), /the service is closing/);
  await rejects(() => read(made.pool.agent(asked("steps"))), /the service is closing/);
  deepEqual([made.pool.size, made.started.length, made.timers.size], [0, 2, 0]);
});
