import { FORMS_OLD_AFTER_DAYS, INSIDER_WINDOW } from "../../data/metrics/insider.ts";
import { dayNumber, dayText } from "../../calendar/day.ts";
import { onceEachOf } from "../../data/once_each.ts";
import type { InsiderTrade, Records } from "../../data/records.ts";
import type { Lack } from "./reading.ts";

/** What insiders did over the 180 days to a day, as far as it is known on that day. */
export interface Insiders {
  /** In days since 1 January 1970, like the others. */
  readonly day: number;
  /** The first of the days that it covers. */
  readonly since: number;
  /** How many days before the day the first trade that is read was made, or the day itself; 180 at most. */
  readonly coveredDays: number;
  /** The first of the trades that are read, and the newest to be known, whatever they are. */
  readonly first: InsiderTrade;
  readonly newest: InsiderTrade;
  /** The trade of the last day that is read. */
  readonly last: InsiderTrade;
  /** Purchases and sales on the market that were not planned, and sales that were. */
  readonly bought: readonly InsiderTrade[];
  readonly sold: readonly InsiderTrade[];
  readonly planned: readonly InsiderTrade[];
  /** Its shares as they are after the splits up to the day. */
  inTodaysShares(trade: InsiderTrade): number;
}

const NO_FORM: Lack = { cause: "trades", lacks: "needs Forms 4 or 5, has none" };

/**
 * The trades of a company's insiders as of a day.
 * @param records What is filed; what is known later is ignored.
 * @param day In days since 1 January 1970.
 */
export const insidersAt = onceEachOf(({ trades, splits }: Records, day: number): Insiders | Lack => {
  const today = dayText(day);
  const filed = trades.filter((one) => one.known <= today); // in ascending order of what is known
  const [earliest] = filed;
  const newest = filed.at(-1);
  if (earliest === undefined || newest === undefined) return NO_FORM;
  const age = day - dayNumber(newest.known);
  if (age > FORMS_OLD_AFTER_DAYS) {
    return { cause: "stale", lacks: `needs a form of the last ${FORMS_OLD_AFTER_DAYS} days, the newest is ${age} old` };
  }
  const first = filed.filter((one) => one.known === earliest.known).reduce((one, other) =>
    other.day < one.day ? other : one
  );
  const since = Math.max(day - INSIDER_WINDOW.trades + 1, dayNumber(first.day));
  const from = dayText(since);
  const counted = withAmendments(filed).filter((one) => one.day >= from && one.day <= today && isCounted(one));
  return {
    day,
    since,
    first,
    newest,
    last: filed.reduce((one, other) => other.day > one.day && other.day <= today ? other : one),
    coveredDays: day - since + 1,
    bought: counted.filter(({ code, isPlanned }) => code === "P" && !isPlanned),
    sold: counted.filter(({ code, isPlanned }) => code === "S" && !isPlanned),
    planned: counted.filter(({ code, isPlanned }) => code === "S" && isPlanned),
    inTodaysShares: ({ day: on, shares }) =>
      splits.filter((split) => split.day > on && split.day <= today && split.known <= today)
        .reduce((count, { ratio }) => count * ratio, shares),
  };
});

/** Trades on the market of officers and directors, and of those of whom no role is given. */
function isCounted({ code, roles }: InsiderTrade): boolean {
  return (code === "P" || code === "S") &&
    (roles.length === 0 || roles.includes("officer") || roles.includes("director"));
}

/** Without the trades that an amendment reports again: those of its person, day and form, or alike but for their day. */
function withAmendments(trades: readonly InsiderTrade[]): readonly InsiderTrade[] {
  const amendments = trades.filter(({ amends }) => amends !== undefined);
  return amendments.length === 0
    ? trades
    : trades.filter((trade) => !amendments.some((amendment) => replaces(amendment, trade)));
}

function replaces(amendment: InsiderTrade, trade: InsiderTrade): boolean {
  if (isOneForm(amendment, trade) || trade.filed > amendment.filed) return false;
  if (trade.filed === amendment.filed && trade.amends !== undefined) return false;
  const { amends = "", cik, person, day, code, shares, price } = amendment;
  const isSamePerson = cik !== undefined && trade.cik !== undefined
    ? cik === trade.cik
    : person.toUpperCase() === trade.person.toUpperCase();
  const isAlike = trade.code === code && trade.shares === shares && trade.price === price;
  const isOfForm = amends === "" || trade.isFilingAssumed || trade.filed === amends || trade.amends === amends;
  return isSamePerson && isOfForm && (trade.day === day || amends !== "" && isAlike);
}

function isOneForm(one: InsiderTrade, other: InsiderTrade): boolean {
  return one.accession === other.accession && one.source === other.source && one.filed === other.filed &&
    one.amends === other.amends;
}
