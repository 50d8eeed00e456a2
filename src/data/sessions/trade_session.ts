import type { Session } from "../session.ts";
import type { LeftOut } from "./left_out.ts";
import { realisedVolatility } from "./realised_volatility.ts";
import type { SessionHours } from "./session_hours.ts";
import type { TradeRole } from "./trade_role.ts";

/** One row of a file of trades. */
export interface Trade {
  /** Milliseconds from midnight in New York. */
  readonly at: number;
  /** Above 0. */
  readonly price: number;
  /** Shares, above 0; absent where the file has none. */
  readonly size?: number | undefined;
  readonly role: TradeRole;
  /** What names it on its day, its exchange included; empty where the file has no ids. */
  readonly id: string;
  /** Its place among those of its time; `NaN` where the file has none. */
  readonly sequence: number;
  /** Line of the file. */
  readonly line: number;
}

/** Prices and amounts of a session, without what is the same for all of its file. */
export type SessionFigures = Omit<Session, "day" | "source" | "isPartial">;

/** Minutes of a return of trades. */
export const TRADE_STEP_MINUTES = 5;
/** An auction is reported within this time of the open or close. */
const AUCTION_MS = 5 * 60_000;

/**
 * The session of the trades of one ticker and day.
 * @param trades In any order.
 * @returns `undefined` where no trade of the session has a price that counts.
 */
export function tradeSession(
  trades: readonly Trade[],
  { hours, leftOut }: { readonly hours: SessionHours; readonly leftOut: LeftOut },
): SessionFigures | undefined {
  const ordered = withoutRepeats(trades.toSorted(byTime), leftOut);
  const counted = withoutVoid(ordered, leftOut).filter((trade) => isInside(trade, { hours, leftOut }));
  const priced: Trade[] = [];
  for (const trade of counted) {
    if (trade.role === "late" || trade.role === "odd") leftOut.add(trade.role);
    else priced.push(trade);
  }
  const [first] = priced;
  const last = priced.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const volatility = realisedVolatility(priced, { ...hours, stepMinutes: TRADE_STEP_MINUTES });
  return {
    open: first.price,
    high: priced.reduce((most, { price }) => Math.max(most, price), first.price),
    low: priced.reduce((least, { price }) => Math.min(least, price), first.price),
    close: last.price,
    ...amountsOf(counted),
    ...volatility !== undefined && { realisedVolatility: volatility },
    stepMinutes: TRADE_STEP_MINUTES,
    from: "trades",
    rows: counted.length,
  };
}

function amountsOf(trades: readonly Trade[]): Pick<Session, "volume" | "tradedValue" | "vwap"> {
  if (trades.some(({ size }) => size === undefined)) return {};
  let volume = 0;
  let tradedValue = 0;
  for (const { price, size = 0 } of trades) {
    volume += size;
    tradedValue += price * size;
  }
  return { volume, tradedValue, vwap: tradedValue / volume };
}

/** By time, then by their numbers, then as the file has them. */
function byTime(one: Trade, other: Trade): number {
  return one.at - other.at || (one.sequence - other.sequence || 0) || one.line - other.line;
}

/** A row that repeats time, price, size, number and id of another counts once. They are in order of time. */
function withoutRepeats(trades: readonly Trade[], leftOut: LeftOut): Trade[] {
  let time = NaN;
  let seen = new Set<string>();
  return trades.filter(({ at, price, size, role, id, sequence }, place) => {
    if (at !== trades[place - 1]?.at && at !== trades[place + 1]?.at) return true; // most have a time of their own
    if (at !== time) {
      time = at;
      seen = new Set();
    }
    const key = `${price} ${size} ${sequence} ${role} ${id}`;
    if (seen.has(key)) leftOut.add("repeated");
    return !seen.has(key) && seen.add(key);
  });
}

/** Leaves out what was cancelled that day, and replaces what was corrected. */
function withoutVoid(trades: readonly Trade[], leftOut: LeftOut): Trade[] {
  const changes = trades.filter(({ role }) => role === "cancel" || role === "correct");
  if (changes.length === 0 && !trades.some(({ role }) => role === "void")) return [...trades];
  const byId = new Map(changes.length === 0 ? [] : trades.filter(isTrade).toReversed().map((one) => [one.id, one]));
  const replaced = new Map<Trade, Trade | "cancelled">();
  const used = new Set<Trade>();
  for (const change of changes) {
    const original = originalOf(change, { trades, replaced, byId });
    if (original === undefined) continue;
    if (change.role === "cancel") replaced.set(original, "cancelled");
    else if (replaced.get(original) !== "cancelled") replaced.set(original, change);
    used.add(change);
  }
  return trades.flatMap((trade) => {
    const { role } = trade;
    if (used.has(trade)) return leftOutAs(role === "cancel" ? "cancelled" : "corrected", leftOut);
    if (role === "cancel" || role === "void") return leftOutAs("cancelled", leftOut);
    const instead = replaced.get(trade);
    if (instead === "cancelled") return leftOutAs("cancelled", leftOut);
    return instead === undefined ? [trade] : [{ ...trade, price: instead.price, size: instead.size }];
  });
}

function leftOutAs(reason: "cancelled" | "corrected", leftOut: LeftOut): Trade[] {
  leftOut.add(reason);
  return [];
}

function isTrade({ role }: Trade): boolean {
  return role !== "cancel" && role !== "correct" && role !== "void";
}

/** The trade that a record cancels or corrects: that of its id, or without ids the last one before it like it. */
function originalOf(
  change: Trade,
  { trades, replaced, byId }: {
    readonly trades: readonly Trade[];
    /** The first trade of each id. */
    readonly byId: ReadonlyMap<string, Trade>;
    readonly replaced: ReadonlyMap<Trade, Trade | "cancelled">;
  },
): Trade | undefined {
  if (change.id !== "") return byId.get(change.id);
  if (change.role === "correct") return undefined;
  return trades.findLast((one) =>
    isTrade(one) && !replaced.has(one) && one.at <= change.at && one.price === change.price && one.size === change.size
  );
}

/** Between open and close; a print of an auction may come a little earlier or later. */
function isInside(
  { at, role }: Trade,
  { hours, leftOut }: { readonly hours: SessionHours; readonly leftOut: LeftOut },
): boolean {
  if (role === "notice") leftOut.add("notice");
  else if (at < hours.open - (role === "opening" ? AUCTION_MS : 0)) leftOut.add("before");
  else if (at > hours.close + (role === "closing" ? AUCTION_MS : 0)) leftOut.add("after");
  else if (role === "extended") leftOut.add(at < (hours.open + hours.close) / 2 ? "before" : "after");
  else return true;
  return false;
}
