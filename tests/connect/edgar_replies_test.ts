import { deepEqual, equal, ok } from "../assert.ts";
import fc from "../fast_check.ts";
import { companyFacts } from "../data/folder/made_files.ts";
import { inFolder } from "../data/in_folder.ts";
import {
  columns,
  documentOf,
  factsOf,
  fetchFrom,
  formXml,
  listJson,
  listOf,
  type MadeFiler,
  type MadeFiling,
  type MadeReply,
  pageOf,
  published,
  TICKERS,
} from "./made_edgar.ts";

const FORM: MadeFiling = {
  accession: "0000000042-26-000009",
  form: "4",
  filed: "2026-11-04",
  document: "xslF345X05/a.xml",
};
const REPORT: MadeFiling = {
  ...{ accession: "0000000042-26-000007", form: "10-Q", filed: "2026-10-30", document: "made-20260930.htm" },
  ...{ isXBRL: 1, isInlineXBRL: 1 },
};
const OLD: MadeFiling = { ...FORM, accession: "0000000042-20-000001", filed: "2020-03-04" };
const MADE: MadeFiler = { cik: 42, tickers: ["MADE"], filings: [FORM, REPORT], older: [[OLD]], facts: [{}] };
const OTHER: MadeFiler = { cik: 43, tickers: ["OTHER"], filings: [FORM], facts: [{}] };

/** A page of the SEC, shortened. */
const BLOCK = '<!DOCTYPE html>\n<html lang="en"><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head>' +
  "<body><h1>Your Request Originates from an Undeclared Automated Tool</h1></body></html>";
const DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
const PAGE = "<html><head><title>Maintenance</title></head><body></body></html>";

/** The kinds of files that the SEC serves: where one comes from, where it is kept, and that of another company. */
const FILES = {
  table: { url: TICKERS, path: "sec/company_tickers.json", other: "[]" },
  list: { url: listOf(42), path: "sec/submissions/CIK0000000042.json", other: listJson(OTHER) },
  page: { url: pageOf(42, 1), path: "sec/submissions/CIK0000000042-submissions-001.json", other: listJson(OTHER) },
  figures: { url: factsOf(42), path: "sec/companyfacts/CIK0000000042.json", other: companyFacts(43) },
  form: { url: documentOf(42, FORM), path: `sec/ownership/CIK0000000042/${FORM.accession}.xml`, other: formXml(43) },
  report: { url: documentOf(42, REPORT), path: `sec/filings/${REPORT.accession}/made-20260930.htm`, other: "" },
} as const;
type Kind = keyof typeof FILES;

const WHOLE = published([MADE]);

/** What was asked for in place of one reply, what is said of that file, and whether the source ended. */
async function fetchedWith(kind: Kind, reply: MadeReply | undefined) {
  const replies = new Map<string, MadeReply>(WHOLE);
  if (reply === undefined) replies.delete(FILES[kind].url);
  else replies.set(FILES[kind].url, reply);
  return await inFolder({}, async (folder) => {
    const companies = [{ ticker: "MADE", cik: "42" }];
    const { report, asked } = await fetchFrom(replies, { folder, companies }, { wantsDocuments: true });
    const [tally] = report.sources;
    const refused = tally?.refusals.map(({ what, problem }) => `${what}: ${problem}`) ?? [];
    const isKept = await Deno.stat(`${folder}/${FILES[kind].path}`).then(() => true, () => false);
    return { refused, ended: tally?.ended, asked, isKept, others: tally?.files.new };
  });
}

const text = (kind: Kind) => String(WHOLE.get(FILES[kind].url)?.body);
const cut = (kind: Kind) => ({ body: text(kind).slice(0, -20) });

const REFUSED: readonly (readonly [kind: Kind, what: string, reply: MadeReply | undefined, problem: string])[] = [
  ["table", "missing", undefined, "it answers 404"],
  ["table", "a web page", { body: PAGE }, "it is a web page, not JSON"],
  ["table", "cut", cut("table"), "it is not complete JSON"],
  ["table", "a list", { body: "[]" }, "it is [], not an object"],
  ["table", "without a ticker", { body: "{}" }, "it has no ticker"],
  ["list", "missing", undefined, "it answers 404"],
  ["list", "a web page", { body: PAGE }, "it is a web page, not JSON"],
  ["list", "cut", cut("list"), "it is not complete JSON"],
  ["list", "empty", { body: "" }, "it sent nothing"],
  ["list", "of another company", { body: listJson(OTHER) }, 'its cik is "0000000043", and 0000000042 was asked for'],
  [
    "list",
    "without filings",
    { body: '{"cik":"42"}' },
    "it has no filings, or columns that are not as long as each other",
  ],
  [
    ...["list", "of unlike columns"] as const,
    { body: listJson(MADE).replace('"form":["4","10-Q"]', '"form":["4"]') },
    "it has no filings, or columns that are not as long as each other",
  ],
  ["page", "missing", undefined, "it answers 404"],
  ["page", "a web page", { body: PAGE }, "it is a web page, not JSON"],
  ["page", "cut", cut("page"), "it is not complete JSON"],
  ["page", "no page", { body: '{"a":1}' }, "it has no filings, or columns that are not as long as each other"],
  ["figures", "a web page", { body: PAGE }, "it is a web page, not JSON"],
  ["figures", "cut", cut("figures"), "it is not complete JSON"],
  ["figures", "of another company", { body: companyFacts(43) }, "its cik is 43, and 0000000042 was asked for"],
  ["figures", "without facts", { body: '{"cik":42}' }, "its facts are missing"],
  ["form", "missing", undefined, "it answers 404"],
  ["form", "a web page", { body: PAGE }, "it is a web page, not XML"],
  ["form", "cut", cut("form"), "it is not complete XML: line 11: Unclosed root tag"],
  ["form", "other XML", { body: "<a/>" }, "it is not an ownershipDocument"],
  [
    ...["form", "of another company"] as const,
    { body: formXml(43) },
    'it is about shares of CIK "0000000043", and CIK 0000000042 has no part in it',
  ],
  ["report", "missing", undefined, "it answers 404"],
  ["report", "cut", cut("report"), "its end is missing"],
  ["form", "denied", { status: 403, body: DENIED }, "the SEC does not serve this file (403)"],
  ["report", "denied", { status: 403, body: DENIED }, "the SEC does not serve this file (403)"],
  ["form", "too early each time", { status: 429, body: "" }, "it answers 429 (5 times)"],
  ["form", "failing each time", { status: 500, body: "" }, "it answers 500 (5 times)"],
];
for (const [kind, what, reply, problem] of REFUSED) {
  Deno.test(`a ${kind} that is ${what} is refused, which is said, and what else there is is fetched`, async () => {
    const { refused, ended, isKept, others } = await fetchedWith(kind, reply);
    deepEqual(refused, [`${FILES[kind].path}: ${problem}`]);
    deepEqual([ended, isKept], [undefined, false]);
    equal(others, kind === "list" ? 1 : 5);
  });
}

Deno.test("web pages in place of all files end the source after a few", async () => {
  await inFolder({}, async (folder) => {
    const filings = Array.from({ length: 30 }, (_, at) => ({ ...FORM, accession: `0000000042-26-0001${at + 10}` }));
    const filers = [{ ...MADE, filings }];
    const pages = [...published(filers)].map(([url, reply]) =>
      [url, url.includes("Archives") ? { body: PAGE } : reply] as const
    );
    const { report, asked } = await fetchFrom(new Map(pages), { folder, companies: ["MADE"] });
    equal(report.sources[0]?.ended?.includes("it is a web page, not XML"), true);
    ok(asked.length < 15, `${asked.length}`);
  });
});

Deno.test("figures that are missing are no failure", async () => {
  const { refused, isKept, others } = await fetchedWith("figures", undefined);
  deepEqual({ refused, isKept, others }, { refused: [], isKept: false, others: 5 });
});

for (const kind of Object.keys(FILES) as Kind[]) {
  for (const status of [200, 403]) {
    Deno.test(`the SEC's page in place of a ${kind}, with status ${status}, ends the source at once for ten minutes`, async () => {
      const { ended = "", asked, isKept } = await fetchedWith(kind, { status, body: BLOCK });
      ok(ended.includes('the SEC refuses requests with its page "Request Rate Threshold Exceeded"'), ended);
      ok(ended.includes("CONVICTION_CONTACT"));
      equal(asked.indexOf(FILES[kind].url), asked.length - 1);
      equal(isKept, false);
    });
  }
}

Deno.test("a 403 that says nothing ends the source for ten minutes, after which it is asked again", async () => {
  await inFolder({}, async (folder) => {
    const replies = new Map<string, MadeReply>([...WHOLE, [listOf(42), { status: 403, body: "" }]]);
    const first = await fetchFrom(replies, { folder, companies: ["MADE"] }, { now: "2026-11-21T12:00:00Z" });
    equal(first.asked.length, 2);
    const early = await fetchFrom(WHOLE, { folder, companies: ["MADE"] }, { now: "2026-11-21T12:07:00Z" });
    deepEqual(early.asked, []);
    const late = await fetchFrom(WHOLE, { folder, companies: ["MADE"] }, { now: "2026-11-21T12:11:00Z" });
    equal(late.asked[0], listOf(42));
    equal(late.report.sources[0]?.ended, undefined);
  });
});

const CHANGING = ["table", "list", "figures"] as const;
for (const kind of CHANGING) {
  Deno.test(`what was kept of a ${kind} stays when something else comes, and serves`, async () => {
    await inFolder({}, async (folder) => {
      const companies = ["MADE"];
      await fetchFrom(WHOLE, { folder, companies });
      const before = await Deno.readFile(`${folder}/${FILES[kind].path}`);
      const filings = [{ ...REPORT, accession: "0000000042-26-000020", filed: "2026-11-20" }, ...MADE.filings ?? []];
      const next = published([{ ...MADE, filings }]);
      for (const body of [FILES[kind].other, PAGE, text(kind).slice(0, -1)]) {
        const replies = new Map([...next, [FILES[kind].url, { body }] as const]);
        const { report } = await fetchFrom(replies, { folder, companies }, { now: "2026-11-24T02:00:00Z" });
        equal(report.sources[0]?.files.refused, 1);
        deepEqual(await Deno.readFile(`${folder}/${FILES[kind].path}`), before);
      }
      const { report } = await fetchFrom(next, { folder, companies }, { now: "2026-11-24T02:00:00Z" });
      equal(report.sources[0]?.files.refused, 0);
    });
  });
}

Deno.test("a form about another company that the company holds is kept, so that it is not asked for each night", async () => {
  await inFolder({}, async (folder) => {
    const replies = new Map<string, MadeReply>([...WHOLE, [documentOf(42, FORM), {
      body: formXml(43, { owner: 42 }),
    }]]);
    const { report } = await fetchFrom(replies, { folder, companies: ["MADE"] });
    equal(report.sources[0]?.files.refused, 0);
    ok((await Deno.stat(`${folder}/${FILES.form.path}`)).isFile);
  });
});

Deno.test("no beginning of a list, of figures, of a form or of an inline report passes for the whole", async () => {
  const kinds = ["table", "list", "page", "figures", "form", "report"] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (kind, share) => {
        const whole = text(kind).trimEnd();
        const { refused, isKept } = await fetchedWith(kind, { body: whole.slice(0, Math.floor(share * whole.length)) });
        equal(refused.length, 1);
        equal(isKept, false);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("whatever JSON comes in place of a list or a page, every path is inside the folder, and every address is the SEC's", async () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom("4", "10-K", "../x.xml", "a.xml", "2026-11-04", "0000000042-26-000009"),
  );
  const column = fc.array(cell, { minLength: 2, maxLength: 2 });
  const page = fc.record({ accessionNumber: column, form: column, filingDate: column, primaryDocument: column });
  const files = fc.array(
    fc.record({ name: fc.oneof(cell, fc.constant("CIK0000000042-submissions-001.json")), filingCount: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(page, files, async (recent, older) => {
      const body = JSON.stringify({ cik: "42", filings: { recent, files: older } });
      const { asked } = await fetchedWith("list", { body });
      const addresses =
        /^https:\/\/(?:data\.sec\.gov\/(?:submissions|api)\/[\w/-]+\.json|www\.sec\.gov\/(?:files\/company_tickers\.json|Archives\/edgar\/data\/42\/\d{18}\/[\w.-]+))$/;
      deepEqual(asked.filter((url) => !addresses.test(url)), []);
    }),
    { numRuns: 60 },
  );
});

Deno.test("a page of older filings whose rows are not whole still gives those that are", async () => {
  const rows = [OLD, { ...OLD, accession: "none" }, { ...OLD, accession: "0000000042-20-000003", filed: "yesterday" }];
  await inFolder({}, async (folder) => {
    const replies = new Map<string, MadeReply>([...WHOLE, [pageOf(42, 1), { body: JSON.stringify(columns(rows)) }]]);
    const { asked, report } = await fetchFrom(replies, { folder, companies: ["MADE"] }, { since: "2020-01-01" });
    ok(report.sources[0]?.files.refused === 0);
    deepEqual(asked.filter((url) => url.includes("/Archives/")), [documentOf(42, FORM), documentOf(42, OLD)]);
  });
});
