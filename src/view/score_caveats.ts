import type { ChanceScore, HorizonScore, ScoreReport, SkipReason } from "../score/score_report.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { firstNames } from "../text/cut.ts";

/** Names shown; further ones are counted, and score.csv and --json list them all. */
const MAX_NAMES = 12;

const REASONS: Readonly<Record<SkipReason, string>> = {
  no_prices: "no prices",
  no_close: "no close on its day or the five days before",
  no_months: "monthly closes, and the horizon is not a whole number of months",
  not_ended: "the horizon ends after the data",
  ended: "their prices end before the horizon, and only a fall of 15% until then is scored",
  no_benchmark: "the benchmark has no close on one of the two days",
  doubted: "a move in between that nothing in the data explains, of it or of the benchmark",
};

/** Counts theses and dropped rows. */
export function countWords({ rows, theses, withoutThesis, withoutDay, repeated }: ScoreReport): string {
  const dropped = [
    ...withoutThesis > 0 ? [`${counted(withoutThesis)} without a thesis`] : [],
    ...withoutDay > 0 ? [`${counted(withoutDay)} without a day`] : [],
    ...repeated > 0 ? [`${counted(repeated)} repeat a name and day`] : [],
  ];
  const rest = dropped.length === 0 ? "" : `; dropped: ${dropped.join(", ")}`;
  return `${counted(rows, "row")}, ${counted(theses, "thesis")}${rest}.`;
}

/** The limitations of the figures, equal ones of several horizons together. */
export function caveatLines({ horizons, statedHorizons }: ScoreReport, of: { readonly services: number }): string[] {
  const remarks = horizons.flatMap((one) => remarksOn(one).map((remark) => ({ horizon: one.horizon, remark })));
  return [
    ...of.services > 1 ? ["The runs are from several services but count as one record: score them separately."] : [],
    ...statedHorizons.length > 0 && horizons.some(({ isStated }) => !isStated)
      ? [`The theses state a horizon of ${statedHorizons.map(oneLine).join(", ")}; ${OTHER}`]
      : [],
    ...[...Map.groupBy(remarks, ({ remark }) => remark)].map(([remark, some]) =>
      `${some.map(({ horizon }) => horizon).join(", ")} days: ${remark}.`
    ),
    ALWAYS,
  ];
}

const OTHER = "at other horizons only the order of probabilities is scored, not their size.";
const HINDSIGHT = "requested after the horizon ended: a language model may know the outcome; the embedded analyst " +
  "reads nothing after its day";
const MONTHLY = "on monthly closes: falls within a month are not visible";
const MIXED = "with dividends on one side only: total return of one, price return of the other";
const ALWAYS = "Names on one date move together, so intervals are too narrow; t counts dates. " +
  "Delisted names may be missing. Trading costs are ignored. This is not investment advice.";

/** Each begins with what it counts. */
function remarksOn({ leftOut, askedAfter, onMonthly, mixed, ...score }: HorizonScore): string[] {
  const counts = [[askedAfter, HINDSIGHT], [onMonthly, MONTHLY], [mixed, MIXED]] as const;
  return [
    ...leftOut.map(({ reason, theses, tickers }) =>
      `skipped ${counted(theses, "thesis")}: ${REASONS[reason]}: ${names(tickers)}`
    ),
    ...chanceRemarks(score),
    ...dateRemarks(score),
    ...counts.flatMap(([count, words]) => count > 0 ? [`${counted(count, "thesis")} ${words}`] : []),
  ];
}

type Figures = Omit<HorizonScore, "leftOut" | "askedAfter" | "onMonthly" | "mixed">;

function chanceRemarks({ withoutChance, withoutDrawdown, drawdown, sample }: Figures): string[] {
  const parts = ([
    [withoutChance.signal, "with no view or an unknown signal"],
    [withoutChance.confidence, "with a confidence that is not from 0 to 1"],
    [withoutChance.side, "neutral without a score that gives a direction"],
    [drawdown === undefined ? 0 : withoutDrawdown, "without a drawdown risk"],
  ] as const).filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return parts.length === 0 ? [] : [`of ${counted(sample.theses, "thesis")}: ${parts.join(", ")}`];
}

/** The dates that a figure by date, or its t, leaves out. */
function dateRemarks({ sample, overlapping, rankCorrelation, direction, drawdown }: Figures): string[] {
  const orderless = (chance: ChanceScore | undefined) =>
    chance?.areaUnderCurve === undefined ? [] : chance.areaByDate.withoutFigure;
  const dates = counted(sample.dates, "date");
  return ([
    [
      overlapping,
      `t counts ${sample.independentDates} of ${dates}; left out, because the period overlaps or the theses are few`,
    ],
    [
      rankCorrelation.mean === undefined ? [] : rankCorrelation.withoutFigure,
      "no rank correlation, of few names or equal figures",
    ],
    [orderless(direction), "no AUC of returns, all above or none"],
    [orderless(drawdown), "no AUC of falls, all fell or none"],
  ] as const).flatMap(([left, words]) => left.length === 0 ? [] : [`${words}: ${names(left)}`]);
}

function names(tickers: readonly string[]): string {
  return firstNames(tickers.map((ticker) => oneLine(ticker) || "(empty)"), MAX_NAMES);
}
