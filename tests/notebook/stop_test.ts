/** The Stop of a notebook, without a kernel: presses and time are handed in. */
import type { ResponseEvent } from "conviction/protocol";
import { setImmediate } from "node:timers/promises";
import { show } from "conviction/notebook";
import { AbortedError } from "../../src/client/errors.ts";
import { CellAnswer } from "../../src/notebook/cell_answer.ts";
import { StopButton } from "../../src/notebook/stop_button.ts";
import { beginRun } from "../../src/notebook/stoppable_run.ts";
import { createAnswer } from "../../src/stream/answer.ts";
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

function button() {
  const clock = manualClock();
  clock.advance(10_000);
  const said: string[] = [];
  let ends = 0;
  const stop = new StopButton({ clock, say: (line) => void said.push(line), endProcess: () => void ends++ });
  return { stop, clock, said, ends: () => ends };
}

/** A call of the client: pending until its signal aborts. */
function pendingCall(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new AbortedError("get thesis", { cause: signal.reason }));
    if (signal.aborted) fail();
    signal.addEventListener("abort", fail);
  });
}

/** The error that a promise rejects with. */
const errorOf = (promise: Promise<unknown>): Promise<Error> => promise.then(() => new Error("it resolved"), (e) => e);

const PRESSES = [
  { when: "a launcher repeats the first one 1 ms later", afterMs: [1], ends: 0 },
  { when: "a launcher repeats the first one three times, 200 ms apart", afterMs: [200, 200, 200], ends: 0 },
  { when: "the second comes after 249 ms", afterMs: [249], ends: 0 },
  { when: "the second comes after 250 ms", afterMs: [250], ends: 1 },
  { when: "the second comes after 999 ms", afterMs: [999], ends: 1 },
  { when: "the second comes after a second", afterMs: [1_000], ends: 0 },
  { when: "a repetition and then a second one come", afterMs: [60, 500], ends: 1 },
] as const;

for (const { when, afterMs, ends } of PRESSES) {
  Deno.test(`two presses ${ends === 1 ? "end the process" : "do not end the process"} when ${when}`, () => {
    const { stop, clock, ...saw } = button();
    stop.press();
    for (const ms of afterMs) {
      clock.advance(ms);
      stop.press();
    }
    equal(saw.ends(), ends);
  });
}

for (const afterMs of [0, 100, 500]) {
  Deno.test(`a press ${afterMs} ms after that of an earlier cell ends the call that has begun since`, async () => {
    const { stop, clock, ends } = button();
    stop.press();
    clock.advance(afterMs);
    const call = errorOf(stop.during(pendingCall));
    await Promise.resolve(); // it has begun
    stop.press();
    equal((await call).name, "AbortedError");
    equal(ends(), 0);
  });
}

Deno.test("a press ends the call that runs, and its error says so on one line", async () => {
  const { stop, clock, said } = button();
  const call = errorOf(stop.during(pendingCall));
  await Promise.resolve();
  stop.press();
  const error = await call;
  ok(error instanceof AbortedError);
  equal(
    error.message,
    "Cannot get thesis: it was stopped; nothing is lost: variables are kept, and the cell can be run again",
  );
  equal(error.stack, `AbortedError: ${error.message}`);
  clock.advance(1_000);
  deepEqual(said, []);
});

Deno.test("an error that Stop did not cause stays as it is", async () => {
  const { stop } = button();
  const own = new AbortedError("get thesis", { cause: new Error("mine") });
  const { message, stack } = own;
  equal(await errorOf(stop.during(() => Promise.reject(own))), own);
  deepEqual([own.message, own.stack], [message, stack]);
});

Deno.test("what the stopped cell calls next is refused until the event loop turns; the next cell is not", async () => {
  const { stop, clock } = button();
  let calls = 0;
  const counted = (signal: AbortSignal) => {
    calls++;
    return pendingCall(signal);
  };
  const cell = (async () => {
    const errors: Error[] = [];
    for (let at = 0; at < 3; at++) errors.push(await errorOf(stop.during(counted)));
    return errors;
  })();
  await Promise.resolve();
  stop.press();
  for (let turn = 0; turn < 10; turn++) {
    await setImmediate(); // the kernel's event loop
    clock.advance(0);
  }
  const errors = await cell;
  deepEqual(errors.map(({ name }) => name), ["AbortedError", "AbortError", "AbortError"]);
  match(errors[2]?.message ?? "", /its cell was stopped/);
  equal(calls, 1);
  clock.advance(0);
  equal(await stop.during(() => Promise.resolve("ran")), "ran");
});

Deno.test("a press while nothing runs says what can be done, unless the process ends first", () => {
  const { stop, clock, said } = button();
  stop.press();
  deepEqual(said, []);
  clock.advance(100);
  equal(said.length, 1);
  match(said[0] ?? "", /no call of Conviction is running.*Two Stops within a second.*stopSignal\(\)/);
});

Deno.test("a press aborts stopSignal(), says so, and the next one is fresh", () => {
  const { stop, clock, said } = button();
  const { signal } = stop;
  equal(stop.signal, signal);
  stop.press();
  equal(signal.aborted, true);
  equal(signal.reason.name, "AbortError");
  equal(signal.reason.stack, `AbortError: ${signal.reason.message}`);
  equal(stop.signal.aborted, false);
  clock.advance(100);
  match(said.join(), /stopSignal\(\) is aborted/);
});

Deno.test("a press between two cells leaves the next call alone", async () => {
  const { stop, clock } = button();
  stop.press();
  clock.advance(5_000);
  equal(await stop.during(({ aborted }) => Promise.resolve(aborted)), false);
});

const delta = (text: string): ResponseEvent => ({ type: "response.output_text.delta", delta: text });

/** An answer of some events that then waits; its source follows the signal, as the client does. */
function answerOf(stop: StopButton, events: readonly ResponseEvent[]) {
  const controller = new AbortController();
  const { signal } = controller;
  const groups = events.map((event) => [event]);
  let opened = 0;
  const next = () => {
    const value = groups.shift();
    return value === undefined ? pendingCall(signal) : Promise.resolve({ done: false as const, value });
  };
  const inner = createAnswer(() => {
    opened++;
    return Promise.resolve({ requestId: undefined, bytes: 0, warnings: [], groups: { next } });
  }, { signal, isTimeout: () => false });
  return { answer: new CellAnswer(inner, { controller, button: stop, origin: {} }), opened: () => opened };
}

Deno.test("a press ends an answer that is read: the loop gets an error with what was received", async () => {
  const { stop } = button();
  const { answer } = answerOf(stop, [delta("a"), delta("b")]);
  let text = "";
  const error = await errorOf((async () => {
    for await (const piece of answer.textStream()) {
      text += piece;
      if (text === "ab") stop.press();
    }
  })());
  equal(text, "ab");
  equal(error.stack, `AnswerAbortedError: ${error.message}`);
  match(error.message, /^Cannot complete answer: it was stopped; nothing is lost/);
  deepEqual([answer.snapshot.state, answer.snapshot.text], ["aborted", "ab"]);
});

Deno.test("a press before an answer is read leaves it alone", async () => {
  const { stop, clock } = button();
  const completed: ResponseEvent = { type: "response.completed", response: {} };
  const { answer } = answerOf(stop, [delta("a"), completed]);
  stop.press();
  clock.advance(100);
  const events = answer[Symbol.asyncIterator]();
  deepEqual([(await events.next()).done, (await events.next()).done], [false, false]);
  equal(answer.snapshot.state, "completed");
  equal((await answer.final()).text, "a");
});

Deno.test("a stopped cell does not open its next answer, which can be read later", async () => {
  const { stop, clock } = button();
  const first = answerOf(stop, [delta("a")]);
  const second = answerOf(stop, [delta("b"), { type: "response.completed", response: {} }]);
  const cell = (async () => {
    await errorOf(first.answer.final());
    return await errorOf(second.answer.final());
  })();
  await setImmediate();
  stop.press();
  for (let turn = 0; turn < 10; turn++) {
    await setImmediate();
    clock.advance(0);
  }
  equal((await cell).message, "its cell was stopped; run the cell again");
  equal(second.opened(), 0);
  await rejects(first.answer.final(), { name: "AnswerAbortedError" });
});

Deno.test("leaving the loop over an answer ends it: a later press finds nothing that runs", async () => {
  const { stop, clock, said } = button();
  for await (const _ of answerOf(stop, [delta("a")]).answer) break;
  stop.press();
  clock.advance(100);
  match(said.join(), /no call of Conviction is running/);
});

Deno.test("the first press stops sending of a run, a later one gives up what is under way, and each says so", async () => {
  const { stop, clock, said, ends } = button();
  const service = {};
  {
    using run = await beginRun(service, stop);
    equal(run.research, service);
    stop.press();
    deepEqual([run.stop.aborted, run.giveUp.aborted], [true, false]);
    clock.advance(1_000);
    stop.press();
    deepEqual([run.stop.aborted, run.giveUp.aborted], [true, true]);
  }
  clock.advance(2_000);
  stop.press();
  clock.advance(100);
  deepEqual(said.map((line) => /awaited|given up|no call/.exec(line)?.[0]), ["awaited", "given up", "no call"]);
  equal(ends(), 0);
});

/** Where a shown answer goes; it keeps the text of its drawings. */
function cell() {
  const texts: string[] = [];
  const display = {
    ...{ isLive: true, nowMs: () => 0, flush: () => Promise.resolve() },
    put: (bundle: Readonly<Record<string, unknown>>) => Promise.resolve(void texts.push(String(bundle["text/plain"]))),
  };
  return { texts, display };
}

Deno.test("show() of an answer that is stopped returns what was received, and its card says so", async () => {
  const { stop } = button();
  const { texts, display } = cell();
  const { answer } = answerOf(stop, [delta("a"), delta("b")]);
  const shown = show(answer, { display, everyMs: 0 });
  while (answer.snapshot.text !== "ab") await setImmediate();
  stop.press();
  deepEqual([(await shown).state, (await shown).text], ["aborted", "ab"]);
  match(texts.at(-1) ?? "", /ab\n\nIncomplete answer: stopped\n\nunder 1 s$/);
});

Deno.test("show() of an answer that is stopped before its first event does the same", async () => {
  const { stop } = button();
  const { texts, display } = cell();
  const shown = show(answerOf(stop, []).answer, { display });
  await setImmediate();
  stop.press();
  equal((await shown).state, "aborted");
  deepEqual(texts, ["Incomplete answer: stopped\n\nunder 1 s"]);
});

Deno.test("show() of a second answer in a stopped cell draws nothing and ends the cell", async () => {
  const { stop, clock } = button();
  const { texts, display } = cell();
  const first = answerOf(stop, []).answer;
  const shown = (async () => {
    await first.final().catch(() => {});
    await show(answerOf(stop, [delta("a")]).answer, { display });
  })();
  await setImmediate();
  stop.press();
  while (clock.pending().length < 2) await Promise.resolve();
  clock.advance(0);
  await rejects(shown, { name: "AbortError" });
  deepEqual(texts, []);
});

Deno.test("a press 100 ms after that of an earlier cell aborts a signal that was taken since", () => {
  const { stop, clock, ends } = button();
  stop.press();
  clock.advance(100);
  const { signal } = stop;
  stop.press();
  deepEqual([signal.aborted, ends()], [true, 0]);
});

Deno.test("an answer that is complete can be had in a stopped cell", async () => {
  const { stop } = button();
  const { answer } = answerOf(stop, [delta("a"), { type: "response.completed", response: {} }]);
  for await (const { type } of answer) if (type === "response.completed") break;
  const cell = (async () => {
    await errorOf(stop.during(pendingCall));
    return await answer.final();
  })();
  await setImmediate();
  stop.press();
  equal((await cell).text, "a");
});
