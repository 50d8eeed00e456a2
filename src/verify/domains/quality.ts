import { dayNumber } from "../../calendar/day.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import type { FiledFact } from "../../data/records.ts";
import { fromItems, type Newest, newestOf, notIndustrial, sourced, take, type Wanted } from "./filed.ts";
import { marketValue, otherMoney } from "./market_value.ts";
import type { FiledReader, FiledReaders, Recomputed } from "./reader.ts";

const MADE_AT_LEAST = 7;

/** A test of the F-score: above 0 it holds. Where a tie holds, it is 0 or more. */
interface Check {
  readonly wanted: Wanted;
  readonly margin: (values: Readonly<Record<string, number>>) => number;
  readonly tie?: true;
}

/** By cross-multiplication: whether a ratio is greater than another, of denominators above 0. */
const cross = ({ a = NaN, b = NaN, c = NaN, d = NaN }: Readonly<Record<string, number>>) => a / b - c / d;

const CHECKS: readonly Check[] = [
  { wanted: { a: ["net_income"] }, margin: ({ a = NaN }) => a },
  { wanted: { a: ["operating_cash_flow"] }, margin: ({ a = NaN }) => a },
  {
    wanted: { a: ["net_income"], b: ["assets", 1], c: ["net_income", 1], d: ["assets", 2] },
    margin: cross,
  },
  { wanted: { a: ["operating_cash_flow"], b: ["net_income"] }, margin: ({ a = NaN, b = NaN }) => a - b },
  {
    wanted: { a: ["long_term_debt"], b: ["assets"], c: ["long_term_debt", 1], d: ["assets", 1] },
    margin: (values) => -cross(values),
  },
  {
    wanted: {
      a: ["current_assets"],
      b: ["current_liabilities"],
      c: ["current_assets", 1],
      d: ["current_liabilities", 1],
    },
    margin: cross,
  },
  {
    wanted: { a: ["shares_outstanding"], b: ["shares_outstanding", 1] },
    margin: ({ a = NaN, b = NaN }) => b - a,
    tie: true,
  },
  { wanted: { a: ["gross_profit"], b: ["revenue"], c: ["gross_profit", 1], d: ["revenue", 1] }, margin: cross },
  { wanted: { a: ["revenue"], b: ["assets", 1], c: ["revenue", 1], d: ["assets", 2] }, margin: cross },
];

/** How many checks pass, how many can be made, and their facts. */
function checked(newest: Newest): { passed: number; made: number; facts: ReadonlySet<FiledFact> } | Cause {
  const facts = new Set<FiledFact>();
  let passed = 0;
  let made = 0;
  let missing: Cause | undefined;
  for (const { wanted, margin, tie } of CHECKS) {
    const taken = take(newest, wanted);
    if (typeof taken === "string") {
      missing ??= taken;
      continue;
    }
    const over = margin(taken.values);
    made += 1;
    if (over > 0 || tie === true && over === 0) passed += 1;
    taken.facts.forEach((fact) => facts.add(fact));
  }
  return made < MADE_AT_LEAST && missing !== undefined ? missing : { passed, made, facts };
}

function ofChecks(pick: "passed" | "made"): FiledReader {
  return (subject) => {
    const newest = newestOf(subject);
    if (typeof newest === "string") return newest;
    const all = checked(newest);
    return typeof all === "string" ? all : sourced(all[pick], [...all.facts]);
  };
}

const issued: FiledReader = (subject) => {
  const newest = newestOf(subject);
  if (typeof newest === "string") return newest;
  const byBalance = take(newest, { now: ["shares_outstanding"], then: ["shares_outstanding", 1] });
  const taken = byBalance === "item" ? take(newest, { now: ["shares_cover"], then: ["shares_cover", 1] }) : byBalance;
  if (typeof taken === "string") return byBalance === "item" ? "item" : taken;
  const { now, then } = taken.values;
  return now <= 0 || then <= 0 ? "item" : sourced((now - then) / then, taken.facts);
};

const altman: FiledReader = (subject, at) => {
  const newest = newestOf(subject);
  if (typeof newest === "string") return newest;
  const no = notIndustrial(subject, newest);
  if (no !== undefined) return no;
  const own = take(newest, {
    current: ["current_assets"],
    due: ["current_liabilities"],
    assets: ["assets"],
    retained: ["retained_earnings"],
    operating: ["operating_income"],
  });
  if (typeof own === "string") return own;
  const other = otherMoney(own.currencies, subject);
  if (other !== undefined) return other;
  const market = marketValue(subject, at, newest);
  if (typeof market === "string") return market;
  const rest = take(newest, { owed: ["liabilities"], sold: ["revenue"] });
  if (typeof rest === "string") return rest;
  const { current, due, assets, retained, operating } = own.values;
  const { owed, sold } = rest.values;
  const onAssets = (1.2 * (current - due) + 1.4 * retained + 3.3 * operating + sold) / assets;
  return sourced(onAssets + 0.6 * market.value / owed, [...new Set([...own.facts, ...market.facts, ...rest.facts])]);
};

function dayIn(pick: (newest: Newest) => string | undefined): (...args: Parameters<FiledReader>) => Recomputed {
  return (subject) => {
    const newest = newestOf(subject);
    if (typeof newest === "string") return newest;
    const day = pick(newest);
    return day === undefined ? "item" : dayNumber(day);
  };
}

/** Metrics of quality; `data/metrics/quality.ts` defines them. */
export const QUALITY_READERS: FiledReaders = {
  gross_profitability: fromItems(
    { gross: ["gross_profit"], assets: ["assets"] },
    ({ gross, assets }) => gross * (1 / assets),
    { isIndustrial: true },
  ),
  accruals: fromItems(
    { income: ["net_income"], cash: ["operating_cash_flow"], now: ["assets"], then: ["assets", 1] },
    ({ income, cash, now, then }) => 2 * (income - cash) / (now + then),
    { isIndustrial: true },
  ),
  f_score: ofChecks("passed"),
  f_tests: ofChecks("made"),
  asset_growth: fromItems({ now: ["assets"], then: ["assets", 1] }, ({ now, then }) => (now - then) / then),
  net_issuance: issued,
  z_score: altman,
  filed_year: dayIn(({ kind, period }) => kind === "year" ? period.end : undefined),
  filed_quarter: dayIn(({ kind, period }) => kind === "year" ? undefined : period.end),
  filed_known: dayIn(({ known }) => known),
};
