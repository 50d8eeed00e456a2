import { metricRows } from "./metric_row.ts";

/** Days, the last bar's included, over which purchases are set against sales, and within which purchases are near each other. */
export const INSIDER_WINDOW = { trades: 180, cluster: 30 } as const;

/** Forms are too old when the newest came so many days before the last bar. */
export const FORMS_OLD_AFTER_DAYS = 90;

/**
 * Purchases within 30 days are reported as an event from so many persons, or from so many US dollars on: of 1,086 months of
 * companies with a purchase (786 companies, 2022 to 2026) one in six had two persons, and one in four a million.
 */
export const INSIDER_BUY_FROM = { persons: 2, value: 1_000_000 } as const;

/** The currency of the prices of Forms 4 and 5. */
export const FORM_CURRENCY = "USD";

/**
 * A purchase is in doubt, as one in another currency or per receipt, if its price is beyond low and high of its day by more
 * than `beyond`, or from the close by more than `from` where these are unknown; or if it is larger than all that was traded
 * in the `bars` before. Real: of 562 trades (2024, 2025) none is beyond by 1%, but for a split that nothing records.
 */
export const DOUBTED_PURCHASE = { beyond: 0.05, from: 0.15, bars: 252 } as const;

/**
 * Metrics of insiders' trades from Forms 4 and 5, known by the day of the last bar. Counted are purchases (code P) and
 * sales (code S) of the table that is not of derivatives, by officers and directors; where a source does not say what a
 * person is in the company, they count. Trades that a form says were planned beforehand (Rule 10b5-1) are left out: forms
 * say so since April 2023, so that of earlier ones it is unknown. A trade that an amendment reports again counts as the
 * amendment has it, from the day the amendment is known. Shares are those of the last bar's day, whatever was split since.
 */
export const INSIDER_METRICS = metricRows(`
  all: shelf trades
  net_purchases: ratio 2 + | (shares bought - shares sold) / (shares bought + shares sold) over the 180 days to the last bar, 0 where there are none; forms must reach back as far, the newest known within ${FORMS_OLD_AFTER_DAYS} days | published Lakonishok & Lee 2001 | missing net insider buying | lacks history stale comparison
    name net insider buying | window 180 days to | needs insider filings over 180 days | head net insider buying | phrases insider.answer
    ask high (are |do |did |have |is |has )?(insiders?|{its}(officers and directors|executives))('s?)?( (net )?(buy(ing|s|ers?)?|bought|sell(ing|s|ers?)?|sold|sales|trad(es?|ing|ed)|purchas(es?|ing|ed)|activity|transactions?|dealings?))?|form 4s?
  buyers_30d: count 0 + | persons who bought within the 30 days to the last bar; forms must reach back as far, except behind insider_buy_day | published Cohen, Malloy & Pomorski 2012 | missing number of insider buyers | lacks history stale comparison
    alert insiders who bought within 30 days
  purchase_value: currency 0 sum | sum of shares times price of these purchases, of those with a price; only beside prices in US dollars, and none where one is in doubt
  insider_since: date 0 | the first of the 180 days to the last bar, or the day of the first trade that is read if it is later
  insider_last: date 0 | the day of the last trade that is read, whatever it is
  insider_buyers: count 0 sum | persons who bought from insider_since on, at least one
  insider_sellers: count 0 sum | persons who sold from insider_since on, at least one
  shares_bought: count 0 sum | shares that they bought; a trade that several report together, down to the shares held after it, counts once
  shares_sold: count 0 sum | shares that they sold, counted alike
  purchases_doubted: count 0 | purchases behind shares_bought more than 5% outside low to high of their day (15% from a close without these), or of more shares than the volume of the 252 daily bars to it; at least one
  shares_planned: count 0 sum | shares sold from insider_since on by officers and directors in trades that were planned beforehand
  insider_buy_day: date 0 | day of the newest purchase behind buyers_30d that is not in doubt, where two or more persons made these or they are worth 1,000,000 or more, and none of them has a filing day that is assumed
  insider_buy_known: date 0 | the session from which all of these purchases are known
  score_insider: score 2 | mean of 2 percentile - 1 over net_purchases and buyers_30d, both
    head insider buying | alert insider score
`);
