import { COUNT } from "../../terms/calendar_words.ts";
import { patternOf } from "../../terms/lexicon.ts";
import { rowsOf } from "../../terms/rows.ts";
import { isMetricId, type MetricId } from "../metrics/metric.ts";
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

/** A metric, what is said of it, and the pattern of its words; a row a line, in order: what one has taken, no later one reads. */
const MEASURES = String.raw`
fcf_yield best-high | \b(?:(?:free[- ]?)?cash[- ]?flow yields?|fcf yields?)\b
earnings_yield best-high | \bearnings yields?\b
book_to_market best-high | \b(?:book[- ](?:to[- ])?market|book value (?:to|against) (?:the |its )?(?:price|market(?: value)?))\b
price_book best-low | \b(?:p\/b(?: ratios?)?|price[- ](?:to[- ])?book(?: value)?(?: ratios?)?|kbv)\b
price_earnings best-low | \b(?:p\/?e(?: ratios?| multiples?)?|price[- ](?:to[- ])?earnings(?: ratios?| multiples?)?|earnings multiples?|kgv|per(?= (?:de|d'))|valuations?|fairly[ -]valued|valued)\b
market_value best-high | \b(?:market[- ](?:cap(?:itali[sz]ation)?s?|values?)|capitali[sz]ation|borsenwert|marktkapitalisierung|capitalisation boursiere|capitalizacion|capitalizzazione|capitalizacao)\b|\bhow (?:big|large) (?:is|are|was)\b(?! (?:the|its|their)\b)
f_score best-high | \b(?:(?:piotroski(?:'s)? )?f-?scores?|piotroski)\b
z_score best-high | \b(?:(?:altman(?:'s)? )?z-?scores?|altman(?:'s)?(?: z)?)\b
accruals best-low | \b(?:accruals?|(?:earnings|income) quality|quality of (?:its )?earnings)\b
f_score best-high | \b(?:quality|qualitat|qualite|calidad|qualita|qualidade)\b
gross_profitability best-high | \bgross profitability\b
asset_growth best-low | \b(?:asset growth|growth (?:of|in) (?:total |its )?assets)\b
net_issuance best-low | \b(?:(?:net )?(?:share|stock|equity) issu(?:e|es|ance)|net issuance|dilution|dilut(?:e[ds]?|ing)(?: (?:its |their |the )?(?:share|stock)holders)?|share count)\b
sue best-high | \b(?:(?:earnings|eps|profit) surprises?|surprises? (?:in|of|on) (?:the |its |their )?(?:earnings|eps|results)|(?:standardi[sz]ed )?unexpected earnings|sue\b|(?:beat|beats|beaten|miss|misses|missed) (?:on )?(?:its |their |the )?(?:earnings|results))\b
announcement_return best-high | \b(?:(?:earnings|results|announcement) (?:reaction|return|move)s?|(?:react(?:ions?|ed)?|return|moved?|respon(?:se|d|ded)) (?:to|on|after) (?:the |its |their )?(?:last |latest |newest |past )?(?:(?:${COUNT}) )?(?:quarterly )?(?:earnings|results)(?: (?:reports?|announcements?|releases?))?)\b
filed_annual | \b(?:when\b[^.?!]{0,40}\bfiled?|(?:filing )?(?:day|date) of)(?: its| their| the)?(?: last| latest| newest| most recent)? (?:10-?k|20-?f|annual report)s?\b
filed_interim | \b(?:when\b[^.?!]{0,40}\bfiled?|(?:filing )?(?:day|date) of)(?: its| their| the)?(?: last| latest| newest| most recent)? (?:10-?q|quarterly report)s?\b
filed_last | \b(?:(?:last|latest|newest|most recent) filings?|(?:what|when|which|who)\b[^.?!]{0,40}\bfiled? (?:last|latest|most recently|recently))\b
results_day | \b(?:(?:earnings|results) (?:dates?|days?|reports?|releases?|announcements?)|(?:report|reports|reported|announce|announces|announced|release[ds]?|publish(?:ed|es)?) (?:its |their |the )?(?:last |latest |newest |quarterly )?(?:earnings|results)|(?:last|latest|newest|most recent|recent|quarterly) (?:quarterly )?(?:earnings|results)|when (?:did|has|have)\b[^.?!]{0,40}\breport(?:ed)?(?: (?:its |their )?(?:earnings|results))?)\b
es_95 best-high loss | \b(?:expected shortfall|conditional value[ -]at[ -]risk|c-?var|tail loss)\b
var_95 best-high loss | \b(?:value[ -]at[ -]risk|valeur a risque|valor en riesgo|var)\b
drawdown_probability best-low | \b(?:draw-?down risks?|risks? of (?:a )?draw-?downs?|(?:chances?|probability|likelihood|odds|risk) (?:of|that|for)\b[^.?!]{0,60}?\b(?:falls?|falling|drops?|dropping|declines?|declining|draw-?downs?|loss|losses|losing|crash|crashes)|how likely\b[^.?!]{0,60}?\b(?:falls?|falling|drops?|declines?|draw-?downs?|crash|loses?|loss)|(?:will|may|might|could|can|would|going to|likely to|kann|wird)\b[^.?!]{0,60}?\b(?:fall|drop|decline|crash|plunge|lose|fallen))\b
max_drawdown_1y best-high loss | \b(?:(?:worst|max|maximum|largest|biggest|deepest) (?:fall|drop|draw-?down|loss|decline)|draw-?downs?)\b
session_volatility | \b(?:reali[sz]ed|intraday) (?:volatility|vol)\b
volatility_recent best-low | \b(?:recent|short-term|current|latest|60-day|three-month) (?:volatility|vol)\b
volatility best-low | \b(?:volatil[a-z]*|vol|fluctuat[a-z]*|schwankung[a-z]*)\b
beta best-low | \bbetas?\b
momentum_12_1 best-high | \b(?:momentum|slancio)\b
return_1m best-high | \b(?:(?:1|one)[ -]?(?:month|mo|m) (?:return|performance|gain|change)|monthly return|return (?:of|over|for) (?:a|one) month)\b
excess_12m best-high | \b(?:excess returns?|relative (?:return|strength|performance)|(?:out|under)perform[a-z]*|(?:beat|beaten|beats|lag|lags|lagged) the (?:market|index|benchmark|s&p 500)|alpha)\b
high_52w best-high | \b(?:(?:52|fifty-two)[ -]?week high|(?:yearly|one-year|12-month) high|high of the year|(?:its|their|the) highs?\b|jahreshoch)
trend_200d best-high | (?<=\bdays? )(?:moving )?(?:average|mean)\b(?! (?:daily )?(?:dollar |trad(?:ing|ed) )?(?:volume|turnover|volatility|returns?|value)\b)|\b(?:(?:200|two-hundred)[ -]?days?(?: (?:moving )?(?:average|mean|line|ma))?|moving average|(?:200)?[ds]ma\b|long mean|media (?:movil )?de 200 dias|moyenne (?:mobile )?(?:a|de|sur) 200 jours|200-tage-(?:linie|schnitt)|media mobile (?:a|di) 200 giorni|trends?|trending|uptrend|downtrend)\b
net_purchases best-high | \b(?:(?:are |do |did |have |is |has )?(?:insiders?|(?:its |their |the )?(?:officers and directors|executives))(?:'s?)?(?: (?:net )?(?:buy(?:ing|s|ers?)?|bought|sell(?:ing|s|ers?)?|sold|sales|trad(?:es?|ing|ed)|purchas(?:es?|ing|ed)|activity|transactions?|dealings?))?|form 4s?)\b
amihud best-low | \b(?:illiquid[a-z]*|price impact|amihud)\b
dollar_volume best-high | \b(?:liquid[a-z]*|liquidez|(?:traded|trading|dollar) volume|turnover|handelsvolumen)\b
session_vwap | \b(?:vwap|volume[ -]weighted (?:average )?price)\b
session_value | \b(?:traded value|value traded|sessions?)\b
return_12m best-high | \b(?:(?:12|twelve)[ -]?(?:month|mo|m) (?:return|performance)|(?:one|1)[ -]?year (?:return|performance)|(?:yearly|annual) return|returns?|rendite|rendement|rendimiento|rendimento|rendio|rindio|rendiu|rentabilidad|rentabilite|performed|performance|perform)\b
close | \b(?:clos(?:e|ing) (?:price|level)|clos(?:ing|ed at)|(?:the|last|its|'s) close|close(?=\s*(?:on\b|of\b|at\b|[^\w\s'-]|$))|(?:share |stock )?prices?|quote|(?:schluss|aktien)?kurs|cours|precio|cotizacion|prezzo|preco|cotacao)\b|\btrad(?:e|es|ing|ed) at\b(?!\s*[\d$€])
score best-high | \b(?:scores?|punktzahl)\b
probability best-high | \b(?:will|may|might|could|can|going to|wird)\b[^.?!]{0,60}?\b(?:rise|gain|climb|rally|steigen)\b
return_12m down | \b(?:f[ae]ll(?:en|ing|s)?|drop(?:ped|s)?|declin(?:e|ed|es|ing)|crash(?:ed|es)?|plunge[ds]?|slump(?:ed|s)?|s[aiu]nk|los(?:e|t|ing)|gefallen|fiel|gesunken|eingebrochen|chute|baisse|cayo|caido|bajo|sceso|scesa|caduto|caduta|caiu)\b
return_12m up | \b(?:r[io]se[ns]?|rising|gain(?:ed|s)?|rall(?:y|ied)|climb(?:ed|s)?|soar(?:ed|s)?|jump(?:ed|s)?|surge[ds]?|gestiegen|stieg|monte|grimpe|subio|subido|salito|salita|subiu)\b
return_12m | \b(?:up or down|down or up|go(?:ne|ing)? up|went up|go(?:ne|ing)? down|went down|entwickelte?)\b
return_12m best-high move | \bhow (?:did|has|have|would)\b[^.?!]{0,60}?\b(?:do|done|fared?|go)\b|\bcomo le (?:fue|ha ido)\b
drawdown_probability best-low | \b(?:risk(?:s|y|iness)?|risik[oa]|risiken|riskant|risques?|risquee?s?|riesgos?|arriesgad[oa]s?|rischi?o?|rischios[oa]|riscos?|arriscad[oa]s?|safe|safety|sicher|dangerous|downside(?: risks?)?(?= (?:of|in|to|for|does|do|is)\b|\s*(?:$|[?.!,;])))\b
`;

/** Read before {@linkcode MEASURE_WORDS}. */
export const END_WORDS: readonly EndWords[] = rowsOf(ENDS).flatMap(({ head: [metric = "", end], words }) =>
  isMetricId(metric) ? [{ metric, end: end === "lowest" ? "lowest" : "highest", words }] : []
);

/** In order: what one has taken, no later one reads. */
export const MEASURE_WORDS: readonly MeasureWords[] = [
  ...TEXT_WORDS,
  ...rowsOf(MEASURES).map(({ head: [metric = "", ...flags], words }): MeasureWords => ({
    metric: metric as MetricId,
    words,
    ...(flags.includes("best-high") && { good: "highest" }),
    ...(flags.includes("best-low") && { good: "lowest" }),
    ...(flags.includes("up") && { way: "highest" }),
    ...(flags.includes("down") && { way: "lowest" }),
    ...(flags.includes("move") && { isMove: true }),
    ...(flags.includes("loss") && { isLoss: true }),
  })),
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
