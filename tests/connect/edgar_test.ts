import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { EDGAR } from "../../src/connect/edgar.ts";
import { inFolder } from "../data/in_folder.ts";
import {
  CONTACT,
  documentOf,
  factsOf,
  fetchFrom,
  listOf,
  type MadeFiler,
  type MadeFiling,
  pageOf,
  pathsIn,
  published,
  tenDigits,
  TICKERS,
} from "./made_edgar.ts";

const FORM_4: MadeFiling = {
  ...{ accession: "0000000042-26-000009", form: "4", filed: "2026-11-04", document: "xslF345X05/form4.xml" },
};
const OLD_FORM: MadeFiling = { ...FORM_4, accession: "0000000042-20-000001", filed: "2020-03-04" };
const REPORT: MadeFiling = {
  ...{ accession: "0000000042-26-000007", form: "10-Q", filed: "2026-10-30", document: "made-20260930.htm" },
  ...{ isXBRL: 1, isInlineXBRL: 1 },
};
const FACT = { accession: REPORT.accession, form: "10-Q", filed: REPORT.filed };
const MADE: MadeFiler = {
  ...{ cik: 42, tickers: ["MADE"], filings: [FORM_4, REPORT], older: [[OLD_FORM]], facts: [FACT] },
};
const FIRST = [TICKERS, listOf(42), pageOf(42, 1), factsOf(42), documentOf(42, FORM_4)];
const KEPT = [
  "sec/company_tickers.json",
  "sec/companyfacts/CIK0000000042.json",
  `sec/ownership/CIK0000000042/${FORM_4.accession}.xml`,
  "sec/submissions/CIK0000000042-submissions-001.json",
  "sec/submissions/CIK0000000042.json",
];
const MONDAY_NIGHT = "2026-11-24T02:00:00Z";

/** Remarks and refusals of a fetch. */
function saidIn({ report }: Awaited<ReturnType<typeof fetchFrom>>): string[] {
  return report.sources.flatMap(({ notes, refusals }) => [
    ...notes.map(({ what, remark, amount }) => `${what}: ${remark}${amount ? ` ${amount.count} ${amount.noun}` : ""}`),
    ...refusals.map(({ what, problem }) => `${what}! ${problem}`),
  ]);
}

Deno.test("a company's list of filings is asked for first, then what it names, each with who asks", async () => {
  await inFolder({}, async (folder) => {
    const fetched = await fetchFrom(published([MADE]), { folder, companies: ["MADE"] });
    deepEqual(fetched.asked, FIRST);
    deepEqual(await pathsIn(folder), KEPT);
    ok(fetched.headers.every((headers) => headers.get("user-agent") === `Conviction ${CONTACT}`));
    deepEqual(saidIn(fetched), ["MADE: filed before 17 Oct 2025 and left out 1 form"]);
  });
});

/** What another fetch finds. */
interface Later {
  readonly when: string;
  readonly now?: string;
  readonly filings?: readonly MadeFiling[];
  readonly older?: readonly (readonly MadeFiling[])[];
  readonly asked: readonly string[];
}

const NEXT: readonly Later[] = [
  { when: "it is the same session", now: "2026-11-22T12:00:00Z", asked: [] },
  { when: "another session has ended, and nothing was filed", asked: [TICKERS, listOf(42)] },
  {
    when: "a form was filed",
    filings: [{ ...FORM_4, accession: "0000000042-26-000010" }],
    asked: [TICKERS, listOf(42), documentOf(42, { ...FORM_4, accession: "0000000042-26-000010" })],
  },
  {
    when: "a report was filed",
    filings: [{ ...REPORT, accession: "0000000042-26-000011", filed: "2026-11-23" }],
    asked: [TICKERS, listOf(42), factsOf(42)],
  },
  {
    when: "a report without tagged figures was filed",
    filings: [{ ...REPORT, accession: "0000000042-26-000011", filed: "2026-11-23", isXBRL: 0 }],
    asked: [TICKERS, listOf(42)],
  },
  {
    when: "a notice was filed of which the cover is tagged",
    filings: [{ ...REPORT, form: "8-K", accession: "0000000042-26-000011", filed: "2026-11-23", isXBRLNumeric: 0 }],
    asked: [TICKERS, listOf(42)],
  },
  {
    when: "a notice with tagged figures was filed",
    filings: [{ ...REPORT, form: "8-K", accession: "0000000042-26-000011", filed: "2026-11-23", isXBRLNumeric: 1 }],
    asked: [TICKERS, listOf(42), factsOf(42)],
  },
  {
    when: "a report of long ago is not among the figures",
    filings: [{ ...REPORT, accession: "0000000042-19-000011", filed: "2019-11-23" }],
    asked: [TICKERS, listOf(42)],
  },
  {
    when: "the page of older filings has one more",
    older: [[OLD_FORM, { ...OLD_FORM, accession: "0000000042-20-000002" }]],
    asked: [TICKERS, listOf(42), pageOf(42, 1)],
  },
];
for (const { when, asked, now = MONDAY_NIGHT, filings: more = [], older = MADE.older ?? [] } of NEXT) {
  Deno.test(`a second fetch asks only for what is new: ${when}`, async () => {
    await inFolder({}, async (folder) => {
      await fetchFrom(published([MADE]), { folder, companies: ["MADE"] });
      const filings = [...more, ...MADE.filings ?? []];
      const facts = [FACT, ...more.map(({ accession, filed }) => ({ ...FACT, accession, filed }))];
      const later = published([{ ...MADE, filings, facts, older }]);
      deepEqual((await fetchFrom(later, { folder, companies: ["MADE"] }, { now })).asked, [...asked]);
      const third = await fetchFrom(later, { folder, companies: ["MADE"] }, { now });
      deepEqual(third.asked, []);
    });
  });
}

Deno.test("several tickers of one company are asked about once", async () => {
  const two: MadeFiler = { ...MADE, tickers: ["TWO-A", "TWO-B", "TWO-PC"] };
  await inFolder({}, async (folder) => {
    const { asked, report } = await fetchFrom(published([two]), { folder, companies: ["TWO.A", "two/b", "TWO-PC"] });
    deepEqual(asked, FIRST);
    equal(report.sources[0]?.companiesDone, 3);
  });
});

const WHOSE = [
  { when: "it is given, and the table does not have it", company: { ticker: "X", cik: "42" }, asks: 42, says: [] },
  {
    when: "it is given, and the table says another",
    company: { ticker: "MADE", cik: "0000000043" },
    asks: 43,
    says: ["MADE: its CIK is taken to be 0000000043, as given; the SEC's table of tickers says 0000000042"],
  },
  {
    when: "the table does not have the ticker",
    company: { ticker: "XYZ" },
    says: [
      "XYZ! the SEC's table of tickers does not have it; give its CIK in a column cik of the list or of companies.csv",
    ],
  },
  { when: "it is an index", company: { ticker: "^GSPC" }, says: ["^GSPC: it is an index, which files nothing"] },
] as const;
for (const { when, company, says, ...found } of WHOSE) {
  Deno.test(`the CIK of a company, when ${when}`, async () => {
    await inFolder({}, async (folder) => {
      const replies = published([{ cik: 42, tickers: ["MADE"] }, { cik: 43 }]);
      const fetched = await fetchFrom(replies, { folder, companies: [company] });
      deepEqual(fetched.asked, "asks" in found ? [TICKERS, listOf(found.asks), factsOf(found.asks)] : [TICKERS]);
      deepEqual(saidIn(fetched).filter((said) => !said.includes("XBRL")), [...says]);
    });
  });
}

Deno.test("without the table of tickers companies with a CIK are fetched, and the kept table serves the others", async () => {
  await inFolder({}, async (folder) => {
    const replies = published([MADE]);
    const broken = new Map([...replies, [TICKERS, { body: "<html>maintenance</html>" }] as const]);
    const companies = ["MADE", { ticker: "ALSO", cik: tenDigits(42) }];
    const first = await fetchFrom(broken, { folder, companies });
    deepEqual(first.asked, FIRST);
    deepEqual(saidIn(first).filter((said) => said.includes("!")), [
      "sec/company_tickers.json! it is a web page, not JSON",
      "MADE! its CIK is not known, because the SEC's table of tickers could not be fetched; give its CIK in a column " +
      "cik of the list or of companies.csv",
    ]);
    await fetchFrom(replies, { folder, companies });
    const again = await fetchFrom(broken, { folder, companies: ["MADE"] }, { now: MONDAY_NIGHT });
    deepEqual(again.asked, [TICKERS, listOf(42)]);
    deepEqual(saidIn(again).filter((said) => said.includes("!")), [
      "sec/company_tickers.json! it is a web page, not JSON",
    ]);
  });
});

const SINCE = [
  { when: "by default those of 400 days are asked for", days: ["2025-10-17"], left: ["2025-10-16"] },
  { when: "--since says another day", since: "2020-01-01", days: ["2020-01-01", "2026-11-04"], left: ["2019-12-31"] },
] as const;
for (const { when, days, left, ...more } of SINCE) {
  Deno.test(`forms, newest first: ${when}`, async () => {
    const filings = [...left, ...days].map((filed, at): MadeFiling => ({
      ...FORM_4,
      ...{ filed, accession: `0000000042-26-${String(at).padStart(6, "0")}` },
    }));
    await inFolder({}, async (folder) => {
      const options = "since" in more ? { since: more.since } : {};
      const fetched = await fetchFrom(
        published([{ ...MADE, filings, older: [] }]),
        { folder, companies: ["MADE"] },
        options,
      );
      const wanted = filings.filter(({ filed }) => days.some((day) => day === filed)).toReversed();
      deepEqual(fetched.asked.slice(3), wanted.map((filing) => documentOf(42, filing)));
      equal(saidIn(fetched).length, 1);
      match(saidIn(fetched)[0] ?? "", /left out 1 form$/);
    });
  });
}

Deno.test("Forms 3, 4 and 5 and their amendments are asked for, and no other", async () => {
  const forms = ["3", "4", "5", "3/A", "4/A", "5/A", "144", "SC 13G", "DEF 14A", "10-K", "40-F"];
  const filings = forms.map((form, at): MadeFiling => ({ ...FORM_4, form, accession: `0000000042-26-00000${at % 10}` }))
    .map((one, at) => at < 10 ? one : { ...one, accession: "0000000042-26-000090" });
  await inFolder({}, async (folder) => {
    const { asked } = await fetchFrom(published([{ ...MADE, filings, older: [] }]), { folder, companies: ["MADE"] });
    equal(asked.length, 3 + 6);
  });
});

const UNNAMED = [
  "",
  "paper.txt",
  "../../../etc/passwd.xml",
  "a/b.xml",
  ".hidden.xml",
  "xslF345X05/",
  "xslF345X05/x y.xml",
];
for (const document of UNNAMED) {
  Deno.test(`a form whose document is ${JSON.stringify(document)} is left out, which is said`, async () => {
    await inFolder({}, async (folder) => {
      const replies = published([{
        ...MADE,
        filings: [{ ...FORM_4, document }, { ...FORM_4, accession: "0000000042-26-000001" }],
      }]);
      const fetched = await fetchFrom(replies, { folder, companies: ["MADE"] });
      equal(fetched.asked.filter((url) => url.includes("/Archives/")).length, 1);
      ok(saidIn(fetched).includes(`MADE: its list names no document in XML of ${FORM_4.accession}, left out 1 form`));
    });
  });
}

Deno.test("the main documents of reports are fetched where they are wanted", async () => {
  const reports = ["10-K", "10-Q/A", "20-F", "40-F", "8-K", "6-K", "S-8"].map((form, at): MadeFiling => ({
    ...{ form, accession: `0000000042-26-00001${at}`, filed: "2026-11-03", document: "report.htm" },
  }));
  await inFolder({}, async (folder) => {
    const replies = published([{ ...MADE, filings: [...reports, FORM_4], older: [] }]);
    const fetched = await fetchFrom(replies, { folder, companies: ["MADE"] }, { wantsDocuments: true });
    deepEqual(fetched.report.sources[0]?.refusals, []);
    const kept = (await pathsIn(folder)).filter((path) => path.startsWith("sec/filings/"));
    deepEqual(kept, reports.slice(0, 5).map(({ accession }) => `sec/filings/${accession}/report.htm`));
    deepEqual((await fetchFrom(replies, { folder, companies: ["MADE"] }, { wantsDocuments: true })).asked, []);
  });
});

Deno.test("a company without figures is no failure, and is not asked for them again in that session", async () => {
  await inFolder({}, async (folder) => {
    const replies = published([{ cik: 42, tickers: ["MADE"], filings: [FORM_4] }]);
    for (const asked of [[TICKERS, listOf(42), factsOf(42), documentOf(42, FORM_4)], []]) {
      const fetched = await fetchFrom(replies, { folder, companies: ["MADE"] });
      deepEqual(fetched.asked, asked);
      deepEqual(saidIn(fetched), [
        "sec/companyfacts/CIK0000000042.json: it has filed no report with tagged figures (XBRL)",
      ]);
      equal(fetched.report.sources[0]?.files.absent, 1);
    }
  });
});

Deno.test("a dry run asks for nothing and says what it cannot know", async () => {
  await inFolder({}, async (folder) => {
    const fetched = await fetchFrom(published([MADE]), { folder, companies: ["MADE", { ticker: "X", cik: "43" }] }, {
      isDryRun: true,
    });
    deepEqual([fetched.asked, await pathsIn(folder)], [[], []]);
    deepEqual(saidIn(fetched), [
      "MADE: its CIK stands in the SEC's table of tickers, which is not there yet: its files come on top",
      "X: what else is asked for stands in its list of filings",
    ]);
  });
});

Deno.test("no more than 8 requests leave within any second", async () => {
  const filings = Array.from({ length: 60 }, (_, at): MadeFiling => ({
    ...FORM_4,
    accession: `0000000042-26-${String(at).padStart(6, "0")}`,
  }));
  await inFolder({}, async (folder) => {
    const replies = published([{ ...MADE, filings }, { ...MADE, cik: 43, tickers: ["TWO"], filings }]);
    await fetchFrom(replies, { folder, companies: ["MADE", "TWO"] });
    const journal = (await Deno.readTextFile(`${folder}/.conviction/fetch.jsonl`)).trim().split("\n");
    const times = journal.map((line) => JSON.parse(line)).filter((line) => line.do === "ask")
      .flatMap(({ starts }) => starts.map(([ms]: readonly number[]) => ms));
    equal(times.length, 2 * (60 + 3) + 1);
    ok(times.every((time, at) => (times[at + 8] ?? Infinity) - time >= 1000), times.join(" "));
  });
});

const AGENTS = [
  ["unset", undefined, /set CONVICTION_CONTACT/],
  ["empty", "  ", /set CONVICTION_CONTACT/],
  ["without an address", "Secret Name", /must have an e-mail address/],
  ["on two lines", "Secret Name\nX-Evil: secret@example.com", /one line/],
  ["not ASCII", "Sécret secret@example.com", /one line/],
  ["too long", `${"Secret".repeat(50)}@example.com`, /one line/],
] as const;
for (const [what, contact, why] of AGENTS) {
  Deno.test(`EDGAR is not asked with a contact that is ${what}, and the message does not show it`, () => {
    const make = () => EDGAR.make(undefined, { env: () => contact, wantsDocuments: false });
    throws(make, { name: "InputError", message: why });
    try {
      make();
    } catch (error) {
      ok(error instanceof Error && !/secret|évil/i.test(error.message));
    }
  });
}
