import { DOUBTED_PURCHASE, FORM_CURRENCY, INSIDER_BUY_FROM, INSIDER_WINDOW } from "../../data/metrics/insider.ts";
import { type Cause, HAIR } from "../../data/metrics/metric.ts";
import { dayNumber, daysBetween } from "../../calendar/day.ts";
import { formOf, type InsiderTrade, type NamedFiling } from "../../data/records.ts";
import type { FiledReader, FiledReaders, Sourced } from "./reader.ts";
import type { Subject } from "./subject.ts";
import { type Deal, type Desk, deskOf, free } from "./trades.ts";

type Work = (desk: Desk, subject: Subject) => Sourced | Cause;

function onDesk(work: Work): FiledReader {
  return (subject, at) => {
    const desk = deskOf(subject, at);
    return typeof desk === "string" ? desk : work(desk, subject);
  };
}

/** A value and the forms behind it, each once. */
function sourcedBy(value: number, trades: readonly InsiderTrade[]): Sourced {
  const facts: NamedFiling[] = [];
  for (const trade of trades) {
    const form = formOf(trade);
    const isThere = facts.some((one) =>
      one.form === form.form && one.accession === form.accession && one.source === form.source
    );
    if (!isThere) facts.push(form);
  }
  return { value, facts };
}

const tradesIn = (deals: readonly Deal[]) => deals.map(({ trade }) => trade);
const headsIn = (deals: readonly Deal[]) => [...Map.groupBy(deals, ({ who }) => who).keys()].length;

function total(deals: readonly Deal[]): number {
  let shares = 0;
  for (const deal of deals) shares += deal.shares;
  return shares;
}

/** Purchases first, as the definitions name them. */
function sides(desk: Desk): { readonly plus: readonly Deal[]; readonly minus: readonly Deal[] } {
  const deals = free(desk);
  return { plus: deals.filter((one) => one.isPurchase), minus: deals.filter((one) => !one.isPurchase) };
}

/** Whether the forms reach back so many days, the last included. */
function reaches({ today, since }: Desk, days: number): boolean {
  return daysBetween(since, today) + 1 >= days;
}

const netPurchases: Work = (desk) => {
  if (!reaches(desk, INSIDER_WINDOW.trades)) return "history";
  const { plus, minus } = sides(desk);
  if (plus.length + minus.length === 0) return sourcedBy(0, [desk.latest]);
  const share = total(plus) / total([...plus, ...minus]);
  return sourcedBy(2 * share - 1, [...tradesIn(plus), ...tradesIn(minus)]);
};

/** Purchases of the last 30 days: all of them where the forms reach back; else only where they are enough for an alert. */
function recent(desk: Desk, subject: Subject): readonly Deal[] | Cause {
  const deals = sides(desk).plus.filter(({ trade }) => daysBetween(trade.day, desk.today) < INSIDER_WINDOW.cluster);
  return reaches(desk, INSIDER_WINDOW.cluster) || areEvents(believed(deals, subject), subject) ? deals : "history";
}

const buyers: Work = (desk, subject) => {
  const deals = recent(desk, subject);
  if (typeof deals === "string") return deals;
  return deals.length === 0 ? sourcedBy(0, [desk.latest]) : sourcedBy(headsIn(deals), tradesIn(deals));
};

/** The deals that the bars of their days do not deny: their price was paid then, and so many shares were traded in a year. */
function believed(deals: readonly Deal[], { series, heldSplits }: Subject): readonly Deal[] {
  const { days, close, low, high, volume, frequency } = series;
  const { beyond, from, bars } = DOUBTED_PURCHASE;
  if (frequency !== "daily") return deals;
  let held = 1;
  for (const { ratio } of heldSplits()) held *= ratio;
  return deals.filter(({ trade, shares }) => {
    const at = days.findIndex((day) => day === dayNumber(trade.day));
    if (at === -1) return true;
    const [down, up] = [low, high].map((prices) => Math.log(prices?.[at] ?? NaN));
    const own = Math.log(close[at] ?? NaN);
    const floor = Number.isNaN(down) ? own + Math.log1p(-from) : (down ?? NaN) + Math.log1p(-beyond);
    const roof = Number.isNaN(up) ? own + Math.log1p(from) : (up ?? NaN) + Math.log1p(beyond);
    let traded = 0;
    for (let k = at; k > at - bars; k--) traded += volume?.[k] ?? NaN;
    return [1, held].some((smaller) => {
      const paid = Math.log((trade.price ?? NaN) * trade.shares) - Math.log(shares * smaller);
      return !(paid < floor - HAIR || paid > roof + HAIR || shares * smaller > traded);
    });
  });
}

const paidFor = (deals: readonly Deal[]) =>
  deals.reduceRight((sum, { trade: { shares, price = 0 } }) => sum + shares * price, 0);

const worth: Work = (desk, subject) => {
  const deals = recent(desk, subject);
  if (typeof deals === "string") return deals;
  if (subject.series.currency !== FORM_CURRENCY) return subject.series.currency === "" ? "unit" : "currency";
  const priced = deals.filter(({ trade }) => trade.price !== undefined);
  if (priced.length === 0 || believed(deals, subject).length < deals.length) return "trades";
  return sourcedBy(paidFor(priced), tradesIn(priced));
};

function areEvents(deals: readonly Deal[], { series: { currency } }: Subject): boolean {
  if (deals.some(({ trade }) => trade.isFilingAssumed === true)) return false;
  const value = currency === FORM_CURRENCY ? paidFor(deals) : 0;
  const isDear = value - INSIDER_BUY_FROM.value >= -HAIR * INSIDER_BUY_FROM.value;
  return isDear || headsIn(deals) >= INSIDER_BUY_FROM.persons;
}

/** The day of the newest of the purchases that are reported as an event. */
function newestPurchase(dayOf: (trade: InsiderTrade) => string): Work {
  return (desk, subject) => {
    const all = recent(desk, subject);
    if (typeof all === "string") return all;
    const deals = believed(all, subject);
    if (!areEvents(deals, subject)) return "trades";
    const trades = tradesIn(deals);
    return sourcedBy(dayNumber(trades.map(dayOf).sort().at(-1) ?? ""), trades);
  };
}

/** A count of deals, where there are any. */
function some(pick: (desk: Desk) => readonly Deal[], count: (deals: readonly Deal[]) => number): Work {
  return (desk) => {
    const deals = pick(desk);
    return deals.length === 0 ? "trades" : sourcedBy(count(deals), tradesIn(deals));
  };
}

/** Metrics of insiders' trades; `data/metrics/insider.ts` defines them. */
export const INSIDER_READERS: FiledReaders = {
  net_purchases: onDesk(netPurchases),
  buyers_30d: onDesk(buyers),
  purchase_value: onDesk(worth),
  insider_since: onDesk(({ since, oldest, latest }) =>
    sourcedBy(dayNumber(since), [oldest.day < since ? latest : oldest])
  ),
  insider_last: onDesk(({ final }) => sourcedBy(dayNumber(final.day), [final])),
  insider_buyers: onDesk(some((desk) => sides(desk).plus, headsIn)),
  insider_sellers: onDesk(some((desk) => sides(desk).minus, headsIn)),
  shares_bought: onDesk(some((desk) => sides(desk).plus, total)),
  shares_sold: onDesk(some((desk) => sides(desk).minus, total)),
  purchases_doubted: onDesk((desk, subject) => {
    const { plus } = sides(desk);
    const sound = new Set(believed(plus, subject));
    const doubted = plus.filter((deal) => !sound.has(deal));
    return doubted.length === 0 ? "trades" : sourcedBy(doubted.length, tradesIn(doubted));
  }),
  shares_planned: onDesk(
    some(({ deals }) => deals.filter(({ isPlanned, isPurchase }) => isPlanned && !isPurchase), total),
  ),
  insider_buy_day: onDesk(newestPurchase(({ day }) => day)),
  insider_buy_known: onDesk(newestPurchase(({ known }) => known)),
};
