import { byStart, type Place } from "../../terms/places.ts";
import type { Mentions } from "../names/mentions.ts";
import type { AskedWeight, Unsupported } from "./asked.ts";

/** The weights of a question, and what of them has no name or no weight. */
export interface ReadWeights {
  readonly weights: readonly AskedWeight[];
  readonly unmet: readonly Unsupported[];
  /** Where the numbers stand that are weights, or would be one of a name that is known. */
  readonly places: readonly Place[];
}

/** A question and where it names companies. */
interface Written {
  /** As it is written, without its times. */
  readonly text: string;
  /** The same, folded. */
  readonly folded: string;
  readonly places: Mentions["places"];
}

/** A number that may be a weight. */
interface Token {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  /** A number without a per cent sign. */
  readonly isBare?: true;
}

/** A token and the place in `places` of the company that it is of; none where no name is known. */
interface Pair {
  readonly token: Token;
  readonly at: number | undefined;
}

const NO_NAME = "no company of the data is named beside it";
const NO_WEIGHT = "it has no weight, and the others have";
const NO_SHARES = "a share count or an amount is not a weight, so give per cent of the portfolio";

const PERCENT =
  /(?<![\w.,])([+-]?\s?\d{1,4}(?:[.,]\d+)?)\s?(?:%|percent\b|per cent\b|pct\b|prozent\b|pour cent\b|por ciento\b|per cento\b|por cento\b)/g;
const WORDS: readonly { readonly words: RegExp; readonly weight: number }[] = [
  { words: /\b(?:one half|half|die halfte|halfte|la moitie|moitie|la mitad|mitad|la meta|a metade)\b/g, weight: 1 / 2 },
  { words: /(?<![\w./])1\/2(?![\w./])/g, weight: 1 / 2 },
  { words: /(?<![\w./])1\/3(?![\w./])/g, weight: 1 / 3 },
  { words: /(?<![\w./])2\/3(?![\w./])/g, weight: 2 / 3 },
  { words: /(?<![\w./])1\/4(?![\w./])/g, weight: 1 / 4 },
  { words: /\b(?:a|one) third\b/g, weight: 1 / 3 },
  { words: /\b(?:a|one) quarter\b(?= (?:of |in |is |each )|,)/g, weight: 1 / 4 },
];
const BARE =
  /^\s{0,2}[:=,;|(\t ]\s{0,2}([+-]?\d{0,4}(?:[.,]\d+)?)\)?(?=\s*(?:[,;\n|)]|$|\band\b|\bund\b)|\s+[a-z^])(?!\s*(?:%|shares?|stk|usd|days?))/;
const TO_NAME =
  /^[\s,]*(?:(?:of|in|into|on|de|en|von|em|long|short|x|the|my|stake|position|weight|exposure|is|to|d')\s*)*$/;
const FROM_NAME = /^\s*[:=(|,@-]{0,2}\s*(?:(?:at|with|is|weight|weighs|to|a|short|long)\s*){0,3}$/;
const MOVES_BEFORE =
  /\b(?:fall|falls|fell|drop|drops|dropped|decline|declines|lose|loses|lost|gain|gains|gained|rise|rises|rose|moves?|least|than|over|under|above|below|by|within|chance|down|up)(?: of| by| at least| more than)?\s*$/;
const MOVES_AFTER =
  /^\s*-?(?:or more\s|falls?\b|drops?\b|declines?\b|draw-?downs?\b|gains?\b|rises?\b|moves?\b|chance|probability|confidence|var\b|value at risk|loss(?:es)?\b|below|above|down|up|higher|lower|in a\b|within)/;
const PORTFOLIO =
  /\b(?:portfolios?|weights?|weighted|positions?|long|short|holdings?|depot|allocation|book|portefeuille|cartera|portafoglio|carteira)\b/;
const EQUAL =
  /\b(?:equal(?:ly)?[- ]?weight(?:ed|s|ing)?|equal weights?|gleich ?gewichtet|gleichgewichtete?s?|equipondere)\b/;
const EACH =
  /(?<![\w.,])(\d{1,3}(?:[.,]\d+)?)\s?(?:%|percent|per cent|prozent) (?:each|jeweils|chacune?|cada un[oa])\b/;
const SHARES =
  /(?<![\w.,])(?:\d[\d,.]*k?\s+(?:shares?|stuck|stk|aktien|actions|acciones|azioni|acoes)|(?:\$|€|usd |eur )\d[\d,.]*\s?[km]?)\s+(?:(?:of|in|de|von|di|d')\s*)?$/;
const LOOK_CHARS = 32;

/** Finds the weights of a portfolio in a question; none where its numbers are of something else. */
export function readWeights(written: Written): ReadWeights {
  const { places, folded } = written;
  const shares = sharesIn(written);
  const equal = EQUAL.exec(folded);
  if (places.length > 1 && equal !== null) {
    const place = { start: equal.index, end: equal.index + equal[0].length };
    return { weights: equalWeights(places), unmet: shares, places: [place] };
  }
  const each = EACH.exec(folded);
  if (places.length > 1 && each !== null) {
    const weights = equalWeights(places).map((one) => ({ ...one, weight: numberOf(each[1] ?? "") / 100 }));
    return { weights, unmet: shares, places: [{ start: each.index, end: each.index + each[0].length }] };
  }
  const percent = pairsOf(tokensIn(folded), written);
  const pairs = percent.some(({ at }) => at !== undefined) ? percent : barePairs(written);
  const named = pairs.filter(({ at }) => at !== undefined);
  const isPortfolio = named.length > 1 || named.length === 1 && (pairs.length > 1 || PORTFOLIO.test(folded));
  if (!isPortfolio) return { weights: [], unmet: shares, places: [] };
  const weighed = new Map<string, number>();
  for (const { token, at = -1 } of named) {
    const ticker = places[at]?.company.ticker ?? "";
    weighed.set(ticker, (weighed.get(ticker) ?? 0) + signed(token, { folded, at, places }));
  }
  const unnamed = pairs.filter(({ at }) => at === undefined).map(({ token }) => ({
    text: around(token, written),
    why: NO_NAME,
  }));
  return {
    weights: [...weighed].map(([ticker, weight]) => ({ ticker, weight })),
    unmet: [...unnamed, ...shares, ...unweighted(written, weighed)],
    places: pairs.map(({ token }) => token),
  };
}

function tokensIn(folded: string): Token[] {
  const percent = [...folded.matchAll(PERCENT)].map(({ index: start, 0: whole, 1: number = "" }): Token => ({
    start,
    end: start + whole.length,
    weight: numberOf(number) / 100,
  }));
  const words = WORDS.flatMap(({ words, weight }) =>
    [...folded.matchAll(words)].map(({ index: start, 0: whole }): Token => ({
      start,
      end: start + whole.length,
      weight,
    }))
  );
  return [...percent, ...words].filter(({ start, end }) =>
    !MOVES_BEFORE.test(folded.slice(Math.max(0, start - LOOK_CHARS), start)) &&
    !MOVES_AFTER.test(folded.slice(end, end + LOOK_CHARS))
  ).toSorted(byStart);
}

function numberOf(text: string): number {
  return Number(text.replace(/\s/g, "").replace(",", "."));
}

/**
 * Weights stand before their names or behind them: as the first of them does, unless only the other is beside it. Behind
 * a comma begins another pair, so "SO 1%, V 2%" gives V no weight of a name that is not known.
 */
function pairsOf(tokens: readonly Token[], { folded, places }: Written): Pair[] {
  let next = 0;
  let isBefore: boolean | undefined;
  const taken = new Set<number>();
  return tokens.map((token): Pair => {
    while ((places[next]?.start ?? Infinity) < token.end) next++;
    const after = places[next] && TO_NAME.test(folded.slice(token.end, places[next]?.start)) ? next : undefined;
    const last = places[next - 1];
    const before = last && FROM_NAME.test(folded.slice(last.end, token.start)) ? next - 1 : undefined;
    const beside = after !== undefined && /[,;\n]/.test(folded.slice(token.end, places[after]?.start))
      ? undefined
      : after;
    const choice = isBefore === false ? [before, beside] : [after, before];
    const first = isBefore === undefined && before !== undefined ? [before, after] : choice;
    const at = first.find((one) => one !== undefined && !taken.has(one));
    if (at !== undefined) {
      taken.add(at);
      isBefore ??= at === after;
    }
    return { token, at };
  });
}

/** Names each followed by a number: shares of one where all are at most 1, else per cent. */
function barePairs({ folded, places }: Written): Pair[] {
  const found = places.flatMap(({ end }, at) => {
    const [whole = "", number = ""] = BARE.exec(folded.slice(end, end + LOOK_CHARS)) ?? [];
    const weight = numberOf(number);
    if (number === "" || Number.isNaN(weight)) return [];
    return [{ at, token: { start: end, end: end + whole.length, weight, isBare: true } as const }];
  });
  if (found.length < 2 && !PORTFOLIO.test(folded)) return [];
  const isPercent = found.some(({ token }) => Math.abs(token.weight) > 1);
  return found.map(({ at, token }) => ({
    at,
    token: { ...token, weight: isPercent ? token.weight / 100 : token.weight },
  }));
}

/** A weight below 0 is short by its sign; another one by the last word "long" or "short" up to its name. */
function signed(
  { start, end, weight }: Token,
  { folded, at, places }: { readonly folded: string; readonly at: number; readonly places: Mentions["places"] },
): number {
  if (weight < 0) return weight;
  const upTo = Math.max(end, places[at]?.start ?? end);
  const said = folded.slice(Math.max(0, start - 200), upTo);
  const isShort = said.lastIndexOf("short") > said.lastIndexOf("long") && /\bshort\b/.test(said);
  return isShort ? -weight : weight;
}

function equalWeights(places: Mentions["places"]): AskedWeight[] {
  const tickers = [...new Set(places.map(({ company }) => company.ticker))];
  return tickers.map((ticker) => ({ ticker, weight: 1 / tickers.length }));
}

/** A weight with the words beside it, up to the next comma, line or "and". */
function around({ start, end }: Token, { text }: Written): string {
  const behind = /^[^,;\n.]{0,40}?(?=[,;\n.]|\sand\s|$)/.exec(text.slice(end))?.[0] ?? "";
  if (behind.trim() !== "") return `${text.slice(start, end)}${behind}`.trim();
  const before = /[^,;\n.]{0,40}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0] ?? "";
  return `${before}${text.slice(start, end)}`.trim();
}

function sharesIn({ text, folded, places }: Written): Unsupported[] {
  return places.flatMap(({ start, end }) => {
    const from = Math.max(0, start - LOOK_CHARS);
    const match = SHARES.exec(folded.slice(from, start));
    return match ? [{ text: text.slice(from + match.index, end), why: NO_SHARES }] : [];
  });
}

function unweighted({ text, places }: Written, weighed: ReadonlyMap<string, number>): Unsupported[] {
  const without = new Map(
    places.filter(({ company }) => !weighed.has(company.ticker))
      .map(({ company, start, end }) => [company.ticker, text.slice(start, end)] as const),
  );
  return [...without.values()].map((name) => ({ text: name, why: NO_WEIGHT }));
}
