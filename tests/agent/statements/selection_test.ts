/** What is selected of made reports: the values that are right, and silence where none is sure. */
import type { ItemId } from "../../../src/data/metrics/items.ts";
import { deepEqual, equal } from "../../assert.ts";
import { statementsOf } from "../../../src/agent/domains/statements.ts";
import type { FiledFact, StockSplit } from "../../../src/data/records.ts";
import type { NotReported, Period, Version } from "../../../src/data/statements.ts";
import { filedBy, report, type Row, split, valueOf } from "./made_reports.ts";
import { statementsAt } from "./statements_at.ts";

const YEAR = "2023-01-01/2023-12-31";
const PRIOR = "2022-01-01/2022-12-31";
const ANNUAL = "10-K 2024-02-05";

function period(text: string): Period {
  const [first = "", last] = text.split("/");
  return last === undefined ? { end: first } : { start: first, end: last };
}

interface Case {
  readonly when: string;
  readonly reports: readonly (readonly FiledFact[])[];
  readonly splits?: readonly StockSplit[];
  readonly item: ItemId;
  /** Default: 2023. */
  readonly of?: string;
  readonly version?: Version;
  readonly is: number | NotReported;
}

function holds(cases: readonly Case[]): void {
  for (const { when, reports, splits, item, of = YEAR, version, is } of cases) {
    Deno.test(`${item}: ${when}`, () => {
      const found = valueOf(statementsOf(filedBy(reports, splits)).stated(item, period(of), version));
      equal(typeof found === "number" ? Number(found.toPrecision(12)) : found, is);
    });
  }
}

const PROCTER: readonly Row[] = [["Revenues", YEAR, 29.4e9], ["SalesRevenueNet", YEAR, 83.1e9]];

// a filing carried a part of revenue under the name of all of it
holds([
  {
    when: "of two tags that differ, the one that less costs leaves gross profit",
    reports: [report(ANNUAL, ...PROCTER, ["CostOfRevenue", YEAR, 42.5e9], ["GrossProfit", YEAR, 40.6e9])],
    item: "revenue",
    is: 83.1e9,
  },
  {
    when: "of two tags that differ, a conflict where nothing proves one",
    reports: [report(ANNUAL, ...PROCTER, ["CostOfRevenue", YEAR, 42.5e9])],
    item: "revenue",
    is: "conflict",
  },
  {
    when: "of two tags that differ, a conflict where each is proved by something",
    reports: [
      report(
        ANNUAL,
        ...PROCTER,
        ...[["CostOfRevenue", YEAR, 42.5e9], ["GrossProfit", YEAR, 40.6e9]] satisfies Row[],
        ...[["CostsAndExpenses", YEAR, 20e9], ["OperatingIncomeLoss", YEAR, 9.4e9]] satisfies Row[],
      ),
    ],
    item: "revenue",
    is: "conflict",
  },
  {
    when: "2.0 bn beside 19.9 bn, proved by operating income after all expenses",
    reports: [
      report(
        ANNUAL,
        ["Revenues", YEAR, 1_999_800_000],
        ["RevenueFromContractWithCustomerExcludingAssessedTax", YEAR, 19_857_200_000],
        ["CostsAndExpenses", YEAR, 16_425_500_000],
        ["OperatingIncomeLoss", YEAR, 3_431_700_000],
      ),
    ],
    item: "revenue",
    is: 19_857_200_000,
  },
  {
    when: "retail sales beside the total, proved by income before tax",
    reports: [
      report(
        ANNUAL,
        ["Revenues", YEAR, 708_059_000],
        ["RevenueFromContractWithCustomerExcludingAssessedTax", YEAR, 700_318_000],
        ["CostsAndExpenses", YEAR, 720_551_000],
        [
          "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
          YEAR,
          -12_492_000,
        ],
      ),
    ],
    item: "revenue",
    is: 708_059_000,
  },
  {
    when: "net sales beside sales with membership fees, proved by operating income after costs",
    reports: [
      report(
        ANNUAL,
        ["Revenues", YEAR, 680_985e6],
        ["RevenueFromContractWithCustomerExcludingAssessedTax", YEAR, 674_538e6],
        ["CostOfRevenue", YEAR, 511_753e6],
        ["SellingGeneralAndAdministrativeExpense", YEAR, 139_884e6],
        ["OperatingIncomeLoss", YEAR, 29_348e6],
      ),
    ],
    item: "revenue",
    is: 680_985e6,
  },
  {
    when: "of goods and of all, the costs that gross profit proves",
    reports: [
      report(
        ANNUAL,
        ...[["Revenues", YEAR, 204_242e3], ["SalesRevenueGoodsNet", YEAR, 148_568e3]] satisfies Row[],
        ...[["CostOfRevenue", YEAR, 142_647e3], ["CostOfGoodsSold", YEAR, 115_482e3]] satisfies Row[],
        ["GrossProfit", YEAR, 61_595e3],
      ),
    ],
    item: "cost_of_revenue",
    is: 142_647e3,
  },
  {
    when: "two tags with one value need no proof",
    reports: [report(ANNUAL, ["Revenues", YEAR, 5e9], ["SalesRevenueNet", YEAR, 5e9])],
    item: "revenue",
    is: 5e9,
  },
  {
    when: "two values of one tag in one report",
    reports: [report(ANNUAL, ["Revenues", YEAR, 5e9], ["Revenues", YEAR, 6e9])],
    item: "revenue",
    is: "conflict",
  },
  {
    when: "two values of one period whose first days differ by one",
    reports: [report(ANNUAL, ["Revenues", YEAR, 5e9], ["Revenues", "2023-01-02/2023-12-31", 6e9])],
    item: "revenue",
    is: "conflict",
  },
  {
    when: "of goods is not all where services stand beside it",
    reports: [report(ANNUAL, ["SalesRevenueGoodsNet", YEAR, 5e9], ["SalesRevenueServicesNet", YEAR, 1e9])],
    item: "revenue",
    is: "item",
  },
  {
    when: "of goods is all where nothing stands beside it",
    reports: [report(ANNUAL, ["SalesRevenueGoodsNet", YEAR, 5e9])],
    item: "revenue",
    is: 5e9,
  },
]);

const ORIGINAL = report(ANNUAL, ["Revenues", YEAR, 100e9], ["NetIncomeLoss", YEAR, 10e9]);
const AMENDED = report("10-K/A 2024-05-06", ["NetIncomeLoss", YEAR, 9e9]);
const NEXT = report("10-K 2025-02-05", ["Revenues", YEAR, 101e9], ["Revenues", "2024-01-01/2024-12-31", 120e9]);

holds([
  {
    when: "a tag that stands in does not restate what another states",
    reports: [ORIGINAL, report("10-K 2025-02-05", ["ProfitLoss", YEAR, 11e9])],
    item: "net_income",
    is: 10e9,
  },
  {
    when: "a tag that stands in serves where no other is there",
    reports: [report(ANNUAL, ["ProfitLoss", YEAR, 11e9])],
    item: "net_income",
    is: 11e9,
  },
  {
    when: "a tag that stands in never serves a company of which it was something else",
    reports: [
      report("10-K 2023-02-06", ["ProfitLoss", PRIOR, 11e9], ["NetIncomeLoss", PRIOR, 10e9]),
      report(ANNUAL, ["ProfitLoss", YEAR, 12e9]),
    ],
    item: "net_income",
    is: "item",
  },
  { when: "an amendment serves what it states", reports: [ORIGINAL, AMENDED], item: "net_income", is: 9e9 },
  { when: "an amendment leaves the rest", reports: [ORIGINAL, AMENDED], item: "revenue", is: 100e9 },
  { when: "the first version", reports: [ORIGINAL, AMENDED], item: "net_income", version: "first", is: 10e9 },
  { when: "a later report restates it", reports: [ORIGINAL, NEXT], item: "revenue", is: 101e9 },
  { when: "and the first is kept", reports: [ORIGINAL, NEXT], item: "revenue", version: "first", is: 100e9 },
  {
    when: "of two reports of one day the greater number is newer",
    reports: [report(`${ANNUAL} 2`, ["Revenues", YEAR, 7e9]), report(`${ANNUAL} 1`, ["Revenues", YEAR, 6e9])],
    item: "revenue",
    is: 7e9,
  },
  {
    when: "what stands in a proxy statement does not count",
    reports: [ORIGINAL, report("DEF 2024-06-03", ["NetIncomeLoss", YEAR, 10e6])],
    item: "net_income",
    is: 10e9,
  },
  {
    when: "what a report states of days after it does not count",
    reports: [report("10-K 2023-02-06", ["Revenues", YEAR, 7e9])],
    item: "revenue",
    is: "filings",
  },
  { when: "no report", reports: [], item: "revenue", is: "filings" },
  { when: "a flow of a day", reports: [ORIGINAL], item: "revenue", of: "2023-12-31", is: "item" },
  {
    when: "an outflow written as a negative number",
    reports: [report(ANNUAL, ["PaymentsToAcquirePropertyPlantAndEquipment", YEAR, -3e9])],
    item: "capital_expenditure",
    is: 3e9,
  },
  {
    when: "cash flow less an outflow written as a negative number",
    reports: [
      report(
        ANNUAL,
        ["PaymentsToAcquirePropertyPlantAndEquipment", YEAR, -3e9],
        ["NetCashProvidedByUsedInOperatingActivities", YEAR, 8e9],
      ),
    ],
    item: "free_cash_flow",
    is: 5e9,
  },
  { when: "a loss", reports: [report(ANNUAL, ["NetIncomeLoss", YEAR, -3e9])], item: "net_income", is: -3e9 },
  {
    when: "a report in two currencies states most figures in its own",
    reports: [
      report(
        "20-F 2024-04-05",
        ["ifrs-full/Revenue", YEAR, 10e9, { unit: "EUR" }],
        ["ifrs-full/Revenue", YEAR, 11e9, { unit: "USD" }],
        ["ifrs-full/ProfitLoss", YEAR, 1e9, { unit: "EUR" }],
      ),
    ],
    item: "revenue",
    is: 10e9,
  },
]);

const EQUITY: readonly Row[] = [["Assets", "2023-12-31", 100e9], ["StockholdersEquity", "2023-12-31", 40e9]];
const MINORITY: Row = ["MinorityInterest", "2023-12-31", 2e9];
const WITH_MINORITY: Row = [
  "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
  "2023-12-31",
  42e9,
];

holds([
  { when: "assets less equity", reports: [report(ANNUAL, ...EQUITY)], item: "liabilities", of: "2023-12-31", is: 60e9 },
  {
    when: "assets less equity with minority interests",
    reports: [report(ANNUAL, ...EQUITY, MINORITY, WITH_MINORITY)],
    item: "liabilities",
    of: "2023-12-31",
    is: 58e9,
  },
  {
    when: "not made of equity without the minority interests beside it",
    reports: [report(ANNUAL, ...EQUITY, MINORITY)],
    item: "liabilities",
    of: "2023-12-31",
    is: "item",
  },
  {
    when: "not made where something is neither liability nor equity",
    reports: [report(ANNUAL, ...EQUITY, ["TemporaryEquityCarryingAmountAttributableToParent", "2023-12-31", 1e9])],
    item: "liabilities",
    of: "2023-12-31",
    is: "item",
  },
  {
    when: "made of balances of one report only",
    reports: [
      report(ANNUAL, ["Assets", "2023-12-31", 100e9]),
      report("10-Q 2024-05-03", ["StockholdersEquity", "2023-12-31", 40e9]),
    ],
    item: "liabilities",
    of: "2023-12-31",
    is: "item",
  },
  {
    when: "revenue less costs",
    reports: [report(ANNUAL, ["Revenues", YEAR, 10e9], ["CostOfRevenue", YEAR, 6e9])],
    item: "gross_profit",
    is: 4e9,
  },
  {
    when: "a margin of what is made",
    reports: [report(ANNUAL, ["Revenues", YEAR, 10e9], ["CostOfRevenue", YEAR, 6e9])],
    item: "gross_margin",
    is: 0.4,
  },
  {
    when: "a ratio to zero is none",
    reports: [report(ANNUAL, ["Revenues", YEAR, 0], ["NetIncomeLoss", YEAR, -6e9])],
    item: "net_margin",
    is: "item",
  },
  {
    when: "a bank has no current assets",
    reports: [report(ANNUAL, ["Assets", "2023-12-31", 100e9], ["Revenues", YEAR, 10e9])],
    item: "current_ratio",
    of: "2023-12-31",
    is: "item",
  },
  {
    when: "of borrowings, the current part and the rest",
    reports: [
      report(
        ANNUAL,
        ["CommercialPaper", "2023-12-31", 1e9],
        ["LongTermDebtCurrent", "2023-12-31", 2e9],
        ["LongTermDebtNoncurrent", "2023-12-31", 7e9],
      ),
    ],
    item: "total_debt",
    of: "2023-12-31",
    is: 10e9,
  },
  {
    when: "of convertible notes alone, all of the long-term debt",
    reports: [report(ANNUAL, ["ConvertibleDebtNoncurrent", "2023-12-31", 2e9])],
    item: "long_term_debt",
    of: "2023-12-31",
    is: 2e9,
  },
  {
    when: "no long-term debt of convertible notes beside others",
    reports: [
      report(
        ANNUAL,
        ["ConvertibleDebtNoncurrent", "2023-12-31", 2e9],
        ["SeniorLongTermNotes", "2023-12-31", 3e9],
      ),
    ],
    item: "long_term_debt",
    of: "2023-12-31",
    is: "item",
  },
]);

const CLASSES: readonly Row[] = [
  ["dei/EntityCommonStockSharesOutstanding", "2024-01-25", 600e6, { share: "A" }],
  ["dei/EntityCommonStockSharesOutstanding", "2024-01-25", 50e6, { share: "B" }],
];

holds([
  {
    when: "the sum of all classes",
    reports: [report(ANNUAL, ...CLASSES)],
    item: "shares_cover",
    of: "2023-12-31",
    is: 650e6,
  },
  {
    when: "no sum where a class of the report is missing",
    reports: [report(ANNUAL, ...CLASSES, ["EarningsPerShareDiluted", YEAR, 1, { share: "C" }])],
    item: "shares_cover",
    of: "2023-12-31",
    is: "conflict",
  },
  {
    when: "the whole before its classes",
    reports: [report(ANNUAL, ...CLASSES, ["dei/EntityCommonStockSharesOutstanding", "2024-01-25", 651e6])],
    item: "shares_cover",
    of: "2023-12-31",
    is: 651e6,
  },
  {
    when: "the same for all classes",
    reports: [
      report(ANNUAL, ["EarningsPerShareDiluted", YEAR, 3, { share: "A" }], ["EarningsPerShareDiluted", YEAR, 3, {
        share: "B",
      }]),
    ],
    item: "eps_diluted",
    is: 3,
  },
  {
    when: "none where classes differ",
    reports: [
      report(ANNUAL, ["EarningsPerShareDiluted", YEAR, 3, { share: "A" }], ["EarningsPerShareDiluted", YEAR, 4500, {
        share: "B",
      }]),
    ],
    item: "eps_diluted",
    is: "conflict",
  },
  {
    when: "revenue of one class is nothing",
    reports: [report(ANNUAL, ["Revenues", YEAR, 3e9, { share: "A" }])],
    item: "revenue",
    is: "item",
  },
  {
    when: "the first count after the period, in a later report too",
    reports: [
      report(ANNUAL, ["dei/EntityCommonStockSharesOutstanding", "2024-01-25", 650e6]),
      report("10-Q 2024-04-26", ["dei/EntityCommonStockSharesOutstanding", "2024-04-19", 640e6]),
    ],
    item: "shares_cover",
    of: "2023-12-31",
    is: 650e6,
  },
  {
    when: "no count within 120 days",
    reports: [report("10-K 2024-06-03", ["dei/EntityCommonStockSharesOutstanding", "2024-05-15", 650e6])],
    item: "shares_cover",
    of: "2023-12-31",
    is: "item",
  },
]);

/** Of 2022 as filed in 2023, and as compared in 2024. */
function counted(before: number, after: number, eps: readonly [number, number]): readonly (readonly FiledFact[])[] {
  return [
    report(
      "10-K 2023-02-06",
      ["WeightedAverageNumberOfDilutedSharesOutstanding", PRIOR, before],
      ["EarningsPerShareDiluted", PRIOR, eps[0]],
    ),
    report(
      ANNUAL,
      ["WeightedAverageNumberOfDilutedSharesOutstanding", PRIOR, after],
      ["EarningsPerShareDiluted", PRIOR, eps[1]],
    ),
  ];
}
const EARLY = report("10-K 2022-02-07", ["EarningsPerShareDiluted", "2021-01-01/2021-12-31", 42]);
const SPLIT_TAG: readonly FiledFact[] = report("10-Q 2023-08-04", [
  "StockholdersEquityNoteStockSplitConversionRatio1",
  "2023-06-09",
  7,
]);
const BEFORE = "2021-01-01/2021-12-31";

holds([
  {
    when: "before a recorded split",
    reports: [EARLY],
    splits: [split("2023-06-09", 7)],
    item: "eps_diluted",
    of: BEFORE,
    is: 6,
  },
  {
    when: "on the day of a recorded split",
    reports: [EARLY],
    splits: [split("2022-02-07", 7)],
    item: "eps_diluted",
    of: BEFORE,
    is: 42,
  },
  {
    when: "before two splits",
    reports: [EARLY],
    splits: [split("2023-06-09", 7), split("2023-07-10", 2)],
    item: "eps_diluted",
    of: BEFORE,
    is: 3,
  },
  {
    when: "one share for ten",
    reports: [EARLY],
    splits: [split("2023-06-09", 0.1)],
    item: "eps_diluted",
    of: BEFORE,
    is: 420,
  },
  {
    when: "a split that counts and earnings show",
    reports: [EARLY, ...counted(900e6, 6.3e9, [39.75, 5.68])],
    item: "eps_diluted",
    of: BEFORE,
    is: 6,
  },
  {
    when: "and the first version of what was restated",
    reports: counted(900e6, 6.3e9, [39.75, 5.68]),
    item: "eps_diluted",
    of: PRIOR,
    version: "first",
    is: Number((39.75 / 7).toPrecision(12)),
  },
  {
    when: "counts go the other way",
    reports: [EARLY, ...counted(900e6, 6.3e9, [39.75, 5.68])].slice(1),
    item: "shares_diluted",
    of: PRIOR,
    version: "first",
    is: 6.3e9,
  },
  {
    when: "three for two",
    reports: [EARLY, ...counted(900e6, 1.35e9, [3, 2])],
    item: "eps_diluted",
    of: BEFORE,
    is: 28,
  },
  {
    when: "a ratio that earnings do not show",
    reports: [EARLY, ...counted(900e6, 6.3e9, [0.01, 0])],
    item: "eps_diluted",
    of: BEFORE,
    is: "conflict",
  },
  {
    when: "a ratio that a report states",
    reports: [EARLY, SPLIT_TAG, ...counted(900e6, 6.3e9, [0.01, 0])],
    item: "eps_diluted",
    of: BEFORE,
    is: 6,
  },
  {
    when: "a merger at a ratio of no split",
    reports: [EARLY, ...counted(168_142_740, 28_600_000, [0.02, 0.11])],
    item: "eps_diluted",
    of: BEFORE,
    is: "conflict",
  },
  {
    when: "and what is filed after it",
    reports: [EARLY, ...counted(168_142_740, 28_600_000, [0.02, 0.11])],
    item: "eps_diluted",
    of: PRIOR,
    is: 0.11,
  },
  {
    when: "counts that were corrected",
    reports: [EARLY, ...counted(900e6, 905e6, [2.02, 2.01])],
    item: "eps_diluted",
    of: BEFORE,
    is: 42,
  },
  {
    when: "counts that were in thousands",
    reports: [EARLY, ...counted(900e3, 900e6, [2, 2])],
    item: "eps_diluted",
    of: BEFORE,
    is: 42,
  },
  {
    when: "a recorded split that reports show too counts once",
    reports: [EARLY, ...counted(900e6, 6.3e9, [39.75, 5.68])],
    splits: [split("2023-06-09", 7)],
    item: "eps_diluted",
    of: BEFORE,
    is: 6,
  },
  {
    when: "a recorded split that reports do not show",
    reports: [EARLY, ...counted(900e6, 900e6 * 1.0001, [39.75, 39.74])],
    splits: [split("2023-06-09", 7)],
    item: "eps_diluted",
    of: BEFORE,
    is: "conflict",
  },
  {
    when: "counted in thousands, against income and earnings per share",
    reports: [
      report(ANNUAL, ["WeightedAverageNumberOfDilutedSharesOutstanding", YEAR, 606_732], [
        "NetIncomeLoss",
        YEAR,
        797_645e3,
      ], ["EarningsPerShareDiluted", YEAR, 1.31]),
    ],
    item: "shares_diluted",
    is: "conflict",
  },
]);

holds([
  {
    when: "outstanding in thousands, against income and earnings per share",
    reports: [
      report(
        ANNUAL,
        ["CommonStockSharesOutstanding", "2023-12-31", 861_745],
        ["NetIncomeLoss", YEAR, 10_223e6],
        ["EarningsPerShareDiluted", YEAR, 11.62],
      ),
    ],
    item: "shares_outstanding",
    of: "2023-12-31",
    is: "conflict",
  },
  {
    when: "a quarter of it would be negative",
    reports: [
      report("10-Q 2023-10-30", ["CommonStockDividendsPerShareDeclared", "2023-01-01/2023-09-30", 0.395]),
      report(ANNUAL, ["CommonStockDividendsPerShareDeclared", YEAR, 0.23]),
    ],
    item: "dividends_per_share",
    of: "2023-10-01/2023-12-31",
    is: "conflict",
  },
]);

Deno.test("a split is not known before a report shows it", () => {
  const records = filedBy([EARLY, ...counted(900e6, 6.3e9, [39.75, 5.68])]);
  const eps = (day: string) => valueOf(statementsAt(records, day).stated("eps_diluted", period(BEFORE)));
  equal(eps("2024-02-05"), 42);
  equal(eps("2024-02-06"), 6);
});

Deno.test("a report between two that show a split is in the shares that its own count is near to", () => {
  const between = (count: number) =>
    valueOf(
      statementsOf(filedBy([
        ...counted(900e6, 6.3e9, [39.75, 5.68]),
        report("10-Q 2023-08-04", ["WeightedAverageNumberOfDilutedSharesOutstanding", "2023-04-01/2023-06-30", count], [
          "EarningsPerShareDiluted",
          "2023-04-01/2023-06-30",
          7,
        ]),
      ])).stated("eps_diluted", period("2023-04-01/2023-06-30")),
    );
  deepEqual([between(880e6), between(6.2e9), between(2.4e9)], [1, 7, "conflict"]);
});

/** Four quarters of a year with 100 million shares, of which the reports state all but the last; incomes in millions. */
const quarters = (...[first, second, third, year]: readonly [number, number, number, number]) => {
  const rows = (period: string, income: number, eps: number): readonly Row[] => [
    ["NetIncomeLoss", period, income * 1e6],
    ["WeightedAverageNumberOfDilutedSharesOutstanding", period, 100e6],
    ["EarningsPerShareDiluted", period, eps],
  ];
  return [
    report("10-Q 2023-05-05", ...rows("2023-01-01/2023-03-31", first, first / 100)),
    report("10-Q 2023-08-04", ...rows("2023-04-01/2023-06-30", second, second / 100)),
    report(
      "10-Q 2023-11-03",
      ...rows("2023-07-01/2023-09-30", third, third / 100),
      ["NetIncomeLoss", "2023-01-01/2023-09-30", (first + second + third) * 1e6],
    ),
    report(ANNUAL, ...rows(YEAR, year, year / 100)),
  ];
};

holds([
  {
    when: "a fourth quarter that no report states, its income over its shares",
    reports: quarters(100, 200, 300, 1000),
    item: "eps_diluted",
    of: "2023-10-01/2023-12-31",
    is: 4,
  },
  {
    when: "a fourth quarter after one with a loss is not computed: dilution counts other shares in a loss",
    reports: quarters(-100, 200, 300, 1000),
    item: "eps_diluted",
    of: "2023-10-01/2023-12-31",
    is: "item",
  },
]);
