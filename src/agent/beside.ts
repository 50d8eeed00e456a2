import type { Company, DatasetView } from "../data/dataset.ts";
import { baseOf } from "../data/own_view.ts";
import { ownPlaces } from "./own_places.ts";
import type { Beside } from "./domains/reading.ts";

const besides = new WeakMap<DatasetView, Map<string, Beside>>();
const companies = new WeakMap<readonly Company[], ReadonlyMap<string, Company>>();

/** What is known of a company beside its bars, without its sessions; made once for each view. */
export function besideOf(given: DatasetView, ticker: string): Beside {
  const view = baseOf(given);
  const known = besides.get(view) ?? new Map<string, Beside>();
  besides.set(view, known);
  const found = known.get(ticker) ?? makeBeside(view, ticker);
  known.set(ticker, found);
  return found;
}

function makeBeside(view: DatasetView, ticker: string): Beside {
  const { asOf, maps } = view;
  const byTicker = companies.get(view.companies) ?? new Map(view.companies.map((one) => [one.ticker, one]));
  companies.set(view.companies, byTicker);
  const company = byTicker.get(ticker);
  return {
    asOf,
    maps,
    records: () => view.records(ticker),
    texts: () => view.texts(ticker),
    ownPlaces: () => ownPlaces(ticker, view),
    splits: (series) => view.splitsHeld(series),
    ...(company && { company }),
  };
}
