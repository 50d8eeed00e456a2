import type { DatasetView } from "../../data/dataset.ts";
import { statementsOf } from "../domains/statements.ts";
import { type ItemValue, itemValues, type Measured } from "./item_values.ts";
import type { ItemPlace } from "./item_places.ts";
import type { SaidPeriod } from "./period_places.ts";
import type { SentenceMarks } from "./sentence_marks.ts";
import { type Span, spansOf } from "./spans.ts";
import type { CheckedClaim } from "./text_report.ts";

/** What the sentences before it leave to a sentence that compares items. */
export interface ItemContext {
  readonly view: DatasetView;
  readonly period: SaidPeriod | undefined;
}

/** A difference of less than this share of the larger is not one that a text could be wrong about. */
const CLEAR = 0.02;
const MORE = /\b(?:more|higher|larger|greater|bigger)\b/;
const LESS = /\b(?:less|lower|smaller)\b/;
/** All that may stand between two companies, without the item and the time. */
const BETWEEN =
  /^(?:'s)?(?: |\ufffc|\b(?:is|was|has|had|reported|posted|made|generated|an?|the|in|for|more|less|higher|lower|larger|smaller|greater|bigger|year)\b)*\bthan(?: that of)? ?$/;

/** Which of two companies has more of an item: `AAPL's revenue is larger than MSFT's`. */
export function itemComparison(marks: SentenceMarks, { view, period }: ItemContext): readonly CheckedClaim[] {
  const { companies: [one, other, ...others], items: [place], items, periods, figures } = marks;
  if (one === undefined || other === undefined || place === undefined) return [];
  const isOfOne = items.every(({ item, isPart }) => item === place.item && !isPart);
  if (others.length > 0 || figures.length > 0 || periods.length > 1 || !isOfOne) return [];
  const between = marks.bare.slice(one.end, other.start).replace(/\ufffc+/g, "\ufffc");
  const way = MORE.test(between) ? 1 : -1;
  if (MORE.test(between) === LESS.test(between) || !BETWEEN.test(between) || one.ticker === other.ticker) return [];
  const gaps = spansBy(marks, [one.ticker, other.ticker], { view, period, place }).map(gapOf);
  const known = gaps.filter((gap) => gap !== undefined);
  const word = (way > 0 ? MORE : LESS).exec(between)?.[0] ?? "";
  const start = marks.folded.indexOf(word, one.end);
  const about = { shown: marks.text.slice(start, start + word.length), start, end: start + word.length };
  const claim = { ...about, metric: place.item, ticker: one.ticker };
  const isAll = known.length > 0 && known.length === gaps.length;
  if (isAll && known.every((gap) => way * gap > CLEAR / 4)) return [{ ...claim, finding: "proven" }];
  if (isAll && known.every((gap) => way * gap < -CLEAR)) {
    return [{ ...claim, finding: "false", why: "the reports state another order" }];
  }
  return [{ ...claim, finding: "unknown", why: "the reports do not state it of both, or they are too near" }];
}

type Pair = readonly (ItemValue | undefined)[];

/** The values of both, of the time that is named, else of the newest year and of the newest twelve months. */
function spansBy(
  { periods: [base] }: SentenceMarks,
  tickers: readonly string[],
  { view, period, place }: ItemContext & { readonly place: ItemPlace },
): readonly Pair[] {
  const measured: Measured = { item: place.item, how: "level" };
  const all = tickers.map((ticker) => {
    const statements = statementsOf(view.filed(ticker));
    const found = spansOf({ base, isEarlier: false }, measured, { statements, carried: period, asOf: view.asOf });
    const newest = statements.years.toSorted((one, other) => one.end < other.end ? 1 : -1)[0];
    const spans: readonly (Span | undefined)[] = base !== undefined || period !== undefined
      ? [found.isUnread ? undefined : found.sure[0]]
      : [newest && { period: newest }, { period: { end: "", isTrailing: true } }];
    return spans.map((span) => span && itemValues(measured, span, statements)[0]);
  });
  return (all[0] ?? []).map((one, at) => [one, all[1]?.[at]]);
}

/** By how much the first is more, as a share of the larger. */
function gapOf([one, other]: Pair): number | undefined {
  if (one === undefined || other === undefined || one.currency !== other.currency) return undefined;
  const size = Math.max(Math.abs(one.value), Math.abs(other.value));
  return size === 0 ? undefined : (one.value - other.value) / size;
}
