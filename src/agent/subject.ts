import type { Company, DatasetView } from "../data/dataset.ts";
import type { CompanyClaims } from "./claims.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Synthesis } from "./synthesis.ts";

/** The inputs of sentences about one company. */
export interface Subject {
  readonly findings: CompanyFindings;
  readonly claims: CompanyClaims;
  readonly synthesis: Synthesis;
  readonly words: Words;
}

/** Words that depend on the data. */
export interface Words {
  /** Name of the benchmark in a sentence; absent when the data has none. */
  readonly market?: string;
}

/** What to say first. */
export type Focus = "general" | "risk" | "trend";

const MARKET_NAMES: Readonly<Record<string, string>> = {
  "^GSPC": "the S&P 500",
  BENCHMARK: "the benchmark",
  INDEX: "the index",
};

/** Name of the benchmark in a sentence. */
export function marketName(view: DatasetView): string | undefined {
  return view.benchmark === undefined ? undefined : MARKET_NAMES[view.benchmark] ?? view.benchmark;
}

/** The horizon of a statement, in the unit of the bars. */
export function horizonWords(all: readonly CompanyFindings[]): string {
  return all.every(({ pair }) => pair.series.frequency === "daily") ? "63 trading days" : "three months";
}

/** A chance of a fall is of daily closes over the horizon, for monthly bars too. */
export const FALL_WITHIN = "fall of 15 % or more within 63 trading days";

/** Month-end closes do not show falls within a month, so the words differ. */
export function worstFallWords({ pair }: CompanyFindings): string {
  return pair.series.frequency === "daily"
    ? "worst fall within the past year"
    : "worst fall between month-ends of the past year";
}

/** The statement, worded to follow "probability of". */
export function statementWords({ market }: Words, horizon: string): string {
  return market === undefined
    ? `a positive return over the next ${horizon}`
    : `beating ${market} over the next ${horizon}`;
}

/** `AAPL (Apple Inc.)`, or the ticker alone if the data has no name. */
export function nameOf({ ticker, name }: Company): string {
  return name === ticker ? ticker : `${ticker} (${name})`;
}
