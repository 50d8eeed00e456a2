import type { CardPart } from "../data/calibration_card.ts";
import type { ChanceMap } from "../data/metrics/chance.ts";
import { equalCountBins } from "../score/equal_count_bins.ts";
import { independentDates } from "../score/independent_dates.ts";
import { areaUnderCurve, mean } from "../score/statistics.ts";
import type { Case, Cases } from "./collect_cases.ts";
import { applyMap, fitMap } from "./fit_map.ts";

/** What a map needs: outcomes of so many dates that do not overlap, and so many of either kind. */
export const LEAST = { dates: 5, ofEither: 20 } as const;

/** Why there is no map. */
export interface TooFew {
  /** Most there were by any day. */
  readonly dates: number;
  readonly falls: number;
  readonly others: number;
}

/**
 * Fits a map on each third day of the cases, on outcomes that were complete before that day, and judges it on the cases of
 * that day alone: walk-forward, and purged, because an outcome takes 63 sessions to be known.
 * @param builtIn The map to judge on the same dates.
 * @returns A part of a card, or what there is too little of.
 */
export function walkForward({ cases, days, jumps }: Cases, builtIn: ChanceMap, every: number): CardPart | TooFew {
  const maps: CardPart["maps"] = [];
  const judged: Judged[] = [];
  for (const day of days.filter((_, at) => at % every === 0)) {
    const before = cases.filter(({ exit }) => exit < day); // a spike on the last day is known a bar later
    const map = lacksOf(before) === undefined ? fitMap(before) : undefined;
    if (map === undefined) continue;
    maps.push({ from: day, ...map, cases: before.length });
    const known = before.filter(({ fell }) => fell).length / before.length;
    judged.push(
      ...cases.filter(({ entry }) => entry === day).map((one) => ({
        ...one,
        happened: one.fell,
        known,
        probability: applyMap(map, one.odds),
        usual: applyMap(builtIn, one.odds),
      })),
    );
  }
  const first = cases[0]?.entry;
  const last = cases.at(-1)?.entry;
  if (maps.length === 0 || first === undefined || last === undefined) return lacksOf(cases) ?? countsOf(cases);
  const sample = { names: new Set(cases.map(({ ticker }) => ticker)).size, cases: cases.length, jumps, first, last };
  return { sample, maps, judged: judgement(judged) };
}

interface Judged extends Case {
  readonly probability: number;
  readonly happened: boolean;
  /** Share of falls among the outcomes complete by the day. */
  readonly known: number;
  /** The chance by the built-in map. */
  readonly usual: number;
}

function countsOf(cases: readonly Case[]): TooFew {
  const falls = cases.filter(({ fell }) => fell).length;
  return { dates: independentDates(cases).length, falls, others: cases.length - falls };
}

function lacksOf(cases: readonly Case[]): TooFew | undefined {
  const counts = countsOf(cases);
  const isEnough = counts.dates >= LEAST.dates && Math.min(counts.falls, counts.others) >= LEAST.ofEither;
  return isEnough ? undefined : counts;
}

function judgement(judged: readonly Judged[]): CardPart["judged"] {
  const dates = [...Map.groupBy(judged, ({ entry }) => entry)].map(([date, all]) => ({
    date,
    cases: all.length,
    ...levels(all),
    known: all[0]?.known ?? 0,
    ...skills(all),
    ...optional("area_under_curve", areaUnderCurve(all)),
  }));
  const areas = dates.flatMap(({ area_under_curve }) => area_under_curve ?? []);
  return {
    dates,
    independent_dates: independentDates(judged).length,
    ...skills(judged),
    ...(areas.length > 0 && { area_under_curve: mean(areas) }),
    ...(judged.length > 0 && levels(judged)),
    tenths: equalCountBins(judged).map(({ said, happened, forecasts }) => ({
      cases: forecasts.length,
      said: said.value,
      happened: happened.value,
      low: happened.low,
      high: happened.high,
    })),
  };
}

function levels(all: readonly Judged[]): { readonly said: number; readonly happened: number } {
  return { said: mean(all.map((one) => one.probability)), happened: mean(all.map(({ fell }) => Number(fell))) };
}

/** Brier skill scores against the share known on each day. */
function skills(all: readonly Judged[]): { skill?: number; built_in?: number } {
  const loss = (said: (one: Judged) => number) => mean(all.map((one) => (said(one) - Number(one.fell)) ** 2));
  const known = loss((one) => one.known);
  if (!(known > 0)) return {};
  return { skill: 1 - loss((one) => one.probability) / known, built_in: 1 - loss((one) => one.usual) / known };
}

function optional<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : { [name]: value } as { [Key in Name]?: number };
}
