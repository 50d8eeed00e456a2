import type { Statement } from "../data/claim.ts";
import { abstainers, whyAbstaining } from "./abstention.ts";
import {
  FALL_WITHIN,
  type Focus,
  horizonWords,
  nameOf,
  statementWords,
  type Subject,
  worstFallWords,
} from "./subject.ts";
import { DOMAINS } from "../data/domains.ts";
import { list, say } from "./say.ts";

/** Three to six sentences: conclusion, trend, chance of a fall, risk, liquidity, abstentions. */
export function companyReasoning(subject: Subject, focus: Focus): readonly Statement[] {
  const thesis = conclusionSentence(subject);
  const trend = trendSentence(subject);
  const risk = [chanceSentence(subject), riskSentence(subject)];
  const orders: Readonly<Record<Focus, readonly (Statement | undefined)[]>> = {
    general: [thesis, trend, ...risk],
    trend: [trend, thesis, ...risk],
    risk: [...risk, thesis, trend],
  };
  const all = [...orders[focus], liquiditySentence(subject), abstentionSentence(subject)];
  return all.filter((one) => one !== undefined);
}

function conclusionSentence({ findings, claims, synthesis, words }: Subject): Statement {
  const named = nameOf(findings.company);
  const score = claims.score();
  const probability = claims.probability();
  if (score === undefined || probability === undefined) {
    const why = "too few measures can be scored, and the confidence is that of a coin toss";
    return say`There is no view on ${named} as of ${claims.asOf()}: ${why}.`;
  }
  const outcome = say`${named} comes out ${synthesis.signal} as of ${claims.asOf()}`;
  const made = say`the score is ${score} (${list(domainScores(claims))})`;
  const statement = statementWords(words, horizonWords([findings]));
  return say`${outcome}: ${made}, an uncalibrated probability of ${probability} of ${statement}.`;
}

/** The domain scores that a score is the mean of: `trend +0.17`, `risk -0.09`. */
export function domainScores(claims: Subject["claims"]): readonly Statement[] {
  return DOMAINS.flatMap(({ name }) => {
    const claim = claims.domainScore(name);
    return claim ? [say`${name} ${claim}`] : [];
  });
}

function trendSentence({ findings, claims, words }: Subject): Statement | undefined {
  const { ticker } = findings.company;
  const close = claims.value("close");
  if (close === undefined) return undefined;
  const adjusted = findings.pair.series.basis === "total_return";
  const closed = adjusted
    ? say`${ticker}'s close, adjusted for dividends, is ${close}`
    : say`${ticker} closed at ${close}`;
  const places = placesOf(findings.pair.series.frequency, claims);
  const where = places.length > 0 ? say`${closed}, ${list(places)}` : closed;
  const momentum = claims.value("momentum_12_1");
  const year = yearPhrase({ findings, claims, words });
  const past = [...(momentum ? [say`its 12-1 month momentum is ${momentum}`] : []), ...(year ? [year] : [])];
  return past.length > 0 ? say`${where}; ${list(past)}.` : say`${where}.`;
}

function yearPhrase(
  { findings, claims, words }: Pick<Subject, "findings" | "claims" | "words">,
): Statement | undefined {
  const year = claims.value("return_12m");
  const excess = claims.value("excess_12m");
  if (year === undefined) return undefined;
  if (excess === undefined || words.market === undefined) return say`its 12-month return is ${year}`;
  const { series, mixed } = findings.pair;
  const note = mixed ? `, though ${basisNote(series.basis)}` : "";
  return say`its 12-month return is ${year}, an excess of ${excess} over ${words.market}${note}`;
}

/** States which bases an excess return mixes. */
export function basisNote(own: "price" | "total_return"): string {
  return own === "total_return"
    ? "dividends are in the stock's return but not in the index's"
    : "dividends are in the index's return but not in the stock's";
}

function placesOf(frequency: "daily" | "monthly", claims: Subject["claims"]): readonly Statement[] {
  const daily = frequency === "daily";
  const mean = claims.value("trend_200d");
  const high = claims.value("high_52w");
  const above = mean !== undefined && Number(mean.value) >= 0;
  return [
    ...(mean ? [say`${mean} ${above ? "above" : "from"} its ${daily ? "200-day" : "10-month"} mean`] : []),
    ...(high ? [say`at ${high} of its ${daily ? "52-week" : "12-month"} high`] : []),
  ];
}

function chanceSentence({ findings, claims }: Subject): Statement | undefined {
  const chance = claims.value("drawdown_probability");
  const { ticker } = findings.company;
  if (chance === undefined) return undefined;
  return say`The chance of a ${FALL_WITHIN} is ${chance} for ${ticker}, if the price drifts neither way.`;
}

function riskSentence({ findings, claims, words }: Subject): Statement | undefined {
  const volatility = claims.value("volatility");
  if (volatility === undefined) return undefined;
  const recent = claims.value("volatility_recent");
  const beta = claims.value("beta");
  const fall = claims.value("max_drawdown_1y");
  const tail = claims.value("var_95");
  const parts = [
    recent ? say`volatility is ${volatility} a year (60-day: ${recent})` : say`volatility is ${volatility} a year`,
    ...(beta && words.market ? [say`beta to ${words.market} is ${beta}`] : []),
    ...(fall ? [say`${worstFallWords(findings)} was ${fall}`] : []),
    ...(tail ? [say`daily 95 % value at risk is ${tail}`] : []),
  ];
  const [first = say``, ...others] = parts;
  return say`${findings.company.ticker}'s ${list([first, ...others.map((part) => say`its ${part}`)])}.`;
}

function liquiditySentence({ findings, claims }: Subject): Statement | undefined {
  const volume = claims.value("dollar_volume");
  const impact = claims.value("amihud");
  const { ticker } = findings.company;
  if (volume === undefined) return undefined;
  const traded = say`${ticker} is traded for ${volume} on a median day of the last 60 days`;
  return impact ? say`${traded}, with a price impact (Amihud) of ${impact} per billion.` : say`${traded}.`;
}

function abstentionSentence({ findings, claims }: Subject): Statement {
  const { ticker } = findings.company;
  const why = whyAbstaining([findings]);
  return say`${abstainers([findings])} abstain for ${ticker} as of ${claims.asOf()}: ${why}.`;
}
