import { before, type FaultKind, kindsOf, replaced } from "./kind.ts";

const OTHERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bvolatility\b/g, ["tracking error", "revenue growth", "dividend yield", "variance", "upside"]],
  [/\bbeta\b/g, ["alpha", "correlation", "R squared", "duration"]],
  [/\bmomentum\b/g, ["growth", "earnings surprise", "turnover"]],
  [/\bmaximum drawdown\b/g, ["worst day", "worst quarter", "average drawdown", "best rise"]],
  [/\bvalue at risk\b/g, ["capital at risk", "profit at risk", "margin of safety"]],
  [/\bprobability\b/g, ["guarantee", "frequency", "share"]],
  [/\bprice impact\b/g, ["spread", "commission", "market impact tax"]],
  [/\bexcess\b/g, ["shortfall", "dividend", "tracking difference"]],
  [/\bscores?\b/g, ["credit rating", "grade", "price target"]],
  [/\breturn\b/g, ["dividend", "yield", "profit", "loss"]],
  [/\bclose\b/g, ["open", "bid", "book value"]],
  [/\baverage\b/g, ["median", "maximum", "minimum"]],
];

const MEASURE =
  /\b(?:volatility|beta|momentum|value at risk|probability|price impact|excess|score|return|drawdown|average|high)\b/g;

/** Adjectives and nouns that make another measure of a measure. */
export const MEASURES: readonly FaultKind[] = kindsOf("measures", [
  {
    name: "an option trader's adjective",
    make: (text) => before(text, MEASURE, ["implied", "risk-neutral", "delta-adjusted"]),
  },
  {
    name: "a statistician's adjective",
    make: (text) => before(text, MEASURE, ["median", "downside", "idiosyncratic", "expected", "adjusted"]),
  },
  {
    name: "an accountant's adjective",
    make: (text) => before(text, MEASURE, ["after-tax", "annualised", "real", "net", "organic"]),
  },
  {
    name: "a time's adjective",
    make: (text) => before(text, MEASURE, ["future", "intraday", "all-time", "overnight", "average"]),
  },
  {
    name: "a seller's adjective",
    make: (text) => before(text, MEASURE, ["attractive", "healthy", "alarming", "superior"]),
  },
  { name: "another measure", make: (text) => OTHERS.flatMap(([word, others]) => replaced(text, word, others)) },
  {
    name: "a qualifier left out",
    make: (text) =>
      replaced(
        text,
        / ?\b(?:uncalibrated|average|maximum|typical|median|daily|one-day|annualised|95%|between month-ends|an? excess return of|chance of a|by Amihud's price impact|per billion)\b/g,
        [""],
      ),
  },
  {
    name: "a condition left out",
    make: (text) => [
      ...replaced(text, /,? judging by how often shares of such volatility have/g, [""]),
      ...replaced(text, / \(dividends are in[^)]*\)/g, [""]),
      ...replaced(text, /; [^;]*(?=\.$)/g, [""]),
      ...replaced(text, / tended to/g, [""]),
    ],
  },
]);
