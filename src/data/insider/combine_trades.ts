import { type Filing, inOrder, type InsiderTrade } from "../records.ts";
import { knownFrom } from "./trade_day.ts";

/**
 * Joins a company's trades from all files, each trade once.
 *
 * A trade whose filing day is assumed takes it from the list of filings, by its number. A trade that two files have (the
 * form as XML and in a full submission, and a row of a table) is that of the file with a filing day. Several persons with
 * one trade, to the same number of shares held after it, have reported together: of 89,881 rows of a real table 87 groups
 * of purchases and sales do, and those looked at were funds with their managers.
 */
export function combineTrades(
  trades: readonly InsiderTrade[],
  filings: readonly Filing[] = [],
): readonly InsiderTrade[] {
  const filed = new Map(filings.map(({ accession, filed }) => [accession, filed]));
  const dated = trades.map((trade) => withFilingDay(trade, filed));
  const groups = Map.groupBy(dated, keyOf);
  const once = [...groups.values()].flatMap(ofOneFile);
  return inOrder([...Map.groupBy(once, jointKeyOf).values()].flatMap(together));
}

function withFilingDay(trade: InsiderTrade, days: ReadonlyMap<string, string>): InsiderTrade {
  const { isFilingAssumed, ...rest } = trade;
  const filed = isFilingAssumed && trade.accession !== undefined ? days.get(trade.accession) : undefined;
  return filed === undefined || filed < trade.day ? trade : { ...rest, filed, known: knownFrom(filed) };
}

/** The same of one trade in every file; a person's name is written in many ways, a CIK in one. */
function keyOf({ cik, person, day, code, shares, price, amends }: InsiderTrade): string {
  return JSON.stringify([cik ?? person.toUpperCase(), day, code, shares, price ?? null, amends ?? null]);
}

/** Of files that have the same trade, that with a filing day, of these the first; and of it all such rows. */
function ofOneFile(trades: readonly InsiderTrade[]): readonly InsiderTrade[] {
  const [best] = trades.toSorted((one, other) =>
    Number(one.isFilingAssumed ?? false) - Number(other.isFilingAssumed ?? false) ||
    (one.filed < other.filed ? -1 : one.filed > other.filed ? 1 : 0)
  );
  return trades.filter(({ source, accession }) => source === best?.source && accession === best.accession);
}

function jointKeyOf({ cik, person, day, code, shares, price, held, amends, filed }: InsiderTrade): string {
  const isOnMarket = code === "P" || code === "S";
  const whose = isOnMarket && price !== undefined && held !== undefined && held > 0
    ? null
    : cik ?? person.toUpperCase();
  return JSON.stringify([whose, day, code, shares, price ?? null, held ?? null, amends ?? null, filed]);
}

/** Trades of one key: those of the first person, whose roles are all that are said. */
function together(trades: readonly InsiderTrade[]): readonly InsiderTrade[] {
  const people = Map.groupBy(trades, ({ cik, person }) => cik ?? person.toUpperCase());
  if (people.size < 2) return trades;
  const [first = []] = [...people.values()].toSorted((one, other) => rank(one) - rank(other));
  const roles = new Set(trades.flatMap((one) => one.roles));
  return first.map((trade) => ({
    ...trade,
    roles: (["officer", "director", "ten_percent", "other"] as const).filter((role) => roles.has(role)),
  }));
}

/** Whoever has a role in the company before who only holds its shares. */
function rank([first]: readonly InsiderTrade[]): number {
  const roles = first?.roles ?? [];
  return roles.includes("officer") ? 0 : roles.includes("director") ? 1 : 2;
}
