/** Equal work once: who shares a run, what is remembered, and when a run is stopped. */
import { deepEqual, equal, ok, rejects } from "../assert.ts";
import type { Agent, Question } from "../../src/agent/ports.ts";
import type { Step } from "../../src/agent/step.ts";
import { SharedAnswers } from "../../src/service/workload.ts";
import { fakeService, KEY, OTHER_KEY, post } from "./service_fixture.ts";

const MEBIBYTE = 2 ** 20;

/** An agent whose answers end when the test says so. */
function manualAgent() {
  const runs: { readonly question: Question; readonly go: PromiseWithResolvers<void>; hasStopped: boolean }[] = [];
  const agent: Agent = async function* (question) {
    const run = { question, go: Promise.withResolvers<void>(), hasStopped: false };
    runs.push(run);
    question.signal.addEventListener("abort", () => run.go.reject(question.signal.reason));
    try {
      yield { kind: "text", delta: question.input };
      await run.go.promise;
      yield { kind: "text", delta: "end" };
    } finally {
      run.hasStopped = true;
    }
  };
  return { agent, runs };
}

const asked = (input: string, more: Partial<Question> = {}): Question => ({
  input,
  files: false,
  signal: new AbortController().signal,
  ...more,
});

async function read(steps: AsyncIterable<Step>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const step of steps) if (step.kind === "text") texts.push(step.delta);
  return texts;
}

const settled = () => new Promise<void>((resolve) => void setTimeout(resolve));

Deno.test("equal questions at once share one run, and each gets every step", async () => {
  const { agent, runs } = manualAgent();
  const shared = new SharedAnswers(MEBIBYTE);
  const first = read(shared.ask(asked("a"), agent));
  await settled();
  const late = [read(shared.ask(asked("a"), agent)), read(shared.ask(asked("a", { asOf: undefined }), agent))];
  await settled();
  equal(runs.length, 1);
  runs[0]?.go.resolve();
  deepEqual(await Promise.all([first, ...late]), [["a", "end"], ["a", "end"], ["a", "end"]]);
  deepEqual(await read(shared.ask(asked("a"), agent)), ["a", "end"]);
  equal(runs.length, 1);
});

const DIFFERENT: readonly { readonly what: string; readonly question: Question }[] = [
  { what: "the input", question: asked("b") },
  { what: "the conversation", question: asked("a", { before: ["b"] }) },
  { what: "the day", question: asked("a", { asOf: "2017-12-28" }) },
  { what: "the horizon", question: asked("a", { horizon: "63d" }) },
  { what: "the benchmark", question: asked("a", { benchmark: "SPY" }) },
  { what: "files", question: asked("a", { files: true }) },
];
for (const { what, question } of DIFFERENT) {
  Deno.test(`questions that differ in ${what} share nothing`, async () => {
    const { agent, runs } = manualAgent();
    const shared = new SharedAnswers(MEBIBYTE);
    const both = [read(shared.ask(asked("a"), agent)), read(shared.ask(question, agent))];
    await settled();
    for (const { go } of runs) go.resolve();
    await Promise.all(both);
    equal(runs.length, 2);
  });
}

Deno.test("questions for files share nothing, because files belong to one caller", async () => {
  const { agent, runs } = manualAgent();
  const shared = new SharedAnswers(MEBIBYTE);
  for (let time = 0; time < 2; time++) {
    const answer = read(shared.ask(asked("a", { files: true }), agent));
    await settled();
    runs.at(-1)?.go.resolve();
    await answer;
  }
  equal(runs.length, 2);
});

Deno.test("a run is stopped when its last reader has left, and only then; the next question runs anew", async () => {
  const { agent, runs } = manualAgent();
  const shared = new SharedAnswers(MEBIBYTE);
  const [one, other] = [new AbortController(), new AbortController()];
  const reading = [one, other].map(({ signal }) => read(shared.ask(asked("a", { signal }), agent)));
  await settled();
  one.abort("one left");
  await rejects(() => reading[0] ?? Promise.resolve(), (reason) => reason === "one left");
  equal(runs[0]?.hasStopped, false);
  other.abort("other left");
  await rejects(() => reading[1] ?? Promise.resolve(), (reason) => reason === "other left");
  equal(runs[0]?.hasStopped, true, "when the last one has left, its agent has cleaned up");
  const again = read(shared.ask(asked("a"), agent));
  await settled();
  runs[1]?.go.resolve();
  deepEqual(await again, ["a", "end"]);
});

Deno.test("a failure reaches every reader, and is not remembered", async () => {
  const { agent, runs } = manualAgent();
  const shared = new SharedAnswers(MEBIBYTE);
  const reading = [1, 2].map(() => read(shared.ask(asked("a"), agent)));
  await settled();
  runs[0]?.go.reject(new Error("broken"));
  for (const one of reading) await rejects(() => one, /broken/);
  const again = read(shared.ask(asked("a"), agent));
  await settled();
  runs[1]?.go.resolve();
  deepEqual(await again, ["a", "end"]);
});

Deno.test("what nobody asked for longest is forgotten over the limit of bytes", async () => {
  let runs = 0;
  const agent: Agent = async function* ({ input }) {
    runs++;
    yield await Promise.resolve({ kind: "text", delta: input.padEnd(100) });
  };
  const shared = new SharedAnswers(300); // an answer takes 130
  const count = async (input: string) => {
    const before = runs;
    await read(shared.ask(asked(input), agent));
    return runs - before;
  };
  deepEqual([await count("a"), await count("b"), await count("a"), await count("c")], [1, 1, 0, 1]);
  deepEqual([await count("a"), await count("b")], [0, 1]);
});

Deno.test("a slow reader does not hold up the agent", async () => {
  const { agent, runs } = manualAgent();
  const shared = new SharedAnswers(MEBIBYTE);
  const slow = shared.ask(asked("a"), agent);
  deepEqual((await slow.next()).value, { kind: "text", delta: "a" });
  runs[0]?.go.resolve();
  await settled();
  equal(runs[0]?.hasStopped, true);
  deepEqual(await read(slow), ["end"]);
});

const REASON = "http://a/api/v1/agent/reasoning";
const RESPONSES = "http://a/v1/responses";
const PLACES = { answers: 1, files: 1 };

Deno.test("a remembered answer has a new identifier, is for every caller, and waits for no place", async () => {
  const { service, questions, gate } = fakeService({ places: PLACES });
  const idOf = async (key: string) => {
    const reply = await service(post(REASON, { input: "a" }, { key }));
    return (await reply.json()).metadata.response_id;
  };
  const first = await idOf(KEY);
  const waiting = service(post(REASON, { input: "wait" }));
  await gate.waiting.promise;
  deepEqual(service.load().answers?.running, 1);
  const ids = [first, await idOf(KEY), await idOf(OTHER_KEY)];
  equal(new Set(ids).size, 3);
  equal(questions.length, 2);
  gate.open.resolve();
  equal((await waiting).status, 200);
});

Deno.test("GET /v1/limits names the longest wait and the bytes of remembered answers", async () => {
  const { service } = fakeService({ places: PLACES, limits: { maxAnswerBytes: 5 } });
  const reply = await service(new Request("http://a/v1/limits", { headers: { authorization: `Bearer ${KEY}` } }));
  const { max_wait_ms, answers } = await reply.json();
  deepEqual({ max_wait_ms, answers }, { max_wait_ms: 10_000, answers: { max_kept_bytes: 5 } });
});

Deno.test("one key's chart requests do not hold up another key's reasoning request", async () => {
  const { service, gate } = fakeService({ places: PLACES });
  const charts = Array.from({ length: 100 }, () => service(post(RESPONSES, { input: "wait first" })));
  await gate.waiting.promise;
  const reply = await service(post(REASON, { input: "a" }, { key: OTHER_KEY }));
  equal(reply.status, 200);
  const { files } = service.load();
  ok(files && files.running === 1 && files.waiting > 0);
  gate.open.resolve();
  const statuses = new Set((await Promise.all(charts)).map(({ status }) => status));
  deepEqual(statuses, new Set([200, 429]));
});

Deno.test("closing a service ends what waits in line with 503", async () => {
  const { service, gate } = fakeService({ places: PLACES });
  const sent = [1, 2].map(() => service(post(RESPONSES, { input: "wait first" })));
  await gate.waiting.promise;
  await service.close();
  deepEqual((await Promise.all(sent)).map(({ status }) => status), [503, 503]);
  deepEqual(service.load().files?.waiting, 0);
});
