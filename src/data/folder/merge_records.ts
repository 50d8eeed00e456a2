import { inOrder } from "../filings/facts_table.ts";
import { type FiledFact, type Filing, type InsiderTrade, NO_RECORDS, type Records } from "../records.ts";

/** One statement of one report for which two files give different values: both are kept. */
export interface FactConflict {
  /** Two facts of one report, tag, period, unit and class of shares. */
  readonly facts: readonly [FiledFact, FiledFact];
}

/** The records of several files as those of one company. */
export interface MergedRecords {
  readonly records: Records;
  readonly conflicts: readonly FactConflict[];
}

/**
 * Joins what files say of one company. What stands in several files is kept once, from the first of them; what files
 * state differently is kept from each of them, so that a reader can abstain.
 * @param parts In order of files.
 */
export function mergeRecords(parts: readonly Records[]): MergedRecords {
  const [first = NO_RECORDS, ...others] = parts;
  if (others.length === 0) return { records: first, conflicts: [] };
  const facts = mergeFacts(parts.map((one) => one.facts));
  return {
    records: {
      facts: facts.kept,
      filings: mergeFilings(parts.map((one) => one.filings)),
      trades: mergeTrades(parts.map((one) => one.trades)),
      splits: mergeBy(parts.map((one) => one.splits), ({ day, ratio }) => `${day} ${ratio}`),
    },
    conflicts: facts.conflicts,
  };
}

/** The only list with an entry, as it is; `undefined` where there are several. */
function onlyOne<T>(lists: readonly (readonly T[])[]): readonly T[] | undefined {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length > 1 ? undefined : filled[0] ?? [];
}

function mergeBy<T extends { readonly known: string }>(
  lists: readonly (readonly T[])[],
  keyOf: (one: T) => string,
): readonly T[] {
  const only = onlyOne(lists);
  if (only !== undefined) return only;
  const seen = new Map<string, T>();
  for (const one of lists.flat()) {
    const key = keyOf(one);
    if (!seen.has(key)) seen.set(key, one);
  }
  return inOrder([...seen.values()]);
}

function mergeFacts(
  lists: readonly (readonly FiledFact[])[],
): { readonly kept: readonly FiledFact[]; readonly conflicts: readonly FactConflict[] } {
  const only = onlyOne(lists);
  if (only !== undefined) return { kept: only, conflicts: [] };
  const seen = new Map<string, FiledFact[]>();
  const conflicts: FactConflict[] = [];
  for (const fact of lists.flat()) {
    const key = [fact.accession, fact.tag, fact.start, fact.end, fact.unit, fact.share].join(" ");
    const same = seen.get(key) ?? [];
    seen.set(key, same);
    if (same.some(({ value }) => value === fact.value)) continue;
    const other = same.find(({ source }) => source !== fact.source);
    if (other !== undefined) conflicts.push({ facts: [other, fact] });
    same.push(fact);
  }
  return { kept: inOrder([...seen.values()].flat()), conflicts };
}

/** Of one filing in several files the entry that says most: a list of filings has the items of an 8-K, a report not. */
function mergeFilings(lists: readonly (readonly Filing[])[]): readonly Filing[] {
  const only = onlyOne(lists);
  if (only !== undefined) return only;
  const wordsOf = ({ items, period, accepted }: Filing) =>
    items.length + Number(period !== undefined) + Number(accepted !== undefined);
  const seen = new Map<string, Filing>();
  for (const one of lists.flat()) {
    const before = seen.get(one.accession);
    if (before === undefined || wordsOf(one) > wordsOf(before)) seen.set(one.accession, one);
  }
  return inOrder([...seen.values()]);
}

/**
 * A trade has no number: a form may hold two that are alike, and two files that hold it the same two. Of each kind of
 * trade as many are kept as the file with most of them has, those with the number of their form first.
 */
function mergeTrades(lists: readonly (readonly InsiderTrade[])[]): readonly InsiderTrade[] {
  const only = onlyOne(lists);
  if (only !== undefined) return only;
  const kept = new Map<string, InsiderTrade[]>();
  for (const list of [...lists].toSorted((one, other) => numbered(other) - numbered(one))) {
    for (const [key, group] of Map.groupBy(list, keyOfTrade)) {
      const before = kept.get(key) ?? [];
      kept.set(key, [...before, ...group.slice(before.length)]);
    }
  }
  return inOrder([...kept.values()].flat());
}

function numbered(trades: readonly InsiderTrade[]): number {
  return trades.some(({ accession }) => accession !== undefined) ? 1 : 0;
}

/** The day it was filed is no part of it: a table without one has it assumed. */
function keyOfTrade({ person, cik, day, code, shares, price, held }: InsiderTrade): string {
  return [cik ?? person.toLowerCase(), day, code, shares, price, held].join(" ");
}
