import type { ItemId } from "./metrics/items.ts";
import type { FiledFact } from "./records.ts";

/** A stretch of days that a flow covers, or the day of a balance, which has no start. Days are `YYYY-MM-DD`. */
export interface Period {
  readonly start?: string;
  readonly end: string;
}

/** A fiscal year or quarter. Its name is its last day: what a company calls it is told by nothing that can be trusted. */
export type FiscalPeriod = Required<Period>;

/** What reports state of an item for a period, as known by the day of the view. */
export interface Stated {
  /** In `unit`; per share and share counts in the shares of the day of the view, after all splits known by then. */
  readonly value: number;
  /** `USD`, `USD/shares`, `shares`, `pure`. */
  readonly unit: string;
  /** The facts it is made of: one, or those of a sum, a difference or a ratio, in the order of its definition. */
  readonly facts: readonly FiledFact[];
}

/**
 * Why nothing is stated: no report of the company is read (`filings`), none states it for that period (`item`), or a
 * report states it in two ways, or in a share that a split changed by an unknown ratio (`conflict`).
 */
export type Unstated = "filings" | "item" | "conflict";

/** Which version of an item serves where reports restate it: the newest known, or the one that was filed first. */
export type Version = "newest" | "first";

/**
 * What the reports of a company state, as known by the day of a view. The analyst and the verifier each select it from
 * the same facts in their own way: `agent/domains/statements.ts` and `verify/domains/statements.ts`.
 */
export interface Statements {
  /** Fiscal years known, the newest first. */
  readonly years: readonly FiscalPeriod[];
  /** Fiscal quarters known, the newest first; a fourth quarter is one where the year and its first nine months are known. */
  readonly quarters: readonly FiscalPeriod[];
  /**
   * An item of a period: a flow of a fiscal year or quarter, or a balance of a day.
   * @param version Default: the newest known.
   */
  stated(item: ItemId, period: Period, version?: Version): Stated | Unstated;
  /**
   * A flow over the twelve months to the end of the newest period that any report covers: the year, plus this year's
   * part, less last year's part of the same length.
   * @param yearsBack The same twelve months so many years before. Default: 0.
   */
  trailing(item: ItemId, yearsBack?: number): Stated | Unstated;
  /** A balance at the end of the newest period that any report covers, or so many years before. Default: 0. */
  balance(item: ItemId, yearsBack?: number): Stated | Unstated;
}
