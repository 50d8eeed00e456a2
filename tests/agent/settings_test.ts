/** A window, a level, a company or a lag that a question names is an argument of the measure: its figure is that of pandas. */
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
  "What is JPM's beta to XOM?": "beta(to XOM)",
  "60-day beta of JPM to Exxon Mobil": "beta(to XOM, 60 sessions)",
  "By how much did JPM outperform XOM over the past 3 months?": "excess_return(over XOM, 63 sessions)",
  "JPM's excess return over XOM over the past year": "excess_return(over XOM)",
  "What is JPM's 6-month momentum excluding the last month?": "return(126 sessions, skip 21)",
  "JPM's 6-1 momentum": "return(126 sessions, skip 21)",
  "What is JPM's momentum without the last 2 months?": "return(skip 42)",
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
  "What is JPM's 10-year beta to XOM?": /beta to the market is computed over 60 to 1,260 trading days only/,
  "What is JPM's momentum excluding the last 9 months?": /1 to 126 trading days may be left out/,
  "What is JPM's beta to the banks?": /only the beta to the market or to another company is computed/,
  "What is JPM's beta to oil?": /only the beta to the market or to another company is computed/,
  "What is JPM's excess return over the Nasdaq?":
    /only the 12-month excess return over the market or over another company/,
  "What is JPM's return in 2024 excluding the last month?": /at such a window it is computed as of a day/,
  "What is JPM's volatility excluding the last month?": /only a return or a momentum is computed without its last days/,
  "A portfolio of 50% JPM and 50% AAPL: what is its beta to XOM?":
    /only the beta to the market is computed for a portfolio/,
  "Why did JPM underperform XOM?": /only the 12-month excess return over the market is told so/,
};
for (const [question, why] of Object.entries(REFUSED)) {
  Deno.test(`"${question}" is refused with the range`, async () => {
    const conclusion = conclusionOf(await askOf(sample, question));
    match(JSON.stringify(conclusion), why);
    equal(JSON.stringify(conclusion).includes("sessions)"), false);
  });
}
