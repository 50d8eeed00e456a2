import { metricRows } from "./metric_row.ts";
import { FRESH, INDUSTRIAL } from "./reports.ts";

/**
 * Metrics of the quality of a company, from what its reports state. `TTM` is twelve months to the end of the newest
 * fiscal period known, `[0]` the balance at that end, `[1]` and `[2]` one and two years before; `TTM[1]` is the year before.
 * A claim lists the facts in the order in which a formula names its items, each once.
 */
export const QUALITY_METRICS = metricRows(`
  all: shelf facts | lacks item conflict stale comparison
  gross_profitability: ratio 2 + neutral computed | gross_profit TTM / assets[0]${INDUSTRIAL}${FRESH} | published Novy-Marx 2013 | missing gross profitability | lacks item conflict stale comparison financial
    name gross profitability | window as of | needs filings for more years | head gross profit / assets | alert gross profit over assets
    ask high gross profitability
  accruals: ratio 3 - neutral computed | (net_income TTM - operating_cash_flow TTM) / mean of assets[0] and assets[1]${INDUSTRIAL}${FRESH} | published Sloan 1996; Hribar & Collins 2002 | missing accruals | lacks item conflict stale comparison financial
    name ratio of accruals to assets | window as of | needs filings for more years | head accruals / assets
    ask low accruals?|(earnings|income) quality|quality of (its )?earnings
  f_score: count 0 + neutral | how many of nine tests hold, of which at least 7 can be made: net_income TTM > 0; operating_cash_flow TTM > 0; net_income TTM / assets[1] > net_income TTM[1] / assets[2]; operating_cash_flow TTM > net_income TTM; long_term_debt[0] / assets[0] < long_term_debt[1] / assets[1]; current_assets[0] / current_liabilities[0] > current_assets[1] / current_liabilities[1]; shares_outstanding[0] <= shares_outstanding[1], in the shares of one day; gross_profit TTM / revenue TTM > gross_profit TTM[1] / revenue TTM[1]; revenue TTM / assets[1] > revenue TTM[1] / assets[2]; the facts are those of the tests that can be made${FRESH} | published Piotroski 2000 | missing F-score
    name Piotroski F-score | window as of | needs filings for more years | head F-score | text 0.3
    ask high (piotroski('s)? )?f-?scores?|piotroski
  f_tests: count 0 | how many of the tests of f_score can be made
  asset_growth: fraction 1 - neutral sided computed | assets[0] / assets[1] - 1${FRESH} | published Cooper, Gulen & Schill 2008 | missing asset growth
    name one-year asset growth | window as of | needs filings for more years | head asset growth
    ask low asset growth|growth (of|in) (total |its )?assets
  net_issuance: fraction 1 - neutral sided | shares_outstanding[0] / shares_outstanding[1] - 1, in the shares of one day, both above 0; where either is not stated, of shares_cover${FRESH} | published Pontiff & Woodgate 2008 | missing share issuance
    name one-year change in share count | window as of | needs filings for more years | head share count growth
    ask low (net )?(share|stock|equity) issu(e|es|ance)|net issuance|dilution|dilut(e[ds]?|ing)( {its}(share|stock)holders)?|share count
  z_score: ratio 1 priced computed | 1.2 (current_assets[0] - current_liabilities[0]) / assets[0] + 1.4 retained_earnings[0] / assets[0] + 3.3 operating_income TTM / assets[0] + 0.6 market_value / liabilities[0] + revenue TTM / assets[0]; the facts in the order current_assets, current_liabilities, assets, retained_earnings, operating_income, shares, liabilities, revenue${INDUSTRIAL}${FRESH} | published Altman 1968
    name Altman Z-score | window at the close of | needs filings for more years | head Altman Z | usual 0.026 | text 0.3
    ask high (altman('s)? )?z-?scores?|altman('s)?( z)?
  filed_year: date 0 | last day of the newest fiscal year known, where no newer quarter is known
  filed_quarter: date 0 | last day of the newest fiscal quarter known, where it is after the newest fiscal year known
  filed_known: date 0 | first day on which a periodic report was known that states a flow up to the end of the newest fiscal period
  score_quality: score 2 | mean of 2 percentile - 1 over gross_profitability, f_score and, turned round, accruals, asset_growth and net_issuance, at least two of them; percentiles among the companies of the sector, with fewer than eight among all
    head quality | alert quality score
`);
