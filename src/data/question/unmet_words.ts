import { NOT_COVERED } from "./query.ts";
import { WHOSE } from "./measure_words.ts";

/** Words that ask for what the data cannot tell, and why not; patterns are of folded text. */
export interface UnmetWords {
  readonly words: RegExp;
  /** Of `Unsupported`. */
  readonly why: string;
}

/** Why what texts say is left out where texts are read; where none are, the data hold none. */
export const OF_TEXTS = "texts are measured and quoted, not summarised";

/** Why no other figure of a day to come is given. */
export const NOT_AHEAD = "only drawdown risk is forecast";

/** A correlation is one of a sector or of a portfolio; of names alone it is not said. */
export const CORRELATION: UnmetWords = {
  why: "it is computed for sectors and for portfolios, so give the names weights",
  words: /\b(?:correlat(?:ions?|ed?|es)|korrel\w+|correlaci\w+|correlazion\w+)\b/g,
};

/** Where a word after it says of what a measure of texts is, and asks for nothing else. */
const OF_A_TEXT = String
  .raw`(?<!\b(?:tone|sentiment|wording|uncertainty|uncertain (?:words?|is|are|was|were)) [^.?!]{0,40})(?<!\bchange[sd]? (?:in|of|to) ${WHOSE})`;

/**
 * Why not, and the pattern of the words, a row a line; "of no text" leaves those of what a measure of texts is. In order:
 * what one has taken, no later one reads.
 */
const TABLE = String.raw`
${NOT_AHEAD} | \b(?:price targets?|target prices?|kursziele?|objectif de cours|precio objetivo|(?:hit|reach(?:es)?|touch|exceed|trade at|be at|cost|go to|get to|rise to|climb to|fall to|drop to) (?:\$|€|usd |eur )?\d[\d,.]*\b(?! ?%)|where (?:will|do you see|is)\b[^.?!]{0,40}\b(?:be|go|going|trade|stand|end)\b|what will\b[^.?!]{0,40}\b(?:be|cost|trade at)\b|how (?:high|low|far) (?:will|can|could) [^.?!]{0,40}\b(?:go|rise|fall|drop|climb)\b)
${NOT_COVERED} | (?:\bp\/s\b|\bpeg\b|\bprice[- ]to[- ]sales(?: ratio)?|\bev\/(?:ebitda|sales|ebit)|\bfair value\b|\bintrinsic value\b|\b(?:dividend|(?<!\bfree[- ]?)cash[- ]?flow) yields?\b|\bdividendenrendite\b|\brendement du dividende\b|\brentabilidad por dividendo\b|\bpayout\b)
the dates of results to come are not known | \b(?:(?:next|upcoming|coming) (?:earnings|results)(?: (?:dates?|days?|reports?|announcements?|calls?))?|earnings (?:calendar|season)|when (?:will|does|do|is|are)\b[^.?!]{0,40}\breport(?:s|ing)?(?: (?:its |their )?(?:next )?(?:earnings|results))?)\b
of events, only results and insiders' trades are | of no text | earnings (?:calls?(?!(?:'s)? (?:tone|sentiment))|estimates?|guidance|forecasts?|expectations?|transcripts?|quality|power)|(?:before|ahead of|around|until|into) (?:the |its |their |next )*earnings|profit warnings?|stock splits?|mergers?|takeovers?|acquisitions?|spin-?offs?
${NOT_COVERED} | \b(?:profitability|ebit(?:da?)?|roe|roic|roa|return on (?:equity|assets|invested capital)|debt[- ]to[- ](?:equity|ebitda|assets)|net debt|moat|catalysts?|credit ratings?)\b
of what owners report, only insiders' trades are | \b(?:short interest|13[fdg]|institutional (?:owners|ownership|holders)|congress(?:ional)?)\b
${OF_TEXTS} | of no text | news(?! (?:volumes?|flow|coverage))|headlines?|nachrichten|nouvelles|noticias|notizie|(?<!\b(?:cite|citing|use|using|according to|based on|source:?|reported in|stated in) (?:(?:the|its|their) )?(?:(?:latest|last|newest) )?)(?<!\bfiled? (?:(?:its|their|the) )?(?:(?:last|latest|newest|most recent) )?)(?:10-?[kq]s?|8-?ks?|(?<!\b(?:last|latest|newest|most recent) )filings?(?! changes?)|annual reports?)|transcripts?|guidance|analyst (?:ratings?|opinions?|estimates?|consensus)|consensus|lawsuits?|litigation|ceo|cfo|competit(?:ors|ion)
${NOT_COVERED} | \b(?:esg(?: (?:ratings?|scores?))?|carbon footprint|emissions|sustainability|governance)\b
${NOT_COVERED} | \b(?:options?(?= (?:on|of|chain|prices?|market)| are\b|$|\?)|implied volatility|call options?|put options?|skew|open interest|optionen)\b
only companies are, not the economy | \b(?:inflation|interest rates?|(?:rate|fed|ecb) (?:hikes?|cuts?|decisions?)|the fed|gdp|recession|unemployment|tariffs?|trade war|(?:oil|gold|gas) prices?|exchange rates?|yield curve|treasur(?:y|ies)|macro(?:economic)?)\b
${NOT_COVERED} | \b(?:(?:sharpe|sortino|treynor|information) ratios?|sharpe|rsi|macd|bollinger(?: bands?)?|tracking error|skewness|kurtosis|golden cross|death cross|support (?:level|line)s?|resistance(?: (?:level|line)s?)?|candlesticks?|fibonacci|elliott waves?|all-time highs?)\b
no table of yours has such a column | (?<![\w./@-])(?:[a-z][a-z0-9_]*\.)?[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/@.-]*[\w/@-])
nothing is forecast within a day | \b(?:intraday forecasts?|scalp(?:ing)?|day[- ]?trad(?:e|ing))\b
`;

export const UNMET_WORDS: readonly UnmetWords[] = TABLE.trim().split("\n").map((line) => {
  const [why = "", ...rest] = line.split(" | ");
  const [words = ""] = rest.slice(-1);
  return { why, words: new RegExp(rest.length > 1 ? `${OF_A_TEXT}\\b(?:${words})\\b` : words, "g") };
});
