import type { ChanceScore, HorizonScore, LeftOut, ScoreReport, SkipReason } from "../score/score_report.ts";
import { oneLine } from "../text/control.ts";
import { firstNames } from "../text/cut.ts";
import { counted } from "../text/counted.ts";

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
export function countLines({ rows, theses, withoutThesis, withoutDay, repeated }: ScoreReport): string[] {
  const dropped = [
    ...withoutThesis > 0 ? [`${counted(withoutThesis)} without a thesis`] : [],
    ...withoutDay > 0 ? [`${counted(withoutDay)} without a day`] : [],
    ...repeated > 0 ? [`${counted(repeated)} repeat a name and day`] : [],
  ];
  const rest = dropped.length === 0 ? "" : `; dropped: ${dropped.join(", ")}`;
  return [`${counted(rows, "row")}, ${counted(theses, "thesis")}${rest}.`];
}

/** The limitations of the figures. */
export function caveatLines(report: ScoreReport, { services }: { readonly services: number }): string[] {
  const { horizons, statedHorizons } = report;
  const lines = [
    ...services > 1 ? ["The runs are from several services but count as one record: score them separately."] : [],
    ...statedHorizons.length > 0 && horizons.some(({ isStated }) => !isStated)
      ? [`The theses state a horizon of ${statedHorizons.map(oneLine).join(", ")}; ${OTHER}`]
      : [],
    ...allOf(horizons, leftOutRemarks),
    ...allOf(horizons, chanceRemarks),
    ...allOf(horizons, dateRemarks),
    ...eachOf(horizons, HINDSIGHT, ({ askedAfter }) => theses(askedAfter)),
    ...eachOf(horizons, MONTHLY, ({ onMonthly }) => theses(onMonthly)),
    ...eachOf(horizons, MIXED, ({ mixed }) => theses(mixed)),
  ];
  return [...lines, ALWAYS, ""];
}

const OTHER = "at other horizons only the order of probabilities is scored, not their size.";
const HINDSIGHT = {
  what: "Requested after the horizon ended",
  means: "A language model may know the outcome; the embedded analyst reads nothing after its day.",
};
const MONTHLY = { what: "On monthly closes", means: "Falls within a month are not visible." };
const MIXED = { what: "Dividends on one side only", means: "Total return of one, price return of the other." };
const ALWAYS = "Names on one date move together, so intervals are too narrow; t counts dates. " +
  "Delisted names may be missing. Trading costs are ignored. This is not investment advice.";

function leftOutRemarks({ leftOut }: HorizonScore): string[] {
  return leftOut.map(({ reason, theses, tickers }: LeftOut) =>
    `skipped ${counted(theses, "thesis")}: ${REASONS[reason]}: ${names(tickers)}.`
  );
}

function chanceRemarks({ withoutChance, withoutDrawdown, drawdown, sample }: HorizonScore): string[] {
  const { signal, confidence, side } = withoutChance;
  const parts = [
    ...signal > 0 ? [`${signal} with no view or an unknown signal`] : [],
    ...confidence > 0 ? [`${confidence} with a confidence that is not from 0 to 1`] : [],
    ...side > 0 ? [`${side} neutral without a score that gives a direction`] : [],
    ...drawdown !== undefined && withoutDrawdown > 0 ? [`${withoutDrawdown} without a chance of a fall`] : [],
  ];
  return parts.length === 0 ? [] : [`of ${counted(sample.theses, "thesis")}: ${parts.join(", ")}.`];
}

/** The dates that a figure by date, or its t, leaves out. */
function dateRemarks({ sample, overlapping, rankCorrelation, direction, drawdown }: HorizonScore): string[] {
  const rankless = rankCorrelation.mean === undefined ? [] : rankCorrelation.withoutFigure;
  return [
    ...overlapping.length === 0 ? [] : [
      `t counts ${sample.independentDates} of ${
        counted(sample.dates, "date")
      }; left out, because the period overlaps ` +
      `or the theses are few: ${names(overlapping)}.`,
    ],
    ...rankless.length === 0 ? [] : [`no rank correlation, of few names or equal figures: ${names(rankless)}.`],
    ...orderless("no AUC of returns, all above or none", direction),
    ...orderless("no AUC of falls, all fell or none", drawdown),
  ];
}

function orderless(words: string, chance: ChanceScore | undefined): string[] {
  const { areaUnderCurve, areaByDate: { withoutFigure } } = chance ?? { areaByDate: { withoutFigure: [] } };
  return areaUnderCurve === undefined || withoutFigure.length === 0 ? [] : [`${words}: ${names(withoutFigure)}.`];
}

/** Remarks on all horizons; equal ones are merged. */
function allOf(horizons: readonly HorizonScore[], remarksOn: (score: HorizonScore) => readonly string[]): string[] {
  const remarks = horizons.flatMap((one) => remarksOn(one).map((remark) => ({ horizon: one.horizon, remark })));
  return [...Map.groupBy(remarks, ({ remark }) => remark)].map(([remark, some]) =>
    `${some.map(({ horizon }) => horizon).join(", ")} days, ${remark}`
  );
}

/** One remark with its count on each horizon; equal counts are merged. */
function eachOf(
  horizons: readonly HorizonScore[],
  { what, means }: { readonly what: string; readonly means: string },
  on: (score: HorizonScore) => string | false,
): string[] {
  const found = horizons.flatMap((one) => {
    const some = on(one);
    return some === false ? [] : [{ horizon: one.horizon, some }];
  });
  if (found.length === 0) return [];
  const parts = [...Map.groupBy(found, ({ some }) => some)].map(([some, alike]) =>
    `${alike.map(({ horizon }) => horizon).join(", ")} days ${some}`
  );
  return [`${what}: ${parts.join("; ")}. ${means}`];
}

function theses(number: number): string | false {
  return number > 0 && counted(number, "thesis");
}

function names(tickers: readonly string[]): string {
  return firstNames(tickers.map((ticker) => oneLine(ticker) || "(empty)"), MAX_NAMES);
}
