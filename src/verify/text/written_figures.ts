import type { Stretch } from "../../data/texts/sentences.ts";
import { pattern } from "../../terms/fold.ts";

/** How closely a text means a figure. */
export type Bound = "exact" | "about" | "above" | "below" | "nearly" | "just_over";

/** A figure as a text writes it. */
export interface WrittenFigure extends Stretch {
  /** `share` is in per cent, `points` in points of per cent, `times` a multiple; `plain` has no unit. */
  readonly kind: "amount" | "share" | "points" | "times" | "plain";
  /** In full: 391,000,000,000 for `$391.0 billion`, 0.12 for `12%`. */
  readonly value: number;
  /** One of its last digit, in full: 100,000,000 for `$391.0 billion`. */
  readonly step: number;
  /** One of its last digit that is not a nought: 10,000,000,000 for `$390 billion`. */
  readonly coarse: number;
  readonly bound: Bound;
  /** ISO 4217 code, where a sign or a word names it. */
  readonly currency?: string;
  /** Whether it names a size, like billion. */
  readonly isScaled: boolean;
}

const SIZES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  millions: 1e6,
  mn: 1e6,
  mm: 1e6,
  mln: 1e6,
  m: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  bln: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
  trn: 1e12,
  t: 1e12,
};

const FIGURE =
  pattern`(?<![\w.,$€£/:#-])([(+-]?)((?:us|c|ca|a|au|nz|hk|nt|s|r|mx)?\$|[€£¥₩₹]|(?:usd|eur|gbp|jpy|cny|rmb|chf|cad|aud|nzd|hkd|twd|sgd|inr|krw|sek|nok|dkk|brl|mxn|yen|yuan|renminbi|francs|rupees) ?)?([+-]?)(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\.\d+)?
  (?:( ?%| per ?cent\b| pct\b)|([ -](?:percentage[ -]points?|points?|ppts?|pp|bps|basis[ -]points?)\b)
  |([ -]?(?:thousand|millions?|billions?|trillion|mn|mm|mln|bn|bln|tn|trn)\b| ?[kmbt]\b)|( ?x\b| ?×| times\b|[ -]?fold\b))?
  ( (?:u\.?s\.? |canadian |australian |hong kong |singapore |swiss )?(?:usd|dollars|eur|euros|gbp|pounds|jpy|yen|cny|rmb|yuan|renminbi|chf|francs|cad|aud|hkd|inr|rupees|krw|won|sek|nok|dkk|kronor|kroner|brl|reais|mxn|pesos)\b)?`;

/** What a sign or a word says of the currency, without spaces and full stops. Others are no currency of ours, and differ from all. */
const CURRENCIES: Readonly<Record<string, string>> = Object.fromEntries(
  ("USD $ us$ usd dollars usdollars ususd, EUR € eur euros, GBP £ gbp pounds, JPY ¥ jpy yen, " +
    "CNY cny rmb yuan renminbi, KRW krw won ₩, CHF chf francs swissfrancs, INR inr rupees ₹, " +
    "CAD cad c$ ca$ canadiandollars, AUD aud a$ au$ australiandollars, HKD hkd hk$ hongkongdollars, " +
    "SGD sgd s$ singaporedollars, NZD nzd nz$, TWD twd nt$, BRL brl r$ reais, MXN mxn mx$, SEK sek kronor, " +
    "NOK nok, DKK dkk").split(", ").flatMap((row) => {
      const [code = "", ...said] = row.split(" ");
      return said.map((one) => [one, code]);
    }),
);

function currencyOf(sign: string): string | undefined {
  const bare = sign.replaceAll(/[ .]/g, "");
  return bare === "" ? undefined : CURRENCIES[bare] ?? "XXX";
}

/** A number that is part of a name, a date, a form or a count of days: `10-K`, `52-week`, `3:1`, `2024-09-28`. */
const NAMED = /^(?:-[a-z0-9]|[/:]\d|(?:st|nd|rd|th)\b|\.\d|,\d|[a-z])/;

/** Words before a figure that say how closely it is meant, the longest first. */
const BOUNDS: readonly (readonly [Bound, RegExp])[] = [
  [
    "just_over",
    /\b(?:just|slightly|a little|a bit|marginally|a touch|narrowly) (?:over|above|more than|higher than|in excess of)$/,
  ],
  [
    "nearly",
    /\b(?:nearly|almost|just (?:under|below|short of|shy of)|(?:slightly|a little|a bit|a touch) (?:under|below|less than|short of|shy of)|close to|not quite|shy of|approaching)$/,
  ],
  [
    "above",
    /\b(?:more than|over|above|greater than|at least|exceed(?:ed|s|ing)|in excess of|upwards? of|north of|topp(?:ed|ing)|surpass(?:ed|ing)|pass(?:ed|ing)|crossed|better than|higher than|no less than|not less than)$/,
  ],
  ["below", /\b(?:less than|under|below|fewer than|at most|no more than|not more than|lower than|south of|short of)$/],
  [
    "about",
    /(?:\b(?:about|approximately|approx\.?|around|roughly|some|circa|ca\.?|in the (?:region|neighbou?rhood) of|or so)|~|≈)$/,
  ],
];
const LOOK_CHARS = 32;

/**
 * The figures of a sentence, in order.
 * @param folded In lower case, without what names a time or a source; as long as the sentence.
 */
export function writtenFigures(folded: string): readonly WrittenFigure[] {
  const found = [...folded.matchAll(FIGURE)].flatMap((match): readonly WrittenFigure[] => {
    const figure = figureOf(match);
    return NAMED.test(folded.slice(figure.end)) ? [] : [{ ...figure, bound: boundBefore(folded, figure.start) }];
  });
  return found.map((figure, at) => {
    if (isRange(folded, [figure, found[at + 1]])) return { ...figure, bound: "above" };
    return isRange(folded, [found[at - 1], figure]) ? { ...figure, bound: "below" } : figure;
  });
}

/** "Between 5% and 6%", "of 5% to 6%": not less than the one, and not more than the other. */
function isRange(folded: string, [from, to]: readonly (WrittenFigure | undefined)[]): boolean {
  if (from === undefined || to === undefined || from.kind !== to.kind || to.start - from.end > 5) return false;
  const lead = folded.slice(Math.max(0, from.start - LOOK_CHARS), from.start);
  switch (folded.slice(from.end, to.start)) {
    case " and ":
      return /\bbetween (?:about |around |roughly |some )?$/.test(lead);
    case " to ":
      return /\b(?:of|at|was|were) (?:about |around |roughly |some )?$/.test(lead);
    default:
      return false;
  }
}

function figureOf({ index, 0: whole, ...groups }: RegExpExecArray): Omit<WrittenFigure, "bound"> {
  const [lead = "", sign = "", inner = "", digits = "", part = ""] = [1, 2, 3, 4, 5].map((at) => groups[at] ?? "");
  const [percent, points, size, times, currency = ""] = [6, 7, 8, 9, 10].map((at) => groups[at]);
  const scale = percent === undefined ? points === undefined ? sizeOf(size) : pointSize(points) : 0.01;
  const whole_ = digits.replaceAll(",", "");
  const decimals = Math.max(0, part.length - 1);
  const isNegative = lead === "-" || inner === "-";
  const code = currencyOf(sign) ?? currencyOf(currency);
  const start = lead === "(" ? index + 1 : index;
  return {
    start,
    end: index + whole.length,
    kind: kindOf({ percent, points, size, times, code }),
    value: (isNegative ? -1 : 1) * Number(whole_ + part) * scale,
    step: scale * 10 ** -decimals,
    coarse: scale * 10 ** (decimals > 0 ? -decimals : noughts(whole_)),
    isScaled: size !== undefined,
    ...(code !== undefined && { currency: code }),
  };
}

interface Marks {
  readonly percent: string | undefined;
  readonly points: string | undefined;
  readonly size: string | undefined;
  readonly times: string | undefined;
  readonly code: string | undefined;
}

function kindOf({ percent, points, size, times, code }: Marks): WrittenFigure["kind"] {
  if (percent !== undefined) return "share";
  if (points !== undefined) return "points";
  if (times !== undefined) return "times";
  return size !== undefined || code !== undefined ? "amount" : "plain";
}

function sizeOf(size: string | undefined): number {
  return size === undefined ? 1 : SIZES[size.replace(/^[ -]/, "")] ?? 1;
}

function pointSize(points: string): number {
  return /bps|basis/.test(points) ? 1e-4 : 0.01;
}

function noughts(digits: string): number {
  let count = 0;
  while (count < digits.length - 1 && digits[digits.length - 1 - count] === "0") count++;
  return count;
}

/** How closely a figure or a word at a place is meant, by the words before it. */
export function boundBefore(folded: string, start: number): Bound {
  const before = folded.slice(Math.max(0, start - LOOK_CHARS), start).trimEnd();
  return BOUNDS.find(([, words]) => words.test(before))?.[0] ?? "exact";
}
