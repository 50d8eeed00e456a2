/** What holds for any company that is made: years that end in any month, weeks, splits, transitions, any order of facts. */
import { deepEqual, equal, ok } from "../../assert.ts";
import fc from "../../fast_check.ts";
import { statementsOf } from "../../../src/agent/domains/statements.ts";
import type { Records } from "../../../src/data/records.ts";
import type { FiscalPeriod, Statements } from "../../../src/data/statements.ts";
import { type Calendar, type MadeCompany, madeCompany, type Quarter } from "./made_company.ts";
import { filedBy, report, split, valueOf } from "./made_reports.ts";
import { statementsAt } from "./statements_at.ts";

const calendars = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  isOfWeeks: fc.boolean(),
  years: fc.integer({ min: 2, max: 5 }),
  split: fc.option(fc.record({ ratio: fc.constantFrom(2, 3, 7, 0.1, 1.5), quarter: fc.integer({ min: 1, max: 18 }) }), {
    nil: undefined,
  }),
  seed: fc.nat(1_000_000),
}).map(({ split, ...rest }): Calendar => ({ ...rest, ...(split !== undefined && { split }) }));

const RUNS = { numRuns: 60 };

function filed({ reports, splitDay }: MadeCompany, ratio = 1, isRecorded = true): Records {
  return filedBy(reports, isRecorded && splitDay !== undefined ? [split(splitDay, ratio)] : []);
}

/** Checks years, quarters, flows, balances and twelve months against what is true. */
function holdsTruth(statements: Statements, quarters: readonly Quarter[], inToday: (one: Quarter) => number): void {
  const years = Array.from({ length: Math.floor(quarters.length / 4) }, (_, at) => quarters.slice(at * 4, at * 4 + 4));
  const period = (some: readonly Quarter[]): FiscalPeriod => ({
    start: some[0]?.start ?? "",
    end: some.at(-1)?.end ?? "",
  });
  deepEqual(statements.years, years.map(period).toReversed());
  deepEqual(statements.quarters, quarters.map((one) => period([one])).toReversed());
  const sum = (some: readonly Quarter[], of: "revenue" | "income" | "cash") =>
    some.reduce((all, one) => all + one[of], 0);
  for (const some of [...years, ...quarters.map((one) => [one])]) {
    const at = period(some);
    for (
      const [item, of] of [["revenue", "revenue"], ["net_income", "income"], ["operating_cash_flow", "cash"]] as const
    ) {
      equal(valueOf(statements.stated(item, at)), sum(some, of), `${item} ${at.end}`);
    }
    const shares = some.reduce((all, one) => all + inToday(one), 0) / some.length;
    const eps = valueOf(statements.stated("eps_diluted", at));
    const cent = inToday(some[0] ?? quarters[0] as Quarter) / (some[0]?.shares ?? 1);
    ok(
      typeof eps === "number" && Math.abs(eps - sum(some, "income") / shares) <= 0.0051 * Math.max(1, 1 / cent),
      `eps ${at.end}: ${eps}`,
    );
  }
  const last = quarters.slice(-4);
  equal(valueOf(statements.trailing("revenue")), sum(last, "revenue"));
  equal(valueOf(statements.trailing("operating_cash_flow")), sum(last, "cash"));
  if (quarters.length >= 8) equal(valueOf(statements.trailing("net_income", 1)), sum(quarters.slice(-8, -4), "income"));
  equal(valueOf(statements.balance("assets")), quarters.at(-1)?.assets);
  if (quarters.length > 4) equal(valueOf(statements.balance("assets", 1)), quarters.at(-5)?.assets);
}

for (const isRecorded of [true, false]) {
  Deno.test(`periods and figures are the true ones for years that end in any month, with a split that ${isRecorded ? "is recorded" : "reports show"}`, () => {
    fc.assert(
      fc.property(calendars, (calendar) => {
        const company = madeCompany(calendar);
        const { ratio = 1, quarter = 0 } = calendar.split ?? {};
        const at = Math.min(quarter, company.quarters.length - 1);
        const inToday = (one: Quarter) => one.shares * (company.quarters.indexOf(one) < at ? ratio : 1);
        holdsTruth(statementsOf(filed(company, ratio, isRecorded)), company.quarters, inToday);
      }),
      RUNS,
    );
  });
}

const ITEMS = ["revenue", "net_income", "eps_diluted", "operating_cash_flow", "assets", "shares_diluted"] as const;

/** All that is answered about every period of a company. */
function answers(statements: Statements): string {
  const periods = [...statements.years, ...statements.quarters];
  const stated = periods.flatMap((one) =>
    ITEMS.flatMap((item) =>
      (["newest", "first"] as const).map((version) =>
        statements.stated(item, item === "assets" ? { end: one.end } : one, version)
      )
    )
  );
  const newest = ITEMS.flatMap((item) =>
    [0, 1, 2].map((back) => item === "assets" ? statements.balance(item, back) : statements.trailing(item, back))
  );
  return JSON.stringify([periods, stated, newest]);
}

Deno.test("a later report does not change what an earlier day answers", () => {
  fc.assert(
    fc.property(calendars, fc.double({ min: 0, max: 1, noNaN: true }), (calendar, share) => {
      const company = madeCompany(calendar);
      const all = filed(company, calendar.split?.ratio);
      const day = all.facts[Math.floor(share * (all.facts.length - 1))]?.known ?? "";
      const earlier = {
        ...all,
        facts: all.facts.filter(({ known }) => known <= day),
        splits: all.splits.filter(({ known }) => known <= day),
      };
      equal(answers(statementsAt(all, day)), answers(statementsOf(earlier)));
    }),
    RUNS,
  );
});

Deno.test("the order of facts does not matter", () => {
  fc.assert(
    fc.property(calendars, fc.nat(), (calendar, seed) => {
      const all = filed(madeCompany(calendar), calendar.split?.ratio);
      const shuffled = all.facts.map((fact, at) => ({ fact, key: Math.imul(at + 1, seed | 1) >>> 0 }))
        .sort((one, other) => one.key - other.key).map(({ fact }) => fact);
      equal(answers(statementsOf({ ...all, facts: shuffled })), answers(statementsOf({ ...all })));
    }),
    RUNS,
  );
});

Deno.test("every figure is made of facts that are known, and none is not a number", () => {
  fc.assert(
    fc.property(calendars, fc.double({ min: 0, max: 1, noNaN: true }), (calendar, share) => {
      const all = filed(madeCompany(calendar), calendar.split?.ratio);
      const day = all.facts[Math.floor(share * (all.facts.length - 1))]?.known ?? "";
      const statements = statementsAt(all, day);
      for (const period of [...statements.years, ...statements.quarters]) {
        for (const item of ITEMS) {
          const found = statements.stated(item, period);
          if (typeof found === "string") continue;
          ok(Number.isFinite(found.value) && found.facts.length > 0 && found.facts.every(({ known }) => known <= day));
        }
      }
    }),
    RUNS,
  );
});

const FIRST = { start: "2019-07-01", end: "2020-06-30" };
const SHORT = "2020-07-01/2020-12-31";
const NEW = { start: "2021-01-01", end: "2021-12-31" };

for (const form of ["10-KT", "10-QT", "10-K"]) {
  Deno.test(`a transition of six months in a ${form} is no year and no quarter, and the years beside it are`, () => {
    const statements = statementsOf(filedBy([
      report("10-K 2020-08-14", ["Revenues", `${FIRST.start}/${FIRST.end}`, 100]),
      report(`${form} 2021-02-12`, ["Revenues", SHORT, 55], ["Revenues", `${FIRST.start}/${FIRST.end}`, 100]),
      report("10-Q 2021-05-07", ["Revenues", "2021-01-01/2021-03-31", 30], ["Revenues", "2020-01-01/2020-03-31", 25]),
      report("10-K 2022-02-11", ["Revenues", `${NEW.start}/${NEW.end}`, 130], ["Revenues", SHORT, 55]),
    ]));
    deepEqual(statements.years, [NEW, FIRST]);
    deepEqual(statements.quarters.map(({ end }) => end), ["2021-03-31", "2020-03-31"]);
    equal(valueOf(statements.trailing("revenue")), 130);
  });
}

Deno.test("after a change of the year's end, a year that was put together for comparison is none where it overlaps one", () => {
  const statements = statementsOf(filedBy([
    report("10-K 2020-08-14", ["Revenues", `${FIRST.start}/${FIRST.end}`, 100]),
    report("10-K 2022-02-11", ["Revenues", `${NEW.start}/${NEW.end}`, 130], ["Revenues", "2020-01-01/2020-12-31", 108]),
  ]));
  deepEqual(statements.years, [NEW, FIRST]);
});

Deno.test("years that a report compares its own with are years, up to where one is missing", () => {
  const statements = statementsOf(filedBy([
    report(
      "10-K 2022-02-11",
      ["Revenues", `${NEW.start}/${NEW.end}`, 130],
      ["Revenues", "2020-01-01/2020-12-31", 108],
      ["Revenues", "2018-01-01/2018-12-31", 90],
    ),
  ]));
  deepEqual(statements.years.map(({ end }) => end), ["2021-12-31", "2020-12-31"]);
});

Deno.test("a company with quarterly reports only has quarters, no years, and no twelve months", () => {
  const statements = statementsOf(filedBy([
    report("10-Q 2020-12-03", ["Revenues", "2020-08-01/2020-10-31", 159], ["Revenues", "2020-02-01/2020-10-31", 401]),
  ]));
  deepEqual([statements.years, statements.quarters.length], [[], 1]);
  deepEqual([
    statements.trailing("revenue"),
    valueOf(statements.stated("revenue", { start: "2020-02-01", end: "2020-10-31" })),
  ], ["item", 401]);
});

Deno.test("half-years are no quarters, and twelve months go to the end of the newest", () => {
  const ifrs = (period: string, value: number) => ["ifrs-full/Revenue", period, value, { unit: "EUR" }] as const;
  const statements = statementsOf(filedBy([
    report("6-K 2022-08-05", ifrs("2022-01-01/2022-06-30", 45)),
    report("20-F 2023-03-10", ifrs("2022-01-01/2022-12-31", 100), ifrs("2021-01-01/2021-12-31", 90)),
    report("6-K 2023-08-04", ifrs("2023-01-01/2023-06-30", 60), ifrs("2022-01-01/2022-06-30", 45)),
  ]));
  deepEqual([statements.years.length, statements.quarters.length], [2, 0]);
  deepEqual([valueOf(statements.trailing("revenue")), statements.trailing("revenue", 1)], [115, "item"]);
});

Deno.test("quarters of 12 and 16 weeks are quarters", () => {
  const statements = statementsOf(filedBy([
    report("10-Q 2022-12-20", ["Revenues", "2022-08-29/2022-11-20", 54]),
    report("10-Q 2023-03-14", ["Revenues", "2022-11-21/2023-02-12", 55], ["Revenues", "2022-08-29/2023-02-12", 109]),
    report("10-Q 2023-06-06", ["Revenues", "2023-02-13/2023-05-07", 54], ["Revenues", "2022-08-29/2023-05-07", 163]),
    report("10-K 2023-10-10", ["Revenues", "2022-08-29/2023-09-03", 242]),
  ]));
  deepEqual(statements.quarters.map(({ start, end }) => valueOf(statements.stated("revenue", { start, end }))), [
    79,
    54,
    55,
    54,
  ]);
});
