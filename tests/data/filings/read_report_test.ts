import { deepEqual, equal, match, ok } from "../../assert.ts";
import { REPORT } from "../../../src/data/filings/read_report.ts";
import { SUBMISSION } from "../../../src/data/filings/read_submission.ts";
import type { RecordsRead } from "../../../src/data/filings/record_file.ts";
import { missingShared, testOnShared } from "../../needs.ts";
import { madeContext, madeInline, madeInstance } from "./made_report.ts";
import { readPieces, readShared, readText } from "./read_text.ts";

const FACTS = [
  { name: "us-gaap:Revenues", text: "5", more: `decimals="0"` },
  { name: "us-gaap:NumberOfStores", text: "7", unit: "pure" },
  { name: "us-gaap:EarningsPerShareDiluted", text: "8.05", unit: "usdPerShare", context: "a" },
];
const FILE = "made-10-k-2024-02-20.htm";
const messages = ({ problems }: RecordsRead) => problems.map(({ message }) => message);

for (
  const [form, text] of [["with inline XBRL", madeInline({ facts: FACTS })], [
    "instance",
    madeInstance({ facts: FACTS }),
  ]] as const
) {
  Deno.test(`a report, ${form}, gives the records of its items`, async () => {
    const filed = {
      form: "10-K",
      accession: "made-10-k-2024-02-20:filing-day-assumed",
      filed: "2024-02-20",
      known: "2024-02-21",
      source: FILE,
    };
    const year = { start: "2023-01-01", end: "2023-12-31" };
    deepEqual(await readText(REPORT, text, FILE), {
      cover: {
        ...{ form: "10-K", period: "2023-12-31" },
        owner: { cik: "0001234567", tickers: ["MADE"], name: "Made Company" },
      },
      companies: [{
        owner: { cik: "0001234567", tickers: ["MADE"], name: "Made Company" },
        records: {
          facts: [
            { tag: "us-gaap/Revenues", unit: "USD", ...year, value: 5, ...filed },
            {
              ...{ tag: "us-gaap/EarningsPerShareDiluted", unit: "USD/shares", ...year, value: 8.05 },
              ...{ share: "us-gaap/CommonClassAMember", ...filed },
            },
          ],
          filings: [{ ...filed, period: "2023-12-31", items: [] }],
          trades: [],
          splits: [],
        },
      }],
      problems: [
        {
          kind: "remark",
          file: FILE,
          line: 1,
          column: 1,
          message: "Filing day assumed: 2024-02-20, the day in its name",
        },
      ],
    });
  });
}

Deno.test("a report without a filing day has an assumed one, and every fact's name says so", async () => {
  const { companies, problems } = await readText(REPORT, madeInline({ facts: FACTS }), "sec/made-20231231.htm");
  const [facts, filings] = [
    companies.flatMap(({ records }) => records.facts),
    companies.flatMap(({ records }) => records.filings),
  ];
  ok(
    facts.length > 0 &&
      [...facts, ...filings].every(({ accession }) => accession === "made-20231231:filing-day-assumed"),
  );
  deepEqual(new Set(facts.map(({ filed, known }) => `${filed} ${known}`)), new Set(["2024-04-01 2024-04-02"]));
  deepEqual(problems.map(({ kind }) => kind), ["remark"]);
  match(problems[0]?.message ?? "", /^Filing day assumed: 2024-04-01\./);
});

const SKIPPED = [
  {
    what: "without a form",
    cover: { DocumentType: "" },
    says: "It is skipped: its cover does not say which form it is",
  },
  {
    what: "that amends one",
    cover: { AmendmentFlag: "true" },
    says: "It is skipped: nothing says when this 10-K/A was filed",
  },
  {
    what: "of another form",
    cover: { DocumentType: "6-K" },
    says: "It is skipped: nothing says when this 6-K was filed",
  },
] as const;

for (const { what, cover, says } of SKIPPED) {
  Deno.test(`a report ${what} gives nothing, and says why`, async () => {
    const read = await readText(REPORT, madeInline({ facts: FACTS, cover }), "made-20231231.htm");
    deepEqual(read.companies, []);
    deepEqual(messages(read), [says]);
  });
}

Deno.test("a report that states an item in two ways gives both, and a problem", async () => {
  const facts = [...FACTS, { name: "us-gaap:Revenues", text: "50", more: `decimals="0"` }];
  const read = await readText(REPORT, madeInline({ facts }), FILE);
  const revenues = read.companies.flatMap(({ records }) => records.facts).filter(({ tag }) =>
    tag === "us-gaap/Revenues"
  );
  deepEqual(revenues.map(({ value }) => value), [5, 50]);
  ok(messages(read).includes("It states us-gaap/Revenues USD 2023-01-01/2023-12-31 in 2 ways: 5, 50"));
});

Deno.test("a report of whose filers nobody can say which is meant gives nothing", async () => {
  const other = madeContext("other", "2023-12-31").replace("0001234567", "0007654321");
  const facts = [...FACTS, { name: "us-gaap:Assets", text: "1", context: "other" }];
  const read = await readText(REPORT, madeInline({ facts, more: other, cover: { EntityCentralIndexKey: "" } }), FILE);
  deepEqual(read.companies, []);
  deepEqual(messages(read), ["It states facts of several filers, and not whose report it is"]);
});

const LOOKS = [
  ["<html xmlns='http://www.w3.org/1999/xhtml'>", true],
  ["\ufeff<?xml version='1.0'?>\n<!-- made -->\n<!DOCTYPE html>\n<html lang='en'>", true],
  ["<HTML><BODY>", true],
  ["<xbrl xmlns='http://www.xbrl.org/2003/instance'>", true],
  ["<?xml version='1.0'?><xbrli:xbrl xmlns:xbrli='x'>", true],
  ["<?xml version='1.0'?><xsd:schema xmlns:xbrli='http://www.xbrl.org/2003/instance'>", false],
  ["<link:linkbase xmlns:xbrli='http://www.xbrl.org/2003/instance'>", false],
  ["<ownershipDocument>", false],
  ["date,close\n2024-01-02,1\n", false],
  [`{"facts":{}}`, false],
  ["", false],
] as const;

Deno.test("a report is recognised by its root element", () => {
  for (const [head, is] of LOOKS) equal(REPORT.looksLike(head, "x"), is, head);
});

/** A full submission with these documents. */
function submission(documents: readonly string[], head = ""): string {
  return `<SEC-DOCUMENT>0001234567-24-000007.txt : 20240220\n<SEC-HEADER>x\n<ACCEPTANCE-DATETIME>20240220163000\n` +
    `ACCESSION NUMBER:\t0001234567-24-000007\nCONFORMED SUBMISSION TYPE:\t10-K\n` +
    `CONFORMED PERIOD OF REPORT:\t20231231\nFILED AS OF DATE:\t20240220\n${head}\nFILER:\n\n\tCOMPANY DATA:\n` +
    `\t\tCOMPANY CONFORMED NAME:\tMADE CO\n\t\tCENTRAL INDEX KEY:\t0001234567\n</SEC-HEADER>\n` +
    documents.map((text, at) =>
      `<DOCUMENT>\n<TYPE>${
        at === 0 ? "10-K" : "EX-13"
      }\n<FILENAME>made${at}.htm\n<TEXT>\n<XBRL>\n${text}\n</XBRL>\n</TEXT>\n</DOCUMENT>\n`
    ).join("") + "</SEC-DOCUMENT>\n";
}

const [RESOURCES = ""] = /<ix:resources>.*<\/ix:resources>/.exec(madeInline({ facts: [] })) ?? [];

Deno.test("a full submission gives its facts under its number and filing day", async () => {
  const { companies, problems } = await readText(SUBMISSION, submission([madeInline({ facts: FACTS })]), "made.txt");
  deepEqual(problems, []);
  equal(companies.length, 1);
  deepEqual(companies[0]?.owner, { cik: "0001234567", tickers: ["MADE"], name: "Made Company" });
  deepEqual(companies[0]?.records.facts.map(({ accession, filed, known }) => [accession, filed, known]), [
    ["0001234567-24-000007", "2024-02-20", "2024-02-21"],
    ["0001234567-24-000007", "2024-02-20", "2024-02-21"],
  ]);
  deepEqual(companies[0]?.records.filings, [{
    ...{ accession: "0001234567-24-000007", form: "10-K", filed: "2024-02-20", period: "2023-12-31" },
    ...{ accepted: "2024-02-20T16:30:00", items: [], known: "2024-02-21", source: "made.txt" },
  }]);
});

Deno.test("the documents of a submission are one report: its contexts may be in one, and its facts in another", async () => {
  const facts = madeInline({ facts: FACTS }).replace(RESOURCES, "").replace(/<ix:hidden>.*<\/ix:hidden>/, "");
  const read = await readText(SUBMISSION, submission([madeInline({ facts: [] }), facts]), "made.txt");
  deepEqual(messages(read), []);
  equal(read.companies[0]?.records.facts.length, 2);
});

Deno.test("a submission with a report and the instance made of it states each fact once", async () => {
  const both = submission([madeInline({ facts: FACTS }), madeInstance({ facts: FACTS })]);
  const read = await readText(SUBMISSION, both, "made.txt");
  deepEqual(messages(read), []);
  equal(read.companies[0]?.records.facts.length, 2);
});

Deno.test("a submission whose report and instance differ gives both values, and a problem", async () => {
  const other = FACTS.map((one) => one.text === "5" ? { ...one, text: "6" } : one);
  const read = await readText(
    SUBMISSION,
    submission([madeInline({ facts: FACTS }), madeInstance({ facts: other })]),
    "made.txt",
  );
  const revenues = read.companies.flatMap(({ records }) => records.facts).filter(({ tag }) =>
    tag === "us-gaap/Revenues"
  );
  deepEqual(revenues.map(({ value }) => value), [5, 6]);
  deepEqual(messages(read), ["It states us-gaap/Revenues USD 2023-01-01/2023-12-31 in 2 ways: 5, 6"]);
});

Deno.test("a document that is broken says so on its line, and the filing is there", async () => {
  const read = await readText(
    SUBMISSION,
    submission([madeInline({ facts: FACTS }).replace("</body>", "")]),
    "made.txt",
  );
  deepEqual(read.companies.map(({ owner, records }) => [owner.cik, records.facts.length, records.filings.length]), [[
    "0001234567",
    0,
    1,
  ]]);
  equal(read.problems.length, 1);
  match(
    read.problems[0]?.message ?? "",
    /^made0\.htm: Not complete XML, so that nothing of it is used: Unexpected close tag$/,
  );
  equal(read.problems[0]?.line, 24);
});

Deno.test("facts of a company that did not file the submission are left out, and the filing is there", async () => {
  const other = madeInline({ facts: FACTS }).replaceAll("0001234567", "0007654321");
  const read = await readText(SUBMISSION, submission([other]), "made.txt");
  deepEqual(messages(read), ["Its facts are skipped: they are of 0007654321, who did not file it"]);
  deepEqual(read.companies.map(({ owner, records }) => [owner.cik, records.facts.length]), [["0001234567", 0]]);
});

Deno.test("a submission of several filers is a filing of each, its facts those of one", async () => {
  const head = "FILER:\n\tCOMPANY DATA:\n\t\tCOMPANY CONFORMED NAME:\tMADE SUB\n\t\tCENTRAL INDEX KEY:\t0000000042\n";
  const { companies } = await readText(SUBMISSION, submission([madeInline({ facts: FACTS })], head), "made.txt");
  deepEqual(companies.map(({ owner, records }) => [owner.cik, records.facts.length, records.filings.length]), [
    ["0001234567", 2, 1],
    ["0000000042", 0, 1],
  ]);
});

const NOTICES = [
  { at: "073000", items: "ITEM INFORMATION:\tResults of Operations and Financial Condition", known: "2024-02-20" },
  { at: "163000", items: "ITEM INFORMATION:\tResults of Operations and Financial Condition", known: "2024-02-21" },
  { at: "073000", items: "ITEM INFORMATION:\tOther Events", known: "2024-02-21" },
];

for (const { at, items, known } of NOTICES) {
  Deno.test(`an 8-K that was accepted at ${at} with ${items} is known from ${known} on`, async () => {
    const text = submission([], items).replace("\t10-K", "\t8-K").replace("20240220163000", `20240220${at}`);
    const { companies } = await readText(SUBMISSION, text, "made.txt");
    deepEqual(companies.flatMap(({ records }) => records.filings.map((one) => one.known)), [known]);
  });
}

Deno.test("a submission of a day to come is not read", async () => {
  async function* texts() {
    yield await Promise.resolve(submission([madeInline({ facts: FACTS })]));
  }
  const read = await SUBMISSION.read(texts(), { file: "made.txt", latest: "2024-02-19" });
  deepEqual(read.companies, []);
  deepEqual(messages(read), ["It is skipped: it says that it was filed on 20 Feb 2024, which is in the future"]);
});

Deno.test("a document that was cut out of its submission is read as one alone", async () => {
  const text = submission([madeInline({ facts: FACTS })]);
  const read = await readText(SUBMISSION, text.slice(text.indexOf("<DOCUMENT>")), FILE);
  deepEqual(messages(read), ["Filing day assumed: 2024-02-20, the day in its name"]);
  equal(read.companies[0]?.records.facts[0]?.accession, "made-10-k-2024-02-20:filing-day-assumed");
});

Deno.test("the submission of a form of an insider is left to its own reader", () => {
  const head = submission([]).replace("10-K", "4");
  equal(SUBMISSION.looksLike(head, "x.txt"), false);
  equal(SUBMISSION.looksLike(submission([]), "x.txt"), true);
});

/** The submissions among the real files: 8-K, of which no item of a statement is tagged. */
const SHARED = [
  ["JPM_8-K_2026-06-24", "0000019617", "0000019617-26-000241", "2026-06-25", "2026-06-26", ["5.02"]],
  ["META_8-K_2025-12-19", "0001326801", "0001628280-25-058337", "2025-12-19", "2025-12-22", ["5.02"]],
  ["NVDA_8-K_2026-03-02", "0001045810", "0001045810-26-000024", "2026-03-06", "2026-03-09", ["5.02", "9.01"]],
] as const;

for (const [name, cik, accession, filed, known, items] of SHARED) {
  const path = `sec/full_submissions/${name}.txt.gz`;
  testOnShared(missingShared(path), `${name} is a filing with its items`, async () => {
    const { companies, problems } = await readShared(SUBMISSION, path);
    deepEqual(problems, []);
    deepEqual(
      companies.map((
        { owner, records: { facts, filings } },
      ) => [owner.cik, facts.length, filings.length, filings[0]?.form]),
      [[cik, 0, 1, "8-K"]],
    );
    const [filing] = companies[0]?.records.filings ?? [];
    deepEqual([filing?.accession, filing?.filed, filing?.known, filing?.items], [accession, filed, known, [...items]]);
  });
}

Deno.test("a page without tags is silent, well-formed or not", async () => {
  for (const html of ["<html><body><p>5</p></body></html>", "<html><body><br><p>5 & 6", "<html>"]) {
    const read = await readPieces(REPORT, html, "page.htm");
    deepEqual([read.companies, messages(read)], [[], ["It has no XBRL tags"]]);
  }
});
