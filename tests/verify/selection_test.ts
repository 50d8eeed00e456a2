/** The verifier's selection of what made reports state, and the identities that its figures must fit. */
import type { ItemId } from "../../src/data/metrics/items.ts";
import { deepEqual, equal } from "../assert.ts";
import type { FiledFact, StockSplit } from "../../src/data/records.ts";
import type { NotReported, Reported } from "../../src/data/statements.ts";
import { isBroken } from "../../src/verify/domains/identities.ts";
import { reportsOf } from "../../src/verify/domains/reports.ts";
import { statementsOf } from "../../src/verify/domains/statements.ts";
import { recordsOf } from "./company_facts.ts";
import { filing, type Row } from "./made_filings.ts";

const YEAR = "2019-01-01/2019-12-31";
const EPS = "EarningsPerShareDiluted";
const DILUTED = "WeightedAverageNumberOfDilutedSharesOutstanding";
const OCF = "NetCashProvidedByUsedInOperatingActivities";

function valueOf(found: Reported | NotReported): number | NotReported {
  return typeof found === "string" ? found : found.value;
}

interface Case {
  readonly when: string;
  readonly facts: readonly FiledFact[];
  readonly item: ItemId;
  /** Default: the year. */
  readonly period?: string;
  readonly is: number | NotReported;
  readonly splits?: readonly StockSplit[];
}

const annual = (...rows: readonly Row[]) => filing("10-K", "2020-02-14", rows);
const later = (...rows: readonly Row[]) => filing("10-K", "2021-02-12", rows);

const CASES: readonly Case[] = [
  {
    when: "a wrong sum stands under a tag of revenue, and costs and gross profit prove the other",
    facts: annual(
      ["Revenues", YEAR, 29.4e9],
      ["SalesRevenueNet", YEAR, 83.1e9],
      ["CostOfRevenue", YEAR, 42.5e9],
      ["GrossProfit", YEAR, 40.6e9],
    ),
    item: "revenue",
    is: 83.1e9,
  },
  {
    when: "two tags of revenue differ and nothing proves one",
    facts: annual(["Revenues", YEAR, 2e9], ["SalesRevenueNet", YEAR, 19.9e9]),
    item: "revenue",
    is: "conflict",
  },
  {
    when: "one tag has two values",
    facts: annual(["Revenues", YEAR, 2e9], ["Revenues", YEAR, 19.9e9]),
    item: "revenue",
    is: "conflict",
  },
  {
    when: "a later report restates it",
    facts: [...annual(["Revenues", YEAR, 100e6]), ...later(["Revenues", YEAR, 90e6])],
    item: "revenue",
    is: 90e6,
  },
  {
    when: "a later report has only a tag that means something close",
    facts: [
      ...annual(["NetIncomeLoss", YEAR, 50e6], ["ProfitLoss", YEAR, 55e6]),
      ...later(["ProfitLoss", YEAR, 56e6]),
    ],
    item: "net_income",
    is: 50e6,
  },
  {
    when: "only a proxy statement has it",
    facts: filing("DEF 14A", "2020-04-01", [["Revenues", YEAR, 100e9]]),
    item: "revenue",
    is: "filings",
  },
  {
    when: "a 53rd week makes the year longer and first days differ by some days",
    facts: annual(["Revenues", "2018-12-31/2019-12-31", 100e6]),
    item: "revenue",
    is: 100e6,
  },
  {
    when: "classes of shares have the same earnings",
    facts: annual([EPS, YEAR, 2, { share: "a/ClassA" }], [EPS, YEAR, 2, { share: "a/ClassB" }], [
      "Assets",
      "2019-12-31",
      1,
    ]),
    item: "eps_diluted",
    is: 2,
  },
  {
    when: "classes of shares have different earnings",
    facts: annual([EPS, YEAR, 2, { share: "a/ClassA" }], [EPS, YEAR, 3, { share: "a/ClassB" }]),
    item: "eps_diluted",
    is: "conflict",
  },
  {
    when: "an outflow is written as a negative number",
    facts: annual(["PaymentsToAcquirePropertyPlantAndEquipment", YEAR, -7e6]),
    item: "capital_expenditure",
    is: 7e6,
  },
  {
    when: "it is the fourth quarter, and the year and nine months are stated",
    facts: [
      ...filing("10-Q", "2019-11-01", [[OCF, "2019-01-01/2019-09-30", 60e6]]),
      ...annual([OCF, YEAR, 100e6]),
    ],
    item: "operating_cash_flow",
    period: "2019-10-01/2019-12-31",
    is: 40e6,
  },
  {
    when: "the year was restated after nine months that were not",
    facts: [
      ...filing("10-Q", "2019-11-01", [[OCF, "2019-01-01/2019-09-30", 60e6]]),
      ...annual([OCF, YEAR, 100e6]),
      ...later([OCF, YEAR, 120e6]),
    ],
    item: "operating_cash_flow",
    period: "2019-10-01/2019-12-31",
    is: "conflict",
  },
  {
    when: "a split came after the filing",
    facts: annual([EPS, YEAR, 8]),
    splits: [{ day: "2020-08-31", ratio: 4, known: "2020-08-31", source: "made" }],
    item: "eps_diluted",
    is: 2,
  },
  {
    when: "shares and earnings of another year were stated again by the ratio of a split",
    facts: [
      ...annual([EPS, YEAR, 8], [DILUTED, YEAR, 100e6], [EPS, "2018-01-01/2018-12-31", 6.4]),
      ...later([EPS, YEAR, 2], [DILUTED, YEAR, 400e6]),
    ],
    item: "eps_diluted",
    period: "2018-01-01/2018-12-31",
    is: 1.6,
  },
  {
    when: "shares were stated again by the ratio of a split, and nothing else tells of one",
    facts: [
      ...annual([DILUTED, YEAR, 100e6], [EPS, "2018-01-01/2018-12-31", 6.4]),
      ...later([DILUTED, YEAR, 400e6]),
    ],
    item: "eps_diluted",
    period: "2018-01-01/2018-12-31",
    is: "conflict",
  },
  {
    when: "weighted shares stand in thousands",
    facts: annual([EPS, YEAR, 2], [DILUTED, YEAR, 100e3], ["NetIncomeLoss", YEAR, 200e6]),
    item: "shares_diluted",
    is: "conflict",
  },
  {
    when: "it is stated in two currencies",
    facts: annual(
      ["ifrs-full/Revenue", YEAR, 90e9, { unit: "CLP" }],
      ["ifrs-full/Revenue", YEAR, 100e6],
      ["ifrs-full/Assets", "2019-12-31", 300e6],
    ),
    item: "revenue",
    is: 100e6,
  },
];

for (const { when, facts, item, period = YEAR, is, splits = [] } of CASES) {
  Deno.test(`the verifier gives ${is} for ${item} when ${when}`, () => {
    const [start = "", end = ""] = period.split("/");
    equal(valueOf(statementsOf(recordsOf(facts, splits)).stated(item, { start, end })), is);
  });
}

Deno.test("a transition period is no year, and the years beside it are", () => {
  const facts = [
    ...filing("10-K", "2019-08-30", [["Revenues", "2018-07-01/2019-06-30", 100]]),
    ...filing("10-KT", "2020-02-28", [["Revenues", "2019-07-01/2019-12-31", 60], [
      "Revenues",
      "2018-07-01/2019-06-30",
      100,
    ]]),
    ...filing("10-K", "2021-02-28", [["Revenues", "2020-01-01/2020-12-31", 130]]),
  ];
  deepEqual(statementsOf(recordsOf(facts)).years.map(({ end }) => end), ["2020-12-31", "2019-06-30"]);
});

const RIGHT: readonly Row[] = [
  ["Assets", "2019-12-31", 300e6],
  ["Liabilities", "2019-12-31", 200e6],
  ["StockholdersEquity", "2019-12-31", 100e6],
  ["NetIncomeLoss", YEAR, 50e6],
  [EPS, YEAR, 0.5],
  ["EarningsPerShareBasic", YEAR, 0.51],
  [DILUTED, YEAR, 100e6],
  ["WeightedAverageNumberOfSharesOutstandingBasic", YEAR, 98e6],
];

const BROKEN: readonly { readonly when: string; readonly row: Row; readonly refutes: readonly string[] }[] = [
  { when: "nothing is wrong", row: ["Revenues", YEAR, 1], refutes: [] },
  {
    when: "assets have a wrong digit",
    row: ["Assets", "2019-12-31", 290e6],
    refutes: ["Assets", "Liabilities", "StockholdersEquity"],
  },
  {
    when: "liabilities are scaled by 1000",
    row: ["Liabilities", "2019-12-31", 200e3],
    refutes: ["Assets", "Liabilities", "StockholdersEquity"],
  },
  {
    when: "diluted earnings are above basic ones",
    row: ["EarningsPerShareBasic", YEAR, 0.499],
    refutes: [EPS, "EarningsPerShareBasic"],
  },
  {
    when: "income has a wrong digit",
    row: ["NetIncomeLoss", YEAR, 58e6],
    refutes: [
      "NetIncomeLoss",
      EPS,
      "EarningsPerShareBasic",
      DILUTED,
      "WeightedAverageNumberOfSharesOutstandingBasic",
    ],
  },
  { when: "weighted shares stand in thousands", row: [DILUTED, YEAR, 100e3], refutes: [DILUTED] },
  { when: "diluted earnings alone are wrong", row: [EPS, YEAR, 0.4], refutes: [EPS, DILUTED] },
];

for (const { when, row, refutes } of BROKEN) {
  Deno.test(`identities refute ${refutes.length === 0 ? "nothing" : refutes.join(", ")} when ${when}`, () => {
    const facts = filing("10-K", "2020-02-14", [...RIGHT.filter(([tag]) => tag !== row[0]), row]);
    const [report] = reportsOf(facts);
    const broken = facts.filter((one) => report && isBroken(one, report)).map(({ tag }) => tag.split("/")[1]);
    deepEqual(broken.toSorted(), [...refutes].sort());
  });
}
