import type { PeriodToken } from "../fact_period.ts";
import type { ItemId } from "../metrics/items.ts";
import type { MetricId } from "../metrics/metric.ts";
import type { Mentions } from "../names/mentions.ts";
import type { TextKind } from "../text_document.ts";
import type { Limit } from "../about.ts";
import type { Version } from "../statements.ts";
import type { Use } from "./marks.ts";

/**
 * What kind of answer a question wants: a view ("analyse", nothing said), why something moved, which of two, which of
 * many, yes or no, a figure, how risky, what changed, what would change the view, or what texts say.
 */
export type QuestionKind =
  | "view"
  | "why"
  | "compare"
  | "rank"
  | "yes_no"
  | "figure"
  | "risk"
  | "change"
  | "turn"
  | "quote";

/** What a question measures by. */
export interface AskedMeasure {
  readonly metric: MetricId;
  /** Which end is asked for, as "safest" asks for the lowest chance of a fall. */
  readonly end?: "highest" | "lowest";
  /** Tickers of the companies that it is measured against in the place of the market; absent for the market. */
  readonly against?: readonly string[];
  /** What a yes or no holds it against. */
  readonly limit?: Pick<Limit, "side" | "value">;
  /** As the question words it. */
  readonly text: string;
}

/** A day or a span in a question, within the days of the data up to the day it is asked on. */
export interface AskedTime {
  /** First day, `YYYY-MM-DD`; that of a day is its `to`. */
  readonly from: string;
  /** Last day, `YYYY-MM-DD`, included. */
  readonly to: string;
  /** As the question words it. */
  readonly text: string;
  /** The question says "as of" it: what it asks is to be known on that day. */
  readonly isAsOf?: true;
  /** What of it lies outside the data, and is left out: its start, before the first bar, or its end, not come yet. */
  readonly cut?: "start" | "end" | "both";
}

/** A period of reports in a question, or those from a first to a last. */
export interface AskedPeriod {
  readonly from?: PeriodToken;
  readonly to: PeriodToken;
  /** As the question words it. */
  readonly text: string;
}

/** An item of financial statements that a question asks for. */
export interface AskedFact {
  readonly item: ItemId;
  /** As the question words it. */
  readonly text: string;
  /** In order; empty for the newest that is known. */
  readonly periods: readonly AskedPeriod[];
  /** How the item changed is asked: over the periods, or of a single one, over the year to it. */
  readonly isGrowth?: true;
  readonly version: Version;
  /** How amounts are to be shown, a style of a fact's key. */
  readonly style?: string;
  /** Which end of several companies is asked for. */
  readonly end?: "highest" | "lowest";
}

/** What a question asks of texts; its days are those in which they were published. */
export interface AskedText {
  /** Topics like `#supply`, and other words, in the order in which they are reported; empty where it names none. */
  readonly terms: readonly string[];
  /** In the order of `TEXT_KINDS`, at least one. */
  readonly kinds: readonly TextKind[];
  /** The heading under which it asks to look, like `Item 1A`. */
  readonly section?: string;
  /** Only the newest of these texts is asked. */
  readonly isNewest?: true;
  /** Its topic is that of a question before: "what did they say about it?" */
  readonly isThat?: true;
  /** As the question words it. */
  readonly text: string;
}

/** A column of a caller's own tables that a question asks for. */
export interface AskedOwn {
  /** Table and column, like `scores.my_factor`. */
  readonly name: string;
  /** As the question words it. */
  readonly text: string;
  /** Which end of several companies is asked for. */
  readonly end?: "highest" | "lowest";
}

/** A company's share in a portfolio. */
export interface AskedWeight {
  readonly ticker: string;
  /** Signed share of the portfolio, 0.05 for 5%; negative for a short position. */
  readonly weight: number;
}

/** A piece of a question that the answer does not meet, and why. */
export interface Unsupported {
  /** As the question words it. */
  readonly text: string;
  /** Ends the sentence `"P/E" is left out: ...`, without a full stop; what `query.ts` names is not shown. */
  readonly why: string;
}

/** What a question takes from those that its caller asked before it. */
export interface CarriedOver {
  /** The question taken from is not the one directly before. */
  readonly isEarlier: boolean;
  /** It names no subject, and has theirs; or sets theirs beside its own, as "compare it with MSFT" does. */
  readonly subject?: "whole" | "beside";
  /** The question before that is asked again, of another subject or time, as that one words it. */
  readonly asks?: string;
  /** The time before that "then" or "that year" stands for, as the question before words it. */
  readonly time?: string;
  /** Days that a question before names and this one does not keep, as that one words them. */
  readonly leftTime?: string;
}

/** A question, read: everything in it is here, or among what is unmet. */
export interface Asked {
  /** The request itself; where it asks one before it again, that one, with what is new. */
  readonly text: string;
  /** Its caller wants a thesis, whatever it asks. */
  readonly isView?: true;
  /** Which companies and groups it names. */
  readonly mentions: Mentions;
  readonly kind: QuestionKind;
  /** Of a view only what speaks for it, or against it: the bull or the bear case. */
  readonly side?: "for" | "against";
  /** The measures it asks for, in order. */
  readonly measures: readonly AskedMeasure[];
  /** The items of financial statements it asks for, in order. */
  readonly facts: readonly AskedFact[];
  /** Absent where it asks nothing of texts, or the data hold none. */
  readonly texts?: AskedText;
  /** The columns of its caller's own tables it asks for, in order; absent where it names none. */
  readonly own?: readonly AskedOwn[];
  /** The days and spans it names, in order. */
  readonly times: readonly AskedTime[];
  /** Of a portfolio; empty where it gives no weights. */
  readonly weights: readonly AskedWeight[];
  readonly unmet: readonly Unsupported[];
  /** Nothing but what is unmet is asked: "What is Apple's quick ratio?" */
  readonly isUnsupported: boolean;
  /** What each of its tokens is used for, in order. */
  readonly uses: readonly Use[];
  /** Absent of a question that is read by itself. */
  readonly taken?: CarriedOver;
}
