import type { Statement } from "../data/claim.ts";
import type { Measure } from "./findings.ts";
import { type Level, MEASURE_WORDS } from "./measure_words.ts";
import { list, say } from "./say.ts";
import { FALL_WITHIN, type Subject, worstFallWords } from "./subject.ts";
import { CLEAR, type Pull, pullsOf, sideOf } from "./synthesis.ts";

/** One scored measure of one company. */
export interface Evidence extends Pull {
  readonly subject: Subject;
  readonly side: ReturnType<typeof sideOf>;
}

/** The scored measures of all subjects, the largest pull first. */
export function evidenceOf(subjects: readonly Subject[]): readonly Evidence[] {
  const all = subjects.flatMap((subject) =>
    pullsOf(subject.findings).map((one): Evidence => ({ ...one, subject, side: sideOf(one.measure) }))
  );
  return all.toSorted((one, other) => Math.abs(other.pull) - Math.abs(one.pull)); // stable: ties keep their order
}

/**
 * One measure as a line: what is high or low, its value and place, and the published effect. What matters most comes
 * first, because lists show the beginning.
 * @param options `mark` names the side; `explained` adds the published effect.
 */
export function evidenceSentence(
  { subject, measure, side }: Evidence,
  { mark = false, explained = true }: { readonly mark?: boolean; readonly explained?: boolean } = {},
): Statement {
  const { findings, claims, words } = subject;
  const { frequency } = findings.pair.series;
  const named = MEASURE_WORDS[measure.metric];
  const value = claims.value(measure.metric);
  const standing = claims.standing(measure);
  if (named === undefined || value === undefined || standing === undefined) return say``;
  const what = named.noun({ ...levelOf(measure), frequency, market: words.market ?? "the benchmark" });
  const place = standing.rank
    ? say`rank ${standing.rank} of ${standing.count}`
    : say`${placeWords(measure)} its own ${standing.count} month-ends`;
  const high = (measure.standing?.percentile ?? 0) >= 0.5;
  const why = explained ? `; ${high ? named.high : named.low}` : "";
  const prefix = mark && side !== "neither" ? `${side === "for" ? "For" : "Against"}: ` : "";
  return say`${prefix}${findings.company.ticker}'s ${what} (${named.value(value)}), ${place}${why}.`;
}

/** A value is high or low when its score is clear, whichever way it points. */
function levelOf({ standing, score = 0 }: Measure): { readonly level: Level; readonly degree: string } {
  const isHigh = (standing?.percentile ?? 0) >= 0.5;
  const level = Math.abs(score) <= CLEAR ? "middling" : isHigh ? "high" : "low";
  return { level, degree: standing?.among === "months" ? USUAL[level] : level };
}

/** A low beta among a company's own past may be high among companies. */
const USUAL: Readonly<Record<Level, string>> = { high: "above-usual", middling: "usual", low: "below-usual" };

/** States that no measure clearly pulls the score the way it points. */
export function unledSentence(score: number, ticker?: string): Statement {
  const way = score < 0 ? "down" : "up";
  return ticker === undefined
    ? say`No measure clearly pulls the score ${way}.`
    : say`${ticker}: no measure clearly pulls its score ${way}.`;
}

/** The position of a value among the company's own past values. */
function placeWords({ standing }: Measure): string {
  const percentile = standing?.percentile ?? 0;
  if (percentile >= 0.9) return "near the top of";
  if (percentile >= 0.6) return "in the upper part of";
  if (percentile > 0.4) return "around the middle of";
  return percentile > 0.1 ? "in the lower part of" : "near the bottom of";
}

/** The chance of a fall and the volatility behind it. */
export function fallSentence({ findings, claims }: Subject): Statement | undefined {
  const chance = claims.value("drawdown_probability");
  const volatility = claims.value("volatility");
  if (chance === undefined || volatility === undefined) return undefined;
  const fall = claims.value("max_drawdown_1y");
  const past = fall ? say`; its ${worstFallWords(findings)} was ${fall}` : say``;
  const { ticker } = findings.company;
  return say`${ticker}: chance of a ${FALL_WITHIN} ${chance}, on volatility of ${volatility} a year${past}.`;
}

/** One sentence for each pair of domains that point in opposite directions. */
export function contradictionSentences({ findings, claims }: Subject): readonly Statement[] {
  const strong = findings.domains.filter(({ score = 0 }) => Math.abs(score) > CLEAR);
  return strong.flatMap((one, at) =>
    strong.slice(at + 1).filter((other) => (one.score ?? 0) * (other.score ?? 0) < 0).map((other) => {
      const sides = [one, other].map(({ domain }) => {
        const claim = claims.domainScore(domain.name);
        return claim ? say`${domain.name} (${claim})` : say``;
      });
      return say`${findings.company.ticker}'s scores of ${list(sides)} point in opposite directions.`;
    })
  );
}
