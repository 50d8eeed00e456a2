import type { Statement } from "../data/claim.ts";
import { MAX_ORDERED, ORDER_SHOWN } from "../data/phrases/compared.ts";
import type { Speaker } from "./say.ts";

/** A company with what it is ordered by. */
export interface Valued {
  readonly ticker: string;
  readonly value: number;
}

/** How companies are put in order. */
export interface Ordering {
  /** Begins the phrases: `answer` for a metric, `span` for the return of a span. */
  readonly id: "answer" | "span";
  /** The metric or the span. */
  readonly of: string;
  /** The end that comes first. */
  readonly end: "highest" | "lowest";
  readonly speaker: Speaker;
}

/** Puts companies in order; ties keep theirs. */
export function inOrder(valued: readonly Valued[], end: Ordering["end"]): readonly string[] {
  const sign = end === "highest" ? -1 : 1;
  return valued.toSorted((one, other) => sign * (one.value - other.value)).map(({ ticker }) => ticker);
}

/** Says that companies cannot be compared, where they cannot. */
export function unlikeSentence(all: readonly string[], { id, of, speaker }: Ordering): Statement | undefined {
  return all.length > MAX_ORDERED ? undefined : speaker.say(`${id}.unlike`, all, { of });
}

/**
 * Says which of two has more, or less; or which of many has most, or least, and who comes next.
 * @param tickers At least two, in order; all of the answer that have what they are ordered by.
 */
export function orderSentence(tickers: readonly string[], { id, of, end, speaker }: Ordering): Statement | undefined {
  const even = tickers.length > MAX_ORDERED ? undefined : speaker.say(`${id}.even`, tickers, { of });
  if (even !== undefined) return even;
  const [two, many] = end === "highest" ? ["more", "most"] : ["less", "least"];
  const first = tickers.slice(0, 1);
  if (tickers.length === 2) {
    const leader = listed(speaker.say(`${id}_has.${two}`, first, { of }));
    return speaker.say(`${id}.${two}`, tickers, { of, parts: { leader } });
  }
  const shown = tickers.slice(0, tickers.length > MAX_ORDERED ? ORDER_SHOWN : MAX_ORDERED);
  const leader = listed(speaker.say(`${id}_has.${many}`, first, { of }));
  const whole = shown.length < tickers.length ? "top" : "all";
  const top = listed(speaker.say(`${id}_${whole}.${many}`, shown, { of, parts: { leader } }));
  return speaker.say(`${id}.${many}`, tickers, { of, parts: { top } });
}

function listed(one: Statement | undefined): readonly Statement[] {
  return one === undefined ? [] : [one];
}
