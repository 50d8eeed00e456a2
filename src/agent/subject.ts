import type { Company, DatasetView } from "../data/dataset.ts";
import type { CompanyClaims } from "./claims.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Synthesis } from "./synthesis.ts";

/** What sentences about one company are made from. */
export interface Subject {
  readonly findings: CompanyFindings;
  readonly claims: CompanyClaims;
  readonly synthesis: Synthesis;
  readonly words: Words;
}

/** Names that depend on the data. */
export interface Words {
  /** The benchmark as it is called in a sentence; absent when the data has none. */
  readonly market?: string;
}

/** What a question asks to be told first. */
export type Focus = "general" | "risk" | "trend";

const MARKET_NAMES: Readonly<Record<string, string>> = { "^GSPC": "the S&P 500" };

/** How the benchmark is called. */
export function marketName(view: DatasetView): string | undefined {
  return view.benchmark === undefined ? undefined : MARKET_NAMES[view.benchmark] ?? view.benchmark;
}

/** The horizon in the words of the bars it is measured in. */
export function horizonWords(all: readonly CompanyFindings[]): string {
  return all.every(({ pair }) => pair.series.frequency === "daily") ? "63 trading days" : "three months";
}

/** Closes of month-ends do not show what lay between them. */
export function worstFallWords({ pair }: CompanyFindings): string {
  return pair.series.frequency === "daily"
    ? "worst fall within the past year"
    : "worst fall between month-ends of the past year";
}

/** What the statement says, ready to stand after "probability of". */
export function statementWords({ market }: Words, horizon: string): string {
  return market === undefined
    ? `a positive return over the next ${horizon}`
    : `beating ${market} over the next ${horizon}`;
}

/** `AAPL (Apple Inc.)`; only the ticker where the data has no other name. */
export function nameOf({ ticker, name }: Company): string {
  return name === ticker ? ticker : `${ticker} (${name})`;
}
