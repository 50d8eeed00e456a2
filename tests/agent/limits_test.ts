/** A yes or no against a number: which side of it the figure is on, both shown alike. */
import { ok } from "../assert.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { ask, markdownOf, ports } from "./ask.ts";

const ROWS: readonly (readonly [question: string, says: string])[] = [
  ["Is Nvidia's beta above 1?", "Yes: Nvidia's beta to the S&P 500 (SPY) is 2.69, above 1.00 (year to 31 Mar 2025)."],
  [
    "Is Nvidia's volatility at most 50%?",
    "No: Nvidia's annualised volatility is 56.8%, above 50.0% (year to 31 Mar 2025).",
  ],
  ["Is Nvidia's F-score at least 8?", "Yes: Nvidia's Piotroski F-score is 8, exactly 8 (as of 31 Mar 2025)."],
  ["Is Nvidia's F-score above 8?", "No: Nvidia's Piotroski F-score is 8, exactly 8 (as of 31 Mar 2025)."],
  [
    "Is Nvidia's volatility over 56.8%?",
    "No: Nvidia's annualised volatility is 56.8%, just below 56.8% (year to 31 Mar 2025).",
  ],
  ["Beta below 1 for Nvidia?", "No: Nvidia's beta to the S&P 500 (SPY) is 2.69, above 1.00 (year to 31 Mar 2025)."],
];

for (const [question, says] of ROWS) {
  Deno.test(`${question} ${says}`, async () => {
    const said = markdownOf(await ask(question, ports({ dataset: await openSample() })));
    ok(said.startsWith(`**${says}**`), said);
  });
}
