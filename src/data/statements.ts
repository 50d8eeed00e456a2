import type { ItemId } from "./metrics/items.ts";
import type { FiledFact } from "./records.ts";

/** A stretch of days that a flow covers, or the day of a balance, which has no start. Days are `YYYY-MM-DD`. */
export interface Period {
  readonly start?: string;
  readonly end: string;
}

/** A fiscal year or quarter. Its name is its last day: what a company calls it is known by nothing that can be trusted. */
export type FiscalPeriod = Required<Period>;

/** What reports state of an item for a period, as known by the day of the view. */
export interface Reported {
  /** In `unit`; per share and share counts in the shares of the day of the view, after all splits known by then. */
  readonly value: number;
  /** `USD`, `USD/shares`, `shares`, `pure`. */
  readonly unit: string;
  /** The facts it is made of: one, or those of a sum, a difference or a ratio, in the order of its definition. */
  readonly facts: readonly FiledFact[];
  /** Present of twelve months whose earlier part has been restated, by no more than `SLIGHT_RESTATEMENT`, since their year was filed. */
  readonly isRestated?: true;
}

/**
 * Why nothing is stated: no report of the company is read (`filings`), none states it for that period (`item`), or a
 * report states it in two ways, or in a share that a split changed by an unknown ratio (`conflict`).
 */
export type NotReported = "filings" | "item" | "conflict";

/** Which version of an item serves where reports restate it: the newest known, or the one that was filed first. */
export type Version = "newest" | "first";

/**
 * What the reports of a company state, as known by the day of a view. The analyst and the verifier each select it from
 * the same facts in their own way: `agent/domains/statements.ts` and `verify/domains/statements.ts`. They agree on what
 * follows and on the table of items, and share nothing else.
 *
 * **Facts.** Those of periodic forms count, in units of their item, of days up to the one on which they were filed. One
 * period is one last day, and first days within a week of each other.
 *
 * **Version.** Of all reports that state the item for the period by any of its tags, the newest serves, or for `first`
 * the oldest; of two that were filed on one day the greater number is the newer. Inside it the first tag of the chain
 * serves. Two values of one tag are a `conflict`; of equal ones with several first days the one nearest the period's, then
 * the earliest, is named. Where the tags of an item mean the same sum (`alike` in the table) and differ in one report,
 * that value serves which a row of `CHECKS` proves; if none or several are proved, `conflict`. Of several currencies the
 * one serves that the report states most figures in.
 *
 * **Face.** Of a report that shows the primary statement of an item, the tags on it alone serve, stand-ins among them; of
 * one that must have its line there (`isFaced`) nothing else does, nor is it made of other lines. Elsewhere a tag that may be
 * a part (`rivals`) does not serve a report that has less by it than by another tag of the item, for any one period, nor
 * those of the 400 days after. A sum that a note rounds is the part of it which the same report states exactly with that
 * value; nothing is made of what is rounded.
 *
 * **Stand-ins.** A report that states the period by one of `fallbackTags` alone does not restate it: these reports count only
 * where no report known states it by a tag that comes before, and then those of the first stand-in of the chain. A tag whose `unless` has
 * another of the item's, which any report states, is not one that comes before. One that
 * any report known states beside a tag before it with another value, for any one period, is another thing in this company
 * and never serves. Where tags are `alike`, stand-ins are not compared with them.
 *
 * **Made figures** are made, in this order, of what is stated by a tag for the period itself; of a longer stretch less its
 * first part (a second quarter of half a year and a first quarter, a fourth of a year and nine months); by the item's
 * definition (`made`) of others, all of one report, the newest or for `first` the oldest that has them all; by the
 * definition of what is stated of each. The facts stand in that order: longer, then shorter, or that of the definition.
 * The shorter stretch serves as known when the report of the longer one was filed; where the longer one has been restated
 * since it was first filed, and the shorter one was not by then, they do not belong together: `conflict` (a value that is
 * the other in whole thousands or millions is no restatement). Both are stated by one tag, or by two that had the same
 * value, in some report, in each period for which both are stated; otherwise nothing is stated (`item`). Averages
 * (`isAverage`) are not made by subtracting. Earnings per share of a fourth quarter are its net income over its weighted
 * shares, four times those of the year less those of the three quarters; facts: those of the income, then the shares of the
 * year and of the quarters in order of time. They need income of one sign in all four quarters, and the year's own income
 * over its shares within half a cent (as filed) and half a percent of what is stated, both together; otherwise nothing is
 * stated (`item`). A ratio is in `pure`, and nothing (`item`) over 0, a share also over less. Of an outflow the size counts, before anything is
 * made; a stretch of it that is less than its first part is a `conflict`.
 *
 * **Shares.** What was filed before the day of a split is multiplied (share counts) or divided (per share) by its ratio.
 * Splits are those recorded. Where two reports state one period's share counts (weighted, or outstanding), and they differ
 * by a ratio of a split that no recorded one between them explains, a split is derived if earnings per share differ by the
 * inverse or a fact of `SPLIT_TAG` states that ratio; likewise where earnings per share differ, if such a fact states it.
 * Otherwise all that was filed before the newer one is in shares of unknown size: `conflict`. A report between the two is
 * in the shares that its own newest count is near to, or in unknown ones. Counts that differ by any other ratio from half
 * as much again on, but not by a thousand or a million, were changed by a merger: of unknown size before it. Counts ten
 * times, or a tenth of, net income over earnings per share of the same report (of all its periods the one with the largest
 * earnings) are in a wrong unit: `conflict`.
 * A recorded split that such reports do not follow is as uncertain. A fact of one class of shares counts only where none
 * is of all of them: in a sum of balances of shares, where each class of the report is there, or per share, where all
 * classes have the same value; otherwise they are a `conflict`.
 */
export interface Statements {
  /**
   * Fiscal years known, the newest first: of each annual report the newest stretch of 340 to 380 days for which it
   * states revenue, net income, earnings per share or operating cash flow; and from there back the earlier ones of that
   * report, each ending within a week of where the next begins, unless they overlap the newest of another report. Ends
   * within a week of each other are one year, as the oldest report has it. A transition period is too short to be one.
   */
  readonly years: readonly FiscalPeriod[];
  /**
   * Fiscal quarters known, the newest first: of each report that is not annual the newest stretch of 80 to 119 days for
   * which it states one of the same items, and the one that ends within ten days of a year before; and what is left of a
   * fiscal year after its first nine months, if that is as long; and the four of a year that an annual report states.
   * Ends within a week are one, as for years.
   */
  readonly quarters: readonly FiscalPeriod[];
  /**
   * Of each report that is not annual the longest stretch under a year to each day for which it states operating cash flow:
   * a statement of cash flows is of the fiscal year so far, so it says where that begins when no annual report is known.
   */
  readonly soFar: readonly FiscalPeriod[];
  /** The days for which any report states total assets, equity or cash, the newest first: more than those on which periods end. */
  readonly balanceDays: readonly string[];
  /**
   * An item of a period: a flow of a fiscal year or quarter, or a balance of a day. The count on the cover serves the
   * period that ended up to 120 days before: the first such count after it.
   * @param version Default: the newest known.
   */
  stated(item: ItemId, period: Period, version?: Version): Reported | NotReported;
  /**
   * A flow over the twelve months to the end of the newest period that any report covers: a fiscal year that ends there, or
   * as a report states these twelve months; else the last year before, plus the stretch since (facts in that order), less the same stretch a year earlier, as
   * known when the year was filed: all three by one sum, and the year and that stretch belonging together, as the parts of
   * a difference: where the earlier stretch is stated and they do not, `conflict`; likewise where it has been restated
   * since by more than `SLIGHT_RESTATEMENT`, as then what came after the year is on another basis than it. Earnings per share are the sum of the four quarters, newest first; other averages are stated for a
   * fiscal year only. What is made of others (`made`, where no tag states the year) is made of theirs.
   * @param yearsBack The same twelve months so many years before, their end within ten days of it. Default: 0.
   */
  trailing(item: ItemId, yearsBack?: number): Reported | NotReported;
  /** A balance at the end of the newest period that any report covers, or so many years before. Default: 0. */
  balance(item: ItemId, yearsBack?: number): Reported | NotReported;
}
