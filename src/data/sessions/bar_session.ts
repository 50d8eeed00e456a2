import type { LeftOut } from "./left_out.ts";
import { type PricePoint, realisedVolatility } from "./realised_volatility.ts";
import type { SessionHours } from "./session_hours.ts";
import { type SessionFigures, TRADE_STEP_MINUTES } from "./trade_session.ts";

/** One row of a file of bars of minutes or hours. */
export interface IntradayBar {
  /** What its row says, in milliseconds from midnight in New York: when it begins, or where the file says so, ends. */
  readonly at: number;
  /** Prices, above 0; high and low are not beyond each other. */
  readonly close: number;
  readonly open?: number | undefined;
  readonly high?: number | undefined;
  readonly low?: number | undefined;
  /** Shares, 0 or more. */
  readonly volume?: number | undefined;
  /** Average price of its shares. */
  readonly average?: number | undefined;
  readonly line: number;
}

/** How the bars of a file are on one day. */
export interface BarForm {
  /** Length of a bar in milliseconds; `undefined` while no day has two bars of a ticker. */
  readonly lengthMs: number | undefined;
  /** Whether a row says when its bar ends. */
  readonly isEndStamped: boolean;
}

const MINUTE_MS = 60_000;

/**
 * How the bars of one day are, from all of the file: a length is the most common distance between two of a ticker. Rows
 * say the end where the first is one length after the open and the last on the close, and none is before or after.
 * @param tickers The bars of the day by ticker, in any order.
 * @param earlier The length on earlier days.
 */
export function barFormOf(
  tickers: Iterable<readonly IntradayBar[]>,
  { hours, earlier }: { readonly hours: SessionHours; readonly earlier: number | undefined },
): BarForm {
  const gaps = new Map<number, number>();
  const times = new Set<number>();
  for (const bars of tickers) {
    const own = [...new Set(bars.map(({ at }) => at))].sort((one, other) => one - other);
    for (const [place, at] of own.entries()) {
      times.add(at);
      const gap = at - (own[place - 1] ?? at);
      if (gap > 0) gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
    }
  }
  const [most] = [...gaps].sort(([one, count], [other, others]) => others - count || one - other);
  const lengthMs = most?.[0] ?? earlier;
  if (lengthMs === undefined) return { lengthMs, isEndStamped: false };
  const first = times.values().reduce((least, at) => Math.min(least, at), Infinity);
  const last = times.values().reduce((latest, at) => Math.max(latest, at), -Infinity);
  return { lengthMs, isEndStamped: first === hours.open + lengthMs && last === hours.close };
}

/** When a bar begins, in milliseconds from midnight. */
function startOf({ at }: IntradayBar, { lengthMs = 0, isEndStamped }: BarForm): number {
  return isEndStamped ? at - lengthMs : at;
}

/** When a bar ends. One beside the grid of the others is the running one of its file, and ends where it is. */
export function endOf(
  bar: IntradayBar,
  { form, hours }: { readonly form: BarForm; readonly hours: SessionHours },
): number {
  const { lengthMs } = form;
  const start = startOf(bar, form);
  return lengthMs === undefined || (start - hours.open) % lengthMs !== 0 ? start : start + lengthMs;
}

/**
 * The session of the bars of one ticker and day.
 * @param bars In any order.
 * @returns `undefined` where no bar is in the session; why not, where one reaches over the open.
 */
export function barSession(
  bars: readonly IntradayBar[],
  { hours, form, leftOut }: { readonly hours: SessionHours; readonly form: BarForm; readonly leftOut: LeftOut },
): SessionFigures | string | undefined {
  const { lengthMs = 0 } = form;
  const ordered = onePerTime(bars, leftOut);
  const inside = ordered.filter((bar) => isInside(startOf(bar, form), { hours, leftOut }));
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const over = ordered.find((bar) => startOf(bar, form) < hours.open && startOf(bar, form) + lengthMs > hours.open);
  if (over) return `its bars of ${lengthMs / MINUTE_MS} minutes reach over the open at 09:30`;
  const stepMinutes = Math.max(TRADE_STEP_MINUTES, lengthMs / MINUTE_MS);
  const points: PricePoint[] = [
    { at: startOf(first, form), price: first.open ?? first.close },
    ...inside.map((bar) => ({ at: startOf(bar, form) + lengthMs, price: bar.close })),
  ];
  const volatility = realisedVolatility(points, { ...hours, stepMinutes });
  return {
    open: first.open ?? first.close,
    high: inside.reduce((most, { high, open, close }) => Math.max(most, high ?? Math.max(open ?? close, close)), 0),
    low: inside.reduce(
      (least, { low, open, close }) => Math.min(least, low ?? Math.min(open ?? close, close)),
      Infinity,
    ),
    close: last.close,
    ...amountsOf(inside),
    ...volatility !== undefined && { realisedVolatility: volatility },
    stepMinutes,
    from: "bars",
    rows: inside.length,
  };
}

function amountsOf(bars: readonly IntradayBar[]): Pick<SessionFigures, "volume" | "tradedValue" | "vwap"> {
  if (bars.some(({ volume }) => volume === undefined)) return {};
  let volume = 0;
  let tradedValue = 0;
  for (const bar of bars) {
    const { close, high = close, low = close, volume: shares = 0 } = bar;
    volume += shares;
    tradedValue += shares * (bar.average ?? (high + low + close) / 3);
  }
  return { volume, tradedValue, ...volume > 0 && { vwap: tradedValue / volume } };
}

/** Of two bars of one time the one with more shares counts: the other was written before it ended. */
function onePerTime(bars: readonly IntradayBar[], leftOut: LeftOut): IntradayBar[] {
  const best = new Map<number, IntradayBar>();
  for (const bar of bars) {
    const before = best.get(bar.at);
    if (before !== undefined) leftOut.add("repeated");
    if (before === undefined || isLater(bar, before)) best.set(bar.at, bar);
  }
  return [...best.values()].sort((one, other) => one.at - other.at);
}

function isLater(one: IntradayBar, other: IntradayBar): boolean {
  return ((one.volume ?? 0) - (other.volume ?? 0) || one.close - other.close) > 0;
}

function isInside(
  start: number,
  { hours, leftOut }: { readonly hours: SessionHours; readonly leftOut: LeftOut },
): boolean {
  if (start < hours.open) leftOut.add("before");
  if (start >= hours.close) leftOut.add("after");
  return start >= hours.open && start < hours.close;
}
