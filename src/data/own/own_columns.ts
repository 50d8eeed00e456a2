import type { OwnColumn } from "../own_column.ts";
import type { OwnSeries } from "./own_series.ts";
import { type OwnSettings, USUAL_LAG_DAYS } from "./own_settings.ts";

/**
 * The columns of a table as a view holds them: from the day on which each of their values is known.
 * @param series Of one table.
 * @param options `source` is its id; `settings` is what its owner says of its columns.
 */
export function ownColumns(
  series: readonly OwnSeries[],
  { source, settings }: { readonly source: string; readonly settings: OwnSettings },
): readonly OwnColumn[] {
  if (settings.isBroken) return [];
  return series.filter(({ name }) => !settings.refused.has(name)).map((one) => {
    const { sign, lag_days: lag = USUAL_LAG_DAYS } = settings.columns.get(one.name) ?? {};
    return { ...one, known: one.days.map((day) => day + lag), source, ...(sign !== undefined && { sign }) };
  });
}
