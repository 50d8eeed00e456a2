/** Which of several tags serves: that on the face of the statement which has the item's line. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { statementsOf as analystOf } from "../../../src/agent/domains/statements.ts";
import { REPORT } from "../../../src/data/filings/read_report.ts";
import { type ItemId, itemOf } from "../../../src/data/metrics/items.ts";
import { type FiledFact, NO_RECORDS, type Records } from "../../../src/data/records.ts";
import { mergeRecords } from "../../../src/data/folder/merge_records.ts";
import { statementsOf as verifierOf } from "../../../src/verify/domains/statements.ts";
import { madeInline } from "./made_report.ts";
import { readPieces } from "./read_text.ts";

const YEAR = { start: "2023-01-01", end: "2023-12-31" };
const MILLION = 1e6;

/** Lines as `tag value`, in millions; a label, or what is said of it, stands behind `|`. */
function table(lines: readonly string[]): string {
  const rows = lines.map((line) => {
    const [fact = "", label = "A line", more = 'decimals="-6"'] = line.split(" | ");
    const [named = "", value = ""] = fact.split(" ");
    const tag = named.includes(":") ? named : `us-gaap:${named}`;
    const context = /Assets|Debt|Borrowings|Paper|Payable/.test(tag) ? "end" : "year";
    return `<tr><td>${label}</td><td>$</td><td><ix:nonFraction name="${tag}" contextRef="${context}" unitRef="usd" ` +
      `format="ixt:num-dot-decimal" scale="6" ${more}>${value}</ix:nonFraction></td></tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}

const income = (...lines: readonly string[]) => table([...lines, "IncomeTaxExpenseBenefit 7", "NetIncomeLoss 20"]);
const cash = (...lines: readonly string[]) => table([...lines, "NetCashProvidedByUsedInOperatingActivities 30"]);
const balance = (...lines: readonly string[]) => table([...lines, "Assets 90,000"]);
const note = (...lines: readonly string[]) =>
  `<ix:nonNumeric name="us-gaap:DebtDisclosureTextBlock" contextRef="year" escape="true" id="n" continuedAt="m">` +
  `Words</ix:nonNumeric><ix:continuation id="m">${table(lines)}</ix:continuation>`;

const SALESFORCE = [
  note("DepreciationDepletionAndAmortization 1,000"),
  cash("DepreciationAndAmortization 3,477"),
];
const JOHNSON = [
  income("Revenues 88,821", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost 17,232"),
  cash("ResearchAndDevelopmentExpense 1,841"),
];
const LOANS = [
  balance("ShortTermBorrowings 5,983", "LongTermDebtNoncurrent 30,651"),
  note(`DebtCurrent 6,000 | Loans | decimals="-8"`, "LongTermDebtCurrent 1,749"),
];
const CARE = [
  income("Revenues 400,278", "PolicyholderBenefitsAndClaimsIncurredNet 264,185", "CostOfGoodsAndServicesSold 46,694"),
];
const DEPOT = "Depreciation and amortization, excluding amortization of intangible assets";

const CASES: readonly (readonly [string, readonly string[], ItemId, number | string])[] = [
  ["depreciation of the cash flows goes before that of property in a note", SALESFORCE, "depreciation", 3477],
  [
    "research of the statement of income goes before what is acquired, in cash flows",
    JOHNSON,
    "research_and_development",
    17232,
  ],
  ["what a note rounds is the line that states it exactly", LOANS, "debt_current", 5983],
  ["a sum is of the exact line", LOANS, "total_debt", 36634],
  ["a part of debt that only a note has is given", LOANS, "long_term_debt_current", 1749],
  ["of two costs of revenue none is taken off to a gross profit", CARE, "gross_profit", "item"],
  ["a cost of products is given as its line", CARE, "cost_of_revenue", 46694],
  ["revenue less its one cost is gross profit", [income("Revenues 90", "CostOfRevenue 40")], "gross_profit", 50],
  [
    "a cost without depreciation leaves no gross profit",
    [income("Revenues 90", "CostOfRevenue 40 | Cost of revenue (exclusive of depreciation shown below)")],
    "gross_profit",
    "item",
  ],
  [
    "a cost of revenue under a tag of the company's own, beside one of the taxonomy, leaves no gross profit",
    [income("Revenues 90", "CostOfRevenue 40 | Cost of products", "made:CareCosts 20 | Cost of services")],
    "gross_profit",
    "item",
  ],
  [
    "a gross profit that stands beside it is given",
    [income("Revenues 90", "made:CareCosts 20 | Cost of services", "CostOfRevenue 40", "GrossProfit 30")],
    "gross_profit",
    30,
  ],
  [
    "expenses under tags of the company's own are no cost of revenue",
    [income("Revenues 90", "CostOfRevenue 40", "made:Fulfillment 20 | Fulfillment")],
    "gross_profit",
    50,
  ],
  [
    "nor are they all operating expenses",
    [income("Revenues 90", "made:Fulfillment 20 | Fulfillment", "made:Technology 10 | Technology and content")],
    "operating_expenses",
    "item",
  ],
  [
    "a cost that only a note has leaves none",
    [income("Revenues 90"), note("CostOfRevenue 40")],
    "gross_profit",
    "item",
  ],
  [
    "a line that says it leaves something out is not all of it",
    [cash(`DepreciationDepletionAndAmortization 3,336 | ${DEPOT}`)],
    "depreciation",
    "item",
  ],
  [
    "what a company tags in its cash flows by a name of its own is not looked for in notes",
    [cash(), note("DepreciationDepletionAndAmortization 185")],
    "depreciation",
    "item",
  ],
  ["interest that only a note has is given", [income(), note("InterestExpense 5")], "interest_expense", 5],
  [
    "loans and notes hold commercial paper",
    [balance("NotesAndLoansPayable 1,499"), note("CommercialPaper 1,139")],
    "short_term_borrowings",
    "item",
  ],
  [
    "without statements the greater of two is not the part",
    [note("DepreciationDepletionAndAmortization 1,000", "DepreciationAndAmortization 3,477")],
    "depreciation",
    3477,
  ],
  ["without statements one tag alone serves", [note("DepreciationAndAmortization 3,477")], "depreciation", 3477],
  [
    "without statements a part of revenue net of interest is none",
    [note("RevenuesNetOfInterestExpense 8,751", "RevenueFromContractWithCustomerExcludingAssessedTax 5,380")],
    "revenue",
    8751,
  ],
];

async function recordsOf(body: readonly string[]): Promise<Records> {
  const { companies, problems } = await readPieces(
    REPORT,
    madeInline({ facts: [], body: body.join("\n") }),
    "made.htm",
  );
  ok(companies[0] !== undefined, problems[0]?.message);
  return companies[0].records;
}

for (const [sentence, body, item, expected] of CASES) {
  Deno.test(`of a report: ${sentence}`, async () => {
    const records = await recordsOf(body);
    const period = itemOf(item)?.kind === "balance" ? { end: YEAR.end } : YEAR;
    const [found, second] = [analystOf(records), verifierOf(records)].map((one) => one.stated(item, period));
    deepEqual(typeof found === "object" ? found.value / MILLION : found, expected);
    deepEqual(second, found, "the verifier selects the same");
  });
}

Deno.test("a fact of companyfacts keeps the face of the report that is read beside it", async () => {
  const report = await recordsOf(SALESFORCE);
  const bare = ({ faces: _faces, ...fact }: FiledFact): FiledFact => ({ ...fact, source: "companyfacts" });
  const { records } = mergeRecords([{ ...NO_RECORDS, facts: report.facts.map(bare) }, report]);
  equal(records.facts.length, report.facts.length);
  const found = analystOf(records).stated("depreciation", YEAR);
  equal(typeof found === "object" && found.value / MILLION, 3477);
});
