/** What is said of a figure or a judgement of a text. */
export type Finding = "proven" | "false" | "unknown";

/** A figure or a judgement that a text states, and what the data say of it. */
export interface CheckedClaim {
  /** What the data say of it. */
  readonly finding: Finding;
  /** As the text writes it, like `12.3%` or `bullish`. */
  readonly shown: string;
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  /** The end of its place, not included. */
  readonly end: number;
  /** The metric or item it was read as; absent where that is unknown. */
  readonly metric?: string;
  /** Ticker of the company it was read as being about; absent where that is unknown. */
  readonly ticker?: string;
  /** Why it is false or unknown: ends a sentence, without a full stop. Absent where it is proven. */
  readonly why?: string;
  /** What the data say that is nearest, like `revenue of the year to 2017-09-30 is $229.2bn`, if any. */
  readonly evidence?: string;
  /** Source of the evidence. */
  readonly source?: string;
}

/** A sentence of a text that states something. */
export interface CheckedSentence extends Pick<CheckedClaim, "start" | "end"> {
  /** Physical line of its first character, from 1. */
  readonly line: number;
  /** `false` where any claim is, else `unknown` where any is, else `proven`. */
  readonly finding: Finding;
  /** In the order of the text, at least one. */
  readonly claims: readonly CheckedClaim[];
}

/** What the data say of each figure and judgement of a text. */
export interface TextReport {
  /** Day as of which it was checked, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Sentences with a figure or a judgement, in order. */
  readonly sentences: readonly CheckedSentence[];
  /** Number of claims that the data bear out. */
  readonly proven: number;
  /** Number of claims that the data contradict. */
  readonly false: number;
  /** Number of claims that the data do not decide on. */
  readonly unknown: number;
}

/** What a text is checked on beside its words. */
export interface TextAbout {
  /** Tickers that the text is about where it does not name a company, like the row of a screen. */
  readonly tickers?: readonly string[];
}
