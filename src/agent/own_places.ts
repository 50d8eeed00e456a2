import { LEAST_COMPARED } from "../data/metrics/own.ts";
import type { DatasetView } from "../data/dataset.ts";
import { onceEach } from "../data/once_each.ts";
import { newestOwn } from "./own_reading.ts";

/** Of each column of a company that carries a sign, the sign times 2 percentile - 1, where enough companies have it. */
export function ownPlaces(ticker: string, view: DatasetView): readonly number[] {
  return view.own(ticker).flatMap(({ name, sign, values }) => {
    const newest = values.at(-1);
    if (sign === undefined || newest === undefined) return [];
    const all = [...newestOwn(view, name).values()];
    if (all.length < LEAST_COMPARED) return [];
    const below = all.filter((value) => value < newest).length;
    const equal = all.filter((value) => value === newest).length;
    return [sign * (2 * (below + equal / 2) / all.length - 1)];
  });
}

/** Whether any column of a view carries a sign. */
export const hasSigns = onceEach((view: DatasetView): boolean =>
  view.companies.some((company) => view.own(company.ticker).some(({ sign }) => sign !== undefined))
);
