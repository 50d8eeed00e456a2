import { InputError } from "../protocol/errors.ts";
import { benchmarkName } from "../run/statement.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { showsItself } from "../text/cell_value.ts";
import { optionProblem, type OptionShape } from "../text/options.ts";
import { forwardOutcome, type SkipReason, tradingDays } from "./forward_outcome.ts";
import { type PooledThesis, poolTheses } from "./pool_theses.ts";
import type { Closes, PricePort } from "./price_port.ts";
import { type JudgedThesis, scoreHorizon } from "./score_horizon.ts";
import type { HorizonScore, LeftOut, ScoreReport } from "./score_report.ts";

/** Options of scoring. */
export interface ScoreOptions {
  /** Trading days, each at least 1. Default: 21, 63 and 126 (one, three and six months). */
  readonly horizons?: readonly number[] | undefined;
}

const SCORE_OPTIONS = {
  horizons: {
    words: "a list of whole numbers from 1, like [21, 63]",
    fits: (value) => Array.isArray(value) && value.every((days) => Number.isInteger(days) && days >= 1),
  },
} satisfies Readonly<Record<keyof ScoreOptions, OptionShape>>;

/** Default horizons, in trading days. */
const DEFAULT_HORIZONS: readonly number[] = [21, 63, 126];

/**
 * Scores theses against later prices. Requires ticker, signal, confidence and a day; score and probability of a fall
 * are scored if present. Theses without an outcome are counted and listed.
 * @param rows Of any number of runs, in any order.
 * @param prices Source of later prices.
 * @returns Every figure, with its sample size.
 * @throws {InputError} when an option is unknown or of another kind.
 */
export function scoreTheses(
  rows: Iterable<
    Pick<
      ThesisRow,
      | "ticker"
      | "asOf"
      | "requestedAsOf"
      | "askedAt"
      | "horizon"
      | "signal"
      | "confidence"
      | "score"
      | "drawdownProbability"
    >
  >,
  prices: PricePort,
  options: ScoreOptions = {},
): ScoreReport {
  const problem = optionProblem(options, SCORE_OPTIONS);
  if (problem !== undefined) {
    throw new InputError(`Cannot score theses: ${problem.state}`, { options: problem.options });
  }
  const { horizons = DEFAULT_HORIZONS } = options;
  const { theses, ...counts } = poolTheses(rows, prices);
  const { benchmark } = prices;
  const sessions = sessionsOf(theses);
  const stated = new Set(theses.flatMap(({ horizon }) => horizon ?? []));
  const isAbout = (horizon: number) => stated.size === 0 || [...stated].some((one) => tradingDays(one) === horizon);
  return showsItself({
    ...counts,
    statement: benchmark === undefined
      ? "the return is positive"
      : `the excess return over ${benchmarkName(benchmark)} is positive`,
    benchmark,
    theses: theses.length,
    statedHorizons: [...stated].sort(),
    horizons: horizons.map((horizon) =>
      judge(theses, { horizon, isStated: isAbout(horizon), isExcess: benchmark !== undefined, sessions })
    ),
  });
}

/** The days of the daily history that ends last: without a benchmark, those on which the market traded. */
function sessionsOf(theses: readonly PooledThesis[]): readonly string[] {
  const daily = theses.flatMap(({ histories }) => histories.filter(({ frequency }) => frequency === "daily"));
  const lastOf = ({ dates }: Closes) => dates.at(-1) ?? "";
  return daily.toSorted((one, other) => lastOf(one) < lastOf(other) ? 1 : -1)[0]?.dates ?? [];
}

function judge(
  theses: readonly PooledThesis[],
  { horizon, isStated, isExcess, sessions }: {
    readonly horizon: number;
    readonly isStated: boolean;
    readonly isExcess: boolean;
    readonly sessions: readonly string[];
  },
): HorizonScore {
  const cases: JudgedThesis[] = [];
  const reasons = new Map<SkipReason, PooledThesis[]>();
  for (const thesis of theses) {
    const outcome = forwardOutcome(thesis.histories, { day: thesis.day, horizon, isExcess, sessions });
    if (typeof outcome !== "string") cases.push({ ...outcome, thesis });
    const reason = typeof outcome === "string" ? outcome : outcome.excess === undefined ? "ended" : undefined;
    if (reason !== undefined) reasons.set(reason, [...reasons.get(reason) ?? [], thesis]);
  }
  return scoreHorizon({ horizon, isStated, cases, leftOut: [...reasons].map(toLeftOut).sort(byReason) });
}

function toLeftOut([reason, theses]: readonly [SkipReason, readonly PooledThesis[]]): LeftOut {
  return { reason, theses: theses.length, tickers: [...new Set(theses.map(({ ticker }) => ticker))].sort() };
}

function byReason(one: LeftOut, other: LeftOut): number {
  return one.reason < other.reason ? -1 : 1;
}
