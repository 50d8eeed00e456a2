import type { VerificationClaim } from "../protocol/verification.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { frameOf, keyWords, type Side, statedSide, wordsOf } from "./text_words.ts";

/** The list of a text in an answer. */
export type PointList = "drivers" | "risks";

/** A driver or a risk, and what identifies it. */
export interface Point {
  readonly text: string;
  readonly list: PointList;
  /** Index in its list, from 0. */
  readonly at: number;
  /** Its direction, if the text or the signal states one. */
  readonly side: Side | undefined;
  /** Whether the text itself states the direction. */
  readonly isSideStated: boolean;
  /** Metrics of its first figure: several if claims show the same figure; empty without claims. */
  readonly leads: ReadonlySet<string>;
  /** Metrics of all its figures. */
  readonly metrics: ReadonlySet<string>;
  /** The text without figures. */
  readonly frame: string;
  /** Its key words. */
  readonly words: ReadonlySet<string>;
}

/** Metrics that only count or date another figure, or say which texts were searched. */
const SUPPORTING: ReadonlySet<string> = new Set(
  "rank peers months as_of quote_from text_count text_number text_found".split(" "),
);
const IN_NUMBER_BEFORE = /[\d.,+\-−]$/;
const IN_NUMBER_AFTER = /^(?:\d|[.,]\d)/;

/** Whether a claim is a measure, not a count or date of another one, nor what a text says. */
export function isMeasure({ metric, unit }: VerificationClaim): boolean {
  return !SUPPORTING.has(metric) && unit !== "date" && unit !== "quote";
}

/** Reads the texts of a list as points. */
export function readPoints(
  row: ThesisRow,
  { list, texts }: { readonly list: PointList; readonly texts: Iterable<readonly [at: number, text: string]> },
): Point[] {
  const names = new Set(wordsOf(`${row.ticker} ${row.company ?? ""}`));
  const claims = row.claims.filter(isMeasure);
  return Array.from(texts, ([at, text]) => {
    const stated = statedSide(text);
    return {
      text,
      list,
      at,
      side: stated ?? impliedSide(list, row.signal),
      isSideStated: stated !== undefined,
      ...metricsIn(text, claims),
      frame: frameOf(text),
      words: keyWords(text, names),
    };
  });
}

/** Drivers support the direction of a thesis, risks oppose it. */
function impliedSide(list: PointList, signal = ""): Side | undefined {
  const direction = signal.trim().toLowerCase();
  if (list === "drivers") return direction === "bullish" ? "for" : direction === "bearish" ? "against" : undefined;
  return direction === "bearish" ? "for" : direction === "bullish" || direction === "neutral" ? "against" : undefined;
}

function metricsIn(text: string, claims: readonly VerificationClaim[]): Pick<Point, "leads" | "metrics"> {
  const metrics = new Set<string>();
  let leads = new Set<string>();
  let first = Infinity;
  for (const { metric, shown } of claims) {
    const at = shown === undefined ? -1 : placeOf(shown, text);
    if (at < 0) continue;
    metrics.add(metric);
    if (at < first) leads = new Set();
    if (at <= first) leads.add(metric);
    first = Math.min(first, at);
  }
  return { leads: likeliest(leads, text), metrics };
}

/** Index of a figure that is not part of a longer number; -1 if absent. */
function placeOf(shown: string, text: string): number {
  if (shown === "") return -1;
  for (let at = text.indexOf(shown); at >= 0; at = text.indexOf(shown, at + 1)) {
    const isInside = IN_NUMBER_BEFORE.test(text.slice(Math.max(0, at - 1), at)) ||
      IN_NUMBER_AFTER.test(text.slice(at + shown.length, at + shown.length + 2));
    if (!isInside) return at;
  }
  return -1;
}

/** Of metrics with the same figure, those that the text names. */
function likeliest(metrics: ReadonlySet<string>, text: string): ReadonlySet<string> {
  if (metrics.size < 2) return metrics;
  const lower = text.toLowerCase();
  const named = [...metrics].filter((metric) => metric.toLowerCase().split("_").some((word) => isNamed(word, lower)));
  return named.length === 0 ? metrics : new Set(named);
}

function isNamed(word: string, text: string): boolean {
  return word.length > 3 && text.includes(word);
}
