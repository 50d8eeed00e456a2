import type { HorizonScore, LeftOut, ScoreReport, SkipReason } from "../score/score_report.ts";
import { oneLine } from "../text/control.ts";
import { count } from "./score_words.ts";

/** More names are counted only; score.csv and --json have them all. */
const MAX_NAMES = 12;

const REASONS: Readonly<Record<SkipReason, string>> = {
  no_prices: "no prices of the name",
  no_close: "no close within five days up to its day",
  no_months: "monthly closes, and the horizon is no whole number of months",
  not_ended: "the horizon ends after the data",
  no_benchmark: "the benchmark has no close at one of the two days",
};

/** How many theses there are, and which rows are none. */
export function countLines({ rows, theses, withoutThesis, withoutDay, repeated }: ScoreReport): string[] {
  const dropped = [
    ...withoutThesis > 0 ? [`${withoutThesis} without a thesis`] : [],
    ...withoutDay > 0 ? [`${withoutDay} without a day`] : [],
    ...repeated > 0 ? [`${repeated.toLocaleString("en-US")} of a name and day that counts already`] : [],
  ];
  const rest = dropped.length === 0 ? "" : `; dropped: ${dropped.join(", ")}`;
  return [`${count(rows, "row")}, ${count(theses, "thesis")}${rest}.`];
}

/** What a reader must know before believing a figure. */
export function caveatLines(report: ScoreReport, { services }: { readonly services: number }): string[] {
  const { horizons, statedHorizons } = report;
  const lines = [
    ...services > 1 ? ["More than one service answered, and all count as one record: score them apart."] : [],
    ...statedHorizons.length > 0 && horizons.some(({ isStated }) => !isStated)
      ? [`The theses are about ${statedHorizons.map(oneLine).join(", ")}; ${OTHER}`]
      : [],
    ...allOf(horizons, leftOutRemarks),
    ...allOf(horizons, chanceRemarks),
    ...eachOf(horizons, HINDSIGHT, ({ askedAfter }) => theses(askedAfter)),
    ...eachOf(horizons, MONTHLY, ({ onMonthly }) => theses(onMonthly)),
    ...eachOf(horizons, MIXED, ({ mixed }) => theses(mixed)),
    ...eachOf(horizons, JUMPS, ({ jumps }) => jumps.length > 0 && names(jumps)),
  ];
  return [...lines, ALWAYS, ""];
}

const OTHER = "at another horizon the size of a chance is not judged, only the order.";
const HINDSIGHT = {
  what: "Asked after the end",
  means: "Who knows what followed can say it: ours reads nothing after its day, a language model may.",
};
const MONTHLY = { what: "On monthly closes", means: "Falls within a month are not seen." };
const MIXED = { what: "Dividends on one side only", means: "Total return of the one, price of the other." };
const JUMPS = {
  what: "A close over 40 % from the one before, kept",
  means: "A split not adjusted for looks like that.",
};
const ALWAYS = "Names of one date rise and fall together, so intervals of shares are too narrow; t counts dates. " +
  "What was delisted may be missing. No costs, no advice.";

function leftOutRemarks({ leftOut }: HorizonScore): string[] {
  return leftOut.map(({ reason, theses, tickers }: LeftOut) =>
    `left out ${count(theses, "thesis")}: ${REASONS[reason]}: ${names(tickers)}.`
  );
}

function chanceRemarks({ withoutChance, withoutDrawdown, drawdown, sample }: HorizonScore): string[] {
  const { signal, confidence, side } = withoutChance;
  const parts = [
    ...signal > 0 ? [`${signal} with no view, or a signal we do not know`] : [],
    ...confidence > 0 ? [`${confidence} with a confidence that is not 0 to 1`] : [],
    ...side > 0 ? [`${side} neutral without a score to take sides`] : [],
    ...drawdown !== undefined && withoutDrawdown > 0 ? [`${withoutDrawdown} without a chance of a fall`] : [],
  ];
  return parts.length === 0 ? [] : [`of ${count(sample.theses, "thesis")}: ${parts.join(", ")}.`];
}

/** Remarks on each horizon; said once where they agree. */
function allOf(horizons: readonly HorizonScore[], remarksOn: (score: HorizonScore) => readonly string[]): string[] {
  const remarks = horizons.flatMap((one) => remarksOn(one).map((remark) => ({ horizon: one.horizon, remark })));
  return [...Map.groupBy(remarks, ({ remark }) => remark)].map(([remark, some]) =>
    `${some.map(({ horizon }) => horizon).join(", ")} days, ${remark}`
  );
}

/** A remark with what it is about on each horizon, said once where they agree. */
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
  return number > 0 && count(number, "thesis");
}

function names(tickers: readonly string[]): string {
  const shown = tickers.slice(0, MAX_NAMES).map((ticker) => oneLine(ticker) || "(empty)").join(", ");
  return tickers.length > MAX_NAMES ? `${shown} and ${tickers.length - MAX_NAMES} more` : shown;
}
