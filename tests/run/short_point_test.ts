import { equal } from "../assert.ts";
import { shortPoint } from "../../src/run/short_point.ts";

const POINTS: readonly (readonly [text: string, ticker: string, short: string])[] = [
  [
    "For: ADBE's low volatility (18.4% a year), rank 8 of 8; calmer stocks",
    "ADBE",
    "low volatility (18.4% a year), rank 8 of 8",
  ],
  ["IBM: no measure clearly pulls its score up.", "IBM", "no measure clearly pulls its score up"],
  ["There is no view on T as of 2018-02-23.", "T", "There is no view on T as of 2018-02-23"],
  ["Demand is strong.", "D", "Demand is strong"],
  ["T’s margins fell.", "T", "margins fell"],
  ["AAPL", "AAPL", "AAPL"],
  ["Margins fell.", "", "Margins fell"],
];
for (const [text, ticker, short] of POINTS) {
  Deno.test(`beside "${ticker}" the point "${text}" reads "${short}"`, () => equal(shortPoint(text, ticker), short));
}
