import { deepEqual, ok } from "../../assert.ts";
import { missingShared, testOnSharedAtNight } from "../../needs.ts";
import { SEED } from "../../lanes.ts";
import { evaluated, say, sharesOf } from "./evaluation.ts";
import { madePrices, PRICES_FILE, realCloses, viewOfCloses } from "./made_prices.ts";

testOnSharedAtNight(
  missingShared(PRICES_FILE),
  "of a thousand true sentences over real prices hardly any is refused, and of altered ones nearly all",
  async () => {
    const closes = await realCloses();
    const made = madePrices(closes, { count: 1000, seed: SEED });
    ok(made.filter(({ isTrue }) => isTrue).length >= 1000);
    const evaluation = evaluated(made, viewOfCloses(closes));
    say(`real prices, ${made.length} sentences, seed ${SEED}`, evaluation);
    const { refused, refusedTrue, decided } = sharesOf(evaluation);
    deepEqual({ refused: refused >= 0.97, refusedTrue: refusedTrue <= 0.02, decided: decided >= 0.6 }, {
      ...{ refused: true, refusedTrue: true, decided: true },
    }, evaluation.wrong.slice(0, 20).join("\n"));
  },
);
