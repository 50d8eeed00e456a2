import { seriesLike } from "../data/choose_series.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { onceEach, onceEachOf } from "../data/once_each.ts";
import { baseOf } from "../data/own_view.ts";
import { ownPlaces } from "./own_reading.ts";
import type { Beside } from "./domains/reading.ts";

const byTicker = onceEach((companies: readonly Company[]) => new Map(companies.map((one) => [one.ticker, one])));

/** What is known of a company beside its bars, without its sessions; made once for each view. */
export function besideOf(given: DatasetView, ticker: string): Beside {
  return besideIn(baseOf(given), ticker);
}

const besideIn = onceEachOf((view: DatasetView, ticker: string): Beside => {
  const { asOf, maps } = view;
  const company = byTicker(view.companies).get(ticker);
  return {
    asOf,
    maps,
    records: () => view.records(ticker),
    texts: () => view.texts(ticker),
    ownPlaces: () => ownPlaces(ticker, view),
    other: (other, like) => seriesLike(view, other, like),
    splits: (series) => view.splitsHeld(series),
    ...(company && { company }),
  };
});
