/** Which lines of primary statements are items of the table, by a list of the tests' own. */
import { isItemId, type ItemId } from "../../src/data/metrics/items.ts";

/** A line of a statement, as `face_of_reports.py` reads it. */
export interface FaceLine {
  readonly statement: "income" | "balance" | "cash" | "equity" | "other" | "any";
  readonly order: number;
  readonly tag: string;
  readonly own: boolean;
  readonly start: string | null;
  readonly end: string;
  readonly axes: readonly (readonly [string, string])[];
  readonly unit: string;
  readonly value: number;
  readonly decimals: string | null;
  readonly label: string;
}

/** Items by the tags of their lines. */
const LINES = `
income
  revenue: Revenues RevenueFromContractWithCustomerExcludingAssessedTax RevenueFromContractWithCustomerIncludingAssessedTax SalesRevenueNet RevenuesNetOfInterestExpense
  cost_of_revenue: CostOfRevenue CostOfGoodsAndServicesSold
  gross_profit: GrossProfit
  costs_and_expenses: CostsAndExpenses BenefitsLossesAndExpenses
  operating_expenses: OperatingExpenses
  research_and_development: ResearchAndDevelopmentExpense ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost
  selling_general_admin: SellingGeneralAndAdministrativeExpense
  operating_income: OperatingIncomeLoss
  interest_expense: InterestExpense InterestExpenseNonoperating
  pretax_income: IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments
  income_tax: IncomeTaxExpenseBenefit
  net_income: NetIncomeLoss
  eps_basic: EarningsPerShareBasic EarningsPerShareBasicAndDiluted
  eps_diluted: EarningsPerShareDiluted EarningsPerShareBasicAndDiluted
  shares_basic: WeightedAverageNumberOfSharesOutstandingBasic
  shares_diluted: WeightedAverageNumberOfDilutedSharesOutstanding
  dividends_per_share: CommonStockDividendsPerShareDeclared CommonStockDividendsPerShareCashPaid
balance
  cash: CashAndCashEquivalentsAtCarryingValue
  receivables: AccountsReceivableNetCurrent ReceivablesNetCurrent
  inventory: InventoryNet
  current_assets: AssetsCurrent
  property: PropertyPlantAndEquipmentNet PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization
  goodwill: Goodwill
  assets: Assets
  current_liabilities: LiabilitiesCurrent
  long_term_debt: LongTermDebtNoncurrent LongTermDebtAndCapitalLeaseObligations
  long_term_debt_current: LongTermDebtCurrent
  short_term_borrowings: ShortTermBorrowings CommercialPaper
  debt_current: DebtCurrent
  total_debt: DebtLongtermAndShorttermCombinedAmount
  liabilities: Liabilities
  retained_earnings: RetainedEarningsAccumulatedDeficit
  equity: StockholdersEquity
  equity_all: StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest
  shares_outstanding: CommonStockSharesOutstanding
cash
  depreciation: DepreciationAmortizationAndAccretionNet DepreciationDepletionAndAmortization DepreciationAndAmortization
  operating_cash_flow: NetCashProvidedByUsedInOperatingActivities NetCashProvidedByUsedInOperatingActivitiesContinuingOperations
  capital_expenditure: PaymentsToAcquirePropertyPlantAndEquipment PaymentsToAcquireProductiveAssets
  dividends_paid: PaymentsOfDividends PaymentsOfDividendsCommonStock
  buybacks: PaymentsForRepurchaseOfCommonStock
`;

/** Sizes count of these. */
const OUTFLOWS = new Set(
  ("cost_of_revenue costs_and_expenses operating_expenses research_and_development selling_general_admin " +
    "interest_expense depreciation capital_expenditure dividends_paid buybacks dividends_per_share").split(" "),
);

const ITEM_OF = new Map<string, readonly string[]>();
let statement = "";
for (const line of LINES.trim().split("\n")) {
  const [id = "", tags] = line.trim().split(": ");
  if (tags === undefined) statement = id;
  for (const tag of tags?.split(" ") ?? []) {
    const key = `${statement} us-gaap/${tag}`;
    ITEM_OF.set(key, [...ITEM_OF.get(key) ?? [], id]);
  }
}

/** A value of an item that a statement shows. */
export interface FaceValue {
  readonly item: ItemId;
  readonly start: string | null;
  readonly end: string;
  readonly unit: string;
  readonly value: number;
  readonly decimals: string | null;
  readonly tag: string;
  readonly label: string;
}

/** The values of items on the face of a report, and the names of the other lines. */
export function faceValues(lines: readonly FaceLine[]) {
  const values = new Map<string, FaceValue[]>();
  const others = new Set<string>();
  for (const one of lines) {
    if (one.axes.length > 0 || !["income", "balance", "cash", "any"].includes(one.statement)) continue;
    const statements = one.statement === "any" ? ["income", "balance", "cash"] : [one.statement];
    const items = statements.flatMap((name) => (ITEM_OF.get(`${name} ${one.tag}`) ?? []).filter(isItemId));
    if (items.length === 0) others.add(one.tag);
    for (const item of new Set(items)) {
      const key = [item, one.start, one.end].join(" ");
      const value = OUTFLOWS.has(item) ? Math.abs(one.value) : one.value;
      values.set(key, [...values.get(key) ?? [], { ...one, item, value }]);
    }
  }
  return { values, others };
}
