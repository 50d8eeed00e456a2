import { type Column, type Expression, type Length, LENGTHS, RECENT_BARS } from "./expression.ts";

/** How a measure of prices is computed. */
export interface PriceRow {
  readonly value: Expression;
  /** It needs daily bars. */
  readonly isDaily?: true;
  /** It is money, so that the currency of the prices must be stated. */
  readonly isMoney?: true;
  /** Present where it may be asked at another window. */
  readonly takes?: Takes;
}

/** At what a row may be asked. */
interface Takes {
  /** What it is called at other settings, like the `return` of `return(126 sessions)`. */
  readonly as: string;
  /** Its window where a question names none. */
  readonly usual: Length;
  /** Fewest sessions; the most are {@linkcode MOST}. */
  readonly least: number;
  /** Of a loss: the share of the days that are not beyond it, where a question names none. */
  readonly level?: number;
  /** The word before what it is measured against: the benchmark, or a company that a question names. */
  readonly against?: "to" | "over";
  /** Most sessions at the end of its window that may be left out. */
  readonly skip?: number;
  /** Computed over a window; of a loss, of a share of its days; without so many bars at its end. */
  readonly value: (window: Length, more: { readonly share: number; readonly skip: number }) => Expression;
}

/** At what a row is asked; what is absent is what is usual. */
export interface Settings {
  /** In sessions. */
  readonly window?: number | undefined;
  /** 0.99 of "99% value at risk". */
  readonly level?: number | undefined;
  /** Ticker of the company in the place of the benchmark. */
  readonly against?: string | undefined;
  /** Sessions left out at the end of the window. */
  readonly skip?: number | undefined;
}

/** Most sessions of a window: five years. */
export const MOST = 1260;
/** The levels of a loss that may be asked for. */
export const LEVELS = [0.9, 0.99] as const;
/** Amihud's ratio is tiny per dollar, so it is shown per billion. */
const BILLION = 1e9;

const number = (value: number | "bars a year"): Expression => ({ kind: "number", value });
const two = (kind: "+" | "-" | "*" | "/") => (one: Expression, other: Expression): Expression => ({ kind, one, other });

const minus = two("-");
const times = two("*");
const over = two("/");
/** The close so many bars before the last. */
const close = (back: Length = 0): Expression => ({ kind: "close", back });
const closes = (bars: Length, more = 0): Column => ({ of: "close", bars, more });
const column = (of: Column["of"], bars: Length): Column => ({ of, bars });
const mean = (of: Column): Expression => ({ kind: "mean", of });
const median = (of: Column): Expression => ({ kind: "median", of });
const highest = (of: Column): Expression => ({ kind: "highest", of });
/** The deepest drawdown from the highest close before, 0 or less. */
const drawdown = (of: Column): Expression => ({ kind: "drawdown", of });
const scaled = (one: Expression, by: number): Expression => times(one, number(by));
const less1 = (one: Expression): Expression => minus(one, number(1));
/** One close over another, less 1. */
const change = (from: Length, to: Length = 0): Expression => less1(over(close(to), close(from)));
/** The benchmark's return between the days of two closes. */
const market = (bars: Length): Expression => ({ kind: "market", bars });
/** Of returns on the benchmark's. */
const slope = (bars: Length): Expression => ({ kind: "slope", bars });
/** Sample standard deviation of log returns, for a year. */
const yearly = (bars: Length): Expression =>
  times({ kind: "deviation", of: column("log", bars) }, { kind: "root", of: number("bars a year") });

function asked(takes: Takes, more: Pick<PriceRow, "isDaily" | "isMoney"> = {}): PriceRow {
  return { value: valueAt(takes, {}), takes, ...more };
}

function valueAt({ value, usual, level: usually = 1 }: Takes, { window, level, skip }: Settings): Expression {
  return value(window ?? usual, { share: 1 - (level ?? usually), skip: skip ?? 0 });
}

/** Of the worst returns of a share of the days the last, or their mean. */
function loss(as: string, pick: "last" | "mean"): PriceRow {
  const value: Takes["value"] = (bars, { share }) => ({ kind: "tail", of: column("return", bars), share, pick });
  return asked({ as, usual: 252, least: 120, level: 0.95, value }, { isDaily: true });
}

const DAILY_MONEY = { isDaily: true, isMoney: true } as const;
const excess: Takes["value"] = (n) => minus(change(n), market(n));
const impact: Takes["value"] = (n) => scaled(mean(column("impact", n)), BILLION);
const toHigh: Takes["value"] = (n) => over(close(), highest(closes(n)));
const traded: Takes["value"] = (n) => median(column("traded", n));

/** Measures of prices alone, by id. The chance of a drawdown is a formula of its own. */
export const PRICE_ROWS: Readonly<Record<string, PriceRow>> = {
  close: { value: close() },
  momentum_12_1: { value: change("year", "month") },
  return_12m: asked({ as: "return", usual: "year", least: 2, skip: 126, value: (n, { skip }) => change(n, skip) }),
  return_1m: { value: change("month") },
  excess_12m: asked({ as: "excess_return", usual: "year", least: 21, against: "over", value: excess }),
  trend_200d: asked({ as: "trend", usual: "mean", least: 5, value: (n) => less1(over(close(), mean(closes(n)))) }),
  crossing_price_200d: { value: mean(closes("mean", -1)) },
  crossing_gap: { value: less1(over(mean(closes("mean", -1)), close())) },
  close_to_52w_high: asked({ as: "close_to_high", usual: "year", least: 21, value: toHigh }),
  volatility: asked({ as: "volatility", usual: "spread", least: 10, value: yearly }),
  volatility_recent: { value: yearly(RECENT_BARS), isDaily: true },
  max_drawdown_1y: asked({ as: "max_drawdown", usual: "year", least: 21, value: (n) => drawdown(closes(n, 1)) }),
  var_95: loss("value_at_risk", "last"),
  es_95: loss("expected_shortfall", "mean"),
  beta: asked({ as: "beta", usual: "pairs", least: 60, against: "to", value: slope }),
  dollar_volume: asked({ as: "dollar_volume", usual: RECENT_BARS, least: 5, value: traded }, DAILY_MONEY),
  amihud: asked({ as: "amihud", usual: 252, least: 21, value: impact }, { isDaily: true }),
};

/** Rows that no domain has: they are computed where a question asks for them. */
export const ASKED_ROWS: Readonly<Record<string, PriceRow>> = {
  sma_200d: asked({ as: "sma", usual: "mean", least: 5, value: (n) => mean(closes(n)) }, DAILY_MONEY),
};
const ALL_ROWS: Readonly<Record<string, PriceRow>> = { ...PRICE_ROWS, ...ASKED_ROWS };

/** Rows that are another one at settings. */
type Same = Settings & { readonly of: string };
const SAME: Readonly<Record<string, Same>> = {
  return_1m: { of: "return_12m", window: 21 },
  momentum_12_1: { of: "return_12m", window: 252, skip: 21 },
  volatility_recent: { of: "volatility", window: RECENT_BARS },
};

/** The row that takes settings for a metric: its own, or that of which it is one, at its own settings. */
export function rowAsked(metric: string) {
  const { of, ...own }: Same = SAME[metric] ?? { of: metric };
  const { takes } = ALL_ROWS[of] ?? {};
  return takes && { metric: of, takes, own, sessions: own.window ?? sessionsOf(takes) };
}

function sessionsOf({ usual }: Takes): number {
  return typeof usual === "number" ? usual : LENGTHS.daily[usual].most;
}

/** The id of a metric at settings, like `volatility(30 sessions)`: its own where these are the usual ones. */
export function idAt(metric: string, { window, skip, ...asked }: Settings): string {
  const row = rowAsked(metric);
  if (row === undefined) return metric;
  const { metric: of, takes, own } = row;
  const textOf = ({ against, level = takes.level, window = sessionsOf(takes), skip = 0 }: Settings) =>
    [
      ...against === undefined ? [] : [`${takes.against} ${against}`],
      ...level === undefined || level === takes.level ? [] : [percentOf(level)],
      ...window === sessionsOf(takes) ? [] : [`${window} sessions`],
      ...skip === 0 ? [] : [`skip ${skip}`],
    ].join(", ");
  const text = textOf({ ...asked, window: window ?? own.window, skip: skip ?? own.skip });
  const same = Object.entries(SAME).find(([, one]) => one.of === of && textOf(one) === text)?.[0];
  return same ?? (text === "" ? of : `${takes.as}(${text})`);
}

export function percentOf(level: number): string {
  return `${Number((100 * level).toFixed(9))}%`;
}

export type RowAt = NonNullable<ReturnType<typeof rowAt>>;

const ID =
  /^([a-z_]+)\((?:(?:to|over) ([^\s,]+))?(?:, )?(?:(\d+(?:\.\d+)?)%)?(?:, )?(?:(\d+) sessions)?(?:, )?(?:skip (\d+))?\)$/;

/** Reads an id with settings, or of what no domain has; `undefined` of any other, and beyond what the row takes. */
export function rowAt(id: string) {
  const own = Object.hasOwn(ASKED_ROWS, id) ? ASKED_ROWS[id] : undefined;
  if (own !== undefined) return { metric: id, row: own, settings: {} as Settings, sessions: 0 };
  const [, name, against, ...numbers] = ID.exec(id) ?? [];
  if (name === undefined) return undefined;
  const [metric = "", row] = Object.entries(ALL_ROWS).find(([, { takes }]) => takes?.as === name) ?? [];
  const [percent, window, skip] = numbers.map((one) => one === undefined ? undefined : Number(one));
  const settings: Settings = { against, level: percent && percent / 100, window, skip };
  if (row?.takes === undefined || !isInRange(row.takes, settings) || idAt(metric, settings) !== id) return undefined;
  return {
    metric: skip === undefined ? metric : "momentum_12_1",
    row: { ...row, isDaily: true, value: valueAt(row.takes, settings) } as PriceRow,
    settings,
    sessions: window ?? sessionsOf(row.takes),
  };
}

export function isInRange(takes: Takes, { window = sessionsOf(takes), level, against, skip }: Settings): boolean {
  const isWithin = (value: number, least: number, most = 0) =>
    Number.isInteger(value) && value >= least && value <= most;
  return isWithin(window, takes.least, MOST) &&
    (skip === undefined || isWithin(skip, 1, takes.skip) && skip < window) &&
    (against === undefined || takes.against !== undefined) &&
    (level === undefined || takes.level !== undefined && level >= LEVELS[0] && level <= LEVELS[1]);
}
