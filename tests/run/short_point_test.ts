import { equal } from "../assert.ts";
import { shortPoint } from "../../src/run/headline.ts";

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
  Deno.test(`beside "${ticker}" the point "${text}" reads "${short}"`, () =>
    equal(shortPoint(text, { ticker }), short));
}

const NAMED = [
  { about: { company: "Apple Inc." }, text: "Apple's P/E fell.", short: "P/E fell" },
  { about: { company: "General Motors Company" }, text: "For: General Motors' beta is low.", short: "beta is low" },
  { about: { company: "The Clorox Company" }, text: "Clorox closed at its high.", short: "closed at its high" },
  { about: { reasoning: "**Apple (AAPL): neutral.**" }, text: "Apple's P/E fell.", short: "P/E fell" },
  { about: { reasoning: "**Intel (INTC): neutral.**" }, text: "Intel's P/E fell.", short: "Intel's P/E fell" },
  {
    about: {
      company: "Apple Inc.",
      reasoning: "Yes: Apple Hospitality's beta is high. Direction: Apple Hospitality (AAPL): neutral.",
    },
    text: "Apple Hospitality closed at its high.",
    short: "closed at its high",
  },
  { about: { company: "Apple Inc." }, text: "Apple Hospitality's P/E fell.", short: "Apple Hospitality's P/E fell" },
  { about: {}, text: "Samsung's phones sell.", short: "Samsung's phones sell" },
] as const;
for (const { about, text, short } of NAMED) {
  Deno.test(`"${text}" reads "${short}" of a company told by ${JSON.stringify(about)}`, () =>
    equal(shortPoint(text, { ticker: "AAPL", ...about }), short));
}
