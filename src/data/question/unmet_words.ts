import { VOCABULARY } from "../vocabulary.ts";
import { OF_A_TEXT } from "./text_measure_words.ts";

/** Words that ask for what the data cannot tell, and why not; patterns are of folded text. */
export interface UnmetWords {
  readonly words: RegExp;
  /** Ends the sentence `"P/E" is left out: ...`, without a full stop. */
  readonly why: string;
  /** Whether one of them asks for something that the data does hold. Default: none does. */
  readonly isKnown?: (word: string) => boolean;
}

/** Why what texts say is left out where texts are read; where none are, the data holds none. */
export const OF_TEXTS =
  "what texts say is not summed up: of them tone, uncertain words, changes of annual reports and numbers of news are measured";

const NO_FORECAST = "no price level is forecast, only the chance of a fall";

/** A correlation is one of a sector or of a portfolio; of names alone it is not said. */
export const CORRELATION: UnmetWords = {
  why: "it is computed for sectors and for portfolios, so give the names weights",
  words: /\b(?:correlat(?:ions?|ed?|es)|korrel\w+|correlaci\w+|correlazion\w+)\b/g,
};

/** Any of some words, but where they say of what a measure of texts is. */
function ofNoText(words: string): RegExp {
  return new RegExp(String.raw`${OF_A_TEXT}\b(?:${words})\b`, "g");
}

/** In order: what one has taken, no later one reads. A domain that is read takes its row out. */
export const UNMET_WORDS: readonly UnmetWords[] = [
  {
    why: NO_FORECAST,
    words:
      /\b(?:price targets?|target prices?|kursziele?|objectif de cours|precio objetivo|(?:hit|reach(?:es)?|touch|exceed|trade at|be at|cost|go to|get to|rise to|climb to|fall to|drop to) (?:\$|€|usd |eur )?\d[\d,.]*\b(?! ?%)|where (?:will|do you see|is)\b[^.?!]{0,40}\b(?:be|go|going|trade|stand|end)\b|what will\b[^.?!]{0,40}\b(?:be|cost|trade at)\b|how (?:high|low|far) (?:will|can|could) [^.?!]{0,40}\b(?:go|rise|fall|drop|climb)\b)/g,
  },
  {
    why: "it is not among the measures of value that are computed",
    words:
      /(?:\bp\/s\b|\bpeg\b|\bprice[- ]to[- ]sales(?: ratio)?|\bev\/(?:ebitda|sales|ebit)|\bfair value\b|\bintrinsic value\b|\b(?:dividend|(?<!\bfree[- ]?)cash[- ]?flow) yields?\b|\bdividendenrendite\b|\brendement du dividende\b|\brentabilidad por dividendo\b|\bpayout\b)/g,
  },
  {
    why: "no days of coming results are read",
    words:
      /\b(?:(?:next|upcoming|coming) (?:earnings|results)(?: (?:dates?|days?|reports?|announcements?|calls?))?|earnings (?:calendar|season)|when (?:will|does|do|is|are)\b[^.?!]{0,40}\breport(?:s|ing)?(?: (?:its |their )?(?:next )?(?:earnings|results))?)\b/g,
  },
  {
    why: "of what happens to a company only its results and its insiders' trades are read",
    words: ofNoText(
      String
        .raw`earnings (?:calls?(?!(?:'s)? (?:tone|sentiment))|estimates?|guidance|forecasts?|expectations?|transcripts?|quality|power)|(?:before|ahead of|around|until|into) (?:the |its |their |next )*earnings|profit warnings?|stock splits?|mergers?|takeovers?|acquisitions?|spin-?offs?`,
    ),
  },
  {
    why: "it is not among the figures of reports that are computed",
    words:
      /\b(?:profitability|leverage|ebit(?:da?)?|roe|roic|roa|return on (?:equity|assets|invested capital)|debt[- ]to[- ](?:equity|ebitda|assets)|net debt|moat)\b/g,
  },
  {
    why: "of what owners report only the trades of insiders are read",
    words: /\b(?:short interest|13[fdg]|institutional (?:owners|ownership|holders)|congress(?:ional)?)\b/g,
  },
  {
    why: OF_TEXTS,
    words: ofNoText(
      String
        .raw`news(?! (?:volumes?|flow|coverage))|headlines?|nachrichten|nouvelles|noticias|notizie|10-?[kq]s?|8-?ks?|filings?(?! changes?)|transcripts?|annual reports?|guidance|analyst (?:ratings?|opinions?|estimates?|consensus)|consensus|lawsuits?|litigation|ceo|cfo|competit(?:ors|ion)`,
    ),
  },
  {
    why: "no ratings of the environment, social matters or governance are read",
    words: /\b(?:esg(?: (?:ratings?|scores?))?|carbon footprint|emissions|sustainability|governance)\b/g,
  },
  {
    why: "no prices of options are read",
    words:
      /\b(?:options?(?= (?:on|of|chain|prices?|market)| are\b|$|\?)|implied volatility|call options?|put options?|skew|open interest|optionen)\b/g,
  },
  {
    why: "no figures of the economy are read",
    words:
      /\b(?:inflation|interest rates?|(?:rate|fed|ecb) (?:hikes?|cuts?|decisions?)|the fed|gdp|recession|unemployment|tariffs?|trade war|(?:oil|gold|gas) prices?|exchange rates?|yield curve|treasur(?:y|ies)|macro(?:economic)?)\b/g,
  },
  {
    why: "it is not among the measures that are computed",
    words:
      /\b(?:(?:sharpe|sortino|treynor|information) ratios?|sharpe|rsi|macd|bollinger(?: bands?)?|tracking error|skewness|kurtosis|golden cross|death cross|support (?:level|line)s?|resistance(?: (?:level|line)s?)?|candlesticks?|fibonacci|elliott waves?|all-time highs?)\b/g,
  },
  {
    why: "no own table of the data has a column of this name that is used",
    words: /(?<![\w./@-])(?:[a-z][a-z0-9_]*\.)?[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/@.-]*[\w/@-])/g,
    isKnown: (word) => Object.hasOwn(VOCABULARY.metrics, word), // "trend_200d" is a measure
  },
  {
    why: "nothing is forecast within a day",
    words: /\b(?:intraday forecasts?|scalp(?:ing)?|day[- ]?trad(?:e|ing))\b/g,
  },
];
