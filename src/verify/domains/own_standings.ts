import { dayText } from "../../calendar/day.ts";
import { LEAST_COMPARED } from "../../data/metrics/own.ts";
import type { DatasetView } from "../../data/dataset.ts";
import type { OwnColumn } from "../../data/own_column.ts";

const sorted = new WeakMap<DatasetView, Map<string, readonly number[]>>();

/** Each column with a sign: how far the newest value lies from the middle of all, as its owner counts it. */
export function ownStandings(view: DatasetView, ticker: string): readonly number[] {
  return view.own(ticker).flatMap((column) => {
    const value = newest(column, view);
    const all = allOf(column.name, view);
    if (column.sign === undefined || value === undefined || all.length < LEAST_COMPARED) return [];
    const less = all.findIndex((one) => one >= value);
    const notMore = all.findLastIndex((one) => one <= value) + 1;
    return [column.sign * ((less + notMore) / all.length - 1)];
  });
}

/** The newest value of every company that has one, the lowest first. */
function allOf(name: string, view: DatasetView): readonly number[] {
  const made = sorted.get(view) ?? new Map<string, readonly number[]>();
  sorted.set(view, made);
  const known = made.get(name) ??
    view.companies.flatMap(({ ticker }) =>
      view.own(ticker).filter((one) => one.name === name).flatMap((one) => newest(one, view) ?? [])
    ).sort((one, other) => one - other);
  made.set(name, known);
  return known;
}

function newest({ known, days, values }: OwnColumn, { asOf }: DatasetView): number | undefined {
  const last = [...days.keys()].filter((at) => dayText(known[at] ?? NaN) <= asOf)
    .sort((one, other) => (days[one] ?? 0) - (days[other] ?? 0)).at(-1);
  return last === undefined ? undefined : values[last];
}
