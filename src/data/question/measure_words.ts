import { COUNT } from "../../terms/calendar_words.ts";
import { patternOf } from "../../terms/lexicon.ts";
import { BLANK, byStart, type Place, placesOf, rowsOf } from "../../terms/places.ts";
import { FAMILIES, isMetricId, type MetricId, type Metrics, rowOf } from "../metrics/metric.ts";
import { pattern } from "../../terms/fold.ts";

/** Words that ask for a measure; patterns are of folded text. */
export interface MeasureWords {
  readonly metric: MetricId;
  readonly words: RegExp;
  /** Which end is the better one, of measures that "best" and "worst" may be said of. */
  readonly good?: "highest" | "lowest";
  /** They ask how a price went. */
  readonly isMove?: true;
  /** The way it went by these words, as "fell" asks for the lower end. */
  readonly way?: "highest" | "lowest";
  /** It is below 0, and said to be high where it is far below. */
  readonly isLoss?: true;
  /** They are a name: where those of two measures overlap, the longer one counts. */
  readonly isName?: boolean;
}

/** What depends on the market is read as beta. */
const IF_MARKET = String
  .raw` (?:if|when|in case) (?:the )?(?:stock )?markets? (?:fall|drop|crash|decline|slump|turn down|sell off)(?:e?s)?\b`;

/** A metric, its end, and the pattern of the words that name that end by themselves; a row a line. */
const ENDS = String.raw`
beta lowest | \b(?:least (?:at risk|exposed|sensitive|vulnerable)|(?:lose|fall|drop|decline)s? (?:the )?least)${IF_MARKET}
beta highest | \b(?:most (?:at risk|exposed|sensitive|vulnerable)|(?:would |will |could )?(?:lose|fall|drop|decline)s? (?:the )?most)${IF_MARKET}
drawdown_probability lowest | \b(?:safe(?:st|r)|least risky|less risky|sicher(?:ste[rsnm]?|er)|plus sure?s?|moins risquee?s?|mas segur[oa]s?|menos arriesgad[oa]s?|piu sicur[oa]|mais segur[oa])\b
drawdown_probability highest | \b(?:riski(?:est|er)|(?:most|more) risky|(?:most|more) dangerous|riskant(?:este[rsnm]?|er)|plus risquee?s?|mas arriesgad[oa]s?|piu rischios[oa]|mais arriscad[oa])\b
score lowest | \b(?:better|best) (?:shorts?\b|(?:to )?(?:short|sell)\b)
score highest | \b(?:better|best) (?:longs?\b|(?:to )?(?:buy|own|hold)\b)
net_purchases lowest | \b(?:most|highest|more|biggest|largest) (?:insiders? )(?:sales|sellers?|selling|sell|sold)\b
net_purchases highest | \b(?:(?:most|highest|more|biggest|largest) (?:insiders? )(?:purchases|buyers?|buying|buy|bought)|(?:least|lowest|less|fewest|fewer) (?:insiders? )(?:sales|sellers?|selling|sell|sold))\b
tone lowest | \b(?:most|more) (?:negative|pessimistic|gloomy|downbeat) (?:tone|sentiment|wording|calls?)\b
tone highest | \b(?:most|more) (?:positive|optimistic|upbeat) (?:tone|sentiment|wording|calls?)\b
volatility lowest | \b(?:calm(?:est|er)|(?:most|more) stable|stablest|steadi(?:est|er))\b
volatility highest | \bwild(?:est|er)\b
earnings_yield highest | (?<!\boptions?\b[^.?!]{0,40})\b(?:(?:under|low(?:ly)?[ -])valued|undervalued|cheap(?:ly|er|est)?|gunstig(?:er|ste[rsnm]?)?|unterbewertet|bon marche|barat[oa]s?|economic[ao])\b
earnings_yield lowest | \b(?:overvalued|over[ -]valued|expensive|pricey|dear(?:er|est)?|teuer|uberbewertet|cher|car[oa]s?)\b
return_12m highest | \b(?:(?:did|done|do|does|performed|perform|performs|doing) (?:the )?(?:best|better)|best[ -](?:performers?|performing|return)|(?:rose|gained|risen) (?:the )?most|(?:biggest|top) (?:gainers?|winners?|gain|rise)|winners?|outperformers?)\b
return_12m lowest | \b(?:(?:did|done|do|does|performed|perform|performs|doing) (?:the )?(?:worst|worse)|worst[ -](?:performers?|performing|return)|(?:fell|lost|fallen|dropped) (?:the )?most|(?:biggest|top) (?:losers?|decliners?)|losers?|laggards?)\b
`;

/**
 * Words that ask for a measure without its name, read when the names are taken: a metric, what is said of it, and the
 * pattern; a row a line, in order.
 */
const UNNAMED = String.raw`
f_score high | \b(?:quality|qualitat|qualite|calidad|qualita|qualidade)\b
session_value | \bsessions?\b
return_12m high | \b(?:returns?|rendite|rendement|rendimiento|rendimento|rendio|rindio|rendiu|rentabilidad|rentabilite|performed|performance|perform)\b
close | \b(?:clos(?:ing|ed at)|(?:the|last|its|'s) close|close(?=\s*(?:on\b|of\b|at\b|[^\w\s'-]|$))|(?:share |stock )?prices?|quote|(?:schluss|aktien)?kurs|cours|precio|cotizacion|prezzo|preco|cotacao)\b|\btrad(?:e|es|ing|ed) at\b(?!\s*[\d$€])
score high | \b(?:scores?|punktzahl)\b
probability high | \b(?:will|may|might|could|can|going to|wird)\b[^.?!]{0,60}?\b(?:rise|gain|climb|rally|steigen)\b
return_12m down | \b(?:f[ae]ll(?:en|ing|s)?|drop(?:ped|s)?|declin(?:e|ed|es|ing)|crash(?:ed|es)?|plunge[ds]?|slump(?:ed|s)?|s[aiu]nk|los(?:e|t|ing)|gefallen|fiel|gesunken|eingebrochen|chute|baisse|cayo|caido|bajo|sceso|scesa|caduto|caduta|caiu)\b
return_12m up | \b(?:r[io]se[ns]?|rising|gain(?:ed|s)?|rall(?:y|ied)|climb(?:ed|s)?|soar(?:ed|s)?|jump(?:ed|s)?|surge[ds]?|gestiegen|stieg|monte|grimpe|subio|subido|salito|salita|subiu)\b
return_12m | \b(?:up or down|down or up|go(?:ne|ing)? up|went up|go(?:ne|ing)? down|went down|entwickelte?)\b
return_12m move | \bhow (?:did|has|have|would)\b[^.?!]{0,60}?\b(?:do|done|fared?|go)\b|\bcomo le (?:fue|ha ido)\b
drawdown_probability low | \b(?:risk(?:s|y|iness)?|risik[oa]|risiken|riskant|risques?|risquee?s?|riesgos?|arriesgad[oa]s?|rischi?o?|rischios[oa]|riscos?|arriscad[oa]s?|safe|safety|sicher|dangerous|downside(?: risks?)?(?= (?:of|in|to|for|does|do|is)\b|\s*(?:$|[?.!,;])))\b
`;

/** Words that name an end of a measure by themselves, read before {@linkcode MEASURE_WORDS}. */
export const END_WORDS = rowsOf(ENDS).flatMap(({ head: [metric = "", end], words }) =>
  isMetricId(metric) ? [{ metric, end: end === "lowest" ? "lowest" : "highest", words } as const] : []
);

/** Whose: a name is blanked out where words are looked for. */
export const WHOSE = `(?:the |its |their |${BLANK}+(?:'s?)? )?`;
const CALL = `${WHOSE}(?:(?:last|latest|newest|most recent|recent) )?(?:(?:earnings|conference) )?calls?`;
/** What stands in braces in the words of a row; `…` stands for up to 60 characters of a sentence. */
const PIECES: Readonly<Record<string, string>> = {
  "its": "(?:its |their |the )?",
  "count": COUNT,
  "whose": WHOSE,
  "call": CALL,
  "of a call": `(?:of|in|on|during) ${CALL}`, // what is measured is the newest
  "tone": "(?:tone|sentiment|wording)",
  "report": "(?:risk factors|annual reports?|10-?ks?|filings?)",
};

/** What is said of words. */
const SAID: Readonly<Record<string, Pick<MeasureWords, "good" | "way" | "isMove">>> = {
  high: { good: "highest" },
  low: { good: "lowest" },
  up: { way: "highest" },
  down: { way: "lowest" },
  move: { good: "highest", isMove: true },
};

/** The families that are read first: their words may hold those of another. */
const FIRST: readonly string[] = ["text", "value", "quality", "events", "session"];
const IDS = new Map(Object.entries<Metrics>(FAMILIES).map(([name, rows]) => [name, Object.keys(rows)]));

/** The words of the rows. In a family the last is read first: behind a measure stand those that are more particular. */
const NAMED = [...new Set([...FIRST, ...IDS.keys()])]
  .flatMap((name) => IDS.get(name)?.toReversed().flatMap((id) => wordsOf(id) ?? []) ?? []);

function wordsOf(id: string): MeasureWords | undefined {
  const { ask, loss } = rowOf(id) ?? {};
  if (ask === undefined || !isMetricId(id)) return undefined;
  const [, good, words = ""] = /^(?:(high|low) )?(.*)$/.exec(ask) ?? [];
  const parts = words.replace(/\{([a-z ]+)\}/g, (_, piece: string) => PIECES[piece] ?? "")
    .replaceAll("…", String.raw`\b[^.?!]{0,60}?\b`);
  const said = { ...SAID[good ?? ""], isName: !ask.includes("…"), ...(loss && { isLoss: loss }) };
  return { metric: id, words: pattern`\b(?:${parts})\b`, ...said };
}

const NAMES = new Map<string, RegExp>(NAMED.map(({ metric, words }) => [metric, words]));
const { quality, value }: Readonly<Record<string, Metrics>> = FAMILIES;
const RATIOS = Object.entries({ ...quality, ...value }).flatMap(([id, { computed }]) =>
  computed ? NAMES.get(id) ?? [] : []
);

/** In order: what one has taken, no later one reads. */
export const MEASURE_WORDS: readonly MeasureWords[] = [
  ...NAMED,
  ...rowsOf(UNNAMED).map(({ head: [metric = "", said = ""], words }): MeasureWords => ({
    metric: metric as MetricId,
    words,
    ...SAID[said],
  })),
];

const WAYS = MEASURE_WORDS.filter(({ way }) => way !== undefined).map(whole);
const MOVES = [...WAYS, ...MEASURE_WORDS.filter(({ isMove }) => isMove).map(whole)];

function whole({ words }: MeasureWords): RegExp {
  return new RegExp(`^${words.source}$`);
}

/** Where a folded text first names a measure by the words of its row; -1 where it does not. */
export function placeIn(folded: string, metric: string): number {
  return folded.search(NAMES.get(metric) ?? /$^/);
}

/** Where a folded text names a ratio of reports, like `return on equity`: of what is named there, nothing else is asked. */
export function ratiosIn(folded: string): readonly Place[] {
  return RATIOS.flatMap((words) => placesOf(folded, words)).toSorted(byStart);
}

/** Whether a folded word says which way a price went, and so asks for no end of several companies. */
export function isWay(word: string): boolean {
  return WAYS.some((pattern) => pattern.test(word));
}

/** Whether folded words ask how a price went, over whatever time the question names. */
export function isMove(words: string): boolean {
  return MOVES.some((pattern) => pattern.test(words));
}

/** Words that name an end of the measure beside them, by size or by worth. */
export const HIGHEST = patternOf("highest");
export const LOWEST = patternOf("lowest");
/** After a word of a way: what fell least. */
export const LEAST = /^ (?:the )?(?:least|am wenigsten|le moins|menos|meno)\b/;
export const BEST =
  /\b(?:best|better|beste[rsnm]?|besser|meilleure?s?|mejor(?:es)?|miglior[ei]?|melhor(?:es)?)\b(?! (?:day|week|month|quarter|year)s?\b)/;
export const WORST =
  /\b(?:worst|worse|schlechteste[rsnm]?|schlechter|pires?|peor(?:es)?|peggior[ei]?|pior(?:es)?)\b(?! (?:day|week|month|quarter|year)s?\b)/;
