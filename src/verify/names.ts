import type { DatasetView } from "../data/dataset.ts";
import { plainMarks } from "./scan.ts";

/** A company or index named in a text. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** All tickers with that name: `Alphabet Inc.` has two share classes. */
  readonly tickers: readonly string[];
  /** False for tickers that are also words, like `A`: they name a company only if a claim is about it. */
  readonly certain: boolean;
}

/** Finds the companies and indices named in a text. */
export type NameFinder = (text: string) => readonly Mention[];

const SUFFIX = /,? (?:inc|corp|corporation|company|co|plc|ltd|limited|n\.v|s\.a|llc|class [a-c])\.?$/i;
const INDEX_NAMES: Readonly<Record<string, string>> = { "^GSPC": "S&P 500", "SPY": "S&P 500" };
const finders = new WeakMap<DatasetView, NameFinder>();

/**
 * Finds tickers and names as whole words, case-sensitive, the longest first.
 * @param view Its companies and benchmark are known.
 * @returns A finder, cached per view.
 */
export function nameFinder(view: DatasetView): NameFinder {
  const made = finders.get(view) ?? createFinder(knownNames(view));
  finders.set(view, made);
  return made;
}

function knownNames(view: DatasetView): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const add = (spelling: string, ticker: string) => {
    const name = plainMarks(spelling); // as the text is read
    const tickers = names.get(name) ?? [];
    if (!tickers.includes(ticker)) names.set(name, [...tickers, ticker]);
  };
  for (const { ticker, name, aliases = [] } of view.companies) {
    add(ticker, ticker);
    for (const spelling of [name, ...aliases]) {
      add(spelling, ticker);
      const short = spelling.replace(SUFFIX, "").replace(SUFFIX, "");
      if (short.length > 2) add(short, ticker);
    }
  }
  if (view.benchmark !== undefined) {
    add(view.benchmark, view.benchmark);
    add(INDEX_NAMES[view.benchmark] ?? view.benchmark, view.benchmark);
  }
  names.delete("");
  return names;
}

function createFinder(names: ReadonlyMap<string, readonly string[]>): NameFinder {
  if (names.size === 0) return () => [];
  const longestFirst = [...names.keys()].sort((one, other) => other.length - one.length);
  const spellings = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}&^.-])(?:${spellings.join("|")})(?![\p{L}\p{N}])`, "gu");
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: name }) => ({
      start: index,
      end: index + name.length,
      tickers: names.get(name) ?? [],
      certain: name.length > 1,
    }));
}
