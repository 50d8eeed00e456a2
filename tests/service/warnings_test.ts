/** What an answer lacks is in the metadata of both operations, also for clients without our events. */
import { deepEqual, equal } from "../assert.ts";
import type { Step } from "../../src/agent/step.ts";
import { reason } from "../../src/service/reason.ts";
import { responseEvents } from "../../src/service/response_events.ts";
import { countingIds, RESULT, stepsOf } from "./service_fixture.ts";

const warnings = ["no chart of AAPL: its program reached the limit of time"];
const result = { ...RESULT, metadata: { ...RESULT.metadata, warnings, incomplete: true } };
const LACKING: readonly Step[] = [
  ...stepsOf().slice(0, -1),
  { kind: "conclusion", conclusion: { kind: "thesis", result } },
];

function given(steps: readonly Step[]) {
  async function* all() {
    yield* steps;
  }
  return Object.assign(all(), { stop: () => Promise.resolve() });
}

for (const extensions of [true, false]) {
  Deno.test(`a streamed response names what is missing, ${extensions ? "with" : "without"} our events`, async () => {
    const context = {
      ...{ responseId: "resp_1", model: "conviction-smart", createdAt: 1514851200, extensions },
      ...{ nowSeconds: () => 1514851201, newId: countingIds() },
    };
    const last = (await Array.fromAsync(responseEvents(given(LACKING), context))).at(-1);
    equal(last?.type, "response.completed");
    const metadata = last?.type === "response.completed" ? last.response.metadata : undefined;
    deepEqual([metadata?.warnings, metadata?.thesis?.metadata?.warnings], [warnings, warnings]);
    deepEqual([metadata?.incomplete, metadata?.thesis?.metadata?.incomplete], [true, true]);
  });
}

Deno.test("a reasoning result names what is missing; one that lacks nothing has no warnings", async () => {
  const options = { responseId: "resp_1", include: ["files"] } as const;
  const bodies = [LACKING, stepsOf()].map(async (steps) => {
    const { body } = await reason(given(steps), options);
    return JSON.parse(body).metadata.warnings;
  });
  deepEqual(await Promise.all(bodies), [warnings, undefined]);
});
