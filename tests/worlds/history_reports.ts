/** What Apple and Alphabet report in the made history: revenue of a year is theirs, all else is made of it. */
import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type FiledFact, inOrder } from "../../src/data/records.ts";
import { filing, type Row } from "../verify/made_filings.ts";
import { xorshift } from "../xorshift.ts";

/** Apple's splits; its shares are counted as they were between them. */
export const SPLITS = [{ day: "2014-06-09", ratio: 7 }, { day: "2020-08-31", ratio: 4 }] as const;

/** Tags by what they are of; `A < DAY B` is A in reports before the day. */
const TAGS: Readonly<Record<string, string>> = {
  revenue: "SalesRevenueNet < 2018-11-01 RevenueFromContractWithCustomerExcludingAssessedTax",
  ...{ costs: "CostOfGoodsAndServicesSold", gross: "GrossProfit", research: "ResearchAndDevelopmentExpense" },
  ...{ selling: "SellingGeneralAndAdministrativeExpense", expenses: "OperatingExpenses" },
  ...{ operating: "OperatingIncomeLoss", interest: "InterestExpense", tax: "IncomeTaxExpenseBenefit" },
  before: "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
  ...{ income: "NetIncomeLoss", basicEarnings: "EarningsPerShareBasic", dilutedEarnings: "EarningsPerShareDiluted" },
  depreciation: "DepreciationAmortizationAndAccretionNet < 2018-08-15 DepreciationDepletionAndAmortization",
  operations: "NetCashProvidedByUsedInOperatingActivities",
  capital: "PaymentsToAcquireProductiveAssets < 2015-01-01 PaymentsToAcquirePropertyPlantAndEquipment",
  ...{ buybacks: "PaymentsForRepurchaseOfCommonStock", dividends: "PaymentsOfDividends" },
  dividend: "CommonStockDividendsPerShareDeclared",
  basic: "WeightedAverageNumberOfSharesOutstandingBasic",
  diluted: "WeightedAverageNumberOfDilutedSharesOutstanding",
  ...{ assets: "Assets", currentAssets: "AssetsCurrent", receivables: "AccountsReceivableNetCurrent" },
  ...{ cash: "CashAndCashEquivalentsAtCarryingValue", inventory: "InventoryNet", goodwill: "Goodwill" },
  ...{ property: "PropertyPlantAndEquipmentNet", liabilities: "Liabilities", currentLiabilities: "LiabilitiesCurrent" },
  ...{ paper: "CommercialPaper", debt: "LongTermDebtNoncurrent", dueDebt: "LongTermDebtCurrent" },
  ...{ retained: "RetainedEarningsAccumulatedDeficit", equity: "StockholdersEquity" },
  ...{ outstanding: "CommonStockSharesOutstanding", cover: "dei/EntityCommonStockSharesOutstanding" },
};
/** What Alphabet names otherwise, or not at all. */
const ALPHABETS: Readonly<Record<string, string>> = {
  ...{ revenue: "Revenues", costs: "CostOfRevenue", expenses: "", gross: "", selling: "", depreciation: "" },
  ...{ dividends: "", dividend: "", basic: "", diluted: "", cover: "", allCosts: "CostsAndExpenses" },
  capital: "PaymentsToAcquirePropertyPlantAndEquipment",
};

/** How a company reports. */
interface Reporter {
  readonly ticker: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly endOf: (year: number, quarter: number) => string;
  /** The year of the first revenue; millions a year; shares of it in the first three quarters. */
  readonly first: number;
  readonly revenue: readonly number[];
  readonly seasons: readonly number[];
  /** Gross profit, research, selling: shares of revenue. */
  readonly rates: readonly [gross: number, research: number, selling: number];
  /** Days from the end of a quarter, or of a year, to the report; the first day of a report. */
  readonly lags: readonly [quarter: number, year: number];
  readonly since: string;
  /** Millions of shares at a time in years. */
  readonly shares: (year: number) => number;
  /** What is in no report: tag and period. */
  readonly unstated?: RegExp;
  readonly paysFrom: number;
  readonly buysFrom: number;
}

const later = (day: string, days: number) => dayText(dayNumber(day) + days);
const lastSaturday = (day: string) => later(day, -(new Date(day).getUTCDay() + 1) % 7);

const REPORTERS: readonly Reporter[] = [{
  ...{ ticker: "AAPL", tags: TAGS, first: 2006, since: "2009-07-01", paysFrom: 2012.75, buysFrom: 2013 },
  endOf: (year, quarter) => later(lastSaturday(`${year}-09-30`), -91 * (4 - quarter)),
  revenue: [
    ...[19315, 24578, 37491, 42905, 65225, 108249, 156508, 170910, 182795],
    ...[233715, 215639, 229234, 265595, 260174, 274515, 365817, 394328],
  ],
  ...{ seasons: [0.33, 0.22, 0.2], rates: [0.385, 0.046, 0.065], lags: [32, 34] },
  shares: (year) => 6000 * (year < 2012 ? 1 + 0.02 * (year - 2006) : 1.1 * 0.957 ** (year - 2012)),
}, {
  ...{ ticker: "GOOGL", tags: { ...TAGS, ...ALPHABETS }, first: 2012, since: "2015-10-01", paysFrom: Infinity },
  endOf: (year, quarter) => dayText(Date.UTC(year, 3 * quarter, 0) / 86_400_000),
  revenue: [46039, 55519, 66001, 74989, 90272, 110855, 136819, 161857, 182527, 257637, 282836],
  ...{ seasons: [0.224, 0.239, 0.251], rates: [0.6, 0.155, 0.19], lags: [27, 37], buysFrom: 2015 },
  unstated: /^EarningsPerShare.*2015-12-31$/, // it has classes of shares
  shares: (year) => year < 2018 ? 660 + 5 * (year - 2012) : 695 - 8 * (year - 2018),
}];

type Amounts = Readonly<Record<string, number>>;

/** A fiscal quarter: millions of it and of its last day, and what a share was paid, as shares were between the splits. */
interface Quarter {
  readonly quarter: number;
  readonly start: string;
  readonly end: string;
  readonly flows: Amounts;
  readonly balances: Amounts;
  readonly shares: number;
  readonly dividend: number;
}

/** A number up to a part away from a value, rounded. */
type Near = (value: number, part?: number) => number;

function quartersOf({ first, revenue, ...reporter }: Reporter): readonly Quarter[] {
  const random = xorshift(first);
  const near: Near = (value, part = 0.03) => Math.round(value * (1 - part + 2 * part * random()));
  let equity = 10_000;
  return revenue.flatMap((yearly, at) => {
    const year = first + at;
    const parts = reporter.seasons.map((season) => near(yearly * season));
    return [...parts, yearly - sum(parts)].map((sales, index): Quarter => {
      const [time, quarter] = [year + index / 4, index + 1];
      const shares = reporter.shares(time);
      const dividend = time < reporter.paysFrom ? 0 : Math.round(38 * 1.1 ** Math.floor(time - 2012.25)) / 100;
      const { retained, ...flows } = flowsOf(sales, { ...reporter, near, isBuying: time >= reporter.buysFrom });
      const dividends = Math.round(dividend * shares);
      equity += retained - dividends;
      return {
        ...{ quarter, shares, dividend, flows: { ...flows, dividends } },
        balances: balancesOf({ yearly, equity, near, borrowing: Math.min(0.38, Math.max(0, 0.08 * (time - 2012))) }),
        start: later(quarter === 1 ? reporter.endOf(year - 1, 4) : reporter.endOf(year, index), 1),
        end: reporter.endOf(year, quarter),
      };
    });
  });
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

function flowsOf(
  revenue: number,
  { rates, near, isBuying }: Pick<Reporter, "rates"> & { readonly near: Near; readonly isBuying: boolean },
) {
  const [gross = 0, research = 0, selling = 0] = rates.map((rate) => near(revenue * rate));
  const [costs, expenses] = [revenue - gross, research + selling];
  const operating = gross - expenses;
  const before = operating + near(revenue * 0.008);
  const tax = near(before * 0.25);
  const [income, depreciation] = [before - tax, near(revenue * 0.045)];
  const buybacks = isBuying ? near(revenue * 0.15, 0.2) : 0;
  return {
    ...{ revenue, costs, gross, research, selling, expenses, allCosts: costs + expenses, operating, before, tax },
    ...{ income, depreciation, buybacks, interest: near(revenue * 0.005) },
    ...{ operations: income + depreciation + near(revenue * 0.02, 0.9), capital: near(revenue * 0.055, 0.2) },
    retained: income - buybacks + near(revenue * 0.02),
  };
}

function balancesOf(
  { yearly, equity, near, borrowing }: { yearly: number; equity: number; near: Near; borrowing: number },
): Amounts {
  const [debt, paper, currentLiabilities] = [borrowing, borrowing / 8, 0.38].map((part) => near(yearly * part));
  const liabilities = (debt ?? 0) + (currentLiabilities ?? 0) + near(0.12 * yearly);
  const parts = { currentAssets: 0.5, receivables: 0.07, property: 0.14, goodwill: 0.02, cash: 0.09, inventory: 0.012 };
  return {
    ...{ debt, dueDebt: Math.round((debt ?? 0) / 12), paper, currentLiabilities },
    ...{ liabilities, equity, assets: equity + liabilities },
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, near(yearly * part, 0.08)])),
    retained: equity - near(0.14 * yearly),
  } as Amounts;
}

/** From this day on Apple's years up to 2009 are larger, all amounts by the same factor. */
const AMENDED = "2010-01-25";
const ONCE = 0.86;
/** What reports from a day on state anew, in millions more. */
const RESTATED = [
  { names: ["assets", "liabilities", "debt"], end: "2015-09-26", since: "2016-01-01", by: -134 },
  { names: ["operations"], end: "2015-12-31", since: "2017-01-01", by: 548 },
  { names: ["operations"], end: "2016-12-31", since: "2018-01-01", by: -178 },
];
/** Reported from the beginning of a year on alone. */
const CASH_FLOWS = new Set(["operations", "capital", "buybacks", "dividends", "depreciation"]);

/** An amount in dollars as a report of a day states it. */
function stated(name: string, millions: number, end: string, { filed }: Report): number {
  const anew = RESTATED.find((one) => one.names.includes(name) && one.end === end && one.since <= filed);
  return 1e6 * Math.round((millions + (anew?.by ?? 0)) * (end <= "2009-09-26" && filed < AMENDED ? ONCE : 1));
}

/** How many shares of a day one between the splits is. */
function unitsOn(day: string): number {
  return SPLITS.reduce((units, split) => units * (split.day <= day ? split.ratio : 1), 1 / SPLITS[0].ratio);
}

/** A report, and how many of its shares one between the splits is. */
interface Report {
  readonly filed: string;
  readonly unitsAt: number;
}

/** The rows of a report of the last quarter of these, its names in place of tags. */
function rowsOf(quarters: readonly Quarter[], report: Report): readonly Row[] {
  const [last, { quarter = 0, shares = 0 } = {}] = [quarters.length, quarters.at(-1)];
  const span = (back: number, count: number) => quarters.slice(Math.max(0, last - back - count), last - back);
  const years = quarter === 4 ? [0, 4, 8] : [0, 4];
  const parts = quarter === 4 ? [0, 1, 2, 3, 4, 5, 6, 7] : quarter === 1 ? [] : [0, 4];
  const hasPart = (name: string) => quarter === 4 ? BY_QUARTER.has(name) : !CASH_FLOWS.has(name);
  return [
    ...years.flatMap((back) => spanRows(span(back, quarter), report)),
    ...parts.flatMap((back) => spanRows(span(back, 1), report).filter(([name]) => hasPart(name))),
    ...[0, quarter].flatMap((back) => balanceRows(quarters[last - 1 - back], report)),
    ["cover", later(report.filed, -12), counted(shares, report), { unit: "shares" }],
  ];
}

/** What a report of the year states of its quarters. */
const BY_QUARTER = new Set(["revenue", "gross", "income", "basicEarnings", "dilutedEarnings"]);

const counted = (shares: number, { unitsAt }: Report) => 1000 * Math.round(1000 * shares * unitsAt);

function balanceRows(quarter: Quarter | undefined, report: Report): readonly Row[] {
  if (quarter === undefined) return [];
  const { end, balances, shares } = quarter;
  const rows = Object.entries(balances).filter(([, value]) => value !== 0)
    .map(([name, value]): Row => [name, end, stated(name, value, end, report)]);
  return [...rows, ["outstanding", end, counted(shares, report), { unit: "shares" }]];
}

/** Amounts of consecutive quarters together. */
function spanRows(span: readonly Quarter[], report: Report): readonly Row[] {
  const [first, last] = [span[0], span.at(-1)];
  if (first === undefined || last === undefined) return [];
  const period = `${first.start}/${last.end}`;
  const flows = Object.keys(last.flows).map((name): Row => {
    return [name, period, stated(name, sum(span.map(({ flows }) => flows[name] ?? 0)), last.end, report)];
  });
  const income = flows.find(([name]) => name === "income")?.[2] ?? 0;
  const basic = counted(sum(span.map(({ shares }) => shares)) / span.length, report);
  const diluted = 1000 * Math.round(1.006 * basic / 1000);
  const dividend = sum(span.map((one) => one.dividend)) / report.unitsAt;
  const each = { basicEarnings: income / basic, dilutedEarnings: income / diluted, dividend };
  return [
    ...flows,
    ...Object.entries({ basic, diluted }).map(([name, value]): Row => [name, period, value, { unit: "shares" }]),
    ...Object.entries(each).map(([name, value]): Row => {
      return [name, period, Number(value.toFixed(2)), { unit: "USD/shares" }];
    }),
  ];
}

/** A tag as a report of a day has it; empty where there is none. */
function tagOn(tag: string, filed: string): string {
  const [first = "", , day = filed, second = first] = tag.split(" ");
  return filed < day ? first : second;
}

/** The first session from a day on. */
const sessionFrom = (day: string) => nextSession(later(day, -1));

/** All facts of each, up to May 2022. */
export function historyFacts(): readonly (readonly FiledFact[])[] {
  return REPORTERS.map((reporter) => {
    const quarters = quartersOf(reporter);
    const reports = quarters.flatMap(({ quarter, end }, at) => {
      const [form, lag] = quarter === 4 ? ["10-K", reporter.lags[1]] as const : ["10-Q", reporter.lags[0]] as const;
      const report = { at, form, filed: sessionFrom(later(end, lag)) };
      return end === "2009-09-26" ? [report, { at, form: "10-K/A", filed: AMENDED }] : [report];
    }).filter(({ filed }) => reporter.since <= filed && filed <= "2022-05-31");
    return inOrder(reports.flatMap(({ at, form, filed }) => {
      const unitsAt = reporter.ticker === "AAPL" ? unitsOn(filed) : 1;
      const rows = rowsOf(quarters.slice(0, at + 1), { filed, unitsAt });
      const tagged = rows.map(([name, ...rest]): Row => [tagOn(reporter.tags[name] ?? "", filed), ...rest]);
      return filing(
        form,
        filed,
        tagged.filter(([tag, period]) => tag !== "" && !reporter.unstated?.test(`${tag} ${period}`)),
      );
    }));
  });
}

/** What Apple paid a share, by the day from which on it is without it, as shares were between the splits. */
export function dividends(): readonly { readonly day: string; readonly amount: number }[] {
  return REPORTERS.slice(0, 1).flatMap(quartersOf).filter(({ dividend }) => dividend > 0)
    .map(({ end, dividend }) => ({ day: sessionFrom(later(end, -47)), amount: dividend }));
}
