import type { DatasetView, DataSource } from "./dataset.ts";
import type { OwnColumn } from "./own_column.ts";

const bases = new WeakMap<DatasetView, DatasetView>();
const names = new WeakMap<DatasetView, readonly string[]>();

/**
 * A view with columns that came with one question: nobody else's view has them. A column of the data with the name of one
 * of these is hidden behind it. They have no sign, so that whatever is scored or compared is that of the view itself.
 * @param columns Cut after what is known by the day of the view.
 * @param sources The tables they came in.
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
    own: (ticker) => [
      ...view.own(ticker).filter(({ name }) => !hidden.has(name)),
      ...byTicker.get(ticker) ?? [],
    ],
  };
  bases.set(made, baseOf(view));
  names.set(made, [...new Set([...hidden, ...ownNamesOf(view)])].toSorted());
  return made;
}

/** The view without what came with a question: what is worked out of it is the same for every question of its day. */
export function baseOf(view: DatasetView): DatasetView {
  return bases.get(view) ?? view;
}

/** The names of the columns of one's own of which some company of a view has a value, in order. */
export function ownNamesOf(view: DatasetView): readonly string[] {
  const found = names.get(view) ??
    [...new Set(view.companies.flatMap(({ ticker }) => view.own(ticker).map(({ name }) => name)))].toSorted();
  names.set(view, found);
  return found;
}
