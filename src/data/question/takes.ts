import { isSameSpan, type Quantity } from "../../terms/numbers.ts";
import { byBars } from "../metrics/asked_names.ts";
import { type PerMetric, rowOf } from "../metrics/metric.ts";
import { isInRange, LEVELS, MOST, percentOf, rowAsked, type Settings } from "../metrics/price_rows.ts";

/** At what a measure is computed: what the words beside it may say without asking for another one. */
export interface Takes {
  /** Sessions over which it is computed. */
  readonly windows?: readonly number[];
  /** Sessions that it looks ahead. */
  readonly horizons?: readonly number[];
  /** Shares that belong to it: the level of a value at risk, the size of a fall. */
  readonly shares?: readonly number[];
  /** It is of whatever days the question names. */
  readonly isOfDays?: true;
  /** Words beside it that leave it what it is. */
  readonly plain?: string;
}

const YEARLY = "annual annualized annualised yearly historical realised realized";
const LOSS: Takes = { windows: [252], horizons: [1], shares: [0.95, 0.05], plain: "daily one-day 1-day historical" };

/** The rows that have settings; of any other measure no setting is read. */
export const TAKES: Readonly<Record<string, Takes>> = {
  volatility: { windows: [252], plain: YEARLY },
  volatility_recent: { windows: [60], plain: YEARLY },
  session_volatility: { windows: [1] },
  beta: { windows: [252], plain: "market equity" },
  return_12m: { windows: [252], isOfDays: true, plain: "price" },
  return_1m: { windows: [21], isOfDays: true, plain: "price" },
  excess_12m: { windows: [252], isOfDays: true },
  momentum_12_1: { windows: [252, 231], plain: "price 12-1 12-month" },
  trend_200d: { windows: [200], plain: "moving simple" },
  close_to_52w_high: { windows: [252] },
  max_drawdown_1y: { windows: [252], plain: "maximum worst" },
  var_95: LOSS,
  es_95: LOSS,
  drawdown_probability: { horizons: [63], shares: [0.15] },
  dollar_volume: { windows: [60], plain: "average median daily typical" },
  amihud: { windows: [252] },
  close: { isOfDays: true, plain: "closing share stock" },
  price_earnings: { windows: [252], plain: "trailing ttm ratio" },
  market_value: { plain: "total" },
} satisfies PerMetric<Takes>;

const USUAL = /\b(?:95%|60-day|12-month|one-month|200-day|52-week) /;

/** At what a number beside a measure asks for it; `undefined` where the measure takes no such number, or not this one. */
export function settingOf(metric: string, { sessions, value, isShare }: Quantity): Settings | undefined {
  const { takes } = rowAsked(metric) ?? {};
  if (sessions === undefined && !isShare) return undefined;
  const setting = sessions === undefined ? { level: Math.max(value, 1 - value) } : { window: sessions };
  return takes && isInRange(takes, setting) ? setting : undefined;
}

export function isHorizon(metric: string, { sessions }: Quantity): boolean {
  return sessions !== undefined && (TAKES[metric]?.horizons ?? []).some((one) => isSameSpan(sessions, one));
}

/** Whether a number beside a measure says at what it is computed. */
export function isTaken(metric: string, quantity: Quantity): boolean {
  const { sessions, value, isShare } = quantity;
  const { windows = [], shares = [] } = TAKES[metric] ?? {};
  if (sessions !== undefined) return isHorizon(metric, quantity) || windows.some((one) => isSameSpan(sessions, one));
  return isShare === true && shares.some((one) => Math.abs(one - value) < 1e-9);
}

/** At what a measure is computed, for the end of a sentence; of one that takes settings, within which range. */
export function asComputed(metric: string, quantity?: Quantity): string {
  const { takes } = rowAsked(metric) ?? {};
  const { name, window } = rowOf(metric) ?? {};
  const called = byBars(name ?? metric.replaceAll("_", " ")).replace("{market}", "the market");
  const bare = called.replace(USUAL, "");
  if (takes !== undefined && quantity?.sessions !== undefined) {
    return `the ${bare} is computed over ${takes.least} to ${MOST.toLocaleString("en-US")} trading days only`;
  }
  if (takes?.level !== undefined && quantity?.isShare) {
    return `the ${bare} is computed at levels of ${percentOf(LEVELS[0])} to ${percentOf(LEVELS[1])} only`;
  }
  const over = byBars(window).replace(/ ?\b(?:(?:daily prices )?to|on|of|as of|at the close of)$/, "");
  const length = /^(?:year|month)$/.test(over) ? `${TAKES[metric]?.windows?.[0]} trading days` : over;
  const ofLength = length === "" ? "" : ` over ${length}`;
  return `only the ${called}${ofLength} is computed`;
}
