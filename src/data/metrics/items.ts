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
  /**
   * Those of the tags that state something close to it, not the same. Each serves a period only where no report states
   * that by a tag before it, and no report states any one period by both with different values: there it is another thing.
   */
  readonly standIns?: readonly string[];
  /** How it is made where no tag states it, or always where there are no tags. */
  readonly made?: Made;
  /** Present where a report may write it as a negative number and means the same: its size counts. */
  readonly isOutflow?: true;
  /** Present where all its tags mean the same sum: of two that differ in one report, {@linkcode CHECKS} prove one. */
  readonly alike?: true;
  /** Present where it is no sum over the days of a period: half a year less a quarter gives no other quarter. */
  readonly isAverage?: true;
  /**
   * By a tag of the item, or `made`: tags beside which it is only a part of the item, and does not serve. They stand in
   * the same report for the same period, and are not zero.
   */
  readonly unless?: Readonly<Record<string, readonly string[]>>;
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
    alike: true,
    unless: { "us-gaap/SalesRevenueGoodsNet": gaap("SalesRevenueServicesNet") },
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
    standIns: gaap("RevenuesNetOfInterestExpense", "SalesRevenueGoodsNet"),
  },
  cost_of_revenue: {
    ...FLOW,
    name: "cost of revenue",
    isOutflow: true,
    alike: true,
    unless: { "us-gaap/CostOfGoodsSold": gaap("CostOfServices") },
    tags: [
      ...gaap("CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold"),
      ...ifrs("CostOfSales"),
    ],
    standIns: gaap("CostOfGoodsSold"),
    made: { how: "difference", of: ["revenue", "gross_profit"] },
  },
  gross_profit: {
    ...FLOW,
    name: "gross profit",
    tags: [...gaap("GrossProfit"), ...ifrs("GrossProfit")],
    made: { how: "difference", of: ["revenue", "cost_of_revenue"] },
  },
  costs_and_expenses: {
    ...FLOW,
    name: "total costs and expenses",
    isOutflow: true,
    tags: gaap("CostsAndExpenses", "BenefitsLossesAndExpenses"),
  },
  operating_expenses: {
    ...FLOW,
    name: "operating expenses",
    isOutflow: true,
    tags: gaap("OperatingExpenses"),
  },
  research_and_development: {
    ...FLOW,
    name: "research and development expense",
    isOutflow: true,
    tags: [
      ...gaap("ResearchAndDevelopmentExpense", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"),
      ...ifrs("ResearchAndDevelopmentExpense"),
    ],
    standIns: gaap("ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"),
  },
  selling_general_admin: {
    ...FLOW,
    name: "selling, general and administrative expense",
    isOutflow: true,
    tags: [...gaap("SellingGeneralAndAdministrativeExpense"), ...ifrs("SellingGeneralAndAdministrativeExpense")],
  },
  operating_income: {
    ...FLOW,
    name: "operating income",
    tags: [...gaap("OperatingIncomeLoss"), ...ifrs("ProfitLossFromOperatingActivities")],
  },
  interest_expense: {
    ...FLOW,
    name: "interest expense",
    isOutflow: true,
    tags: [...gaap("InterestExpense", "InterestExpenseNonoperating"), ...ifrs("InterestExpense", "FinanceCosts")],
    standIns: [...gaap("InterestExpenseNonoperating"), ...ifrs("FinanceCosts")],
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
    standIns: gaap(
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
    ),
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
    standIns: [...gaap("NetIncomeLossAvailableToCommonStockholdersBasic", "ProfitLoss"), ...ifrs("ProfitLoss")],
  },
  depreciation: {
    ...FLOW,
    name: "depreciation and amortisation",
    isOutflow: true,
    tags: [
      ...gaap(
        "DepreciationAmortizationAndAccretionNet", // of the cash flow statement, where a note has the other of property alone
        "DepreciationDepletionAndAmortization",
        "DepreciationAndAmortization",
      ),
      ...ifrs("DepreciationAndAmortisationExpense"),
    ],
  },
  operating_cash_flow: {
    ...FLOW,
    name: "operating cash flow",
    unless: { // before what is paid for tax and interest
      "ifrs-full/CashFlowsFromUsedInOperations": ifrs(
        "IncomeTaxesPaidRefundClassifiedAsOperatingActivities",
        "InterestPaidClassifiedAsOperatingActivities",
      ),
    },
    tags: [
      ...gaap(
        "NetCashProvidedByUsedInOperatingActivities",
        "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
      ),
      ...ifrs("CashFlowsFromUsedInOperatingActivities", "CashFlowsFromUsedInOperations"),
    ],
    standIns: ifrs("CashFlowsFromUsedInOperations"),
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
    standIns: gaap("PaymentsOfDividendsCommonStock"),
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
    standIns: gaap("ReceivablesNetCurrent"),
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
    tags: [
      ...gaap(
        "PropertyPlantAndEquipmentNet",
        "PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization",
      ),
      ...ifrs("PropertyPlantAndEquipment"),
    ],
    standIns: gaap(
      "PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization",
    ),
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
      ...gaap("LongTermDebtNoncurrent", "LongTermDebtAndCapitalLeaseObligations"),
      ...ifrs("NoncurrentPortionOfNoncurrentBorrowings"),
    ],
    standIns: gaap("LongTermDebtAndCapitalLeaseObligations"),
  },
  long_term_debt_current: {
    ...BALANCE,
    name: "long-term debt due within a year",
    tags: [...gaap("LongTermDebtCurrent"), ...ifrs("CurrentPortionOfLongtermBorrowings")],
  },
  short_term_borrowings: {
    ...BALANCE,
    name: "short-term borrowings",
    tags: [...gaap("ShortTermBorrowings", "CommercialPaper"), ...ifrs("ShorttermBorrowings")],
  },
  debt_current: {
    ...BALANCE,
    name: "debt due within a year",
    tags: [...gaap("DebtCurrent"), ...ifrs("CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings")],
    made: { how: "sum", of: ["short_term_borrowings", "long_term_debt_current"] },
  },
  total_debt: {
    ...BALANCE,
    name: "total debt",
    tags: [...gaap("DebtLongtermAndShorttermCombinedAmount"), ...ifrs("Borrowings")],
    unless: { made: gaap("LongTermDebtAndCapitalLeaseObligationsCurrent") }, // debt that is current, without its leases
    made: { how: "sum", of: ["debt_current", "long_term_debt"] },
  },
  liabilities: {
    ...BALANCE,
    name: "total liabilities",
    tags: [...gaap("Liabilities"), ...ifrs("Liabilities")],
    unless: {
      made: gaap( // neither liabilities nor equity
        "TemporaryEquityCarryingAmountAttributableToParent",
        "TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests",
        "RedeemableNoncontrollingInterestEquityCarryingAmount",
      ),
    },
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
    standIns: ifrs("Equity"),
  },
  equity_all: {
    ...BALANCE,
    name: "equity with minority interests",
    unless: { "us-gaap/StockholdersEquity": gaap("MinorityInterest") },
    tags: [
      ...gaap("StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest", "StockholdersEquity"),
      ...ifrs("Equity"),
    ],
    standIns: gaap("StockholdersEquity"),
  },
  eps_basic: {
    kind: "flow",
    unit: "per_share",
    name: "basic earnings per share",
    isAverage: true,
    tags: [
      ...gaap("EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted"),
      ...ifrs("BasicEarningsLossPerShare", "BasicAndDilutedEarningsLossPerShare"),
    ],
  },
  eps_diluted: {
    kind: "flow",
    unit: "per_share",
    name: "diluted earnings per share",
    isAverage: true,
    tags: [
      ...gaap("EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"),
      ...ifrs("DilutedEarningsLossPerShare", "BasicAndDilutedEarningsLossPerShare"),
    ],
  },
  dividends_per_share: {
    kind: "flow",
    unit: "per_share",
    name: "dividends declared per share",
    isOutflow: true,
    tags: gaap("CommonStockDividendsPerShareDeclared", "CommonStockDividendsPerShareCashPaid"),
  },
  shares_diluted: {
    kind: "flow",
    unit: "shares",
    name: "weighted diluted shares",
    isAverage: true,
    tags: [
      ...gaap(
        "WeightedAverageNumberOfDilutedSharesOutstanding",
        "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
      ),
      ...ifrs("AdjustedWeightedAverageShares"),
    ],
  },
  shares_basic: {
    kind: "flow",
    unit: "shares",
    name: "weighted basic shares",
    isAverage: true,
    tags: [
      ...gaap(
        "WeightedAverageNumberOfSharesOutstandingBasic",
        "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
      ),
      ...ifrs("WeightedAverageShares"),
    ],
  },
  shares_outstanding: {
    kind: "balance",
    unit: "shares",
    name: "shares outstanding",
    tags: [...gaap("CommonStockSharesOutstanding"), ...ifrs("NumberOfSharesOutstanding")],
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

/** An identity between what one report states of one period. */
export interface Check {
  readonly whole: ItemId;
  readonly less: readonly ItemId[];
  readonly leaves: ItemId;
}

/**
 * What proves one of several values of an item that is `alike`: values of one report and one period for which the whole
 * less the others leaves what it should, within two units of the place to which all of them are rounded (at most
 * millions). Reports were filed that carry a part of revenue under a name of all of it, with 19.9 bn beside 2.0 bn.
 */
export const CHECKS: readonly Check[] = [
  { whole: "revenue", less: ["cost_of_revenue"], leaves: "gross_profit" },
  { whole: "revenue", less: ["costs_and_expenses"], leaves: "operating_income" },
  { whole: "revenue", less: ["costs_and_expenses"], leaves: "pretax_income" },
  { whole: "revenue", less: ["cost_of_revenue", "operating_expenses"], leaves: "operating_income" },
  { whole: "revenue", less: ["cost_of_revenue", "selling_general_admin"], leaves: "operating_income" },
  {
    whole: "revenue",
    less: ["cost_of_revenue", "selling_general_admin", "research_and_development"],
    leaves: "operating_income",
  },
];

/** Items of which an annual or quarterly report states at least one for its own period. */
export const HEADLINES: readonly ItemId[] = [
  "revenue",
  "net_income",
  "eps_basic",
  "eps_diluted",
  "operating_cash_flow",
];

/** Shares after a split for each share before. */
export const SPLIT_TAG = "us-gaap/StockholdersEquityNoteStockSplitConversionRatio1";

/** Net income as diluted earnings per share are made of it, where it differs from that of basic ones. */
export const DILUTED_INCOME_TAG = "us-gaap/NetIncomeLossAvailableToCommonStockholdersDiluted";

/** Tags that any item is stated by, or that tell whether one serves: the facts of others need not be kept. */
export const ITEM_TAGS: ReadonlySet<string> = new Set([
  ...Object.values(ITEMS).flatMap(({ tags }): readonly string[] => tags),
  ...Object.values<Item>(ITEMS).flatMap(({ unless = {} }) => Object.values(unless).flat()),
  SPLIT_TAG,
  DILUTED_INCOME_TAG,
]);

/** Forms whose facts count; what stands in others, like proxy statements, is at times wrong by a thousand. */
export const ANNUAL_FORMS: readonly string[] = ["10-K", "10-KT", "20-F", "40-F"].flatMap((form) => [form, `${form}/A`]);
export const PERIODIC_FORMS: readonly string[] = [
  ...ANNUAL_FORMS,
  ...["10-Q", "10-QT", "6-K"].flatMap((form) => [form, `${form}/A`]),
];
