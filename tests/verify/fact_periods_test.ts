/** Days of balances, lengths of periods and twelve months, as analyst and verifier each find them. */
import { deepEqual, equal } from "../assert.ts";
import { statementsOf as analystOf } from "../../src/agent/domains/statements.ts";
import { periodOf } from "../../src/agent/fact_reading.ts";
import { askedPeriodName } from "../../src/data/about_names.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type NamedPeriod, readPeriod } from "../../src/data/fact_period.ts";
import { type FiledFact, NO_RECORDS, type Records } from "../../src/data/records.ts";
import type { Reported } from "../../src/data/statements.ts";
import { statementsOf as verifierOf } from "../../src/verify/domains/statements.ts";
import { meantBy } from "../../src/verify/fact_periods.ts";

/** Facts of a report, as `tag start/end value` or `tag day value`. */
function reportOf(form: string, filed: string, facts: readonly string[]): readonly FiledFact[] {
  return facts.map((line) => {
    const [tag = "", days = "", value = ""] = line.split(" ");
    const [start = "", end] = days.split("/");
    const period = end === undefined ? { end: start } : { start, end };
    const accession = `0000000001-${filed.slice(2, 4)}-${filed.slice(5, 7)}${filed.slice(8)}00`;
    const known = nextSession(filed);
    return {
      tag: `us-gaap/${tag}`,
      unit: "USD",
      ...period,
      value: Number(value),
      form,
      accession,
      filed,
      known,
      source: "a",
    };
  });
}

const both = (facts: readonly FiledFact[]) => {
  const records: Records = { ...NO_RECORDS, facts };
  return [analystOf(records), verifierOf(records)] as const;
};

const HALF = reportOf("10-Q", "2025-07-24", [
  "Revenues 2025-04-01/2025-06-30 17",
  "Revenues 2025-01-01/2025-06-30 31",
  "Revenues 2024-04-01/2024-06-30 16",
  "Assets 2025-06-30 149",
  "Assets 2024-12-31 137",
  "StockholdersEquity 2025-06-30 27",
  "StockholdersEquity 2025-03-31 26",
  "StockholdersEquity 2024-12-31 25",
]);

for (
  const [asked, day, item, value] of [
    ["2024-12-31", "2024-12-31", "assets", 137],
    ["2025-03-31", "2025-03-31", "equity", 26],
    ["2025-05-15", "2025-03-31", "equity", 26],
    ["2025-07-01", "2025-06-30", "assets", 149],
  ] as const
) {
  Deno.test(`${item} on ${asked} are those of ${day}, though no flow ends there`, () => {
    const [analyst, verifier] = both(HALF);
    const named = readPeriod(`ON${asked}`) as NamedPeriod;
    deepEqual([periodOf(named, analyst), meantBy(named, verifier)], [{ end: day }, { end: day }]);
    const found = [analyst, verifier].map((one) => one.stated(item, { end: day }));
    deepEqual(found.map((one) => typeof one === "string" ? one : one.value), [value, value]);
  });
}

Deno.test("half a year is a period of its own, and is called so", () => {
  const period = { start: "2025-01-01", end: "2025-06-30" };
  deepEqual(both(HALF).map((one) => one.stated("revenue", period)).map((one) => typeof one === "object" && one.value), [
    31,
    31,
  ]);
  for (
    const [token, name] of [
      ["2025-01-01/2025-06-30", "the 6 months to 30 Jun 2025"],
      ["2025-01-01/2025-09-30", "the 9 months to 30 Sep 2025"],
      ["2025-04-01/2025-06-30", "the quarter to 30 Jun 2025"],
      ["2024-07-01/2025-06-30", "the year to 30 Jun 2025"],
    ] as const
  ) {
    equal(askedPeriodName(readPeriod(token) as NamedPeriod), name);
  }
});

/** As Apple's cash flows by 2018-02-07: its accounts had one name for them until 2017, then another, both of one value. */
const [WAS, IS] = ["", "ContinuingOperations"].map((end) => `NetCashProvidedByUsedInOperatingActivities${end}`)
  .reverse();

function restatedTo(value: number, was = WAS) {
  return [
    ...reportOf("10-K", "2016-10-26", [`${was} 2015-09-27/2016-09-24 65824`]),
    ...reportOf("10-Q", "2017-02-01", [`${was} 2016-09-25/2016-12-31 27056`]),
    ...reportOf("10-K", "2017-11-03", [`${IS} 2016-09-25/2017-09-30 63598`, `${IS} 2015-09-27/2016-09-24 65824`]),
    ...reportOf("10-Q", "2018-02-02", [
      `${IS} 2017-10-01/2017-12-30 28293`,
      `${IS} 2016-09-25/2016-12-31 ${value}`,
    ]),
  ];
}

for (
  const [what, earlier, found, was] of [
    ["stands", 27056, { value: 64835 }],
    ["is restated by 0.7%", 27234, { value: 64835, isRestated: true }],
    ["is restated by 20%", 32467, "conflict"],
    ["is restated by 20% under one name", 32467, "conflict", IS],
  ] as const
) {
  Deno.test(`twelve months whose earlier part ${what} since the year was filed`, () => {
    for (const one of both(restatedTo(earlier, was))) {
      const twelve = one.trailing("operating_cash_flow");
      const { value, isRestated } = typeof twelve === "string" ? {} as Partial<Reported> : twelve;
      deepEqual(typeof twelve === "string" ? twelve : { value, ...(isRestated && { isRestated }) }, found);
    }
  });
}

/** Quarters of two years, as a note of an annual report states them. */
const NOTED = reportOf("10-K", "2024-02-09", [
  "Revenues 2023-01-01/2023-12-31 100",
  "Revenues 2022-01-01/2022-12-31 80",
  ...[2022, 2023].flatMap((year) =>
    ["01-01/03-31", "04-01/06-30", "07-01/09-30", "10-01/12-31"].map((days, at) =>
      `Revenues ${days.split("/").map((day) => `${year}-${day}`).join("/")} ${(year === 2022 ? 17 : 22) + 2 * at}`
    )
  ),
]);

Deno.test("the four quarters of a year that an annual report alone states are its quarters", () => {
  for (const [token, value] of [["FY2022Q1", 17], ["FY2022Q4", 23], ["FY2023Q2", 24]] as const) {
    const named = readPeriod(token) as NamedPeriod;
    const [analyst, verifier] = both(NOTED);
    const periods = [periodOf(named, analyst), meantBy(named, verifier)];
    deepEqual(periods[0], periods[1]);
    const found = [analyst, verifier].map((one) => one.stated("revenue", periods[0] ?? { end: "" }));
    deepEqual(found.map((one) => typeof one === "object" && one.value), [value, value]);
  }
});

Deno.test("twelve months that a quarterly report states are as it states them", () => {
  const facts = [
    ...reportOf("10-Q", "2023-04-28", ["NetIncomeLoss 2023-01-01/2023-03-31 82"]),
    ...reportOf("10-K", "2024-02-01", ["NetIncomeLoss 2023-01-01/2023-12-31 274"]),
    ...reportOf("10-Q", "2024-04-25", [
      "NetIncomeLoss 2024-01-01/2024-03-31 108",
      "NetIncomeLoss 2023-01-01/2023-03-31 82",
      "NetIncomeLoss 2023-04-01/2024-03-31 299", // 274 and 108 less 82 are 300, as each is rounded
    ]),
  ];
  const found = both(facts).map((one) => one.trailing("net_income"));
  deepEqual(found.map((one) => typeof one === "object" && one.value), [299, 299]);
});

Deno.test("dividends per share that a split changed since are not restated", () => {
  const dividends = "CommonStockDividendsPerShareDeclared";
  const facts = [
    ...reportOf("10-Q", "2020-07-31", [
      `${dividends} 2019-09-29/2020-06-27 2.36`,
      "NetIncomeLoss 2020-03-29/2020-06-27 11253",
    ]),
    ...reportOf("10-K", "2020-10-30", [
      `${dividends} 2019-09-29/2020-09-26 0.795`,
      "NetIncomeLoss 2019-09-29/2020-09-26 57411",
    ]),
    ...reportOf("10-Q", "2021-07-28", [
      `${dividends} 2020-09-27/2021-06-26 0.63`,
      `${dividends} 2019-09-29/2020-06-27 0.59`,
      "NetIncomeLoss 2021-03-28/2021-06-26 21744",
    ]),
  ].map((fact) => fact.tag.endsWith(dividends) ? { ...fact, unit: "USD/shares" } : fact);
  const records: Records = {
    ...NO_RECORDS,
    facts,
    splits: [{ day: "2020-08-31", ratio: 4, known: "2020-08-31", source: "a" }],
  };
  for (const one of [analystOf(records), verifierOf(records)]) {
    const twelve = one.trailing("dividends_per_share");
    equal(typeof twelve === "object" ? Number(twelve.value.toFixed(3)) : twelve, 0.835);
  }
});
