import { unmarked } from "../assumed_filing.ts";
import { nextSession } from "../../calendar/exchange_days.ts";
import { isAccession } from "../filings/filing_day.ts";
import { combineTrades } from "../insider/combine_trades.ts";
import { type FiledFact, type Filing, inOrder, NO_RECORDS, type Records } from "../records.ts";

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
 * state differently is kept from each of them, so that a reader can abstain. A report that does not say when it
 * was filed has its number and day from the list of filings, where that has it.
 * @param parts In order of files.
 */
export function mergeRecords(parts: readonly Records[]): MergedRecords {
  const [first = NO_RECORDS, ...others] = parts;
  const days = new FilingDays(parts);
  const facts = mergeFacts(parts.map((one) => days.dated(one.facts)));
  const filings = others.length === 0 ? first.filings : mergeFilings(parts.map((one) => days.dated(one.filings)));
  const trades = parts.flatMap((one) => one.trades);
  const splits = mergeBy(parts.map((one) => one.splits), ({ day, ratio }) => `${day} ${ratio}`);
  return {
    records: { facts: facts.kept, filings, trades: trades.length === 0 ? [] : combineTrades(trades, filings), splits },
    conflicts: facts.conflicts,
  };
}

/** What a filing is known by, and when it was filed. */
type Dated = Pick<Filing, "accession" | "form" | "filed" | "known" | "period">;

function keyOf({ form, period }: Dated): string {
  return `${form} ${period}`;
}

/** The filing days that files state, for the reports that say none themselves. */
class FilingDays {
  /** By number, and by form and period where one filing alone has these. */
  readonly #stated = new Map<string, Dated | "several">();
  /** The form and period of reports that do not say under which number, or when, they were filed; by their names. */
  readonly #undated = new Map<string, string>();

  constructor(parts: readonly Records[]) {
    const filings = parts.flatMap((one) => one.filings);
    for (const filing of filings.filter(isUndated)) this.#undated.set(filing.accession, keyOf(filing));
    if (this.#undated.size === 0) return;
    for (const filing of filings.filter((one) => !isUndated(one))) this.#add(filing);
    const flows = parts.flatMap((one) => one.facts).filter((one) => one.start !== undefined && !isUndated(one));
    for (const [accession, facts] of Map.groupBy(flows, (one) => one.accession)) {
      const [newest] = facts.toSorted((one, other) => one.end < other.end ? 1 : -1);
      if (newest !== undefined && !this.#stated.has(accession)) this.#add({ ...newest, period: newest.end });
    }
  }

  #add(filing: Dated): void {
    this.#stated.set(filing.accession, filing);
    if (filing.period === undefined) return;
    const other = this.#stated.get(keyOf(filing));
    const isSame = other === undefined || other !== "several" && other.accession === filing.accession;
    this.#stated.set(keyOf(filing), isSame ? filing : "several");
  }

  /** The same records, with the days that are known. */
  dated<T extends Omit<Dated, "period">>(records: readonly T[]): readonly T[] {
    if (this.#undated.size === 0) return records;
    return inOrder(records.map((one): T => {
      const found = isUndated(one) ? this.#find(one.accession) : undefined;
      if (found === undefined) return one;
      const { accession, filed } = found;
      return { ...one, accession, filed, known: nextSession(filed) };
    }));
  }

  #find(name: string): Dated | undefined {
    const found = this.#stated.get(unmarked(name)) ?? this.#stated.get(this.#undated.get(name) ?? "");
    return found === "several" ? undefined : found;
  }
}

/** Whether a report goes by the name of its file, or its filing day is assumed. */
function isUndated({ accession }: Pick<Dated, "accession">): boolean {
  return !isAccession(accession);
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
    const same = seen.getOrInsert(key, []);
    const twin = same.findIndex(({ value }) => value === fact.value);
    if (twin >= 0) { // companyfacts does not know what stands on the face
      if (fact.faces !== undefined) same[twin] = { ...fact, ...same[twin], faces: fact.faces };
      continue;
    }
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
