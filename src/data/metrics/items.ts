/** Over what an item is stated. A `flow` covers days, a `balance` is of one day. */
export type ItemKind = "flow" | "balance";

/** A primary statement. */
export type Face = "income" | "balance" | "cash";

/** How an item is made of others. */
export interface Made {
  /** A share is a ratio over what is above 0. */
  readonly how: "sum" | "difference" | "ratio" | "share";
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
   * Tags that state something close to it, not the same. Each serves a period only where no report states that by a tag
   * before it, and no report states any one period by both with different values: there it is another thing.
   */
  readonly fallbackTags?: readonly string[];
  /** How it is made where no tag states it, or always where there are no tags. */
  readonly made?: Made;
  /** Present where a report may write it as a negative number and means the same. */
  readonly isOutflow?: true;
  /** Present where all its tags mean the same sum: of two that differ in one report, `CHECKS` of `reports.ts` prove one. */
  readonly synonymTags?: true;
  /** Present where it is no sum over the days of a period: half a year less a quarter gives no other quarter. */
  readonly isAverage?: true;
  /**
   * By a tag of the item, or `made`: tags beside which it is a part of the item, and does not serve. They stand in the
   * same report for the same period, not as zero; beside `made` in any report up to the same day.
   */
  readonly partialBeside?: Readonly<Record<string, readonly string[]>>;
  /** Present where it is not defined for banks and insurers. */
  readonly isIndustrial?: true;
  /** The primary statement that has its line: of a report that shows it, tags on it alone serve, if one is there. */
  readonly face: Face;
  /** Present where a company that has the item has its line there: what notes state, or is made of them, is a part. */
  readonly isFaced?: true;
  /** Tags that may be a part of it: none serves by which a report, or one up to `RIVAL_DAYS` before, has less than by another. */
  readonly rivals?: readonly string[];
}

/**
 * The items of financial statements. A line of an item has its id, over what and in what it is stated, marks, and its name.
 * Below it stand the tags that state it, of US GAAP where they name no other taxonomy: `~` before one is a stand-in, `!`
 * a rival, and those in brackets behind it are its `partialBeside`; `=` says how it is made, and beside what it is not. The order of tags is that
 * in which they served on real filings: `Revenues` before revenue from contracts, because a retailer's net sales are not all
 * of its revenues.
 */
const TABLE = `
revenue: flow currency synonymTags isFaced: revenue
  # AXP's 10-Q of 2020-10-23 has 5.4 bn of contracts in 8.8 bn net of interest
  Revenues RevenueFromContractWithCustomerExcludingAssessedTax(RevenuesNetOfInterestExpense) SalesRevenueNet
  RevenueFromContractWithCustomerIncludingAssessedTax(RevenuesNetOfInterestExpense) ~RevenuesNetOfInterestExpense
  ~SalesRevenueGoodsNet(SalesRevenueServicesNet) ifrs/Revenue
cost_of_revenue: flow currency isOutflow synonymTags: cost of revenue
  CostOfRevenue CostOfGoodsAndServicesSold ~CostOfGoodsSold(CostOfServices) ifrs/CostOfSales
  = difference revenue gross_profit
gross_profit: flow currency isFaced: gross profit
  GrossProfit ifrs/GrossProfit
  # UNH's 10-K of 2025-02-27 has the cost of products beside those of care
  = difference revenue cost_of_revenue (PolicyholderBenefitsAndClaimsIncurredNet BenefitsLossesAndExpenses)
costs_and_expenses: flow currency isOutflow isFaced: total costs and expenses
  CostsAndExpenses BenefitsLossesAndExpenses
operating_expenses: flow currency isOutflow isFaced: operating expenses
  OperatingExpenses
research_and_development: flow currency isOutflow: research and development expense
  # JNJ's 10-K of 2025-02-13 has 1.8 bn acquired under the first in its cash flows, and 17.2 bn of income under the second
  !ResearchAndDevelopmentExpense !ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost
  ifrs/ResearchAndDevelopmentExpense
selling_general_admin: flow currency isOutflow: selling, general and administrative expense
  SellingGeneralAndAdministrativeExpense ifrs/SellingGeneralAndAdministrativeExpense
operating_income: flow currency isFaced: operating income
  OperatingIncomeLoss ifrs/ProfitLossFromOperatingActivities
interest_expense: flow currency isOutflow: interest expense
  InterestExpense ~InterestExpenseNonoperating ifrs/InterestExpense ~ifrs/FinanceCosts
pretax_income: flow currency: income before tax
  IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest
  ~IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments
  ifrs/ProfitLossBeforeTax
income_tax: flow currency: income tax
  IncomeTaxExpenseBenefit ifrs/IncomeTaxExpenseContinuingOperations
net_income: flow currency: net income
  NetIncomeLoss ~NetIncomeLossAvailableToCommonStockholdersBasic ~ProfitLoss
  ifrs/ProfitLossAttributableToOwnersOfParent ~ifrs/ProfitLoss
depreciation: flow currency isOutflow cash isFaced: depreciation and amortisation
  # Salesforce's 10-K of 2025-03-05 has 3.5 bn in its cash flows, and 1.0 bn of property in a note
  DepreciationAmortizationAndAccretionNet !DepreciationDepletionAndAmortization !DepreciationAndAmortization
  ifrs/DepreciationAndAmortisationExpense
operating_cash_flow: flow currency cash isFaced: operating cash flow
  NetCashProvidedByUsedInOperatingActivities NetCashProvidedByUsedInOperatingActivitiesContinuingOperations
  ifrs/CashFlowsFromUsedInOperatingActivities
  # before what is paid for tax and interest
  ~ifrs/CashFlowsFromUsedInOperations(
    ifrs/IncomeTaxesPaidRefundClassifiedAsOperatingActivities ifrs/InterestPaidClassifiedAsOperatingActivities)
capital_expenditure: flow currency isOutflow cash isFaced: capital expenditure
  PaymentsToAcquirePropertyPlantAndEquipment PaymentsToAcquireProductiveAssets
  ifrs/PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities
free_cash_flow: flow currency cash isFaced: free cash flow = difference operating_cash_flow capital_expenditure
dividends_paid: flow currency isOutflow cash isFaced: dividends paid
  PaymentsOfDividends ~PaymentsOfDividendsCommonStock ifrs/DividendsPaidClassifiedAsFinancingActivities
buybacks: flow currency isOutflow cash isFaced: repurchases of shares
  PaymentsForRepurchaseOfCommonStock ifrs/PaymentsToAcquireOrRedeemEntitysShares
cash: balance currency isFaced: cash and cash equivalents
  CashAndCashEquivalentsAtCarryingValue ifrs/CashAndCashEquivalents
receivables: balance currency: trade receivables
  AccountsReceivableNetCurrent ~ReceivablesNetCurrent ifrs/TradeAndOtherCurrentReceivables
inventory: balance currency: inventory
  InventoryNet ifrs/Inventories
current_assets: balance currency isIndustrial isFaced: current assets
  AssetsCurrent ifrs/CurrentAssets
property: balance currency: property, plant and equipment
  PropertyPlantAndEquipmentNet
  ~PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization
  ifrs/PropertyPlantAndEquipment
goodwill: balance currency: goodwill
  Goodwill ifrs/Goodwill
assets: balance currency isFaced: total assets
  Assets ifrs/Assets
current_liabilities: balance currency isIndustrial isFaced: current liabilities
  LiabilitiesCurrent ifrs/CurrentLiabilities
long_term_debt: balance currency: long-term debt
  LongTermDebtNoncurrent ~LongTermDebtAndCapitalLeaseObligations ifrs/NoncurrentPortionOfNoncurrentBorrowings
  # Snowflake's 10-Q of 2025-05-30 has its notes under the first, and no other debt
  ~ConvertibleDebtNoncurrent(SeniorLongTermNotes LongTermNotesPayable LongTermLoansPayable SecuredLongTermDebt LongTermLineOfCredit)
  ~ConvertibleLongTermNotesPayable(SeniorLongTermNotes LongTermNotesPayable LongTermLoansPayable SecuredLongTermDebt LongTermLineOfCredit)
long_term_debt_current: balance currency: long-term debt due within a year
  LongTermDebtCurrent ifrs/CurrentPortionOfLongtermBorrowings
short_term_borrowings: balance currency: short-term borrowings
  # KO's 10-K of 2025-02-20 has 1.1 bn of paper in 1.5 bn of loans and notes
  ShortTermBorrowings CommercialPaper(NotesAndLoansPayable) ifrs/ShorttermBorrowings
debt_current: balance currency: debt due within a year
  DebtCurrent ifrs/CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings
  = sum short_term_borrowings long_term_debt_current
total_debt: balance currency: total debt
  DebtLongtermAndShorttermCombinedAmount ifrs/Borrowings
  = sum debt_current long_term_debt (LongTermDebtAndCapitalLeaseObligationsCurrent)
liabilities: balance currency isFaced: total liabilities
  Liabilities ifrs/Liabilities
  # neither liabilities nor equity
  = difference assets equity_all (TemporaryEquityCarryingAmountAttributableToParent
    TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests
    RedeemableNoncontrollingInterestEquityCarryingAmount)
retained_earnings: balance currency: retained earnings
  RetainedEarningsAccumulatedDeficit ifrs/RetainedEarnings
equity: balance currency: shareholders' equity
  StockholdersEquity ifrs/EquityAttributableToOwnersOfParent ~ifrs/Equity
equity_all: balance currency: equity with minority interests
  StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest ~StockholdersEquity(MinorityInterest)
  ifrs/Equity
eps_basic: flow per_share isAverage: basic earnings per share
  EarningsPerShareBasic EarningsPerShareBasicAndDiluted ifrs/BasicEarningsLossPerShare
  ifrs/BasicAndDilutedEarningsLossPerShare
eps_diluted: flow per_share isAverage: diluted earnings per share
  EarningsPerShareDiluted EarningsPerShareBasicAndDiluted ifrs/DilutedEarningsLossPerShare
  ifrs/BasicAndDilutedEarningsLossPerShare
dividends_per_share: flow per_share isOutflow: dividends declared per share
  CommonStockDividendsPerShareDeclared CommonStockDividendsPerShareCashPaid
shares_diluted: flow shares isAverage: weighted diluted shares
  WeightedAverageNumberOfDilutedSharesOutstanding WeightedAverageNumberOfShareOutstandingBasicAndDiluted
  ifrs/AdjustedWeightedAverageShares
shares_basic: flow shares isAverage: weighted basic shares
  WeightedAverageNumberOfSharesOutstandingBasic WeightedAverageNumberOfShareOutstandingBasicAndDiluted
  ifrs/WeightedAverageShares
shares_outstanding: balance shares: shares outstanding
  CommonStockSharesOutstanding ifrs/NumberOfSharesOutstanding
shares_cover: balance shares: shares outstanding as on the cover
  dei/EntityCommonStockSharesOutstanding
gross_margin: flow ratio: gross margin = ratio gross_profit revenue
operating_margin: flow ratio: operating margin = ratio operating_income revenue
net_margin: flow ratio: net margin = ratio net_income revenue
cash_conversion: flow ratio: operating cash flow to net income = share operating_cash_flow net_income
current_ratio: balance ratio isIndustrial: current ratio = ratio current_assets current_liabilities
liabilities_to_equity: balance ratio: ratio of liabilities to equity = ratio liabilities equity_all
`;

/** An item of a financial statement, by a name of ours; a row of the table. */
export type ItemId = IdsIn<typeof TABLE>;
type IdsIn<Table extends string, Known = never> = Table extends `${infer Row}\n${infer Rest}`
  ? IdsIn<Rest, Known | IdIn<Row>>
  : Known;
type IdIn<Row extends string> = Row extends `${infer Id}: ${ItemKind} ${string}` ? Id : never;

const qualified = (tag: string): string => tag.includes("/") ? tag.replace(/^ifrs\//, "ifrs-full/") : `us-gaap/${tag}`;
const listed = (tags: string): readonly string[] => tags.trim().split(/\s+/).map(qualified);

/** Its tags, and how it is made. */
function tagsIn(text: string): Pick<Item, "tags" | "fallbackTags" | "rivals" | "partialBeside" | "made"> {
  const [stated = "", making = ""] = text.replace(/#.*$/gm, "").split("=");
  const found = [...stated.matchAll(/([~!]?)([\w/]+)(?:\(([^)]*)\))?/g)].map(([, mark, tag = "", beside]) => ({
    mark,
    tag: qualified(tag),
    beside,
  }));
  const [fallbackTags, rivals] = ["~", "!"].map((mark) => found.flatMap((one) => one.mark === mark ? one.tag : []));
  const [, how = "", of = "", without] = /(\w+) ([\w ]+?)\s*(?:\(([^)]*)\))?\s*$/.exec(making) ?? [];
  const partialBeside = [...found.map(({ tag, beside }) => [tag, beside] as const), ["made", without] as const]
    .flatMap(([tag, beside]) => beside === undefined ? [] : [[tag, listed(beside)] as const]);
  return {
    tags: found.map(({ tag }) => tag),
    ...(fallbackTags?.length && { fallbackTags }),
    ...(rivals?.length && { rivals }),
    ...(partialBeside.length > 0 && { partialBeside: Object.fromEntries(partialBeside) }),
    ...(how !== "" && { made: { how: how as Made["how"], of: of.split(" ") as ItemId[] } }),
  };
}

/** The table, by id. */
export const ITEMS = Object.fromEntries(
  TABLE.trim().split(/\n(?=\w)/).map((block) => {
    const [, id = "", kind, unit, marks = "", name = "", rest = ""] =
      /^(\w+): (\w+) (\w+)([ \w]*): ([^=\n]*[^=\s])\s*([\s\S]*)$/.exec(block) ?? [];
    const item: Item = {
      kind: kind as ItemKind,
      unit: unit as Item["unit"],
      name,
      face: kind === "balance" ? kind : marks.includes("cash") ? "cash" : "income",
      ...Object.fromEntries((marks.match(/synonymTags|is\w+/g) ?? []).map((mark) => [mark, true])),
      ...tagsIn(rest),
    };
    return [id, item];
  }),
) as Readonly<Record<ItemId, Item>>;

/** The items, in the order of the table. */
export const ITEM_IDS = Object.keys(ITEMS) as readonly ItemId[];

/** The definition of an item. */
export function itemOf(id: ItemId): Item;
export function itemOf(id: string): Item | undefined;
export function itemOf(id: string): Item | undefined {
  return isItemId(id) ? ITEMS[id] : undefined;
}

/** Whether it is an item, as what comes from outside may not be. */
export function isItemId(id: string): id is ItemId {
  return Object.hasOwn(ITEMS, id);
}

type Words<List extends string> = List extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : List;

/** Items by their ids, blanks between them. */
export function itemIds<const List extends string>(list: Words<List> extends ItemId ? List : never): readonly ItemId[] {
  return list.split(" ").filter(isItemId);
}

/** Short names at the head of a table; any other item has its usual one. */
const HEADS: Readonly<Partial<Record<ItemId, string>>> = {
  cash: "cash",
  eps_basic: "basic EPS",
  eps_diluted: "diluted EPS",
  capital_expenditure: "capex",
  cash_conversion: "OCF / net income",
  liabilities_to_equity: "liabilities to equity",
  shares_diluted: "diluted shares",
};

/** What an item is called at the head of a table. */
export function itemHead(id: ItemId): string {
  return HEADS[id] ?? itemOf(id).name;
}

/** Items of which a report states at least one for its own period. */
export const HEADLINES = itemIds("revenue net_income eps_basic eps_diluted operating_cash_flow");

/** Shares after a split for each share before. */
export const SPLIT_TAG = "us-gaap/StockholdersEquityNoteStockSplitConversionRatio1";

/** Net income as diluted earnings per share are made of it, where it differs from that of basic ones. */
export const DILUTED_INCOME_TAG = "us-gaap/NetIncomeLossAvailableToCommonStockholdersDiluted";

/** Tags that any item is stated by, or that tell whether one serves: the facts of others need not be kept. */
export const ITEM_TAGS: ReadonlySet<string> = new Set([
  ...Object.values(ITEMS).flatMap(({ tags, partialBeside = {} }) => [...tags, ...Object.values(partialBeside).flat()]),
  SPLIT_TAG,
  DILUTED_INCOME_TAG,
]);

/** Forms whose facts count; what stands in others, like proxy statements, is at times wrong by a thousand. */
export const ANNUAL_FORMS: readonly string[] = ["10-K", "10-KT", "20-F", "40-F"].flatMap((form) => [form, `${form}/A`]);
export const PERIODIC_FORMS: readonly string[] = [
  ...ANNUAL_FORMS,
  ...["10-Q", "10-QT", "6-K"].flatMap((form) => [form, `${form}/A`]),
];
