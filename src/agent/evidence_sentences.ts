import type { Statement } from "../data/claim.ts";
import type { Measure } from "./findings.ts";
import { MEASURE_WORDS } from "./measure_words.ts";
import { list, say } from "./say.ts";
import { horizonWords, type Subject, worstFallWords } from "./subject.ts";
import { measuresOf, sideOf } from "./synthesis.ts";

/** Two domains contradict each other when both scores are further from 0 than this. */
const MIN_CONTRADICTION = 0.3;

/** One scored measure of one company. */
export interface Evidence {
  readonly subject: Subject;
  readonly measure: Measure;
  readonly score: number;
  readonly side: ReturnType<typeof sideOf>;
}

/** The scored measures of all subjects, strongest first. */
export function evidenceOf(subjects: readonly Subject[]): readonly Evidence[] {
  const all = subjects.flatMap((subject) =>
    measuresOf(subject.findings).flatMap((measure): Evidence[] =>
      measure.score === undefined ? [] : [{ subject, measure, score: measure.score, side: sideOf(measure) }]
    )
  );
  return all.toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score)); // stable: ties keep their order
}

/**
 * One measure as a sentence: its rank or percentile, and the published effect.
 * @param options `mark` names the side; `explained` adds the published effect.
 */
export function evidenceSentence(
  { subject, measure, side }: Evidence,
  { mark = false, explained = true }: { readonly mark?: boolean; readonly explained?: boolean } = {},
): Statement {
  const { findings, claims, words } = subject;
  const { frequency } = findings.pair.series;
  const named = MEASURE_WORDS[measure.metric];
  const noun = named?.noun({ frequency, market: words.market ?? "the benchmark" });
  const value = claims.value(measure.metric);
  const standing = claims.standing(measure);
  if (named === undefined || noun === undefined || value === undefined || standing === undefined) return say``;
  const { ticker } = findings.company;
  const shown = named.value(value);
  const fact = standing.rank
    ? say`${ticker} ranks ${standing.rank} of ${standing.count} on ${noun}, at ${shown}`
    : say`${ticker}'s ${noun} is ${shown}, ${placeWords(measure)} its own ${standing.count} month-ends`;
  const high = (measure.standing?.percentile ?? 0) >= 0.5;
  const why = explained ? `; ${high ? named.high : named.low}` : "";
  const prefix = mark && side !== "neither" ? `${side === "for" ? "For" : "Against"}: ` : "";
  return say`${prefix}${fact}${why}.`;
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
  const fallWithin = `chance of a fall of 15 % or more within ${horizonWords([findings])}`;
  return say`${ticker}: ${fallWithin} ${chance}, on volatility of ${volatility} a year${past}.`;
}

/** One sentence for each pair of domains that point in opposite directions. */
export function contradictionSentences({ findings, claims }: Subject): readonly Statement[] {
  const strong = findings.domains.filter(({ score = 0 }) => Math.abs(score) > MIN_CONTRADICTION);
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
