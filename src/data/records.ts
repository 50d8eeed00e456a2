import { countLeading } from "../calendar/day.ts";
import type { Face } from "./metrics/items.ts";

/**
 * One number that a report states, of one period: a tag, a day or a stretch of days, a value. Every version is a fact of
 * its own: a restatement is a second fact, of a later report.
 */
export interface FiledFact {
  /** Taxonomy and name, like `us-gaap/Revenues`, `ifrs-full/Revenue` or `dei/EntityCommonStockSharesOutstanding`. */
  readonly tag: string;
  /** `USD`, `USD/shares`, `shares`, `pure`. */
  readonly unit: string;
  /** First day of a flow, `YYYY-MM-DD`; absent for a balance. */
  readonly start?: string;
  /** Last day of a flow, or the day of a balance. */
  readonly end: string;
  readonly value: number;
  /** Present where it is of one class of shares alone, like `us-gaap/CommonClassAMember`. */
  readonly share?: string;
  /** Primary statements of its report that it stands in, where the report shows which facts do. */
  readonly faces?: readonly Face[];
  /** Power of ten to which it is exact, negated, where that is coarser than millions. */
  readonly decimals?: number;
  /** Like `10-K`, `10-Q/A`, `20-F`. */
  readonly form: string;
  /** Number of the report, like `0000320193-17-000070`. */
  readonly accession: string;
  /** Day on which the report was filed. */
  readonly filed: string;
  /** The first session after that day: from it on the fact is known. */
  readonly known: string;
  /** `id` of the source it was read from. */
  readonly source: string;
}

/** A report or notice that was filed. */
export interface Filing extends Pick<FiledFact, "accession" | "form" | "filed" | "known" | "source"> {
  /** The day it reports on, if it says so. */
  readonly period?: string;
  /** When it was accepted, as the source writes it: the zone is not to be trusted. */
  readonly accepted?: string;
  /** Items of an 8-K, like `2.02`. */
  readonly items: readonly string[];
}

/** What an insider does in a company. */
export type InsiderRole = "officer" | "director" | "ten_percent" | "other";

/** One trade of an insider, from the table of Forms 4 and 5 that is not of derivatives. */
export interface InsiderTrade {
  readonly person: string;
  /** Of the person, ten digits, if the source has it. */
  readonly cik?: string;
  /** All that the form says; several where it is signed by several. */
  readonly roles: readonly InsiderRole[];
  /** Day of the trade, `YYYY-MM-DD`. */
  readonly day: string;
  /** Code of Forms 4 and 5: `P` bought on the market, `S` sold there, others are no such trades. */
  readonly code: string;
  readonly shares: number;
  /** Absent where none is given; 0 is no price of a purchase or a sale. */
  readonly price?: number;
  /** Shares held after the trade. */
  readonly held?: number;
  /** Whether it was planned beforehand (Rule 10b5-1); absent where the form does not say, as all before April 2023. */
  readonly isPlanned?: boolean;
  /**
   * Present on a trade of an amendment: the day on which the form that it amends was filed, or an empty text where it
   * does not say. Both are kept: until an amendment is known, what it amends holds.
   */
  readonly amends?: string;
  readonly accession?: string;
  readonly filed: string;
  /** Present where the source has no filing day, and `filed` is two business days after the trade. */
  readonly isFilingAssumed?: true;
  /** The first session after the day it was filed. */
  readonly known: string;
  readonly source: string;
}

/** A split of a company's shares. */
export interface StockSplit {
  /** First day on which the shares traded split. */
  readonly day: string;
  /** Shares after for each share before, like 7. */
  readonly ratio: number;
  readonly known: string;
  readonly source: string;
}

/** What is filed by and about a company, each list in ascending order of `known`. */
export interface Records {
  readonly facts: readonly FiledFact[];
  readonly filings: readonly Filing[];
  readonly trades: readonly InsiderTrade[];
  readonly splits: readonly StockSplit[];
}

/** A kind of records. */
export type RecordShelf = keyof Records;

/** A kind of what is known beside prices: records, texts, a caller's own tables. */
export type Shelf = RecordShelf | "texts" | "own";

/** Records that are held elsewhere and loaded when they are asked for. */
export interface StoredRecords {
  readonly ticker: string;
  /** The kinds of which there is at least one record. */
  readonly shelves: readonly RecordShelf[];
  /** First and last day on which anything of them became known. */
  readonly first: string;
  readonly last: string;
  load(): Records;
}

/** A fact as a claim names it: `us-gaap/Revenues 2016-09-25/2017-09-30 0000320193-17-000070`. */
export function factName({ tag, start, end, accession }: FiledFact): string {
  return `${tag} ${start === undefined ? end : `${start}/${end}`} ${accession}`;
}

/** What names a filing, of which more may be known or no more. */
export type NamedFiling = Pick<Filing, "form" | "accession" | "source">;

/** A filing as a claim names it: `8-K 0000320193-17-000067`. */
export function filingName({ form, accession }: NamedFiling): string {
  return `${form} ${accession}`;
}

/** The form that reported a trade: one without a number is named by its person and the day it was filed. */
export function formOf({ accession, cik, person, filed, amends, source }: InsiderTrade): NamedFiling {
  return {
    form: amends === undefined ? "4" : "4/A",
    accession: accession ?? `of ${cik ?? person} on ${filed}`,
    source,
  };
}

/** Of a company of which nothing is filed. */
export const NO_RECORDS: Records = { facts: [], filings: [], trades: [], splits: [] };

/** In ascending order of the day they became known; those of one day keep their order. */
export function inOrder<T extends { readonly known: string }>(records: readonly T[]): readonly T[] {
  return records.toSorted((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0);
}

/**
 * The records that a question about reports knows on a day: all that was filed by it. A thesis and a screen act on what they
 * know, so they wait for the session after, as {@linkcode recordsUntil} does.
 */
export function recordsFiledBy({ facts, filings, trades, splits }: Records, day: string): Records {
  const isFiled = ({ filed }: { readonly filed: string }) => filed <= day;
  return {
    facts: facts.filter(isFiled),
    filings: filings.filter(isFiled),
    trades: trades.filter(isFiled),
    splits: knownBy(splits, day),
  };
}

/** The records that a thesis knows on a day. */
export function recordsUntil({ facts, filings, trades, splits }: Records, day: string): Records {
  return {
    facts: knownBy(facts, day),
    filings: knownBy(filings, day),
    trades: knownBy(trades, day),
    splits: knownBy(splits, day),
  };
}

/** The first of them, up to a day: they are in ascending order. */
function knownBy<T extends { readonly known: string }>(records: readonly T[], day: string): readonly T[] {
  const count = countLeading(records.length, (at) => (records[at]?.known ?? "") <= day);
  return count === records.length ? records : records.slice(0, count);
}
