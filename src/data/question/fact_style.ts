import type { FactStyle } from "../fact_period.ts";
import { pattern } from "../../terms/fold.ts";

/** How a question wants amounts shown: a style of a fact's key, and where the words for it stand. */
export interface FoundStyle {
  readonly style?: string;
  readonly pieces: readonly { readonly start: number; readonly end: number }[];
  /** Where it asks for amounts in a currency, which no data here converts. */
  readonly currency?: { readonly start: number; readonly end: number };
}

const MONEY = String.raw`(?: (?:of )?(?:us ?dollars?|dollars?|usd|us\$|\$))?`;
const UNITS: readonly { readonly unit: NonNullable<FactStyle["unit"]>; readonly words: string }[] = [
  { unit: "trn", words: "trillions?|trn|tn|billionen|bilions" },
  {
    unit: "bn",
    words: "billions?|bn|bio|milliarden|mrd|milliards?|miles de millones|miliardi|bilhoes|bil",
  },
  { unit: "m", words: "millions?|mn|mm|mio|m|millionen|millones|milioni|milhoes|mil\\." },
  { unit: "k", words: "thousands?|tausend|k|milliers|miles|migliaia|milhares" },
];
const EXACT =
  /\b(?:the )?(?:exact(?:ly)?(?: (?:figure|number|amount|value))?|to the (?:dollar|cent|last dollar)|in full|unrounded|full figure|genau|exakt|exactement|exacto|exactamente|esatt[oa]|exato|in (?:whole |full |plain )?(?:us )?dollars|in usd)\b/g;
const CURRENCY = /\b(?:in|to|into) (?:euros?|eur|pounds?|gbp|sterling|yen|jpy|francs?|chf)\b|\bin €/g;
const NUMBERS = [
  "no|zero|keine",
  "one|eine|une|una",
  "two|zwei|deux|dos|due",
  "three|drei|trois|tres|tre",
  "four|vier",
];
const DECIMALS = pattern`(?:\b(?:rounded |round )?(?:to|with|auf|mit|con|avec|and|in)\s+)?(?<![\w.])(\d|${
  NUMBERS.join("|")
})\s+
  (?:decimals?(?: places?)?|digits? after the (?:decimal )?point|nachkommastellen?|dezimalen?|decimales?|decimali|casas decimais)\b`;

/** Finds the unit and the rounding that a question asks for; patterns are of folded text. */
export function findStyle(folded: string): FoundStyle {
  const pieces: { start: number; end: number }[] = [];
  const take = (pattern: RegExp): string | undefined => {
    const match = [...folded.matchAll(pattern)][0];
    if (match === undefined) return undefined;
    pieces.push({ start: match.index, end: match.index + match[0].length });
    return match[1] ?? match[0];
  };
  const unit = UNITS.find(({ words }) =>
    take(
      pattern`\b(?:in|to|en|em|(?:rounded )?to the nearest|rounded to)(?: usd| us\$| \$)?\s?(${words})${MONEY}\b`,
    )
  )?.unit;
  const asked = numberOf(take(DECIMALS));
  const decimals = asked === undefined && unit !== undefined && /\bto the nearest\b/.test(folded) ? 0 : asked;
  const isExact = take(EXACT) !== undefined;
  const currency = [...folded.matchAll(CURRENCY)][0];
  const shown = isExact && unit === undefined
    ? "exact"
    : `${unit ?? ""}${decimals === undefined ? "" : `.${decimals}`}`;
  return {
    ...(shown !== "" && { style: shown }),
    pieces,
    ...(currency && { currency: { start: currency.index, end: currency.index + currency[0].length } }),
  };
}

/** Most decimals that are shown. */
const MOST = 6;

function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const named = NUMBERS.findIndex((names) => names.split("|").includes(word));
  return Math.min(MOST, named === -1 ? Number(word) : named);
}
