import { DOUBTED_PURCHASE, FORM_CURRENCY, INSIDER_BUY_FROM, INSIDER_WINDOW } from "../../data/metrics/insider.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import { dayNumber, dayText } from "../../calendar/day.ts";
import { formOf, type InsiderTrade, NO_RECORDS } from "../../data/records.ts";
import { type Found, type Lack, NO_UNIT, type Reader, type Readers } from "./reading.ts";
import type { Columns } from "./columns.ts";
import { type Insiders, insidersAt } from "./trades.ts";

const NOTHING: Lack = { cause: "trades", lacks: "needs such trades, has none" };

type Read = (insiders: Insiders, prices: Prices) => Found | Lack;

/** The bars of the company, and of how many shares of the closes one of the day of the bar may be. */
interface Prices {
  readonly columns: Columns;
  readonly times: readonly number[];
}

/** A figure of the trades that are known on the day of a bar. */
function ofTrades(read: Read): Reader {
  return (columns, position, beside) => {
    const insiders = insidersAt(beside?.records?.() ?? NO_RECORDS, columns.days[position] ?? NaN);
    if ("lacks" in insiders) return insiders;
    const held = beside?.splits?.(columns.sound.series) ?? [];
    return read(insiders, { columns, times: [1, held.reduce((product, { ratio }) => product * ratio, 1)] });
  };
}

/** A value and the forms of the trades behind it. */
function behind(value: number, trades: readonly InsiderTrade[]): Found {
  const forms = new Map(trades.map((trade) => {
    const form = formOf(trade);
    return [`${form.form} ${form.accession} ${form.source}`, form] as const;
  }));
  return { value, ...(forms.size > 0 && { filings: [...forms.values()] }) };
}

/** Only where the forms reach back over a window. */
function covering(days: number, { coveredDays }: Insiders): Lack | undefined {
  if (coveredDays >= days) return undefined;
  return { cause: "history", lacks: `needs forms over ${days} days, has them over ${coveredDays}` };
}

const sum = (trades: readonly InsiderTrade[], { inTodaysShares }: Insiders) =>
  trades.reduce((total, trade) => total + inTodaysShares(trade), 0);
const personOf = ({ cik, person }: InsiderTrade) => cik ?? person.toUpperCase();
const personsIn = (trades: readonly InsiderTrade[]) => new Set(trades.map(personOf)).size;

const netPurchases: Read = (insiders) => {
  const { bought, sold } = insiders;
  const plus = sum(bought, insiders);
  const minus = sum(sold, insiders);
  const all = [...bought, ...sold];
  return covering(INSIDER_WINDOW.trades, insiders) ??
    behind(plus + minus === 0 ? 0 : (plus - minus) / (plus + minus), all.length === 0 ? [insiders.newest] : all);
};

/** Purchases within 30 days of the last bar: an event is one wherever the forms begin, that few bought only over all the days. */
function cluster(insiders: Insiders, prices: Prices): readonly InsiderTrade[] | Lack {
  const bought = recent(insiders);
  const isEvent = !("lacks" in eventIn(insiders, prices));
  return isEvent ? bought : covering(INSIDER_WINDOW.cluster, insiders) ?? bought;
}

function recent({ day: today, bought }: Insiders): readonly InsiderTrade[] {
  const from = dayText(today - INSIDER_WINDOW.cluster + 1);
  return bought.filter(({ day }) => day >= from);
}

const buyers: Read = (insiders, prices) => {
  const bought = cluster(insiders, prices);
  return "lacks" in bought ? bought : behind(personsIn(bought), bought.length === 0 ? [insiders.newest] : bought);
};

/** Whether its price is not of its day, or it is larger than what was traded in a year. */
function isDoubted(trade: InsiderTrade, { inTodaysShares }: Insiders, { columns, times }: Prices): boolean {
  const { series: { days, close, low, high, volume, frequency } } = columns.sound;
  const { beyond, from, bars } = DOUBTED_PURCHASE;
  const at = days.indexOf(dayNumber(trade.day));
  if (frequency !== "daily" || at < 0) return false;
  const least = (low?.[at] ?? NaN) * (1 - beyond) || (close[at] ?? NaN) * (1 - from);
  const most = (high?.[at] ?? NaN) * (1 + beyond) || (close[at] ?? NaN) * (1 + from);
  const year = volume?.subarray(at - bars + 1, at + 1).reduce((sum, one) => sum + one, 0) ?? NaN;
  return times.every((each) => {
    const shares = inTodaysShares(trade) * each;
    const price = (trade.price ?? NaN) * trade.shares / shares;
    return price < least * (1 - HAIR) || price > most * (1 + HAIR) || at >= bars - 1 && shares > year;
  });
}

const worthOf = (trades: readonly InsiderTrade[]) =>
  trades.reduce((total, { shares, price = 0 }) => total + shares * price, 0);

const purchaseValue: Read = (insiders, prices) => {
  const bought = cluster(insiders, prices);
  if ("lacks" in bought) return bought;
  const { currency } = prices.columns.sound.series;
  if (currency === "") return NO_UNIT;
  if (currency !== FORM_CURRENCY) return { cause: "currency", lacks: `needs prices in ${FORM_CURRENCY}` };
  const priced = bought.filter(({ price }) => price !== undefined);
  const isSound = priced.length > 0 && !bought.some((one) => isDoubted(one, insiders, prices));
  return isSound ? behind(worthOf(priced), priced) : NOTHING;
};

/** The purchases that are reported as an event. */
function eventIn(insiders: Insiders, prices: Prices): readonly InsiderTrade[] | Lack {
  const bought = recent(insiders).filter((one) => !isDoubted(one, insiders, prices));
  const isLarge = prices.columns.sound.series.currency === FORM_CURRENCY &&
    worthOf(bought) >= INSIDER_BUY_FROM.value * (1 - HAIR);
  const isEvent = isLarge || personsIn(bought) >= INSIDER_BUY_FROM.persons;
  if (isEvent && !bought.some(({ isFilingAssumed }) => isFilingAssumed)) return bought;
  return covering(INSIDER_WINDOW.cluster, insiders) ?? NOTHING;
}

function ofEvent(dayOf: (trade: InsiderTrade) => string): Read {
  return (insiders, prices) => {
    const bought = eventIn(insiders, prices);
    if ("lacks" in bought) return bought;
    return behind(Math.max(...bought.map((trade) => dayNumber(dayOf(trade)))), bought);
  };
}

/** A figure of trades, of which there must be one. */
function ofSome(
  pick: (insiders: Insiders, prices: Prices) => readonly InsiderTrade[],
  count: (trades: readonly InsiderTrade[], insiders: Insiders) => number,
): Read {
  return (insiders, prices) => {
    const trades = pick(insiders, prices);
    return trades.length === 0 ? NOTHING : behind(count(trades, insiders), trades);
  };
}

/** Metrics of insiders' trades; `data/metrics/insider.ts` defines them. */
export const INSIDER_READERS: Readers = {
  net_purchases: ofTrades(netPurchases),
  buyers_30d: ofTrades(buyers),
  purchase_value: ofTrades(purchaseValue),
  insider_since: ofTrades(({ since, first, newest }) => behind(since, [since > dayNumber(first.day) ? newest : first])),
  insider_last: ofTrades(({ last }) => behind(dayNumber(last.day), [last])),
  insider_buyers: ofTrades(ofSome(({ bought }) => bought, personsIn)),
  insider_sellers: ofTrades(ofSome(({ sold }) => sold, personsIn)),
  shares_bought: ofTrades(ofSome(({ bought }) => bought, sum)),
  shares_sold: ofTrades(ofSome(({ sold }) => sold, sum)),
  purchases_doubted: ofTrades(
    ofSome(
      (insiders, prices) => insiders.bought.filter((one) => isDoubted(one, insiders, prices)),
      (trades) => trades.length,
    ),
  ),
  shares_planned: ofTrades(ofSome(({ planned }) => planned, sum)),
  insider_buy_day: ofTrades(ofEvent(({ day }) => day)),
  insider_buy_known: ofTrades(ofEvent(({ known }) => known)),
};

/** Words about insiders' trades; `data/metrics/judgements.ts` defines them. */
export const INSIDER_WORDS: Readonly<Record<string, (insiders: Insiders) => string>> = {
  insider_way: ({ bought, sold }) =>
    bought.length > 0 ? sold.length > 0 ? "both" : "bought" : sold.length > 0 ? "sold" : "none",
  insider_roles: ({ bought, sold }) => [...bought, ...sold].every(({ roles }) => roles.length > 0) ? "named" : "unsaid",
  filing_day: ({ bought, sold }) =>
    [...bought, ...sold].some(({ isFilingAssumed }) => isFilingAssumed) ? "assumed" : "given",
};
