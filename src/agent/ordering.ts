import type { Statement } from "../data/claim.ts";
import { type About, readAs } from "../data/about.ts";
import { MOST_RANKED } from "../data/phrases/compared.ts";
import { type PeriodContext, periodRows } from "./rows.ts";
import { given, type Speaker } from "./say.ts";

/** A company with what it is ordered by. */
export interface Valued {
  readonly ticker: string;
  readonly value: number;
}

/** How companies are put in order. */
export interface Ordering {
  /** Begins the phrases: `answer` for a metric, `span` for the return of a span. */
  readonly id: "answer" | "span" | "both";
  /** The metric or the span. */
  readonly of: About;
  /** The end that comes first. */
  readonly end: "highest" | "lowest";
  readonly speaker: Speaker;
  /** Of whom a yes or no says that it has more of it, or less. */
  readonly subject?: string | undefined;
}

/** Puts companies in order; ties keep theirs. */
export function inOrder(valued: readonly Valued[], end: Ordering["end"]): readonly string[] {
  const sign = end === "highest" ? -1 : 1;
  return valued.toSorted((one, other) => sign * (one.value - other.value)).map(({ ticker }) => ticker);
}

/** Says that companies cannot be compared, where they cannot. */
export function unlikeSentence(all: readonly string[], { id, of, speaker }: Ordering): Statement | undefined {
  return all.length > MOST_RANKED ? undefined : speaker.say(`${id}.unlike`, all, { of });
}

/**
 * Says which of two has more, or less; or which of many has most, or least.
 * @param tickers At least two, in order; all of the answer that have what they are ordered by.
 * @param options `subject` is of whom a yes or no says that it has more.
 */
export function orderSentence(
  tickers: readonly string[],
  { id, of, end, speaker, subject }: Ordering,
): Statement | undefined {
  const even = tickers.length > MOST_RANKED ? undefined : speaker.say(`${id}.even`, tickers, { of });
  if (even !== undefined) return even;
  const two = end === "highest" ? "more" : "less";
  const first = tickers.slice(0, 1);
  if (tickers.length === 2) {
    const leader = given(speaker.say(`${id}_has.${two}`, first, { of }));
    const verdict = subject === undefined ? [] : given(speaker.say(`${id}_verdict.${two}`, [subject], { of }));
    return speaker.say(`${id}.${two}`, tickers, { of, parts: { leader, verdict } });
  }
  return leadOf(tickers, { id, of, end, speaker });
}

/** Says which of many has most, or least, and how many are ranked. */
export function leadOf(
  tickers: readonly string[],
  { id, of, end, speaker }: Omit<Ordering, "subject">,
): Statement | undefined {
  const many = end === "highest" ? "most" : "least";
  const first = tickers.slice(0, 1);
  const head = tickers.slice(0, MOST_RANKED);
  const leader = given(speaker.say(`${id}_has.${many}`, first, { of }));
  const whole = head.length < tickers.length ? "top" : "all";
  const shown = given(speaker.say(`${id}_${whole}.${many}`, head, { of }));
  return speaker.say(`${id}.${many}`, tickers, { of, parts: { leader, shown } });
}

/** Companies that are put in order by items of one period: a row for each, in the first order. */
export function orderedRows(
  said: readonly Statement[],
  { view, speaker }: Omit<PeriodContext, "ticker">,
): readonly Statement[] {
  const orders = said.flatMap(({ saying: { phrase, about, of } }) => {
    const key = phrase.startsWith("fact.order") ? readAs("fact", of) : undefined;
    return key === undefined ? [] : [{ ...key, about, ...(key.before !== undefined && { isGrowth: true as const }) }];
  });
  return [...Map.groupBy(orders, ({ period }) => period)].flatMap(([period, columns]) => {
    const tickers = new Set(columns.flatMap(({ about }) => about));
    return [...tickers].flatMap((ticker) => periodRows(columns, [period], { ticker, view, speaker }));
  });
}
