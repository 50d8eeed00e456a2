import { deepEqual, equal } from "../assert.ts";
import { reasoningResultSchema } from "../../src/protocol/reasoning.ts";

/** A result as it comes over the wire, with this portfolio. */
function readWith(portfolio: unknown) {
  const agent_thesis = { signal: "neutral", confidence: 0.5, reasoning: "" };
  return reasoningResultSchema.parse({ agent_thesis, metadata: { portfolio } }).metadata;
}

const position = { ticker: "AAPL", weight: 0.05, variance_share: 0.2 };

Deno.test("a portfolio is read, and fields that a service adds are kept", () => {
  const portfolio = { gross: 1.2, volatility: 0.11, positions: [position], tracking_error: 0.03 };
  deepEqual(readWith(portfolio)?.portfolio, portfolio);
});

for (
  const { when, portfolio, read } of [
    {
      when: "an odd figure",
      portfolio: { gross: "120%", net: 0.8, positions: [] },
      read: { net: 0.8, positions: [] },
    },
    { when: "a position without a weight", portfolio: { gross: 1, positions: [{ ticker: "AAPL" }] }, read: undefined },
    { when: "a text", portfolio: "AAPL 5%", read: undefined },
    { when: "null", portfolio: null, read: undefined },
  ]
) {
  Deno.test(`a portfolio with ${when} invalidates no answer`, () => {
    const found = readWith(portfolio);
    equal(found === undefined, false);
    deepEqual(JSON.parse(JSON.stringify(found?.portfolio ?? null)), read ?? null);
  });
}
