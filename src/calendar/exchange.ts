/** A day of the week, as a rule names it. */
export type Weekday = "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";

/** A day that comes once in each year. */
export type YearlyDate =
  /** On a date, `MM-DD`. */
  | { readonly on: string }
  /** So many days after Easter Sunday, negative before it. */
  | { readonly easter: number }
  /** The nth such weekday of a month, `MM`; -1 for its last; and so many days after that. */
  | { readonly nth: number; readonly weekday: Weekday; readonly month: string; readonly plus?: number }
  /** The last such weekday before a date, `MM-DD`. */
  | { readonly before: string; readonly weekday: Weekday };

/** In which years a rule holds. */
interface InYears {
  /** First of them. Default: always. */
  readonly from?: number;
  /** Last of them. Default: still. */
  readonly to?: number;
  /** Years between in which it did not. */
  readonly not?: readonly number[];
}

/** A day on which an exchange is closed each year. */
export type Holiday = YearlyDate & InYears & {
  /**
   * What becomes of it on a weekend: `nearest`, from Saturday to Friday and from Sunday to Monday; `monday`, from Sunday
   * only; `next`, to the first weekday that is no holiday yet. Default: it is lost.
   */
  readonly moved?: "nearest" | "monday" | "next";
};

/** A session of each year that ends early. */
export type HalfDay = YearlyDate & InYears & {
  /** When it ends, `HH:MM` of the exchange's clock. */
  readonly close: string;
  /** Only on these weekdays. Default: on all that have a session. */
  readonly weekdays?: readonly Weekday[];
  /** On a weekend, the Friday before is one instead. */
  readonly isMovedBack?: true;
};

/** When an exchange trades: its hours, and rules for the days on which it does not. */
export interface Exchange {
  /** Market identifier code of ISO 10383. */
  readonly id: string;
  /** As a sentence names it. */
  readonly name: string;
  /** Endings of tickers after a dot, in capital letters. */
  readonly suffixes: readonly string[];
  /** Time zone of its clock, as IANA names it. */
  readonly zone: string;
  /** First and last minute of a usual session, `HH:MM` of its clock. */
  readonly open: string;
  readonly close: string;
  /** First year, and the last where its days are listed, whose sessions are right here. */
  readonly since: number;
  readonly until?: number;
  readonly holidays: readonly Holiday[];
  /** Days without a session that no rule gives, `YYYY-MM-DD`. */
  readonly closed: readonly string[];
  /** Sessions on days that a rule calls holidays. */
  readonly opened?: readonly string[];
  readonly halfDays: readonly HalfDay[];
  /** Days on which a session ended early once, with its end. */
  readonly halfDaysOnce?: Readonly<Record<string, string>>;
}
