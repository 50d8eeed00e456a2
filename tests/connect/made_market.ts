import { nextSession } from "../../src/calendar/exchange_days.ts";

/** A day of a made stock, as it was traded. */
interface TradedDay {
  readonly day: string;
  readonly close: number;
  readonly volume: number;
  /** New shares for an old one; 1 on most days. */
  readonly split: number;
  readonly dividend: number;
}

/** What happens to a made stock, by its session, from 0. */
export interface MadeEvents {
  readonly splits?: Readonly<Record<number, number>>;
  readonly dividends?: Readonly<Record<number, number>>;
}

/** Sessions of the exchange from a day on. */
export function sessionsFrom(first: string, count: number): readonly string[] {
  const days = [first];
  while (days.length < count) days.push(nextSession(days.at(-1) ?? first));
  return days;
}

/** A stock whose prices wander without a jump, but for its splits and dividends. */
export function madeStock(days: readonly string[], { splits = {}, dividends = {} }: MadeEvents = {}): MadeStock {
  let whole = 100;
  let shares = 1;
  const traded = days.map((day, at): TradedDay => {
    const [split, dividend] = [splits[at] ?? 1, dividends[at] ?? 0];
    shares *= split;
    whole = whole * (1 + 0.01 * Math.sin(at * 1.7)) - dividend * shares;
    return { day, close: round(whole / shares, 2), volume: 1_000_000 + at * 137, split, dividend };
  });
  return new MadeStock(traded);
}

/** A made stock, as services publish it. */
export class MadeStock {
  readonly #days: readonly TradedDay[];

  constructor(days: readonly TradedDay[]) {
    this.#days = days;
  }

  /** As Tiingo: https://www.tiingo.com/documentation/end-of-day. */
  tiingo({ from = "", to }: { readonly from?: string; readonly to: string }): string {
    const rows = this.#rows(to).filter(({ day }) => day >= from).map(({ day, close, volume, split, dividend, ...by }) =>
      [
        ...[day, ...figures(close, 2), volume],
        ...[...figures(close * by.factor, 10), Math.round(volume * by.shares), decimal(dividend), decimal(split)],
      ].join(",")
    );
    const columns = ["close", "high", "low", "open", "volume"];
    const header = ["date", ...columns, ...columns.map(adjusted), "divCash", "splitFactor"].join(",");
    return [header, ...rows, ""].join("\n");
  }

  /** As Alpha Vantage: https://www.alphavantage.co/documentation/#dailyadj, newest first. */
  alphaVantage({ count = Infinity, to, isRaw = false }: {
    readonly count?: number;
    readonly to: string;
    readonly isRaw?: boolean;
  }): string {
    const rows = this.#rows(to).slice(-count).toReversed().map(({ day, close, volume, split, dividend, factor }) => {
      const [last, high, low, open] = figures(close, 4);
      const bar = [day, open, high, low, last].map((cell, at) => at === 0 ? cell : Number(cell).toFixed(4));
      const beside = [round(close * factor, 10), volume, dividend.toFixed(4), decimal(split)];
      return (isRaw ? [...bar, volume] : [...bar, ...beside]).join(",");
    });
    const beside = isRaw ? "volume" : "adjusted_close,volume,dividend_amount,split_coefficient";
    return [`timestamp,open,high,low,close,${beside}`, ...rows, ""].join("\r\n");
  }

  /** As EODHD: https://eodhd.com/financial-apis/api-for-historical-data-and-volumes. */
  eodhd({ from = "", to }: { readonly from?: string; readonly to: string }): string {
    const rows = this.#rows(to).filter(({ day }) => day >= from).map(({ day, close, volume, factor, shares }) => {
      const [last, high, low, open] = figures(close, 4);
      return [day, open, high, low, last, round(close * factor, 4), Math.round(volume * shares)].join(",");
    });
    return ["Date,Open,High,Low,Close,Adjusted_close,Volume", ...rows, ""].join("\n");
  }

  /** Each day up to one, with what its close is multiplied with after the splits and dividends until then. */
  #rows(to: string): readonly (TradedDay & { readonly factor: number; readonly shares: number })[] {
    const days = this.#days.filter(({ day }) => day <= to);
    let [factor, shares] = [1, 1];
    return days.toReversed().map((one, at, all) => {
      const row = { ...one, factor, shares };
      const before = all[at + 1]?.close ?? one.close;
      factor *= (1 - one.dividend / before) / one.split;
      shares *= one.split;
      return row;
    }).toReversed();
  }
}

function adjusted(name: string): string {
  return `adj${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** Close, high, low and open. */
function figures(close: number, places: number): readonly number[] {
  return [1, 1.01, 0.99, 0.995].map((factor) => round(close * factor, places));
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}

/** `1.0` as pandas writes it. */
function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
