import { FORMS_OLD_AFTER_DAYS, INSIDER_WINDOW } from "../../data/metrics/insider.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { dayNumber, daysBetween, dayText } from "../../calendar/day.ts";
import { onceEachOf } from "../../data/once_each.ts";
import type { InsiderTrade, Records } from "../../data/records.ts";
import { dayAt } from "../../data/series.ts";
import type { Subject } from "./subject.ts";

/** One trade on the market, in the verifier's own words. */
export interface Deal {
  readonly trade: InsiderTrade;
  readonly isPurchase: boolean;
  /** Whether its form says that it was planned. */
  readonly isPlanned: boolean;
  /** In the shares of the day. */
  readonly shares: number;
  /** The person behind it. */
  readonly who: string;
}

/** What lies on the verifier's desk: the deals of a company's insiders, as a day knows them. */
export interface Desk {
  readonly today: string;
  /** `YYYY-MM-DD`, from which the deals are counted. */
  readonly since: string;
  readonly deals: readonly Deal[];
  readonly oldest: InsiderTrade;
  readonly latest: InsiderTrade;
  /** Of the newest day of a trade. */
  readonly final: InsiderTrade;
}

/** The deals known at the close of a bar. */
export function deskOf({ series, records }: Subject, at: number): Desk | Cause {
  return layDesk(records(), dayAt(series, at));
}

const layDesk = onceEachOf(({ trades, splits }: Records, today: string): Desk | Cause => {
  const order = [...trades].filter(({ known }) => known <= today)
    .sort((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0);
  const start = order[0];
  const latest = order[order.length - 1];
  if (start === undefined || latest === undefined) return "trades";
  if (daysBetween(latest.known, today) > FORMS_OLD_AFTER_DAYS) return "stale";
  let oldest = start;
  let final = start;
  for (const one of order) if (one.day <= today && one.day > final.day) final = one;
  for (const one of order) if (one.known === start.known && one.day < oldest.day) oldest = one;
  const horizon = dayText(dayNumber(today) - (INSIDER_WINDOW.trades - 1));
  const since = oldest.day > horizon ? oldest.day : horizon;
  const deals: Deal[] = [];
  for (const trade of standing(order)) {
    if (trade.day < since || trade.day > today || !isOwn(trade)) continue;
    if (trade.code !== "P" && trade.code !== "S") continue;
    let shares = trade.shares;
    for (const { day, known, ratio } of splits) if (trade.day < day && day <= today && known <= today) shares *= ratio;
    deals.push({ trade, isPurchase: trade.code === "P", isPlanned: trade.isPlanned === true, shares, who: who(trade) });
  }
  return { today, since, deals, oldest, latest, final };
});

/** A holder of a tenth of the shares, or another person, who is neither officer nor director, is not one of the insiders. */
function isOwn({ roles }: InsiderTrade): boolean {
  const isNeither = !roles.includes("officer") && !roles.includes("director");
  return !(roles.length > 0 && isNeither);
}

function who({ cik, person }: InsiderTrade): string {
  return cik === undefined ? person.toUpperCase() : cik;
}

/** Which form a trade stands on, and of what file. */
function sheet({ accession = "", source, filed, amends = "none" }: InsiderTrade): string {
  return [accession, source, filed, amends].join("\n");
}

/**
 * The trades that hold: the sheets are laid on each other from the oldest on, and each amendment takes away what it says
 * again of the sheets below it.
 */
function standing(order: readonly InsiderTrade[]): readonly InsiderTrade[] {
  if (!order.some(({ amends }) => amends !== undefined)) return order;
  const taken = new Set<InsiderTrade>();
  for (const [name, sheetTrades] of Map.groupBy(order, sheet)) {
    for (const says of sheetTrades) {
      if (says.amends === undefined) continue;
      for (const below of order) {
        if (sheet(below) !== name && isBelow(below, says) && isSaidAgain(below, says)) taken.add(below);
      }
    }
  }
  return order.filter((one) => !taken.has(one));
}

/** Filed before an amendment, or with it if it is not one itself. */
function isBelow(below: InsiderTrade, { filed }: InsiderTrade): boolean {
  return below.filed < filed || below.filed === filed && below.amends === undefined;
}

function isSaidAgain(below: InsiderTrade, says: InsiderTrade): boolean {
  const hasBoth = below.cik !== undefined && says.cik !== undefined;
  if (hasBoth ? below.cik !== says.cik : below.person.toUpperCase() !== says.person.toUpperCase()) return false;
  const form = says.amends ?? "";
  if (form === "") return below.day === says.day;
  const isItsForm = below.isFilingAssumed === true || [below.filed, below.amends].includes(form);
  const isTwin = below.code === says.code && below.shares === says.shares && below.price === says.price;
  return isItsForm && (isTwin || below.day === says.day);
}

/** The deals that count: those that were not planned. */
export function free({ deals }: Desk): readonly Deal[] {
  return deals.filter((deal) => !deal.isPlanned);
}

/** Which kinds of deals there are. */
export function wayOf(desk: Desk): string {
  const kinds = new Set(free(desk).map(({ isPurchase }) => isPurchase));
  if (kinds.size === 2) return "both";
  return kinds.size === 0 ? "none" : kinds.has(true) ? "bought" : "sold";
}

/** Whether the role of each person is known. */
export function rolesOf(desk: Desk): string {
  return free(desk).some(({ trade }) => trade.roles.length === 0) ? "unsaid" : "named";
}

/** Whether each deal has a filing day. */
export function filingDayOf(desk: Desk): string {
  return free(desk).some(({ trade }) => trade.isFilingAssumed === true) ? "assumed" : "given";
}
