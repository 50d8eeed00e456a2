import { dayText } from "../../calendar/day.ts";
import type { OwnColumn } from "../own_column.ts";
import type { OwnFile } from "../own/own_file.ts";

/** A column of an own table. */
export interface OwnReport {
  /** Like `scores.my_factor`. */
  readonly name: string;
  /** Tickers that have a value in it. */
  readonly tickers: number;
  readonly values: number;
  /** First and last day of its rows, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  /** Whether its owner gives it a sign, so that it is scored. */
  readonly isScored: boolean;
}

/**
 * Reports on the columns of an own table.
 * @param used The columns of the folder that are used.
 */
export function ownReportsOf({ columns, file }: OwnFile, used: readonly OwnColumn[]): readonly OwnReport[] {
  return columns.flatMap((name) => {
    const all = used.filter((one) => one.name === name && one.source === file);
    const days = all.flatMap((one) => [one.days[0] ?? NaN, one.days.at(-1) ?? NaN]);
    if (all.length === 0) return [];
    return [{
      name,
      tickers: all.length,
      values: all.reduce((sum, { values }) => sum + values.length, 0),
      first: dayText(Math.min(...days)),
      last: dayText(Math.max(...days)),
      isScored: all.some(({ sign }) => sign !== undefined),
    }];
  });
}
