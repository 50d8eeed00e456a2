/** Lies about what reports state: of a claim, and of the records that it is checked against. */
import { deepEqual, equal, ok } from "../assert.ts";
import type { Claim, Statement } from "../../src/data/claim.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { openHistory } from "../worlds/history.ts";
import { factName, type FiledFact } from "../../src/data/records.ts";
import { verify } from "../../src/verify/verify.ts";
import { answersOf } from "./answers.ts";
import { draftOf, statementsOf } from "./draft_maker.ts";

const QUESTIONS = [
  "What was Apple's revenue in fiscal 2017?",
  "Alphabet's net income Q3 2015",
  "AAPL EPS last three years",
  "growth of Google's revenue from 2014 to 2016",
  "operating cash flow of AAPL in the quarter to 2017-07-01",
  "Apple's total assets at 2016-09-24",
];

interface Said {
  readonly statement: Statement;
  readonly view: DatasetView;
}

async function said(): Promise<readonly Said[]> {
  const answers = await answersOf(await openHistory(), QUESTIONS.map((input) => ({ input, asOf: "2017-12-29" })));
  return answers.flatMap(({ verified, view }) =>
    statementsOf(verified.kept).filter(({ claims }) => claims.some(({ inputs = [] }) => inputs.length > 0))
      .map((statement) => ({ statement, view }))
  );
}

function isCaught(statement: Statement, view: DatasetView): boolean {
  const { verification, kept } = verify(draftOf(statement), view);
  return statementsOf(kept).length === 0 || verification.confidence === 0;
}

const shifted = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** What a claim may say of the facts behind it that is not so. */
const CLAIM_LIES: Readonly<Record<string, (claim: Claim) => Claim>> = {
  "a digit of the value is changed": (claim) => ({ ...claim, value: Number(claim.value) * 1.01 }),
  "the value is scaled by 1000": (claim) => ({ ...claim, value: Number(claim.value) * 1000 }),
  "the sign is turned": (claim) => ({ ...claim, value: -Number(claim.value) }),
  "no facts are named": ({ inputs: _, ...claim }) => claim,
  "the facts are of a year before": (claim) => renamed(claim, (one) => one.replace(/\d{4}(?=-\d\d-\d\d)/g, before)),
  "the facts have another tag": (claim) => renamed(claim, (one) => one.replace(/^\S+/, "us-gaap/IncomeTaxesPaid")),
  "the facts are of another report": (claim) => renamed(claim, (one) => one.replace(/\S+$/, "0000320193-18-000145")),
  "a fact is named twice": ({ inputs = [], ...claim }) => ({ ...claim, inputs: [...inputs, ...inputs.slice(0, 1)] }),
};

function before(year: string): string {
  return String(Number(year) - 1);
}

function renamed({ inputs = [], ...claim }: Claim, change: (name: string) => string): Claim {
  return { ...claim, inputs: inputs.map(change) };
}

Deno.test("every lie of a claim about the facts behind it is caught", async () => {
  const sentences = await said();
  ok(sentences.length >= QUESTIONS.length, `${sentences.length} sentences`);
  const missed = sentences.flatMap(({ statement, view }) =>
    Object.entries(CLAIM_LIES).flatMap(([lie, change]) =>
      statement.claims.flatMap((claim, at) => {
        if (claim.inputs === undefined || typeof claim.value !== "number") return [];
        const changed = { ...statement, claims: statement.claims.with(at, change(claim)) };
        return isCaught(changed, view) ? [] : [`${lie}: ${claim.id} in ${statement.text}`];
      })
    )
  );
  deepEqual(missed, []);
});

const LATER = "a later report states it otherwise";
/** Of half a year that is taken off nine months: it serves as known when these were filed, so a later report is no fault. */
const FIRST_PART_END = "2017-04-01";

/** What the records may hold instead of a fact that a claim rests on. */
const FACT_FAULTS: Readonly<Record<string, (fact: FiledFact) => readonly FiledFact[]>> = {
  "a digit is changed": (fact) => [{ ...fact, value: fact.value * 1.1 }],
  "it is scaled by 1000": (fact) => [{ ...fact, value: fact.value * 1000 }],
  "it is of another year": ({ start, ...fact }) => [
    { ...fact, end: shifted(fact.end, -1), ...(start !== undefined && { start: shifted(start, -1) }) },
  ],
  "it has another tag": (fact) => [{ ...fact, tag: "us-gaap/IncomeTaxesPaid" }],
  "it is of another report": (fact) => [{ ...fact, accession: "0000320193-17-000999" }],
  "it is of one class of shares, and another differs": (fact) => [
    { ...fact, share: "us-gaap/CommonClassAMember" },
    { ...fact, share: "us-gaap/CommonClassBMember", value: fact.value * 1.1 },
  ],
  "the report states it twice": (fact) => [fact, { ...fact, value: fact.value * 0.9 }],
  [LATER]: (fact) => [fact, {
    ...{ ...fact, value: fact.value * 1.02, accession: "0000320193-17-000999", form: "10-K/A" },
    ...{ filed: "2017-12-01", known: "2017-12-04" },
  }],
  "it was filed on the day after the request": (fact) => [{ ...fact, filed: "2017-12-30" }],
  "it is missing": () => [],
};

Deno.test("a fault in the facts that a claim rests on is noticed", async () => {
  const missed: string[] = [];
  let tried = 0;
  for (const { statement, view } of await said()) {
    const names = new Set(statement.claims.flatMap(({ inputs = [] }) => inputs));
    for (const ticker of new Set(statement.claims.flatMap(({ entities }) => entities))) {
      const records = view.records(ticker);
      for (const fact of records.facts.filter((one) => names.has(factName(one)))) {
        for (const [fault, change] of Object.entries(FACT_FAULTS)) {
          tried += 1;
          const facts = records.facts.flatMap((one) => one === fact ? change(one) : [one]);
          const changed: DatasetView = { ...view, filed: () => ({ ...records, facts }) };
          if (fault === LATER && fact.end === FIRST_PART_END) continue;
          if (!isCaught(statement, changed)) missed.push(`${fault}: ${factName(fact)} in ${statement.text}`);
        }
      }
    }
  }
  ok(tried >= 100, `${tried} faults`);
  deepEqual(missed, []);
});

Deno.test("as they are, the sentences about reports pass", async () => {
  for (const { statement, view } of await said()) equal(isCaught(statement, view), false, statement.text);
});
