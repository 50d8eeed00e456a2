import { deepEqual, equal, ok, rejects, throws } from "../assert.ts";
import type { ResponseEvent } from "conviction/protocol";
import {
  type Answer,
  AnswerAbortedError,
  AnswerError,
  AnswerFailedError,
  AnswerTimedOutError,
  AnswerTruncatedError,
} from "conviction";
import { createAnswer, type EventSource } from "../../src/stream/answer.ts";

const delta = (text: string): ResponseEvent => ({
  type: "response.output_text.delta",
  delta: text,
  sequence_number: 1,
});
const CREATED: ResponseEvent = { type: "response.created", response: { id: "resp_1" } };
const COMPLETED: ResponseEvent = { type: "response.completed", response: { id: "resp_1" } };
const FAILED: ResponseEvent = {
  type: "error",
  message: "out of data",
  code: "no_data",
  error: { message: "out of data", code: "no_data" },
};

class Limit extends Error {}

interface Script {
  readonly groups: readonly (readonly ResponseEvent[])[];
  /** Thrown after the groups. */
  readonly broken?: unknown;
  readonly warnings?: readonly string[];
  readonly signal?: AbortSignal;
}

/** An answer over a scripted source, and how often that source was opened and closed. */
function answerOf({ groups, broken, warnings = [], signal }: Script) {
  const seen = { opened: 0, left: 0 };
  const open = (): Promise<EventSource> => {
    seen.opened++;
    const rest = [...groups];
    return Promise.resolve({
      requestId: "req_1",
      bytes: 42,
      warnings,
      groups: {
        next() {
          const value = rest.shift();
          if (value !== undefined) return Promise.resolve({ done: false, value });
          return broken === undefined ? Promise.resolve({ done: true, value: undefined }) : Promise.reject(broken);
        },
        return() {
          seen.left++;
          return Promise.resolve({ done: true, value: undefined });
        },
      },
    });
  };
  return { seen, answer: createAnswer(open, { signal, isTimeout: (error) => error instanceof Limit }) };
}

const readAll = async (answer: Answer) => {
  const types: string[] = [];
  for await (const { type } of answer) types.push(type);
  return types;
};

Deno.test("an answer sends its request at the first read, once", async () => {
  const { answer, seen } = answerOf({ groups: [[CREATED, delta("A")], [COMPLETED]] });
  equal(seen.opened, 0);
  await readAll(answer);
  await answer.final();
  equal(seen.opened, 1);
});

Deno.test("a loop over an answer yields every event, however the events are grouped", async () => {
  for (const groups of [[[CREATED, delta("A"), COMPLETED]], [[CREATED], [delta("A")], [COMPLETED]]]) {
    deepEqual(await readAll(answerOf({ groups }).answer), [
      "response.created",
      "response.output_text.delta",
      "response.completed",
    ]);
  }
});

Deno.test("the snapshot contains only what the reader has seen", async () => {
  const { answer } = answerOf({ groups: [[delta("A"), delta("B"), COMPLETED]] });
  const texts: string[] = [];
  for await (const _ of answer) texts.push(answer.snapshot.text);
  deepEqual(texts, ["A", "AB", "AB"]);
});

Deno.test("textStream() yields only the text", async () => {
  const { answer } = answerOf({ groups: [[CREATED, delta("A")], [delta("B"), COMPLETED]] });
  deepEqual(await Array.fromAsync(answer.textStream()), ["A", "B"]);
  equal((await answer.final()).text, "AB");
});

Deno.test("final() reads to the end and keeps the stream's warnings", async () => {
  const { answer } = answerOf({ groups: [[delta("A"), COMPLETED]], warnings: ["missing_done"] });
  const { state, text, warnings } = await answer.final();
  deepEqual([state, text, warnings], ["completed", "A", ["missing_done"]]);
});

Deno.test("a second reader is a TypeError, while and after the first", async () => {
  const { answer } = answerOf({ groups: [[delta("A"), delta("B"), COMPLETED]] });
  for await (const event of answer) {
    if (event.type !== "response.output_text.delta") continue;
    throws(() => answer.textStream(), TypeError);
    await rejects(answer.final(), TypeError);
  }
  throws(() => answer[Symbol.asyncIterator](), TypeError);
});

Deno.test("concurrent reads get the events in order", async () => {
  const { answer } = answerOf({ groups: [[delta("A")], [delta("B"), COMPLETED]] });
  const reader = answer[Symbol.asyncIterator]();
  const read = await Promise.all([reader.next(), reader.next(), reader.next(), reader.next()]);
  deepEqual(read.map(({ done, value }) => done ? "end" : value?.type), [
    "response.output_text.delta",
    "response.output_text.delta",
    "response.completed",
    "end",
  ]);
});

const ENDS = [
  {
    when: "the stream ends before response.completed",
    script: { groups: [[CREATED, delta("A")]] },
    error: AnswerTruncatedError,
    state: "truncated",
    message: "Cannot complete answer: the stream ended before response.completed",
  },
  {
    when: "the stream is empty",
    script: { groups: [] },
    error: AnswerTruncatedError,
    state: "truncated",
    message: "Cannot complete answer: the stream ended before response.completed",
  },
  {
    when: "the connection breaks",
    script: { groups: [[CREATED, delta("A")]], broken: new TypeError("reset") },
    error: AnswerTruncatedError,
    state: "truncated",
    message: "Cannot complete answer: the connection broke",
  },
  {
    when: "the service sends an error event",
    script: { groups: [[CREATED, delta("A"), FAILED]] },
    error: AnswerFailedError,
    state: "failed",
    message: "Cannot complete answer: the service failed with no_data: out of data",
  },
  {
    when: "a time limit passes",
    script: { groups: [[CREATED, delta("A")]], broken: new Limit("Cannot get answer: no further event came") },
    error: AnswerTimedOutError,
    state: "timed_out",
    message: "Cannot complete answer: no further event came",
  },
  {
    when: "the caller's signal is aborted",
    script: { groups: [[CREATED, delta("A")]], broken: new Error("closed"), signal: AbortSignal.abort("stop") },
    error: AnswerAbortedError,
    state: "aborted",
    message: "Cannot complete answer: it was aborted",
  },
] as const;

for (const { when, script, error, state, message } of ENDS) {
  Deno.test(`when ${when}, the reader gets ${error.name} with what was received`, async () => {
    const { answer } = answerOf(script);
    const thrown = await readAll(answer).then(() => undefined, (reason) => reason);
    ok(thrown instanceof error && thrown instanceof AnswerError);
    const expected = script.groups.length === 0 ? "" : "A";
    deepEqual(
      [thrown.message, thrown.snapshot.state, thrown.snapshot.text, thrown.requestId, thrown.bytes],
      [message, state, expected, "req_1", 42],
    );
    if (expected === "A") deepEqual([thrown.responseId, thrown.lastSequence], ["resp_1", 1]);
    equal(answer.snapshot.state, state);
    await rejects(answer.final(), (again) => again === thrown);
  });
}

Deno.test("a stream that breaks after response.completed is complete, with a warning", async () => {
  const { answer } = answerOf({ groups: [[delta("A"), COMPLETED]], broken: new TypeError("reset") });
  const { state, warnings } = await answer.final();
  deepEqual([state, warnings], ["completed", ["missing_done"]]);
});

Deno.test("an error before the answer reaches the reader unchanged", async () => {
  const refused = new Error("refused");
  const answer = createAnswer(() => Promise.reject(refused), { signal: undefined, isTimeout: () => false });
  await rejects(answer.final(), (error) => error === refused);
  await rejects(answer.final(), (error) => error === refused);
});

Deno.test("leaving a loop closes the source, and final() then throws", async () => {
  const { answer, seen } = answerOf({ groups: [[CREATED, delta("A"), delta("B")], [COMPLETED]] });
  for await (const event of answer) if (event.type === "response.output_text.delta") break;
  deepEqual([seen.left > 0, answer.snapshot.state, answer.snapshot.text], [true, "aborted", "A"]);
  await rejects(answer.final(), { name: "AnswerAbortedError" });
});

Deno.test("disposing of an answer closes the source; disposing of a completed one changes nothing", async () => {
  const { answer, seen } = answerOf({ groups: [[delta("A")], [COMPLETED]] });
  await answer[Symbol.asyncIterator]().next();
  await answer[Symbol.asyncDispose]();
  deepEqual([seen.left, answer.snapshot.state], [1, "aborted"]);
  const whole = answerOf({ groups: [[delta("A"), COMPLETED]] }).answer;
  await whole.final();
  await whole[Symbol.asyncDispose]();
  equal((await whole.final()).state, "completed");
});

Deno.test("next() after the end keeps returning done, and adds nothing", async () => {
  const { answer } = answerOf({ groups: [[delta("A"), COMPLETED]], warnings: ["missing_done"] });
  const reader = answer[Symbol.asyncIterator]();
  while (!(await reader.next()).done);
  for (let again = 0; again < 3; again++) deepEqual(await reader.next(), { done: true, value: undefined });
  deepEqual(answer.snapshot.warnings, ["missing_done"]);
});

Deno.test("next() after return() returns done, and return() may be called again", async () => {
  const { answer } = answerOf({ groups: [[delta("A"), delta("B")], [COMPLETED]] });
  const reader = answer[Symbol.asyncIterator]();
  await reader.next();
  for (let again = 0; again < 3; again++) {
    deepEqual(await reader.return?.(), { done: true, value: undefined });
    deepEqual(await reader.next(), { done: true, value: undefined });
  }
  equal(answer.snapshot.text, "A");
});

Deno.test("next() after a failure throws the same error again, also for concurrent calls", async () => {
  const { answer } = answerOf({ groups: [[delta("A")]], broken: new TypeError("reset") });
  const reader = answer[Symbol.asyncIterator]();
  await reader.next();
  const failed = [
    ...await Promise.allSettled([reader.next(), reader.next(), reader.next()]),
    ...await Promise.allSettled([reader.next(), answer.final()]),
  ];
  const errors = failed.map((result) => result.status === "rejected" ? result.reason : undefined);
  ok(errors.every((error) => error instanceof AnswerTruncatedError && error === errors[0]));
});

Deno.test("final() may be called several times, also while the first call still reads", async () => {
  const { answer, seen } = answerOf({ groups: [[delta("A")], [delta("B"), COMPLETED]] });
  const texts = await Promise.all([answer.final(), answer.final()]);
  deepEqual([...texts.map(({ text }) => text), (await answer.final()).text], ["AB", "AB", "AB"]);
  equal(seen.opened, 1);
});

Deno.test("two calls of final() on a failing answer both reject, and no rejection is unhandled", async () => {
  const { answer } = answerOf({ groups: [[delta("A")]], broken: new TypeError("reset") });
  const [first, second] = await Promise.allSettled([answer.final(), answer.final()]);
  ok(first.status === "rejected" && second.status === "rejected" && first.reason === second.reason);
});

Deno.test("leaving while waiting for the first event stops the request and ends the wait", async () => {
  const asked = Promise.withResolvers<EventSource>();
  let left: AbortSignal | undefined;
  const answer = createAnswer((signal) => {
    left = signal;
    signal.addEventListener("abort", () => asked.reject(signal.reason));
    return asked.promise;
  }, { signal: undefined, isTimeout: () => false });
  const reader = answer[Symbol.asyncIterator]();
  const waiting = reader.next().then(() => undefined, (error) => error);
  await reader.return?.();
  equal(left?.aborted, true);
  ok(await waiting instanceof AnswerAbortedError);
  await rejects(answer.final(), AnswerAbortedError);
});

Deno.test("a reply that arrives after its reader left is closed at once", async () => {
  const asked = Promise.withResolvers<EventSource>();
  let left = 0;
  let reads = 0;
  const answer = createAnswer(() => asked.promise, { signal: undefined, isTimeout: () => false });
  const reader = answer[Symbol.asyncIterator]();
  const waiting = reader.next().then(() => undefined, (error) => error);
  await reader.return?.();
  asked.resolve({
    requestId: undefined,
    bytes: 0,
    warnings: [],
    groups: {
      next: () => (reads++, Promise.reject(new Error("must not be read"))),
      return: () => (left++, Promise.resolve({ done: true, value: undefined })),
    },
  });
  ok(await waiting instanceof AnswerAbortedError);
  deepEqual([left, reads], [1, 0]);
});

Deno.test("leaving while waiting for an event is an abort, not a truncation", async () => {
  const waitingGroup = Promise.withResolvers<IteratorResult<ResponseEvent[], void>>();
  const end = { done: true, value: undefined } as const;
  const answer = createAnswer(() =>
    Promise.resolve({
      requestId: undefined,
      bytes: 0,
      warnings: [],
      groups: {
        next: () => waitingGroup.promise,
        return: () => (waitingGroup.resolve(end), Promise.resolve(end)),
      },
    }), { signal: undefined, isTimeout: () => false });
  const reader = answer[Symbol.asyncIterator]();
  const waiting = reader.next().then(() => undefined, (error) => error);
  await Promise.resolve();
  await reader.return?.();
  ok(await waiting instanceof AnswerAbortedError);
  equal(answer.snapshot.state, "aborted");
});

Deno.test("a source that cannot be closed does not hide why the answer failed", async () => {
  const answer = createAnswer(() =>
    Promise.resolve({
      requestId: undefined,
      bytes: 0,
      warnings: [],
      groups: {
        next: () => Promise.reject(new TypeError("reset")),
        return: () => Promise.reject(new Error("cannot close")),
      },
    }), { signal: undefined, isTimeout: () => false });
  await rejects(answer.final(), { name: "AnswerTruncatedError" });
});

Deno.test("a repeated event is not yielded again, in its own group or in another", async () => {
  const at = (sequence_number: number): ResponseEvent => ({
    type: "response.output_text.delta",
    delta: `${sequence_number}`,
    sequence_number,
  });
  const groups = [[at(0), at(1)], [at(1)], [at(0), at(1)], [at(2), COMPLETED]];
  const { answer } = answerOf({ groups });
  deepEqual(await Array.fromAsync(answer.textStream()), ["0", "1", "2"]);
  deepEqual([answer.snapshot.text, answer.snapshot.repeatedEvents], ["012", 3]);
});

Deno.test("thousands of groups of repeated events are skipped without growing the stack", async () => {
  const first: ResponseEvent = { ...CREATED, sequence_number: 0 };
  const groups = [[first], ...Array.from({ length: 20_000 }, () => [first]), [delta("A"), COMPLETED]];
  equal((await answerOf({ groups }).answer.final()).repeatedEvents, 20_000);
});

Deno.test("textStream() also yields a text that arrives without deltas", async () => {
  const done: ResponseEvent = { type: "response.output_text.done", text: "whole", item_id: "m" };
  const { answer } = answerOf({ groups: [[CREATED, done, COMPLETED]] });
  deepEqual(await Array.fromAsync(answer.textStream()), ["whole"]);
});

Deno.test("a slow reader gets every event", async () => {
  const groups = Array.from({ length: 50 }, (_, at) => [delta(`${at} `)]);
  const { answer } = answerOf({ groups: [...groups, [COMPLETED]] });
  let text = "";
  for await (const event of answer) {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  equal(text, answer.snapshot.text);
  equal(answer.snapshot.events, 51);
});

Deno.test("a snapshot does not change while the answer continues", async () => {
  const { answer } = answerOf({ groups: [[CREATED, delta("A")], [delta("B"), COMPLETED]] });
  const looks = [answer.snapshot];
  for await (const _event of answer) looks.push(answer.snapshot);
  deepEqual(looks.map(({ text, state, events }) => [text, state, events]), [
    ["", "idle", 0],
    ["", "streaming", 1],
    ["A", "streaming", 2],
    ["AB", "streaming", 3],
    ["AB", "completed", 4],
  ]);
  equal(answer.snapshot, answer.snapshot);
});
