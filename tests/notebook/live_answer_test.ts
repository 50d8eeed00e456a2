import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import type { ResponseEvent } from "conviction/protocol";
import { show } from "conviction/notebook";
import type { Display } from "../../src/notebook/display.ts";
import { answerFrom, cell } from "./cells.ts";

const CODE: readonly ResponseEvent[] = [
  { type: "response.created", response: {} },
  { type: "response.code_execution.added", item_id: "x", name: "drawdown" },
  { type: "response.code_execution.input_delta", item_id: "x", delta: "const highest = 0;" },
  { type: "response.code_execution.started", item_id: "x" },
] as readonly ResponseEvent[];

const DELTA: ResponseEvent = { type: "response.output_text.delta", delta: "A" };
const COMPLETED: ResponseEvent = { type: "response.completed", response: {} };

Deno.test("code is drawn while it runs, although nothing comes after it within the pause between two drawings", async () => {
  const { display, puts } = cell();
  const isOver = Promise.withResolvers<void>();
  const hasDrawn = Promise.withResolvers<void>();
  const slow: Display = {
    ...display,
    wait: () => Promise.resolve(),
    async put(bundle, name) {
      await display.put(bundle, name);
      if (String(bundle["text/plain"]).includes("running drawdown")) hasDrawn.resolve();
    },
  };
  const groups = [CODE, [DELTA, COMPLETED]];
  const answer = answerFrom(async () => {
    if (groups.length === 1) await isOver.promise;
    return groups.shift();
  });
  const whole = show(answer, { display: slow, everyMs: 1e9 });
  await hasDrawn.promise;
  match(String(puts.at(-1)?.bundle["text/html"]), /const highest = 0;/);
  isOver.resolve();
  equal((await whole).state, "completed");
});

Deno.test("while the service says nothing yet, the cell says that it is asked", async () => {
  const { display, puts } = cell();
  const hasDrawn = Promise.withResolvers<void>();
  const slow: Display = {
    ...display,
    wait: () => Promise.resolve(),
    put: (bundle, name) => display.put(bundle, name).then(hasDrawn.resolve),
  };
  const answer = answerFrom(() => hasDrawn.promise.then(() => undefined));
  await rejects(show(answer, { display: slow }));
  match(String(puts[0]?.bundle["text/plain"]), /^asking$/);
  match(String(puts.at(-1)?.bundle["text/plain"]), /^Incomplete answer/);
});

Deno.test("where a drawing fails, the answer is left and its work cancelled", async () => {
  const { display } = cell();
  let drawn = 0;
  const broken: Display = {
    ...display,
    put: () => ++drawn === 2 ? Promise.reject(new Error("closed")) : Promise.resolve(),
  };
  const answer = answerFrom(() => Promise.resolve(CODE));
  await rejects(show(answer, { display: broken, everyMs: 0 }));
  deepEqual(answer.snapshot.state, "aborted");
  ok(drawn >= 2);
});
