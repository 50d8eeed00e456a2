import { dayNumber } from "../../calendar/day.ts";
import { factsIn, figureOf, type Filed, filedOf, itemsOf, lackOfIndustry, type Need, ofItems } from "./filed.ts";
import { marketValueOf, otherCurrency } from "./market_value.ts";
import { type Lack, type Reader, type Readers, reading } from "./reading.ts";
import type { Stated } from "../../data/statements.ts";

/** Fewest of the nine tests of the F-score. */
const LEAST_TESTS = 7;

const ratioRose = ([now = NaN, of = NaN, before = NaN, ofBefore = NaN]: readonly number[]) =>
  now / of > before / ofBefore;

const INCOME: Need = { item: "net_income" };
const CASH_FLOW: Need = { item: "operating_cash_flow" };
const before = (item: string, back = 1): Need => ({ item, back });

/** A year's flow against the assets at its beginning, for this year and the one before. */
const onOpeningAssets = (item: string): readonly Need[] => [
  { item },
  before("assets"),
  before(item),
  before("assets", 2),
];

/** Two items of one day or of twelve months, now and a year before. */
const pairs = (item: string, of: string): readonly Need[] => [{ item }, { item: of }, before(item), before(of)];

/** In the order of the definition (Piotroski 2000). */
const TESTS: readonly ({ readonly needs: readonly Need[]; readonly holds: (values: readonly number[]) => boolean })[] =
  [
    { needs: [INCOME], holds: ([income = NaN]) => income > 0 },
    { needs: [CASH_FLOW], holds: ([cash = NaN]) => cash > 0 },
    { needs: onOpeningAssets("net_income"), holds: ratioRose },
    { needs: [CASH_FLOW, INCOME], holds: ([cash = NaN, income = NaN]) => cash > income },
    {
      needs: pairs("long_term_debt", "assets"),
      holds: ([debt = NaN, assets = NaN, debtBefore = NaN, assetsBefore = NaN]) =>
        debt / assets < debtBefore / assetsBefore,
    },
    { needs: pairs("current_assets", "current_liabilities"), holds: ratioRose },
    {
      needs: [{ item: "shares_outstanding" }, before("shares_outstanding")],
      holds: ([now = NaN, then = NaN]) => now <= then,
    },
    { needs: pairs("gross_profit", "revenue"), holds: ratioRose },
    { needs: onOpeningAssets("revenue"), holds: ratioRose },
  ];

/** The tests that can be made, with what they are made of; of too few the first lack. */
function testsOf(filed: Filed): readonly { readonly stated: readonly Stated[]; readonly holds: boolean }[] | Lack {
  const all = TESTS.map(({ needs, holds }) => {
    const stated = itemsOf(filed, needs);
    return "cause" in stated ? stated : { stated, holds: holds(stated.map(({ value }) => value)) };
  });
  const made = all.filter((one) => "holds" in one);
  const lack = all.find((one) => "cause" in one);
  return lack !== undefined && made.length < LEAST_TESTS ? lack : made;
}

function ofTests(value: (tests: readonly { readonly holds: boolean }[]) => number): Reader {
  return (_columns, _position, beside = {}) => {
    const filed = filedOf(beside);
    if ("cause" in filed) return filed;
    const tests = testsOf(filed);
    if ("cause" in tests) return tests;
    return { value: value(tests), facts: factsIn(tests.flatMap(({ stated }) => stated)) };
  };
}

/** By the count of balances, else by that of covers: the two are of different days. */
const netIssuance: Reader = (_columns, _position, beside = {}) => {
  const filed = filedOf(beside);
  if ("cause" in filed) return filed;
  const [balance, cover] = ["shares_outstanding", "shares_cover"].map((item) =>
    itemsOf(filed, [{ item }, before(item)])
  );
  const stated = balance !== undefined && "cause" in balance && balance.cause === "item" ? cover : balance;
  if (stated === undefined || "cause" in stated) {
    return balance !== undefined && "cause" in balance ? balance : NO_SHARES;
  }
  const [now = NaN, then = NaN] = stated.map(({ value }) => value);
  return Math.min(now, then) > 0 ? figureOf(now / then - 1, stated) : NO_SHARES;
};

const NO_SHARES: Lack = { cause: "item", lacks: "needs the number of shares" };

const ALTMAN: readonly Need[] = [
  { item: "current_assets" },
  { item: "current_liabilities" },
  { item: "assets" },
  { item: "retained_earnings" },
  { item: "operating_income" },
];

const zScore: Reader = (columns, position, beside = {}) => {
  const filed = filedOf(beside);
  if ("cause" in filed) return filed;
  const lack = lackOfIndustry(filed, beside.company);
  if (lack) return lack;
  const own = itemsOf(filed, ALTMAN);
  if ("cause" in own) return own;
  const other = otherCurrency(own, columns);
  if (other) return other;
  const market = marketValueOf(filed, { columns, position, beside });
  if ("cause" in market) return market;
  const rest = itemsOf(filed, [{ item: "liabilities" }, { item: "revenue" }]);
  if ("cause" in rest) return rest;
  const [current = NaN, due = NaN, assets = NaN, retained = NaN, operating = NaN] = own.map(({ value }) => value);
  const [liabilities = NaN, revenue = NaN] = rest.map(({ value }) => value);
  const parts = [
    1.2 * (current - due) / assets,
    1.4 * retained / assets,
    3.3 * operating / assets,
    0.6 * market.value / liabilities,
    revenue / assets,
  ];
  return figureOf(parts.reduce((sum, part) => sum + part, 0), [...own, market.shares, ...rest]);
};

/** A day of the newest period: a figure of its own, made of no fact. */
function ofPeriod(day: (filed: Filed) => string | undefined): Reader {
  return (_columns, _position, beside = {}) => {
    const filed = filedOf(beside);
    if ("cause" in filed) return filed;
    const found = day(filed);
    return reading(found === undefined ? NaN : dayNumber(found), OTHER_PERIOD);
  };
}

const OTHER_PERIOD: Lack = { cause: "item", lacks: "needs another newest period" };

/** Metrics of quality; `data/metrics/quality.ts` defines them. */
export const QUALITY_READERS: Readers = {
  gross_profitability: ofItems({
    needs: [{ item: "gross_profit" }, { item: "assets" }],
    value: ([profit = NaN, assets = NaN]) => profit / assets,
    isIndustrial: true,
  }),
  accruals: ofItems({
    needs: [INCOME, CASH_FLOW, { item: "assets" }, before("assets")],
    value: ([income = NaN, cash = NaN, now = NaN, then = NaN]) => (income - cash) / ((now + then) / 2),
    isIndustrial: true,
  }),
  f_score: ofTests((tests) => tests.filter(({ holds }) => holds).length),
  f_tests: ofTests((tests) => tests.length),
  asset_growth: ofItems({
    needs: [{ item: "assets" }, before("assets")],
    value: ([now = NaN, then = NaN]) => now / then - 1,
  }),
  net_issuance: netIssuance,
  z_score: zScore,
  filed_year: ofPeriod(({ end, isYear }) => isYear ? end : undefined),
  filed_quarter: ofPeriod(({ end, isYear }) => isYear ? undefined : end),
  filed_known: ofPeriod(({ first }) => first.known),
};
