/** An item of a financial statement, by a name of ours; a row of {@linkcode ITEMS}. */
export type ItemId = string;

/** Over what an item is stated. A `flow` covers days, a `balance` is of one day. */
export type ItemKind = "flow" | "balance";

/** How an item is made of others. */
export interface Made {
  readonly how: "sum" | "difference" | "ratio";
  /** In the order of the definition. */
  readonly of: readonly ItemId[];
}

/** One row of the table of items. */
export interface Item {
  /** After a company's name: `revenue`. */
  readonly name: string;
  readonly kind: ItemKind;
  readonly unit: "currency" | "per_share" | "shares" | "ratio";
  /** Tags that may state it, the one that decides first; inside one report the first of them serves. */
  readonly tags: readonly string[];
  /** How it is made where no tag states it, or always where there are no tags. */
  readonly made?: Made;
  /** The signs of its values, where a report may write it as a negative number and means the same. */
  readonly isOutflow?: true;
  /** Present where it is not defined for banks and insurers. */
  readonly isIndustrial?: true;
}

const gaap = (...names: readonly string[]): readonly string[] => names.map((name) => `us-gaap/${name}`);
const ifrs = (...names: readonly string[]): readonly string[] => names.map((name) => `ifrs-full/${name}`);

const FLOW = { kind: "flow", unit: "currency" } as const;
const BALANCE = { kind: "balance", unit: "currency" } as const;

/**
 * The items of financial statements, and the tags that state them. The order of tags is that in which they served on
 * real filings: `Revenues` before revenue from contracts, because a retailer's net sales are not all of its revenues.
 */
export const ITEMS = {
  revenue: {
    ...FLOW,
    name: "revenue",
    tags: [
      ...gaap(
        "Revenues",
        "RevenueFromContractWithCustomerExcludingAssessedTax",
        "SalesRevenueNet",
        "RevenueFromContractWithCustomerIncludingAssessedTax",
        "RevenuesNetOfInterestExpense",
        "SalesRevenueGoodsNet",
      ),
      ...ifrs("Revenue"),
    ],
  },
  cost_of_revenue: {
    ...FLOW,
    name: "cost of revenue",
    tags: [
      ...gaap("CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold"),
      ...ifrs("CostOfSales"),
    ],
    made: { how: "difference", of: ["revenue", "gross_profit"] },
  },
  gross_profit: {
    ...FLOW,
    name: "gross profit",
    tags: [...gaap("GrossProfit"), ...ifrs("GrossProfit")],
    made: { how: "difference", of: ["revenue", "cost_of_revenue"] },
  },
  research_and_development: {
    ...FLOW,
    name: "research and development expense",
    tags: [
      ...gaap("ResearchAndDevelopmentExpense", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"),
      ...ifrs("ResearchAndDevelopmentExpense"),
    ],
  },
  selling_general_admin: {
    ...FLOW,
    name: "selling, general and administrative expense",
    tags: gaap("SellingGeneralAndAdministrativeExpense"),
  },
  operating_income: {
    ...FLOW,
    name: "operating income",
    tags: [...gaap("OperatingIncomeLoss"), ...ifrs("ProfitLossFromOperatingActivities")],
  },
  interest_expense: {
    ...FLOW,
    name: "interest expense",
    tags: [...gaap("InterestExpense", "InterestExpenseNonoperating"), ...ifrs("InterestExpense", "FinanceCosts")],
  },
  pretax_income: {
    ...FLOW,
    name: "income before tax",
    tags: [
      ...gaap(
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
      ),
      ...ifrs("ProfitLossBeforeTax"),
    ],
  },
  income_tax: {
    ...FLOW,
    name: "income tax",
    tags: [...gaap("IncomeTaxExpenseBenefit"), ...ifrs("IncomeTaxExpenseContinuingOperations")],
  },
  net_income: {
    ...FLOW,
    name: "net income",
    tags: [
      ...gaap("NetIncomeLoss", "NetIncomeLossAvailableToCommonStockholdersBasic", "ProfitLoss"),
      ...ifrs("ProfitLossAttributableToOwnersOfParent", "ProfitLoss"),
    ],
  },
  depreciation: {
    ...FLOW,
    name: "depreciation and amortisation",
    tags: [
      ...gaap(
        "DepreciationDepletionAndAmortization",
        "DepreciationAmortizationAndAccretionNet",
        "DepreciationAndAmortization",
        "Depreciation",
      ),
      ...ifrs("DepreciationAndAmortisationExpense"),
    ],
  },
  operating_cash_flow: {
    ...FLOW,
    name: "operating cash flow",
    tags: [
      ...gaap(
        "NetCashProvidedByUsedInOperatingActivities",
        "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
      ),
      ...ifrs("CashFlowsFromUsedInOperatingActivities", "CashFlowsFromUsedInOperations"),
    ],
  },
  capital_expenditure: {
    ...FLOW,
    name: "capital expenditure",
    isOutflow: true,
    tags: [
      ...gaap("PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets"),
      ...ifrs("PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities"),
    ],
  },
  free_cash_flow: {
    ...FLOW,
    name: "free cash flow",
    tags: [],
    made: { how: "difference", of: ["operating_cash_flow", "capital_expenditure"] },
  },
  dividends_paid: {
    ...FLOW,
    name: "dividends paid",
    isOutflow: true,
    tags: [
      ...gaap("PaymentsOfDividends", "PaymentsOfDividendsCommonStock"),
      ...ifrs("DividendsPaidClassifiedAsFinancingActivities"),
    ],
  },
  buybacks: {
    ...FLOW,
    name: "repurchases of shares",
    isOutflow: true,
    tags: [
      ...gaap("PaymentsForRepurchaseOfCommonStock"),
      ...ifrs("PaymentsToAcquireOrRedeemEntitysShares"),
    ],
  },
  cash: {
    ...BALANCE,
    name: "cash and cash equivalents",
    tags: [...gaap("CashAndCashEquivalentsAtCarryingValue"), ...ifrs("CashAndCashEquivalents")],
  },
  receivables: {
    ...BALANCE,
    name: "trade receivables",
    tags: [
      ...gaap("AccountsReceivableNetCurrent", "ReceivablesNetCurrent"),
      ...ifrs("TradeAndOtherCurrentReceivables"),
    ],
  },
  inventory: { ...BALANCE, name: "inventory", tags: [...gaap("InventoryNet"), ...ifrs("Inventories")] },
  current_assets: {
    ...BALANCE,
    name: "current assets",
    isIndustrial: true,
    tags: [...gaap("AssetsCurrent"), ...ifrs("CurrentAssets")],
  },
  property: {
    ...BALANCE,
    name: "property, plant and equipment",
    tags: [...gaap("PropertyPlantAndEquipmentNet"), ...ifrs("PropertyPlantAndEquipment")],
  },
  goodwill: { ...BALANCE, name: "goodwill", tags: [...gaap("Goodwill"), ...ifrs("Goodwill")] },
  assets: { ...BALANCE, name: "total assets", tags: [...gaap("Assets"), ...ifrs("Assets")] },
  current_liabilities: {
    ...BALANCE,
    name: "current liabilities",
    isIndustrial: true,
    tags: [...gaap("LiabilitiesCurrent"), ...ifrs("CurrentLiabilities")],
  },
  long_term_debt: {
    ...BALANCE,
    name: "long-term debt",
    tags: [
      ...gaap("LongTermDebtNoncurrent", "LongTermDebtAndCapitalLeaseObligations", "LongTermDebt"),
      ...ifrs("NoncurrentPortionOfNoncurrentBorrowings"),
    ],
  },
  liabilities: {
    ...BALANCE,
    name: "total liabilities",
    tags: [...gaap("Liabilities"), ...ifrs("Liabilities")],
    made: { how: "difference", of: ["assets", "equity_all"] },
  },
  retained_earnings: {
    ...BALANCE,
    name: "retained earnings",
    tags: [...gaap("RetainedEarningsAccumulatedDeficit"), ...ifrs("RetainedEarnings")],
  },
  equity: {
    ...BALANCE,
    name: "shareholders' equity",
    tags: [
      ...gaap("StockholdersEquity"),
      ...ifrs("EquityAttributableToOwnersOfParent", "Equity"),
    ],
  },
  equity_all: {
    ...BALANCE,
    name: "equity with minority interests",
    tags: [
      ...gaap("StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest", "StockholdersEquity"),
      ...ifrs("Equity"),
    ],
  },
  eps_basic: {
    kind: "flow",
    unit: "per_share",
    name: "basic earnings per share",
    tags: [
      ...gaap("EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted"),
      ...ifrs("BasicEarningsLossPerShare"),
    ],
  },
  eps_diluted: {
    kind: "flow",
    unit: "per_share",
    name: "diluted earnings per share",
    tags: [
      ...gaap("EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted", "EarningsPerShareBasic"),
      ...ifrs("DilutedEarningsLossPerShare", "BasicEarningsLossPerShare"),
    ],
  },
  dividends_per_share: {
    kind: "flow",
    unit: "per_share",
    name: "dividends declared per share",
    tags: gaap("CommonStockDividendsPerShareDeclared", "CommonStockDividendsPerShareCashPaid"),
  },
  shares_diluted: {
    kind: "flow",
    unit: "shares",
    name: "weighted diluted shares",
    tags: [
      ...gaap(
        "WeightedAverageNumberOfDilutedSharesOutstanding",
        "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
        "WeightedAverageNumberOfSharesOutstandingBasic",
      ),
      ...ifrs("AdjustedWeightedAverageShares", "WeightedAverageShares"),
    ],
  },
  shares_outstanding: {
    kind: "balance",
    unit: "shares",
    name: "shares outstanding",
    tags: gaap("CommonStockSharesOutstanding"),
  },
  shares_cover: {
    kind: "balance",
    unit: "shares",
    name: "shares outstanding as on the cover",
    tags: ["dei/EntityCommonStockSharesOutstanding"],
  },
  gross_margin: {
    kind: "flow",
    unit: "ratio",
    name: "gross margin",
    tags: [],
    made: { how: "ratio", of: ["gross_profit", "revenue"] },
  },
  operating_margin: {
    kind: "flow",
    unit: "ratio",
    name: "operating margin",
    tags: [],
    made: { how: "ratio", of: ["operating_income", "revenue"] },
  },
  net_margin: {
    kind: "flow",
    unit: "ratio",
    name: "net margin",
    tags: [],
    made: { how: "ratio", of: ["net_income", "revenue"] },
  },
  current_ratio: {
    kind: "balance",
    unit: "ratio",
    name: "current ratio",
    isIndustrial: true,
    tags: [],
    made: { how: "ratio", of: ["current_assets", "current_liabilities"] },
  },
  liabilities_to_equity: {
    kind: "balance",
    unit: "ratio",
    name: "liabilities to equity",
    tags: [],
    made: { how: "ratio", of: ["liabilities", "equity_all"] },
  },
} as const satisfies Readonly<Record<ItemId, Item>>;

/** The definition of an item. */
export function itemOf(id: ItemId): Item | undefined {
  const items: Readonly<Record<ItemId, Item>> = ITEMS;
  return Object.hasOwn(items, id) ? items[id] : undefined;
}

/** Tags that any item is stated by: the facts of others need not be kept. */
export const ITEM_TAGS: ReadonlySet<string> = new Set(Object.values(ITEMS).flatMap(({ tags }) => tags));

/** Forms whose facts count; what stands in others, like proxy statements, is at times wrong by a thousand. */
export const ANNUAL_FORMS: readonly string[] = ["10-K", "10-KT", "20-F", "40-F"].flatMap((form) => [form, `${form}/A`]);
export const PERIODIC_FORMS: readonly string[] = [
  ...ANNUAL_FORMS,
  ...["10-Q", "10-QT", "6-K"].flatMap((form) => [form, `${form}/A`]),
];
