import type { ItemId } from "./items.ts";
import type { Metrics } from "./metric.ts";

/** Ends the ids of what is told of the earlier period of a change. */
export const BEFORE = "_before";

const OF = { of: "fact", decimals: 0, shelf: "facts" } as const;
const NAME = { ...OF, unit: "name" } as const;
const WORD = { ...OF, unit: "word" } as const;
const DATE = { ...OF, unit: "date" } as const;
const AMOUNT =
  "the item for the period, as the reports known by the day of the view state it; shown with four significant digits, or as the key says";

/** What is told of one period. */
const OF_PERIOD = {
  fact_money: { ...OF, unit: "currency", formula: `${AMOUNT}; of items in money, in all or per share` },
  fact_count: { ...OF, unit: "count", formula: `${AMOUNT}; of counts of shares` },
  fact_share: { ...OF, unit: "fraction", decimals: 1, formula: `${AMOUNT}; of margins` },
  fact_ratio: { ...OF, unit: "ratio", decimals: 2, formula: `${AMOUNT}; of other ratios` },
  fact_split: {
    ...WORD,
    formula:
      "yes where a single fact states the item in shares before a split, and the figure is in those after it; else no",
  },
  fact_period: { ...NAME, formula: "the last day of the period, and how long it is" },
} as const satisfies Metrics;

/** What a question asks of financial statements: each is of an item, a period and a version, by a key like `FactKey`. */
export const FACT_METRICS = {
  ...OF_PERIOD,
  ...before(OF_PERIOD),
  fact_tags: {
    ...NAME,
    formula:
      "the tags of the facts that the item is made of, in the order of its definition; of a change, of both periods",
  },
  fact_reports: { ...NAME, formula: "form, number and filing day of the reports that hold these facts" },
  fact_known: { ...DATE, formula: "the last day on which one of these facts became known" },
  fact_day: { ...DATE, formula: "the day of the view" },
  fact_growth: {
    ...OF,
    unit: "fraction",
    decimals: 1,
    formula: "the item for the period / the item for the earlier one - 1, where that is above 0",
  },
  fact_growth_yearly: {
    ...OF,
    unit: "fraction",
    decimals: 1,
    formula:
      "(the item for the period / the item for the earlier one) ^ (1 / n) - 1, where both are above 0 and the ends of the periods lie n = 2 or more years apart",
  },
  fact_item: { ...NAME, formula: "the usual name of the item" },
  fact_asked: { ...NAME, formula: "the period as it is asked for" },
  fact_days: { ...NAME, formula: "the first and the last day of the period" },
  fact_other: {
    ...NAME,
    formula:
      "of a fiscal year that ends in January to May, the next one; of a fiscal quarter, the one that shares most days with the calendar's, where it is another",
  },
  fact_cover: {
    ...NAME,
    formula: "the last days of the first and the newest fiscal year, or quarter, that reports cover",
  },
  fact_number: { ...WORD, formula: "many where the name of the item is a plural, else one" },
  fact_version: { ...WORD, formula: "first where the figure is that which was filed first, else newest" },
  fact_lack: {
    ...WORD,
    formula:
      "filings where no report is known, period where none covers the period, item where none states it, conflict where one states it in two ways",
  },
  fact_order: {
    ...WORD,
    formula:
      "descending where no company has more of the item than the one named before it, and none left out more than the last; ascending the other way round; of one currency",
  },
} as const satisfies Metrics;

/** The same of the earlier period of a change. */
function before<T extends Metrics>(table: T): Metrics {
  return Object.fromEntries(
    Object.entries(table).map((
      [id, metric],
    ) => [`${id}${BEFORE}`, { ...metric, formula: `of the earlier period: ${metric.formula}` }]),
  );
}

/** Why the item of a key is not known. */
export type FactLack = "filings" | "period" | "item" | "conflict";

/** The ratios that are shown in per cent. */
export const MARGINS: readonly ItemId[] = ["gross_margin", "operating_margin", "net_margin"];

/** The items whose names are plurals. */
export const PLURAL_ITEMS: ReadonlySet<ItemId> = new Set([
  "dividends_paid",
  "buybacks",
  "cash",
  "receivables",
  "current_assets",
  "assets",
  "current_liabilities",
  "liabilities",
  "retained_earnings",
  "eps_basic",
  "eps_diluted",
  "dividends_per_share",
  "shares_diluted",
  "shares_outstanding",
  "shares_cover",
  "shares_basic",
  "costs_and_expenses",
  "operating_expenses",
  "short_term_borrowings",
]);
