import { equal } from "../assert.ts";
import { shortPoint } from "../../src/run/short_point.ts";

const POINTS: readonly (readonly [text: string, ticker: string, short: string])[] = [
  [
    "For: ADBE's annualised volatility of 18.4% is below average (8th of 8). Calm shares have tended to outperform.",
    "ADBE",
    "annualised volatility of 18.4% is below average (8th of 8)",
  ],
  [
    "No single measure clearly drives IBM's score higher.",
    "IBM",
    "No single measure clearly drives IBM's score higher",
  ],
  ["There is no score for T.", "T", "There is no score for T"],
  ["Demand is strong.", "D", "Demand is strong"],
  ["T’s margins fell.", "T", "margins fell"],
  ["AAPL", "AAPL", "AAPL"],
  ["Margins fell.", "", "Margins fell"],
];
for (const [text, ticker, short] of POINTS) {
  Deno.test(`beside "${ticker}" the point "${text}" reads "${short}"`, () => equal(shortPoint(text, ticker), short));
}
