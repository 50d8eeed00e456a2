import type { Company, DatasetView, DataSource } from "./dataset.ts";
import type { OwnColumn } from "./own_column.ts";
import { isTicker } from "./ticker.ts";

const bases = new WeakMap<DatasetView, DatasetView>();
const names = new WeakMap<DatasetView, readonly string[]>();

/**
 * A view with columns that came with one question: nobody else's view has them. A column of the data with the name of one
 * of these is hidden behind it. They have no sign, so that whatever is scored or compared is that of the view itself. A
 * ticker that the view does not know is a company of the new one, and has nothing but its columns there.
 * @param columns Cut after what is known by the day of the view.
 */
export function withOwn(
  view: DatasetView,
  columns: readonly OwnColumn[],
  sources: readonly DataSource[],
): DatasetView {
  const unsigned = columns.map(({ sign: _sign, ...column }): OwnColumn => column);
  const byTicker = Map.groupBy(unsigned, ({ ticker }) => ticker);
  const hidden = new Set(unsigned.map(({ name }) => name));
  const made: DatasetView = {
    ...view,
    sources: [...view.sources, ...sources],
    companies: withStrangers(view, byTicker.keys()),
    own: (ticker) => [
      ...view.own(ticker).filter(({ name }) => !hidden.has(name)),
      ...byTicker.get(ticker) ?? [],
    ],
  };
  bases.set(made, baseOf(view));
  names.set(made, [...new Set([...hidden, ...ownNamesOf(view)])].toSorted());
  return made;
}

/** The same list where there is no stranger: an index of names is made of each list. */
function withStrangers({ companies, benchmark }: DatasetView, tickers: Iterable<string>): readonly Company[] {
  const known = new Set([...companies.map(({ ticker }) => ticker), benchmark]);
  const strangers = [...tickers].filter((ticker) => isTicker(ticker) && !known.has(ticker));
  return strangers.length === 0 ? companies : [...companies, ...strangers.map((ticker) => ({ ticker, name: ticker }))];
}

/** The view without what came with a question: what is worked out of it is the same for every question of its day. */
export function baseOf(view: DatasetView): DatasetView {
  return bases.get(view) ?? view;
}

/** The names of the columns of one's own of which some company of a view has a value, in order. */
export function ownNamesOf(view: DatasetView): readonly string[] {
  return names.getOrInsertComputed(
    view,
    () => [...new Set(view.companies.flatMap(({ ticker }) => view.own(ticker).map(({ name }) => name)))].toSorted(),
  );
}
