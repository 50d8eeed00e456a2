import { patternOf } from "../../terms/lexicon.ts";
import type { MetricId } from "../metrics/metric.ts";
import { TEXT_WORDS } from "./text_measure_words.ts";

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
}

/** Words that name an end of a measure by themselves. */
export interface EndWords {
  readonly metric: MetricId;
  readonly end: "highest" | "lowest";
  readonly words: RegExp;
}

const RISK = "drawdown_probability";

/** Read before {@linkcode MEASURE_WORDS}. */
export const END_WORDS: readonly EndWords[] = [
  {
    metric: RISK,
    end: "lowest",
    words:
      /\b(?:safe(?:st|r)|least risky|less risky|sicher(?:ste[rsnm]?|er)|plus sure?s?|moins risquee?s?|mas segur[oa]s?|menos arriesgad[oa]s?|piu sicur[oa]|mais segur[oa])\b/g,
  },
  {
    metric: RISK,
    end: "highest",
    words:
      /\b(?:riski(?:est|er)|(?:most|more) risky|(?:most|more) dangerous|riskant(?:este[rsnm]?|er)|plus risquee?s?|mas arriesgad[oa]s?|piu rischios[oa]|mais arriscad[oa])\b/g,
  },
  { metric: "score", end: "lowest", words: /\b(?:better|best) (?:shorts?\b|(?:to )?(?:short|sell)\b)/g },
  { metric: "score", end: "highest", words: /\b(?:better|best) (?:longs?\b|(?:to )?(?:buy|own|hold)\b)/g },
  {
    metric: "net_purchases",
    end: "lowest",
    words: /\b(?:most|highest|more|biggest|largest) (?:insiders? )(?:sales|sellers?|selling|sell|sold)\b/g,
  },
  {
    metric: "net_purchases",
    end: "highest",
    words:
      /\b(?:(?:most|highest|more|biggest|largest) (?:insiders? )(?:purchases|buyers?|buying|buy|bought)|(?:least|lowest|less|fewest|fewer) (?:insiders? )(?:sales|sellers?|selling|sell|sold))\b/g,
  },
  {
    metric: "tone",
    end: "lowest",
    words: /\b(?:most|more) (?:negative|pessimistic|gloomy|downbeat) (?:tone|sentiment|wording|calls?)\b/g,
  },
  {
    metric: "tone",
    end: "highest",
    words: /\b(?:most|more) (?:positive|optimistic|upbeat) (?:tone|sentiment|wording|calls?)\b/g,
  },
  {
    metric: "volatility",
    end: "lowest",
    words: /\b(?:calm(?:est|er)|(?:most|more) stable|stablest|steadi(?:est|er))\b/g,
  },
  { metric: "volatility", end: "highest", words: /\bwild(?:est|er)\b/g },
  {
    metric: "earnings_yield",
    end: "highest",
    words:
      /(?<!\boptions?\b[^.?!]{0,40})\b(?:(?:under|low(?:ly)?[ -])valued|undervalued|cheap(?:ly|er|est)?|gunstig(?:er|ste[rsnm]?)?|unterbewertet|bon marche|barat[oa]s?|economic[ao])\b/g,
  },
  {
    metric: "earnings_yield",
    end: "lowest",
    words: /\b(?:overvalued|over[ -]valued|expensive|pricey|dear(?:er|est)?|teuer|uberbewertet|cher|car[oa]s?)\b/g,
  },
  {
    metric: "return_12m",
    end: "highest",
    words:
      /\b(?:(?:did|done|do|does|performed|perform|performs|doing) (?:the )?(?:best|better)|best[ -](?:performers?|performing|return)|(?:rose|gained|risen) (?:the )?most|(?:biggest|top) (?:gainers?|winners?|gain|rise)|winners?|outperformers?)\b/g,
  },
  {
    metric: "return_12m",
    end: "lowest",
    words:
      /\b(?:(?:did|done|do|does|performed|perform|performs|doing) (?:the )?(?:worst|worse)|worst[ -](?:performers?|performing|return)|(?:fell|lost|fallen|dropped) (?:the )?most|(?:biggest|top) (?:losers?|decliners?)|losers?|laggards?)\b/g,
  },
];

/** In order: what one has taken, no later one reads. */
export const MEASURE_WORDS: readonly MeasureWords[] = [
  ...TEXT_WORDS,
  { metric: "fcf_yield", good: "highest", words: /\b(?:(?:free[- ]?)?cash[- ]?flow yields?|fcf yields?)\b/g },
  { metric: "earnings_yield", good: "highest", words: /\bearnings yields?\b/g },
  {
    metric: "book_to_market",
    good: "highest",
    words: /\b(?:book[- ](?:to[- ])?market|book value (?:to|against) (?:the |its )?(?:price|market(?: value)?))\b/g,
  },
  {
    metric: "price_book",
    good: "lowest",
    words: /\b(?:p\/b(?: ratios?)?|price[- ](?:to[- ])?book(?: value)?(?: ratios?)?|kbv)\b/g,
  },
  {
    metric: "price_earnings",
    good: "lowest",
    words:
      /\b(?:p\/?e(?: ratios?| multiples?)?|price[- ](?:to[- ])?earnings(?: ratios?| multiples?)?|earnings multiples?|kgv|per(?= (?:de|d'))|valuations?|fairly[ -]valued|valued)\b/g,
  },
  {
    metric: "market_value",
    good: "highest",
    words:
      /\b(?:market[- ](?:cap(?:itali[sz]ation)?s?|values?)|capitali[sz]ation|borsenwert|marktkapitalisierung|capitalisation boursiere|capitalizacion|capitalizzazione|capitalizacao)\b/g,
  },
  { metric: "f_score", good: "highest", words: /\b(?:(?:piotroski(?:'s)? )?f-?scores?|piotroski)\b/g },
  { metric: "z_score", good: "highest", words: /\b(?:(?:altman(?:'s)? )?z-?scores?|altman(?:'s)?(?: z)?)\b/g },
  {
    metric: "accruals",
    good: "lowest",
    words: /\b(?:accruals?|(?:earnings|income) quality|quality of (?:its )?earnings)\b/g,
  },
  { metric: "f_score", good: "highest", words: /\b(?:quality|qualitat|qualite|calidad|qualita|qualidade)\b/g },
  { metric: "gross_profitability", good: "highest", words: /\bgross profitability\b/g },
  { metric: "asset_growth", good: "lowest", words: /\b(?:asset growth|growth (?:of|in) (?:total |its )?assets)\b/g },
  {
    metric: "net_issuance",
    good: "lowest",
    words: /\b(?:(?:net )?(?:share|stock|equity) issu(?:e|es|ance)|net issuance|dilution|share count)\b/g,
  },
  {
    metric: "sue",
    good: "highest",
    words:
      /\b(?:(?:earnings|eps|profit) surprises?|surprises? (?:in|of|on) (?:the |its |their )?(?:earnings|eps|results)|(?:standardi[sz]ed )?unexpected earnings|sue\b|(?:beat|beats|beaten|miss|misses|missed) (?:on )?(?:its |their |the )?(?:earnings|results))\b/g,
  },
  {
    metric: "announcement_return",
    good: "highest",
    words:
      /\b(?:(?:earnings|results|announcement) (?:reaction|return|move)s?|(?:react(?:ion|ed)?|return|moved?|respon(?:se|ded)) (?:to|on|after) (?:the |its |their )?(?:last |latest |newest )?(?:earnings|results))\b/g,
  },
  {
    metric: "results_day",
    words:
      /\b(?:(?:earnings|results) (?:dates?|days?|reports?|releases?|announcements?)|(?:report|reports|reported|announce|announces|announced|release[ds]?|publish(?:ed|es)?) (?:its |their |the )?(?:last |latest |newest |quarterly )?(?:earnings|results)|(?:last|latest|newest|most recent|recent|quarterly) (?:quarterly )?(?:earnings|results)|when (?:did|has|have)\b[^.?!]{0,40}\breport(?:ed)?(?: (?:its |their )?(?:earnings|results))?)\b/g,
  },
  {
    metric: "es_95",
    words: /\b(?:expected shortfall|conditional value[ -]at[ -]risk|c-?var|tail loss)\b/g,
    good: "highest",
    isLoss: true,
  },
  {
    metric: "var_95",
    words: /\b(?:value[ -]at[ -]risk|valeur a risque|valor en riesgo|var)\b/g,
    good: "highest",
    isLoss: true,
  },
  {
    metric: RISK,
    good: "lowest",
    words:
      /\b(?:(?:chances?|probability|likelihood|odds|risk) (?:of|that|for)\b[^.?!]{0,60}?\b(?:falls?|falling|drops?|dropping|declines?|declining|draw-?downs?|loss|losses|losing|crash|crashes)|how likely\b[^.?!]{0,60}?\b(?:falls?|falling|drops?|declines?|draw-?downs?|crash|loses?|loss)|(?:will|may|might|could|can|would|going to|likely to|kann|wird)\b[^.?!]{0,60}?\b(?:fall|drop|decline|crash|plunge|lose|fallen))\b/g,
  },
  {
    metric: "max_drawdown_1y",
    good: "highest",
    isLoss: true,
    words: /\b(?:(?:worst|max|maximum|largest|biggest|deepest) (?:fall|drop|draw-?down|loss|decline)|draw-?downs?)\b/g,
  },
  {
    metric: "session_volatility",
    words: /\b(?:reali[sz]ed|intraday) (?:volatility|vol)\b/g,
  },
  {
    metric: "volatility_recent",
    good: "lowest",
    words: /\b(?:recent|short-term|current|latest|60-day|three-month) (?:volatility|vol)\b/g,
  },
  { metric: "volatility", good: "lowest", words: /\b(?:volatil[a-z]*|vol|fluctuat[a-z]*|schwankung[a-z]*)\b/g },
  { metric: "beta", good: "lowest", words: /\bbetas?\b/g },
  { metric: "momentum_12_1", good: "highest", words: /\b(?:momentum|slancio)\b/g },
  {
    metric: "return_1m",
    good: "highest",
    words:
      /\b(?:(?:1|one)[ -]?(?:month|mo|m) (?:return|performance|gain|change)|monthly return|return (?:of|over|for) (?:a|one) month)\b/g,
  },
  {
    metric: "excess_12m",
    good: "highest",
    words:
      /\b(?:excess returns?|relative (?:return|strength|performance)|(?:out|under)perform[a-z]*|(?:beat|beaten|beats|lag|lags|lagged) the (?:market|index|benchmark|s&p 500)|alpha)\b/g,
  },
  {
    metric: "high_52w",
    good: "highest",
    words:
      /\b(?:(?:52|fifty-two)[ -]?week high|(?:yearly|one-year|12-month) high|high of the year|(?:its|their|the) highs?\b|jahreshoch)/g,
  },
  {
    metric: "trend_200d",
    good: "highest",
    words:
      /\b(?:(?:200|two-hundred)[ -]?days?(?: (?:moving )?(?:average|mean|line|ma))?|moving average|(?:200)?[ds]ma\b|long mean|media (?:movil )?de 200 dias|moyenne (?:mobile )?(?:a|de|sur) 200 jours|200-tage-(?:linie|schnitt)|media mobile (?:a|di) 200 giorni|trends?|trending|uptrend|downtrend)\b/g,
  },
  {
    metric: "net_purchases",
    good: "highest",
    words:
      /\b(?:(?:are |do |did |have |is |has )?(?:insiders?|(?:its |their |the )?(?:officers and directors|executives))(?:'s?)?(?: (?:net )?(?:buy(?:ing|s|ers?)?|bought|sell(?:ing|s|ers?)?|sold|sales|trad(?:es?|ing|ed)|purchas(?:es?|ing|ed)|activity|transactions?|dealings?))?|form 4s?)\b/g,
  },
  { metric: "amihud", good: "lowest", words: /\b(?:illiquid[a-z]*|price impact|amihud)\b/g },
  {
    metric: "dollar_volume",
    good: "highest",
    words: /\b(?:liquid[a-z]*|liquidez|(?:traded|trading|dollar) volume|turnover|handelsvolumen)\b/g,
  },
  { metric: "session_vwap", words: /\b(?:vwap|volume[ -]weighted (?:average )?price)\b/g },
  { metric: "session_value", words: /\b(?:traded value|value traded|sessions?)\b/g },
  {
    metric: "return_12m",
    good: "highest",
    words:
      /\b(?:(?:12|twelve)[ -]?(?:month|mo|m) (?:return|performance)|(?:one|1)[ -]?year (?:return|performance)|(?:yearly|annual) return|returns?|rendite|rendement|rendimiento|rendimento|rendio|rindio|rendiu|rentabilidad|rentabilite|performed|performance|perform)\b/g,
  },
  {
    metric: "close",
    words:
      /\b(?:clos(?:e|ing) (?:price|level)|clos(?:ing|ed at)|(?:the|last|its|'s) close|close(?=\s*(?:on\b|of\b|at\b|[^\w\s'-]|$))|(?:share |stock )?prices?|quote|(?:schluss|aktien)?kurs|cours|precio|cotizacion|prezzo|preco|cotacao)\b/g,
  },
  { metric: "score", good: "highest", words: /\b(?:scores?|punktzahl)\b/g },
  {
    metric: "probability",
    good: "highest",
    words: /\b(?:will|may|might|could|can|going to|wird)\b[^.?!]{0,60}?\b(?:rise|gain|climb|rally|steigen)\b/g,
  },
  {
    metric: "return_12m",
    way: "lowest",
    words:
      /\b(?:f[ae]ll(?:en|ing|s)?|drop(?:ped|s)?|declin(?:e|ed|es|ing)|crash(?:ed|es)?|plunge[ds]?|slump(?:ed|s)?|s[aiu]nk|los(?:e|t|ing)|gefallen|fiel|gesunken|eingebrochen|chute|baisse|cayo|caido|bajo|sceso|scesa|caduto|caduta|caiu)\b/g,
  },
  {
    metric: "return_12m",
    way: "highest",
    words:
      /\b(?:r[io]se[ns]?|rising|gain(?:ed|s)?|rall(?:y|ied)|climb(?:ed|s)?|soar(?:ed|s)?|jump(?:ed|s)?|surge[ds]?|gestiegen|stieg|monte|grimpe|subio|subido|salito|salita|subiu)\b/g,
  },
  {
    metric: "return_12m",
    words: /\b(?:up or down|down or up|go(?:ne)? up|went up|go(?:ne)? down|went down|entwickelt)\b/g,
  },
  {
    metric: "return_12m",
    good: "highest",
    isMove: true,
    words: /\bhow (?:did|has|have|would)\b[^.?!]{0,60}?\b(?:do|done|fared?|go)\b/g,
  },
  {
    metric: RISK,
    good: "lowest",
    words:
      /\b(?:risk(?:s|y|iness)?|risik[oa]|risiken|riskant|risques?|risquee?s?|riesgos?|arriesgad[oa]s?|rischi?o?|rischios[oa]|riscos?|arriscad[oa]s?|safe|safety|sicher|dangerous|downside(?: risks?)?(?= (?:of|in|to|for|does|do|is)\b|\s*(?:$|[?.!,;])))\b/g,
  },
];

const WAYS = MEASURE_WORDS.filter(({ way }) => way !== undefined).map(whole);
const MOVES = [...WAYS, ...MEASURE_WORDS.filter(({ isMove }) => isMove).map(whole)];

function whole({ words }: MeasureWords): RegExp {
  return new RegExp(`^${words.source}$`);
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
