import { BANDS } from "./bands.ts";
import { type ItemId, itemIds } from "./items.ts";
import { type Metric, metricRows, type Metrics } from "./metric_row.ts";

/** Ends the ids of what is said of the earlier period of a change. */
export const BEFORE = "_before";

const AMOUNT =
  "the item for the period, as the reports known by the day of the view state it; shown with four significant digits, or as the key says";

/** What is said of one period. */
const OF_PERIOD = metricRows(`
  all: shelf facts | of fact
  fact_money: currency 0 | ${AMOUNT}; of items in money, in all or per share
  fact_count: count 0 | ${AMOUNT}; of counts of shares
  fact_share: fraction 1 | ${AMOUNT}; of margins
  fact_ratio: ratio 2 | ${AMOUNT}; of other ratios
  fact_note: word 0 | split where one fact states it in shares before a split, rest of a period left of a longer one, restated of twelve months of which a part is; else none
  fact_period: name 0 | the last day of the period, and how long it is
`);

/** What a question asks of financial statements: each is of an item, a period and a version, by a key like `FactKey`. */
export const FACT_METRICS = {
  ...OF_PERIOD,
  ...before(OF_PERIOD),
  ...metricRows(`
  all: shelf facts | of fact
  fact_day: date 0 | the day of the view
  fact_growth: fraction 1 | the item for the period / the item for the earlier one - 1, where that is above 0
  fact_growth_yearly: fraction 1 | (the item for the period / the item for the earlier one) ^ (1 / n) - 1, where both are above 0 and the ends of the periods lie n = 2 or more years apart, whole within 18 days
  fact_way: word 0 | of fact_growth: up where it is above 0, down where it is below, else even
  fact_lag: word 0 | year where the ends of the two periods lie 355 to 375 days apart, else other
  fact_item: name 0 | the usual name of the item
  fact_head: name 0 | the short name of the item, at the head of a table
  fact_asked: name 0 | the period as it is asked for
  fact_other: name 0 | of a fiscal year that ends in January to May, the next one; of a fiscal quarter, the one that shares most days with the calendar's, where it is another
  fact_cover: name 0 | the last days of the first and the newest fiscal year, or quarter, that reports cover
  fact_newest: name 0 | the newest fiscal year or quarter that reports cover, and when the first of these was filed, where that is known
  fact_end: name 0 | the day on which the newest fiscal year or quarter of each ends
  fact_number: word 0 | many where the name of the item is a plural, else one
  fact_version: word 0 | first where the figure is that which was filed first, else newest
  fact_lack: word 0 | filings where no report is known, period where none covers a period that ends after them and may not be public yet, ended where it may be, absent where none covers an earlier one, item where none states it, conflict where one states it in two ways
  fact_backed: word 0 | of cash_conversion: ${BANDS.fact_backed.formula}
  fact_order: word 0 | descending where no company has more of the item, or of fact_growth where there is an earlier period, than the one named before it, and none left out more than the last; ascending the other way round; of one currency
`),
};

/** The same of the earlier period of a change. */
function before<Id extends string>(table: Metrics<Id>): Metrics<`${Id}${typeof BEFORE}`> {
  return Object.fromEntries(
    Object.entries<Metric>(table).map(([id, metric]) => [
      `${id}${BEFORE}`,
      { ...metric, formula: `${id}, of the earlier period` },
    ]),
  ) as Metrics<`${Id}${typeof BEFORE}`>;
}

/** Why the item of a key is not known. */
export type FactLack = "filings" | "period" | "ended" | "absent" | "item" | "conflict";

/** The ratios that are shown in per cent. */
export const MARGINS: readonly ItemId[] = ["gross_margin", "operating_margin", "net_margin", "cash_conversion"];

/** The items whose names are plurals. */
export const PLURAL_ITEMS: ReadonlySet<ItemId> = new Set(
  itemIds(
    "dividends_paid buybacks cash receivables current_assets assets current_liabilities liabilities retained_earnings eps_basic eps_diluted dividends_per_share shares_diluted shares_outstanding shares_cover shares_basic costs_and_expenses operating_expenses short_term_borrowings",
  ),
);

/** What is said of the business of a company without prices: an item a row, its period, whether its growth, whether of its risks. */
export const BUSINESS = ([
  ["revenue", "FY", "growth"],
  ["net_income", "FY", "growth"],
  ["gross_margin", "FY"],
  ["operating_margin", "FY"],
  ["free_cash_flow", "TTM", "risk"],
  ["free_cash_flow", "FY"],
  ["cash", "END", "risk"],
  ["total_debt", "END", "risk"],
  ["liabilities_to_equity", "END", "risk"],
  ["shares_diluted", "FY", "growth"],
] as const).map(([item, to, mark]) => {
  const growth = mark === "growth" ? { isGrowth: true as const } : {};
  return {
    item,
    text: item,
    version: "newest" as const,
    periods: to === "FY" ? [] : [{ to, text: to }], // the newest year, or quarter where no year is known
    ...growth,
    isOfRisk: mark === "risk",
  };
});
