import { isMetricId, rowOf } from "../data/metrics/metric.ts";
import type { Claim, Draft, Statement } from "../data/claim.ts";
import { dayText } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked, QuestionKind } from "../data/question/asked.ts";
import { STAYING } from "./answered_draft.ts";
import type { AnswerClaims } from "./claims.ts";
import { type CompanyFindings, isPriced, tickersOf } from "./findings.ts";
import { byShare, hedgesOf, mergedWeights, type Portfolio, portfolioOf } from "./portfolio.ts";
import { rounded } from "./report.ts";
import type { Speaker } from "./say.ts";
import { type Step, toolSteps } from "./step.ts";
import { LEFT_OUT, leftOutMetric, WHOLE_METRICS } from "../data/metrics/portfolio.ts";
import { positionRows } from "./rows.ts";

const DIGITS = 6;
/** Questions about the names of a group, not about the group. */
const OF_NAMES: readonly QuestionKind[] = ["rank", "compare", "yes_no", "quote"];

/**
 * Measures a portfolio in the weights of a question, or a group of companies that it asks about, as a visible step.
 * @param found The names of the answer that have prices.
 * @param options.asked The question: it gives weights, or names a group and no company.
 * @returns `undefined` where it asks about neither.
 */
export function* portfolioSteps(
  found: readonly CompanyFindings[],
  { asked, view }: { readonly asked: Asked; readonly view: DatasetView },
): Generator<Step, Portfolio | undefined, undefined> {
  const weights = mergedWeights(asked.weights);
  const isPortfolio = weights.length > 0;
  const { companies, groups } = asked.mentions;
  const isGroup = companies.length === 0 && groups.length > 0 && found.filter(isPriced).length > 1 &&
    !OF_NAMES.includes(asked.kind);
  if (!found.some(isPriced) || !isPortfolio && !isGroup) return undefined;
  const portfolio = portfolioOf(found, { weights, view });
  const request = isPortfolio ? { weights } : { tickers: found.map(({ company }) => company.ticker) };
  const name = isPortfolio ? "portfolio_analysis" : "group_analysis";
  yield* toolSteps(name, { asked: request, answered: report(portfolio) });
  return portfolio;
}

function report({ bars, measured, leftOut, lastDay, figures }: Portfolio): unknown {
  return {
    bars,
    ...(lastDay !== undefined && { last: dayText(lastDay) }),
    measured: measured.length,
    ...(leftOut.size > 0 && { left_out: Object.fromEntries(leftOut) }),
    ...Object.fromEntries([...figures].map(([metric, value]) => [metric, rounded(value, DIGITS)])),
  };
}

/** A draft about names that begins with what they are together. */
export function withPortfolio(
  draft: Draft,
  portfolio: Portfolio,
  { speaker, claims, asked }: {
    readonly speaker: Speaker;
    readonly claims: AnswerClaims;
    readonly asked: Asked;
  },
): Draft {
  if (portfolio.weights.length === 0) {
    return { ...draft, reasoning: [...groupSentences(portfolio, speaker, calledIn(asked)), ...draft.reasoning] };
  }
  const said = portfolioSentences(portfolio, speaker);
  return {
    ...draft,
    weights: portfolio.weights,
    figures: portfolioFigures(portfolio, claims, said),
    reasoning: [...said, ...draft.reasoning.filter(({ saying }) => STAYING.includes(saying.phrase))],
  };
}

function calledIn({ mentions: { groups: [only, ...others], excluded } }: Asked): GroupName {
  const isOne = only !== undefined && others.length === 0 && excluded.length === 0;
  return !isOne || only.kind === "all" ? "names" : only.kind;
}

/** Names that a sentence says drive the whole, or lower its variance. */
const NAMED = 3;
/** Positions of a table; of more it shows the largest contributors to variance. */
const MOST_POSITIONS = 10;

/** The sentences about a portfolio as a whole, in the weights of the question, and its table. */
function portfolioSentences(portfolio: Portfolio, speaker: Speaker): readonly Statement[] {
  const all = tickersOf(portfolio.found);
  const shares = byShare(portfolio);
  const isLong = all.length > MOST_POSITIONS && shares.length > MOST_POSITIONS;
  const shown = isLong ? shares.slice(0, MOST_POSITIONS) : all;
  const top = shares.length > 1 ? speaker.sayAll(["lead_driver.top"], shares.slice(0, 1)) : [];
  const hedges = hedgesOf(portfolio).slice(0, NAMED);
  return [
    speaker.say("lead.portfolio", all, { parts: { driver: top } }) ?? speaker.say("lead.portfolio_not_measured", all),
    ...positionRows(shown, all, speaker),
    ...speaker.sayAll(["point.diversification", "point.market", "point.past_year", "point.exposure"], all),
    hedges.length === 0
      ? undefined
      : speaker.say("point.hedges", all, { parts: { hedges: speaker.sayAll(["portfolio.hedges"], hedges) } }),
    isLong
      ? speaker.say("portfolio.shown", all, { parts: { top: speaker.sayAll(["portfolio.shown_top"], shown) } })
      : undefined,
    ...speaker.sayAll(["portfolio.left_out", "portfolio.unweighted"], all),
  ].filter((one) => one !== undefined);
}

/** How a group is called: a whole sector or industry by its name, any other as these companies. */
type GroupName = "sector" | "industry" | "names";

/** The sentences about a group as a whole: its names in equal weights. */
function groupSentences(portfolio: Portfolio, speaker: Speaker, called: GroupName): readonly Statement[] {
  const all = tickersOf(portfolio.found);
  if (portfolio.measured.length === 1) return [];
  const byName = speaker.sayAll([`group.of_${called}`], all);
  const group = byName.length > 0 ? byName : speaker.sayAll(["group.of_names"], all);
  const top = portfolio.own.size > NAMED ? byShare(portfolio).slice(0, NAMED) : [];
  const drivers = top.length === 0 ? [] : speaker.sayAll(["group.drivers"], top);
  return [
    speaker.say("lead.group", all, { parts: { group } }),
    speaker.say("point.volatility", all) ?? speaker.say("group.not_measured", all),
    ...speaker.sayAll(["point.common", "point.year"], all),
    speaker.say("point.below_high", all, { parts: { drivers } }),
    speaker.say("group.left_out", all),
  ].filter((one) => one !== undefined);
}

/** The figures of a portfolio that no sentence states, and each name's share of its variance. */
function portfolioFigures(portfolio: Portfolio, claims: AnswerClaims, said: readonly Statement[]): readonly Claim[] {
  const all = tickersOf(portfolio.found);
  const stated = new Set(said.flatMap((one) => one.claims).map(({ metric, entities }) => keyOf(metric, entities)));
  const names = LEFT_OUT.map(leftOutMetric);
  const figures = [...WHOLE_METRICS].filter(isMetricId).filter((id) => !["word", "name"].includes(rowOf(id).unit));
  const wanted = [...figures, ...names].map((metric) => ({ metric, about: all }));
  const shares = all.map((ticker) => ({ metric: "variance_share" as const, about: [ticker] }));
  return [...wanted, ...shares].filter(({ metric, about }) => !stated.has(keyOf(metric, about)))
    .flatMap(({ metric, about }) => claims.claim(metric, about) ?? []);
}

function keyOf(metric: string, about: readonly string[]): string {
  return `${metric} ${about.join(" ")}`;
}
