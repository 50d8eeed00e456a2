import { longDay } from "../../calendar/day.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import type { TickerResult } from "./ticker_rows.ts";

/** What is made of the rows of a ticker. */
export type MadeOfTicker = TickerResult & { readonly ticker: string };

/** Remarks on how the series of a file were read, where nothing of them is lost. */
export function remarksOn(made: readonly MadeOfTicker[]): readonly string[] {
  const named = (some: readonly MadeOfTicker[]) => firstNames(some.map(({ ticker }) => ticker));
  const moved = made.filter((one) => one.isMoved);
  const mixed = made.filter((one) => one.isMixed && one.series.length > 0);
  const currencies = [
    ...Map.groupBy(made.filter((one) => one.series.length > 0), (one) => one.series[0]?.currency ?? ""),
  ];
  const stated = currencies.map(([code, some]) => `${code === "" ? "no stated currency" : code} (${named(some)})`);
  return [
    ...moved.length === 0 ? [] : [
      `Monthly prices are dated on the first of the month (${named(moved)}): ` +
      "read as closes of the month's last trading day; an unfinished last month is skipped",
    ],
    ...mixed.length === 0 ? [] : [
      `The last prices do not follow each other as the first ones do (${named(mixed)}): ` +
      "all are read as the first ones, daily or monthly",
    ],
    ...currencies.length < 2 ? [] : [`Prices of several currencies: ${stated.join(", ")}`],
  ];
}

/** What is skipped of the rows of a ticker, and where. */
export function skippedOf({ ticker, conflicts, closedDays = [] }: MadeOfTicker): readonly Skipped[] {
  const skipped: Skipped[] = [];
  if (conflicts !== undefined) {
    const rows = `${counted(conflicts.count, "row")} of ${ticker} beside another of the same day`;
    const kept = "of two the one with more shares traded is kept, else the later";
    skipped.push([`${rows}, first on ${longDay(conflicts.day)}: ${kept}`, conflicts]);
  }
  if (closedDays.length > 0) {
    const rows = `${counted(closedDays.length, "row")} of ${ticker} on days without a session`;
    skipped.push([`Skipped ${rows}, first on ${longDay(closedDays[0])}`, { line: 1 }]);
  }
  return skipped;
}

type Skipped = readonly [message: string, place: { readonly line: number }];
