import { deepEqual, equal, rejects } from "../assert.ts";
import type { ScreenEvent } from "conviction/batch";
import { setImmediate } from "node:timers/promises";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

const ROWS = 60;
const AT_ONCE = 3;
const MISTAKE = new Error("a mistake in the listener");

const CASES: readonly { readonly at: ScreenEvent["type"]; readonly most: number }[] = [
  { at: "begun", most: 0 },
  { at: "started", most: AT_ONCE },
  { at: "outcome", most: ROWS / 2 },
  { at: "ended", most: ROWS },
];
for (const { at, most } of CASES) {
  Deno.test(`a listener that throws at "${at}" costs no answer: what is under way is kept, and nothing more is sent`, async () => {
    const machine = testMachine();
    const heard: string[] = [];
    const research = new FakeResearch({ onReason: () => setImmediate() });
    const onEvent = ({ type }: ScreenEvent) => {
      heard.push(type);
      if (type === at) throw MISTAKE;
    };
    await rejects(screened(listOf(ROWS), research, { machine, concurrency: AT_ONCE, onEvent }), MISTAKE);
    equal(heard.at(-1), at, "it hears nothing after that");
    const sent = research.asked.length;
    equal(sent <= most, true, `${sent} requests were sent`);
    const again = new FakeResearch();
    const { statuses } = await screened(listOf(ROWS), again, { machine });
    deepEqual(statuses, Array(ROWS).fill("done"));
    equal(again.asked.length, ROWS - sent);
  });
}
