/** What would speak against a thesis stands in its result, as its sentences say it. */
import { deepEqual, equal, ok } from "../assert.ts";
import { ask, saidThesisOf } from "./ask.ts";

Deno.test("a thesis names the figures that would speak against it, with their thresholds and its sentences", async () => {
  const { agent_thesis, metadata } = saidThesisOf(await ask("Analyse AAPL"));
  const falsifiers = metadata?.falsifiers ?? [];
  deepEqual(falsifiers.map(({ ticker, metric, side, threshold }) => [ticker, metric, side, threshold]), [
    ["AAPL", "trend_200d", "below", 0],
    ["AAPL", "sue", "below", -1],
  ]);
  for (const { text = "", value, side, threshold } of falsifiers) {
    ok(text !== "" && agent_thesis.reasoning.includes(text), text);
    ok(side === "below" ? value >= threshold : value <= threshold, text);
  }
  const claims = metadata?.verification?.claims ?? [];
  for (const { metric, value } of falsifiers) equal(claims.find(({ id }) => id === `AAPL.${metric}`)?.value, value);
});

Deno.test("an answer that does not say what would speak against a view names nothing of the kind", async () => {
  equal(saidThesisOf(await ask("What is AAPL's beta?")).metadata?.falsifiers, undefined);
});
