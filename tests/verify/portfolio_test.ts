/** Names held together: what the analyst says of them is found again, also where they cannot be measured. */
import { deepEqual, match } from "../assert.ts";
import { datasetOf, heldMarket } from "../agent/held_market.ts";
import { answersOf } from "./answers.ts";

const PARTS = [40, 30, 20, 10];
const CASES = [
  {
    when: "they have a year of prices",
    bars: 300,
    says: /^The portfolio's chance of a 15% drawdown within three months is \d+%, and Q\w+, [\d.]+% of/,
  },
  {
    when: "their prices begin late",
    bars: 30,
    says: /its overall risk is not measured: none of its holdings has reliable/,
  },
];
for (const { when, bars, says } of CASES) {
  Deno.test(`every claim of a portfolio is found again when ${when}`, async () => {
    const market = heldMarket(7, { names: PARTS.length, bars });
    const weights = market.names.map(({ ticker }, at) => `${ticker} ${PARTS[at]}%`).join(", ");
    const input = `Held in these weights, how risky is the portfolio? ${weights}`;
    const [answer] = await answersOf(datasetOf(market), [{ input }]);
    const { claims_removed, claims_total, claims_verified } = answer?.verified.verification ?? {};
    deepEqual([claims_removed, claims_verified], [0, claims_total]);
    match(answer?.verified.kept.reasoning[0]?.text ?? "", says);
  });
}
