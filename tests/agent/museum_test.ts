/**
 * A museum of wrong facts: public reports of wrong figures in other programs, rebuilt small. Each figure is right here, or
 * is refused and says why. `docs/measured.md` lists them.
 */
import { isItemId } from "../../src/data/metrics/items.ts";
import { deepEqual, equal, match } from "../assert.ts";
import { createDesks } from "../../src/agent/desk.ts";
import { FILED_FIGURES } from "../../src/agent/reading_tools.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { madeContext, madeInline } from "../data/filings/made_report.ts";

interface Exhibit {
  /** Repository and number of the report. */
  readonly of: string;
  /** What went wrong there. */
  readonly was: string;
  /** Facts of a companyfacts file, one a line: tag, period, value, form, day of filing; or a report. */
  readonly facts?: string;
  readonly report?: string;
  /** What is asked of the tool: item and period, and the figure or the reason why there is none. */
  readonly asks: Readonly<Record<string, number | string>>;
  /** What is said of the file. */
  readonly says?: RegExp;
}

const REVENUE = "us-gaap:Revenues";
const inline = (facts: Parameters<typeof madeInline>[0]["facts"], more?: string) =>
  madeInline({ facts, ...(more !== undefined && { more }) });

const EXHIBITS: readonly Exhibit[] = [
  {
    of: "dgunning/edgartools#893",
    was: "twelve months of a tag that the company gave up years ago",
    facts: `
      SalesRevenueNet 2016-01-01/2016-12-31 10 10-K 2017-02-01
      RevenueFromContractWithCustomerExcludingAssessedTax 2022-01-01/2022-12-31 250 10-K 2023-02-01
      RevenueFromContractWithCustomerExcludingAssessedTax 2023-01-01/2023-12-31 260 10-K 2024-02-01`,
    asks: { "revenue TTM": 260, "revenue FY2016": 10 },
  },
  {
    of: "dgunning/edgartools#1197",
    was: "a second quarter computed with the first quarter of another fiscal year",
    facts: `
      NetCashProvidedByUsedInOperatingActivities 2022-01-01/2022-03-31 10 10-Q 2022-05-01
      NetCashProvidedByUsedInOperatingActivities 2022-01-01/2022-12-31 50 10-K 2023-02-01
      NetCashProvidedByUsedInOperatingActivities 2023-01-01/2023-06-30 30 10-Q 2023-08-01
      NetIncomeLoss 2023-04-01/2023-06-30 5 10-Q 2023-08-01`,
    asks: { "operating_cash_flow FY2023Q2": "item" },
  },
  {
    of: "dgunning/edgartools#1180",
    was: "nine months as the third quarter",
    facts: `
      NetCashProvidedByUsedInOperatingActivities 2022-01-01/2022-12-31 50 10-K 2023-02-01
      NetCashProvidedByUsedInOperatingActivities 2023-01-01/2023-06-30 30 10-Q 2023-08-01
      NetCashProvidedByUsedInOperatingActivities 2023-01-01/2023-09-30 42 10-Q 2023-11-01
      NetIncomeLoss 2022-01-01/2022-12-31 9 10-K 2023-02-01
      NetIncomeLoss 2023-07-01/2023-09-30 5 10-Q 2023-11-01`,
    asks: { "operating_cash_flow FY2023Q3": 12 },
  },
  {
    of: "dgunning/edgartools#1179",
    was: "a whole year as its fourth quarter, where the shorter periods lack the item",
    facts: `
      DepreciationDepletionAndAmortization 2023-01-01/2023-12-31 40 10-K 2024-02-01
      NetIncomeLoss 2023-01-01/2023-09-30 6 10-Q 2023-11-01
      NetIncomeLoss 2023-07-01/2023-09-30 2 10-Q 2023-11-01
      NetIncomeLoss 2022-01-01/2022-12-31 9 10-K 2023-02-01
      NetIncomeLoss 2023-01-01/2023-12-31 9 10-K 2024-02-01`,
    asks: { "depreciation FY2023Q4": "item", "net_income FY2023Q4": 3 },
  },
  {
    of: "dgunning/edgartools#910",
    was: "earnings per share of twelve months as a sum of wrong quarters",
    facts: `
      EarningsPerShareDiluted 2022-01-01/2022-12-31 4 10-K 2023-02-01
      EarningsPerShareDiluted 2023-01-01/2023-12-31 5 10-K 2024-02-01
      EarningsPerShareDiluted 2024-01-01/2024-03-31 2 10-Q 2024-05-01
      EarningsPerShareDiluted 2023-01-01/2023-03-31 1 10-Q 2024-05-01`,
    asks: { "eps_diluted FY2023": 5, "eps_diluted TTM": "item" },
  },
  {
    of: "daniel3303/Equibles#979",
    was: "the year of the filing for that of its comparatives",
    facts: `
      Revenues 2021-01-01/2021-12-31 70 10-K 2024-02-01
      Revenues 2022-01-01/2022-12-31 80 10-K 2024-02-01
      Revenues 2023-01-01/2023-12-31 90 10-K 2024-02-01`,
    asks: { "revenue FY2021": 70, "revenue FY2022": 80, "revenue FY2023": 90, "revenue FY": 90 },
  },
  {
    of: "dgunning/edgartools#1269",
    was: "the balance of the year before, which the same report states beside its own",
    facts: `
      Revenues 2023-01-01/2023-12-31 90 10-K 2024-02-01
      Assets 2022-12-31 352755 10-K 2024-02-01
      Assets 2023-12-31 352583 10-K 2024-02-01`,
    asks: { "assets FY2023": 352583, "assets END": 352583 },
  },
  {
    of: "dgunning/edgartools#1280",
    was: "income of one period over the revenue of another",
    facts: `
      Revenues 2022-01-01/2022-12-31 200 10-K 2024-02-01
      Revenues 2023-01-01/2023-12-31 100 10-K 2024-02-01
      NetIncomeLoss 2023-01-01/2023-12-31 24 10-K 2024-02-01`,
    asks: { "net_margin FY2023": 0.24, "net_margin FY2022": "item" },
  },
  {
    of: "HansjoergW/sec-fincancial-statement-data-set#20",
    was: "the quarter of the year before, which stands in the next column",
    facts: `
      Revenues 2022-01-01/2022-12-31 90 10-K 2023-02-01
      Revenues 2022-04-01/2022-06-30 20 10-Q 2023-08-01
      Revenues 2023-04-01/2023-06-30 25 10-Q 2023-08-01`,
    asks: { "revenue FY2023Q2": 25, "revenue Q": 25 },
  },
  {
    of: "dgunning/edgartools#822",
    was: "a quarter of sixteen weeks dropped for a stray one of the year before",
    facts: `
      Revenues 2022-12-26/2023-12-31 900 10-K 2024-02-20
      Revenues 2022-12-26/2023-04-16 280 10-Q 2024-05-20
      Revenues 2024-01-01/2024-04-21 300 10-Q 2024-05-20`,
    asks: { "revenue Q": 300 },
  },
  {
    of: "dgunning/edgartools#1294",
    was: "retail sales for total revenue, where the report states both",
    facts: `
      RevenueFromContractWithCustomerIncludingAssessedTax 2023-01-01/2023-12-31 700 10-K 2024-02-01
      Revenues 2023-01-01/2023-12-31 708 10-K 2024-02-01`,
    asks: { "revenue FY2023": "conflict" },
  },
  {
    of: "dgunning/edgartools#717",
    was: "the sign of what is paid",
    facts: `
      NetCashProvidedByUsedInOperatingActivities 2023-01-01/2023-12-31 100 10-K 2024-02-01
      PaymentsToAcquirePropertyPlantAndEquipment 2023-01-01/2023-12-31 -30 10-K 2024-02-01`,
    asks: { "capital_expenditure FY2023": 30, "free_cash_flow FY2023": 70 },
  },
  {
    of: "daniel3303/Equibles#4082",
    was: "earnings per share before a split beside those after it",
    facts: `
      EarningsPerShareDiluted 2022-01-01/2022-12-31 20 10-K 2023-02-01
      EarningsPerShareDiluted 2022-01-01/2022-12-31 1 10-K 2024-02-01
      EarningsPerShareDiluted 2023-01-01/2023-12-31 2 10-K 2024-02-01`,
    asks: { "eps_diluted FY2022": 1, "eps_diluted FY2023": 2 },
  },
  {
    of: "dgunning/edgartools#690",
    was: "a fourth quarter's earnings per share by a formula that its shares do not fit",
    facts: `
      EarningsPerShareDiluted 2022-01-01/2022-12-31 5 10-K 2023-02-01
      EarningsPerShareDiluted 2023-01-01/2023-03-31 2 10-Q 2023-05-01
      EarningsPerShareDiluted 2023-04-01/2023-06-30 2 10-Q 2023-08-01
      EarningsPerShareDiluted 2023-07-01/2023-09-30 2 10-Q 2023-11-01
      EarningsPerShareDiluted 2023-01-01/2023-12-31 7 10-K 2024-02-01`,
    asks: { "eps_diluted FY2023Q4": "period" },
  },
  {
    of: "dgunning/edgartools#1251",
    was: "a scale applied in binary fractions",
    report: inline([{ name: REVENUE, text: "1.1", more: `scale="6"` }]),
    asks: { "revenue FY2023": 1_100_000 },
  },
  {
    of: "dgunning/edgartools#1250",
    was: "written formats left as they are",
    report: inline([
      { name: REVENUE, text: "2.500,75", more: `format="ixt:num-comma-decimal" scale="3"` },
      { name: "us-gaap:InterestExpense", text: "&#8212;", more: `format="ixt:fixed-zero"` },
    ]),
    asks: { "revenue FY2023": 2_500_750, "interest_expense FY2023": 0 },
  },
  {
    of: "dgunning/edgartools#564",
    was: "total assets rounded to billions, from a note",
    report: inline([
      { name: REVENUE, text: "1" },
      { name: "us-gaap:Assets", text: "172", context: "end", more: `scale="9" decimals="-9"` },
      {
        name: "us-gaap:Assets",
        text: "171,797",
        context: "end",
        more: `format="ixt:num-dot-decimal" scale="6" decimals="-6"`,
      },
    ]),
    asks: { "assets FY2023": 171_797_000_000 },
  },
  {
    of: "dgunning/edgartools#1229",
    was: "INF, which is exact, read as no decimals",
    report: inline([
      { name: REVENUE, text: "12.3", more: `scale="6" decimals="-5"` },
      { name: REVENUE, text: "12345678", more: `decimals="INF"` },
    ]),
    asks: { "revenue FY2023": 12_345_678 },
  },
  {
    of: "Arelle/Arelle#107",
    was: "two values of one fact that pass for one",
    report: inline([
      { name: REVENUE, text: "748", more: `scale="3" decimals="-3"` },
      { name: REVENUE, text: "749", more: `scale="3" decimals="-3"` },
    ]),
    asks: { "revenue FY2023": "conflict" },
  },
  {
    of: "daniel3303/Equibles#1250",
    was: "a fact without a value as zero",
    report: inline([
      { name: REVENUE, text: "5" },
      { name: "us-gaap:InterestExpense", text: "0", more: `xsi:nil="true"` },
    ]),
    asks: { "revenue FY2023": 5, "interest_expense FY2023": "item" },
  },
  {
    of: "Arelle/Arelle#1562",
    was: "an empty number without a word",
    report: inline([{ name: REVENUE, text: "5" }, { name: "us-gaap:InterestExpense", text: "" }]),
    asks: { "revenue FY2023": 5, "interest_expense FY2023": "item" },
    says: /InterestExpense/,
  },
  {
    of: "dgunning/edgartools#691",
    was: "no shares at all where they are counted by class; here a class of shares is not taken for the company",
    report: inline([
      { name: REVENUE, text: "5" },
      { name: "dei:EntityCommonStockSharesOutstanding", text: "10", context: "a", unit: "shares" },
    ]),
    asks: { "shares_cover FY2023": "item" },
  },
  {
    of: "manusimidt/py-xbrl#73",
    was: "days written with a time",
    report: inline(
      [{ name: REVENUE, text: "7", context: "timed" }],
      madeContext("timed", "2023-01-01T00:00:00/2024-01-01T00:00:00"),
    ),
    asks: { "revenue FY2023": 7 },
  },
  {
    of: "manusimidt/py-xbrl#38",
    was: "a file that is cut or is no XML; nothing of it is used",
    report: inline([{ name: REVENUE, text: "5" }]).slice(0, -40),
    asks: {},
    says: /not complete XML|unclosed|ends/i,
  },
];

/** A companyfacts file of rows. */
function factsFile(rows: string): string {
  const all = rows.trim().split("\n").map((row) => {
    const [tag = "", period = "", value, form, filed = ""] = row.trim().split(" ");
    const [start, end] = period.includes("/") ? period.split("/") : [undefined, period];
    const accn = `0000000001-${filed.slice(2, 4)}-${filed.slice(5).replace("-", "")}00`;
    return { tag, row: { ...(start !== undefined && { start }), end, val: Number(value), accn, form, filed } };
  });
  const tags = [...Map.groupBy(all, ({ tag }) => tag)].map(([tag, own]) => {
    const unit = tag.startsWith("EarningsPerShare") ? "USD/shares" : "USD";
    return [tag, { units: { [unit]: own.map(({ row }) => row) } }];
  });
  return JSON.stringify({ cik: 1, entityName: "Made Inc", facts: { "us-gaap": Object.fromEntries(tags) } });
}

for (const { of, was, facts, report, asks, says } of EXHIBITS) {
  Deno.test(`${of}: ${was}`, async () => {
    const file: Readonly<Record<string, string>> = facts === undefined
      ? { "0001234567-24-000007/made-20231231.htm": report ?? "" }
      : { "MADE.json": factsFile(facts) };
    const whole = { ...file, "OTHER.csv": "date,close\n2024-12-30,1\n2024-12-31,1\n" };
    await inFolder(whole, async (folder) => {
      const data = await openFolder(folder, { asOf: "2024-12-31" });
      const desk = createDesks(data)();
      const answers = Object.keys(asks).map((asked) => {
        const [id = "", period = ""] = asked.split(" ");
        const [item = "revenue"] = [id].filter(isItemId);
        const { figures } = FILED_FIGURES.run({ ticker: "MADE", item, periods: [period] }, { desk: () => desk }).value;
        const [figure] = figures;
        equal(figures.length, 1);
        return [asked, figure === undefined ? "none" : "value" in figure ? figure.value : figure.lacks];
      });
      deepEqual(Object.fromEntries(answers), asks);
      if (says !== undefined) match(data.problems.map(({ message }) => message).join("\n"), says);
    });
  });
}

Deno.test("docs/measured.md lists each exhibit, and whether it is right or refused", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/measured.md", import.meta.url));
  const listed = page.split("\n").filter((line) => /^\| \S+#\d+ /.test(line)).map((line) =>
    line.split("|").slice(1, 4).map((cell) => cell.trim()).join(" | ")
  );
  deepEqual(
    listed,
    EXHIBITS.map(({ of, was, asks }) => {
      const isRight = Object.values(asks).some((one) => typeof one === "number");
      const isRefused = Object.values(asks).length === 0 || Object.values(asks).some((one) => typeof one === "string");
      return `${of} | ${was} | ${[...isRight ? ["right"] : [], ...isRefused ? ["refused"] : []].join(", ")}`;
    }),
  );
});
