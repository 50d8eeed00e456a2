import { metricRows } from "./metric_row.ts";
import { FRESH } from "./reports.ts";

/**
 * Metrics of what a company costs. P[n] is the last close on or before the as-of day; `TTM` is twelve months to the end
 * of the newest fiscal period known, `[0]` the balance at that end. A claim lists the facts in the order in which a
 * formula names its items, the shares of market_value last.
 */
export const VALUE_METRICS = metricRows(`
  all: shelf facts
  market_value: currency 0 priced sum | shares_cover[0], else shares_outstanding[0], times P[n], both in the shares of one day; of closes that are not adjusted for dividends, not of forms 20-F and 6-K (receipts), and only where the shares are 0.5 to 2 times shares_diluted of the newest fiscal period, if stated, and, unless equity too is, not below 1/1.9 of shares[1]; none after a move like a split that nothing explains, nor where the public float contradicts it${FRESH} | published Fama & French 1992 | lacks item conflict stale comparison adjusted currency unit shares not_trading bars split
    name market value | window at the close of | needs filings for more years | head market value | text 0.08
    ask high market[- ](cap(itali[sz]ation)?s?|values?)|capitali[sz]ation|borsenwert|marktkapitalisierung|capitalisation boursiere|capitalizacion|capitalizzazione|capitalizacao|how (big|large) (is|are|was)(?! (the|its|their)\\b)
  earnings_yield: fraction 1 + neutral priced computed | net_income TTM / market_value; items in the currency of the closes, here and below | published Basu 1977 | missing earnings yield | lacks item conflict stale comparison adjusted currency unit shares not_trading bars split
    name earnings yield | window at the close of | needs filings for more years | usual 0.001 | text 0.15
    ask high earnings yields?
  fcf_yield: fraction 1 + neutral priced computed | (operating_cash_flow TTM - capital_expenditure TTM) / market_value | published Lakonishok, Shleifer & Vishny 1994 | missing free cash flow yield | lacks item conflict stale comparison adjusted currency unit shares not_trading bars split
    name free cash flow yield | window at the close of | needs filings for more years | head free cash flow yield | alert free-cash-flow yield | usual 0.0008 | text 0.2
    ask high (free[- ]?)?cash[- ]?flow yields?|fcf yields?
  book_to_market: ratio 2 + neutral priced computed | equity[0] / market_value; only where equity[0] > 0 | published Fama & French 1992 | missing book-to-market | lacks item conflict stale comparison adjusted currency unit shares not_trading bars split loss
    name book-to-market ratio | window at the close of | needs filings for more years | alert book-to-market | usual 0.0046
    ask high book[- ](to[- ])?market|book value (to|against) (the |its )?(price|market( value)?)
  price_earnings: ratio 1 neutral priced times computed | market_value / net_income TTM; only where net_income TTM > 0 | published Basu 1977 | lacks item conflict stale comparison adjusted currency unit shares not_trading bars split loss
    name P/E | window at the close of | needs filings for more years | head P/E | usual 0.38 | text 0.15
    ask low p/?e( ratios?| multiples?)?|price[- ](to[- ])?earnings( ratios?| multiples?)?|earnings multiples?|kgv|per(?= (de|d'))|valuations?|fairly[ -]valued|valued
  price_book: ratio 1 neutral priced times computed | market_value / equity[0]; only where equity[0] > 0 | published Fama & French 1992 | lacks item conflict stale comparison adjusted currency unit shares not_trading bars split loss
    name P/B | window at the close of | needs filings for more years | head P/B | usual 0.076 | text 0.15
    ask low p/b( ratios?)?|price[- ](to[- ])?book( value)?( ratios?)?|kbv
  score_value: score 2 | mean of 2 percentile - 1 over earnings_yield, fcf_yield and book_to_market, at least two of them; percentiles among the companies of the sector, with fewer than eight among all
    head valuation | alert valuation score | usual 0.01
`);

/** Shares at the end of a period may be so many times the weighted ones of the period; beyond, one of them is wrong. */
export const SHARES_WITHIN = 2;
/** Shares of a year before may be so many times those of now, as may equity; where equity is not, one count is wrong. */
export const SHARES_FALL = 1.9;

/**
 * The public float on the cover of the report that counts the shares, over the market value at the last close up to `days`
 * before its day, of each of the newest `reports` fiscal years. If none is from `least` to `most`, closes and counts are in
 * other shares: closes of a file are adjusted for splits that no report of the day knows. Real: 0.84 to 1.04 (AAPL, NVDA,
 * 2013 to 2025). A split of two where holders have half of the shares is not seen.
 */
export const PUBLIC_FLOAT = { tag: "dei/EntityPublicFloat", reports: 3, days: 31, least: 0.1, most: 1.4 } as const;
