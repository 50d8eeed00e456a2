/** Quality and value of real companies equal what plain arithmetic makes of a table of their annual statements. */
import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, testOnSharedAtNight } from "../needs.ts";
import { type AnnualRow, annualRows, NYSE_FILES, nyseDataset } from "../nyse_reports.ts";
import { ask, outputsOf, ports, type ReportedMeasure, thesisOf } from "./ask.ts";

/** Years to the end of 2015 are known on that day, and no later one. */
const AS_OF = "2016-06-30";
const NEWEST = "2015-12-31";
/** Names with three such years, all of whose columns below are there; the first of each sector's alphabet. */
const PER_SECTOR = 3;
const LEAST_NAMES = 20;
const FINANCIAL = "Financials";
const COLUMNS = ["Total Assets", "Total Current Assets", "Total Current Liabilities", "Estimated Shares Outstanding"];

/** The figures of the newest of three years at a close. */
function figuresAt(years: readonly AnnualRow[], close: number): Readonly<Record<string, number>> {
  const [first, second, third] = years.slice(-3).map(({ value }) => value);
  if (first === undefined || second === undefined || third === undefined) throw new TypeError("needs three years");
  const cost = close * third("Estimated Shares Outstanding");
  const passed = [
    third("Net Income") > 0,
    third("Net Cash Flow-Operating") > 0,
    third("Net Income") / second("Total Assets") > second("Net Income") / first("Total Assets"),
    third("Net Cash Flow-Operating") > third("Net Income"),
    third("Long-Term Debt") / third("Total Assets") < second("Long-Term Debt") / second("Total Assets"),
    third("Total Current Assets") / third("Total Current Liabilities") >
      second("Total Current Assets") / second("Total Current Liabilities"),
    third("Estimated Shares Outstanding") <= second("Estimated Shares Outstanding"),
    third("Gross Profit") / third("Total Revenue") > second("Gross Profit") / second("Total Revenue"),
    third("Total Revenue") / second("Total Assets") > second("Total Revenue") / first("Total Assets"),
  ];
  const [equity, income] = [third("Total Equity"), third("Net Income")];
  const parts = [
    1.2 * (third("Total Current Assets") - third("Total Current Liabilities")),
    1.4 * third("Retained Earnings"),
    3.3 * third("Operating Income"),
    third("Total Revenue"),
  ];
  const all = {
    gross_profitability: third("Gross Profit") / third("Total Assets"),
    accruals: (income - third("Net Cash Flow-Operating")) / (0.5 * (third("Total Assets") + second("Total Assets"))),
    f_score: passed.filter(Boolean).length,
    asset_growth: third("Total Assets") / second("Total Assets") - 1,
    net_issuance: Math.log(third("Estimated Shares Outstanding") / second("Estimated Shares Outstanding")),
    z_score: parts.reduce((one, other) => one + other) / third("Total Assets") +
      0.6 * cost / third("Total Liabilities"),
    market_value: cost,
    earnings_yield: income / cost,
    fcf_yield: (third("Net Cash Flow-Operating") + third("Capital Expenditures")) / cost,
    book_to_market: equity > 0 ? equity / cost : NaN,
    price_earnings: income > 0 ? cost / income : NaN,
    price_book: equity > 0 ? cost / equity : NaN,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => Number.isFinite(value)));
}

/** The table leaves out minority interests: of a balance that does not add up, the verifier drops what stands on it. */
const isBalanced = (value: AnnualRow["value"]) =>
  value("Total Liabilities") + value("Total Equity") === value("Total Assets");

const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-6 + 1e-9 * Math.abs(other);

testOnSharedAtNight(
  missingShared(...NYSE_FILES),
  "figures of quality and value of at least 20 companies equal those of plain arithmetic, and all are verified",
  async () => {
    const [dataset, rows] = [await nyseDataset(), await annualRows()];
    const view = dataset.at(AS_OF);
    const knownOf = (ticker: string) => (rows.get(ticker) ?? []).filter(({ end }) => end <= NEWEST);
    const whole = view.companies.filter(({ ticker, sector = FINANCIAL }) => {
      const own = knownOf(ticker);
      return sector !== FINANCIAL && own.length >= 3 && own.at(-1)?.end === NEWEST &&
        own.every(({ value }) => COLUMNS.every((column) => value(column) > 0) && isBalanced(value));
    });
    const chosen = [...Map.groupBy(whole, ({ sector }) => sector).values()].flatMap((own) => own.slice(0, PER_SECTOR));
    ok(chosen.length >= LEAST_NAMES, `${chosen.length} names`);
    for (const { ticker } of chosen) {
      const steps = await ask({ input: `Analyse ${ticker}`, asOf: AS_OF }, ports({ dataset }));
      const found = Object.fromEntries(["quality", "value"].flatMap((domain) => {
        const output = outputsOf(steps, `${domain}_analysis`)[0]?.output as { measures?: readonly ReportedMeasure[] };
        return (output?.measures ?? []).map(({ metric, value }) => [metric, value] as const);
      }));
      const expected = figuresAt(knownOf(ticker), view.prices(ticker)[0]?.close.at(-1) ?? NaN);
      const other = Object.entries(expected).filter(([metric, value]) => !isNear(found[metric] ?? NaN, value));
      deepEqual(other.map(([metric, value]) => `${ticker} ${metric}: ${found[metric]} for ${value}`), []);
      equal(thesisOf(steps).metadata?.verification?.claims_removed, 0, ticker);
    }
  },
);
