import { openHistory } from "../../worlds/history.ts";
import { equal, ok } from "../../assert.ts";
import { evaluated, say, sharesOf } from "./evaluation.ts";
import { HELD_OUT_PRICES, TUNED_PRICES } from "./hand_prices.ts";

Deno.test("of sixty sentences about prices worded by hand most are decided on, and none wrongly", async () => {
  const view = (await openHistory()).at("2017-12-29");
  const all = [...TUNED_PRICES, ...HELD_OUT_PRICES];
  equal(all.length, 60);
  const marked = all.map((one) => ({ ...one, group: one.isTrue ? "true" : "false" }));
  const evaluation = evaluated(marked, view);
  say("60 sentences about prices by hand", evaluation);
  equal(evaluation.wrong.join("\n"), "");
  ok(sharesOf(evaluation).decided >= 0.6);
});
