import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, testOnShared } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { auditCompany } from "../../src/audit/audit_company.ts";
import { outcomeOf } from "../../src/audit/cells.ts";
import type { FiledFact } from "../../src/data/records.ts";
import type { Reported } from "../../src/data/statements.ts";
import { COMPANY_FILES, factsOfFile, recordsOf, splitsOf, type Ticker } from "../verify/company_facts.ts";

const FACT: FiledFact = {
  ...{ tag: "us-gaap/Revenues", unit: "USD", start: "2020-01-01", end: "2020-12-31", value: 100, form: "10-K" },
  ...{ accession: "0000000001-21-000001", filed: "2021-02-05", known: "2021-02-08", source: "made" },
};

function stated(value: number, change: Partial<FiledFact> = {}): Reported {
  return { value, unit: "USD", facts: [{ ...FACT, ...change }] };
}

const OUTCOMES = [
  { when: "both give one value from the same facts", is: "agreed", sides: [stated(100), stated(100)] },
  { when: "the values differ", is: "differing", sides: [stated(100), stated(101)] },
  { when: "one value comes from other facts", is: "differing", sides: [stated(1), stated(1, { accession: "other" })] },
  { when: "the analyst abstains", is: "abstained: conflict", sides: ["conflict", stated(100)] },
  { when: "only the analyst gives it", is: "unconfirmed", sides: [stated(100), "item"] },
  {
    when: "a fact is used on the day it was filed, whatever its record says",
    is: "early",
    sides: [stated(100, { known: "2021-02-05" }), stated(100)],
    day: "2021-02-05",
  },
] as const;

for (const { when, is, sides: [analyst, other], ...rest } of OUTCOMES) {
  Deno.test(`a cell is ${is} when ${when}`, () => {
    equal(outcomeOf(analyst, other, "day" in rest ? rest.day : "2021-02-08"), is);
  });
}

/** Of a company that reports a year and its first quarter, filed on a Friday. */
function made(value: number): readonly FiledFact[] {
  const year = { ...FACT, value };
  const assets: FiledFact = { ...year, tag: "us-gaap/Assets", value: 3 * value };
  const { start: _, ...balance } = assets;
  const quarter = { start: "2021-01-01", end: "2021-03-31", form: "10-Q", accession: "0000000001-21-000002" };
  const next = { ...year, ...quarter, value: value / 4, filed: "2021-04-30", known: "2021-05-03" };
  return [year, balance, next];
}

Deno.test("an audit asks every filing on its day, when it is not known, and on the next session", () => {
  const { sweep, findings, cells } = auditCompany({ ticker: "AA", records: recordsOf(made(100)), reports: [] });
  deepEqual(sweep, { reports: 2, early: 0, known: 2 });
  deepEqual(findings, []);
  ok((cells.agreed ?? 0) > 0);
});

Deno.test("an audit lists a fact that its record makes known too early", () => {
  const facts = made(100).map((one) => ({ ...one, known: one.filed }));
  const { findings } = auditCompany({ ticker: "AA", records: recordsOf(facts), reports: [] });
  ok(findings.some(({ item, day }) => item === "revenue" && day === "2021-02-05"), JSON.stringify(findings));
});

Deno.test("an audit lists what a report in the folder states otherwise than the records of all files", () => {
  const report = made(100).slice(0, 2);
  const other = made(99).slice(0, 2);
  const audit = (own: readonly FiledFact[]) =>
    auditCompany({ ticker: "AA", records: recordsOf(report), reports: [own] }).findings.map(({ item }) => item);
  deepEqual(audit(report), []);
  deepEqual(audit(other), ["revenue", "assets"]);
});

const missing = missingShared(...Object.values(COMPANY_FILES));

for (const ticker of sweep("audit/companies", Object.keys(COMPANY_FILES) as Ticker[], 1_000)) {
  testOnShared(
    missing,
    `of ${ticker} nothing differs and nothing is given before the session after its filing`,
    async () => {
      const records = recordsOf(await factsOfFile(ticker), splitsOf(ticker));
      const { findings, tagged, sweep: swept } = auditCompany({ ticker, records, reports: [] });
      deepEqual(findings, []);
      equal(swept.early, 0);
      equal(swept.known, swept.reports);
      ok(tagged.silent <= 0.05 * tagged.cells || ticker === "LPA", JSON.stringify(tagged));
    },
  );
}
