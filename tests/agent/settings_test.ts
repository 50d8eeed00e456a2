/** A window or a level that a question names is an argument of the measure: its figure is that of pandas. */
import { equal, match, ok } from "../assert.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import GOLDENS from "../goldens/price_measures.json" with { type: "json" };
import { askOf, conclusionOf, thesisOf } from "./ask.ts";

const sample = await openSample();
const golden: Readonly<Record<string, number | string>> = GOLDENS.sample.find(({ of }) => of === "JPM 2025-03-31") ??
  {};

const ASKED = {
  "What is the 30-day volatility of JPM?": "volatility(30 sessions)",
  "JPM's 6-month return": "return(126 sessions)",
  "What is the 99% VaR of JPM?": "value_at_risk(99%)",
  "What is the 60-day beta of JPM?": "beta(60 sessions)",
  "What is the 50-day average of JPM?": "sma(50 sessions)",
  "Is JPM above its 50-day average?": "trend(50 sessions)",
  "What is the volatility of JPM over the last 30 days?": "volatility(30 sessions)",
};
for (const [question, metric] of Object.entries(ASKED)) {
  Deno.test(`"${question}" is answered with ${metric}`, async () => {
    const { metadata } = thesisOf(await askOf(sample, question));
    const claim = metadata?.verification?.claims?.find((one) => one.metric === metric);
    ok(claim, question);
    ok(Math.abs(Number(claim.value) - Number(golden[metric])) < 1e-9 * Math.abs(Number(claim.value)));
  });
}

const REFUSED = {
  "What is the 10-year beta of JPM?": /beta to the market is computed over 60 to 1,260 trading days only/,
  "What is the 99.9% VaR of JPM?": /value at risk is computed at levels of 90% to 99% only/,
  "What is the 10-day VaR of JPM?": /value at risk is computed over 120 to 1,260 trading days only/,
};
for (const [question, why] of Object.entries(REFUSED)) {
  Deno.test(`"${question}" is refused with the range`, async () => {
    const conclusion = conclusionOf(await askOf(sample, question));
    match(JSON.stringify(conclusion), why);
    equal(JSON.stringify(conclusion).includes("sessions)"), false);
  });
}
