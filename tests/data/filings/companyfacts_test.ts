import { deepEqual, equal, match, ok } from "../../assert.ts";
import { missingShared, testOnShared } from "../../needs.ts";
import { COMPANY_FACTS } from "../../../src/data/filings/companyfacts.ts";
import { KEPT_TAGS } from "../../../src/data/filings/kept_tags.ts";
import { readPieces, readShared, readText } from "./read_text.ts";

const ROW = { end: "2017-09-30", val: 375319000000, accn: "0000320193-17-000070", form: "10-K", filed: "2017-11-03" };

function fileWith(rows: readonly unknown[], tag: string = "Assets"): string {
  return JSON.stringify({
    cik: 320193,
    entityName: "Apple Inc.",
    facts: { "us-gaap": { [tag]: { label: "…", units: { USD: rows } } } },
  });
}

Deno.test("companyfacts gives facts with tag, unit, period, report and the day they are known", async () => {
  const revenue = { ...ROW, start: "2016-09-25", val: 229234000000, fy: 2017, fp: "FY", frame: "CY2017" };
  const { companies, problems } = await readText(COMPANY_FACTS, fileWith([revenue], "Revenues"));
  deepEqual(problems, []);
  deepEqual(companies, [{
    owner: { cik: "0000320193", name: "Apple Inc." },
    records: {
      facts: [{
        tag: "us-gaap/Revenues",
        unit: "USD",
        start: "2016-09-25",
        end: "2017-09-30",
        value: 229234000000,
        form: "10-K",
        accession: "0000320193-17-000070",
        filed: "2017-11-03",
        known: "2017-11-06",
        source: "made.json",
      }],
      filings: [],
      trades: [],
      splits: [],
    },
  }]);
});

Deno.test("companyfacts gives facts in ascending order of the day they are known", async () => {
  const days = ["2019-11-01", "2017-11-03", "2018-11-05"];
  const { companies } = await readText(COMPANY_FACTS, fileWith(days.map((filed) => ({ ...ROW, filed }))));
  deepEqual(companies[0]?.records.facts.map(({ known }) => known), ["2017-11-06", "2018-11-06", "2019-11-04"]);
});

const ODD_ROWS = [
  { when: "its value is text", row: { ...ROW, val: "375" }, says: /USD\[1\] is skipped: "val" is "375", not a number/ },
  { when: "its value is missing", row: { ...ROW, val: undefined }, says: /"val" is missing, not a number/ },
  { when: "its value is null", row: { ...ROW, val: null }, says: /"val" is null, not a number/ },
  { when: "its last day is no day", row: { ...ROW, end: "2017-02-30" }, says: /"end" is "2017-02-30", not a day/ },
  { when: "its first day is no day", row: { ...ROW, start: "soon" }, says: /"start" is "soon", not a day/ },
  { when: "it ends before it begins", row: { ...ROW, start: "2018-01-01" }, says: /"start" is 2018-01-01, after/ },
  { when: "it was filed on no day", row: { ...ROW, filed: 20171103 }, says: /"filed" is 20171103, not a day/ },
  { when: "it has no form", row: { ...ROW, form: "" }, says: /"form" is ""/ },
  { when: "its report has no number", row: { ...ROW, accn: "17-70" }, says: /"accn" is "17-70", not the number/ },
  { when: "it is no object", row: 17, says: /"val" is missing/ },
] as const;
for (const { when, row, says } of ODD_ROWS) {
  Deno.test(`a fact of companyfacts is skipped with its place when ${when}, and the others are read`, async () => {
    const { companies, problems } = await readText(COMPANY_FACTS, fileWith([ROW, row, ROW]));
    equal(companies[0]?.records.facts.length, 2);
    equal(problems.length, 1);
    match(problems[0]?.message ?? "", /^us-gaap\/Assets USD\[1\]/);
    match(problems[0]?.message ?? "", says);
  });
}

const ODD_FILES = [
  { when: "it is cut", text: fileWith([ROW]).slice(0, -20), says: /^Not complete JSON: / },
  { when: "the facts are a list", text: '{"cik":1,"facts":{},"facts":[1]}', says: /^facts is \[1\], not an object/ },
  { when: "there is no fact", text: '{"cik":1,"facts":{}}', says: /^It states none of the items/ },
  {
    when: "a unit is no list",
    text: '{"cik":1,"facts":{"us-gaap":{"Assets":{"units":{"USD":3}}}}}',
    says: /^us-gaap\/Assets USD is 3, not a list/,
  },
  {
    when: "a tag has no units",
    text: '{"cik":1,"facts":{"us-gaap":{"Assets":null}}}',
    says: /^us-gaap\/Assets units is missing, not an object/,
  },
] as const;
for (const { when, text, says } of ODD_FILES) {
  Deno.test(`a file of companyfacts gives nothing and says why when ${when}`, async () => {
    const { companies, problems } = await readText(COMPANY_FACTS, text);
    deepEqual(companies, []);
    ok(problems.some(({ message }) => says.test(message)), JSON.stringify(problems));
  });
}

Deno.test("broken JSON is a problem with line and column", async () => {
  const { problems: [problem] } = await readPieces(COMPANY_FACTS, '{"cik": 1,\n "facts": {]');
  deepEqual([problem?.kind, problem?.line, problem?.column], ["refused", 2, 12]);
});

Deno.test("companyfacts without a CIK is read, and says so", async () => {
  const text = fileWith([ROW]).replace('"cik":320193', '"cik":"none"');
  const { companies, problems } = await readText(COMPANY_FACTS, text);
  deepEqual(companies[0]?.owner, { name: "Apple Inc." });
  match(problems[0]?.message ?? "", /^"cik" is "none", not a CIK/);
});

const REAL = [
  { file: "AAPL_CIK0000320193", cik: "0000320193", facts: 24_492 },
  { file: "GOOGL_CIK0001652044", cik: "0001652044", facts: 20_235 },
  { file: "NVDA_CIK0001045810", cik: "0001045810", facts: 26_737 },
  { file: "TSLA_CIK0001318605", cik: "0001318605", facts: 17_653 },
  { file: "SNOW_CIK0001640147", cik: "0001640147", facts: 8_135 },
  { file: "LPA", cik: "0001997711", facts: 768 },
] as const;
for (const { file, cik, facts } of REAL) {
  const path = `sec/companyfacts/${file}.json.gz`;
  testOnShared(missingShared(path), `of ${file} every fact of a kept tag is read without a problem`, async () => {
    const { companies, problems } = await readShared(COMPANY_FACTS, path);
    deepEqual(problems, []);
    equal(companies[0]?.owner.cik, cik);
    const kept = companies[0]?.records.facts ?? [];
    ok(kept.length > 100 && kept.length < facts, `${kept.length}`);
    ok(kept.every(({ tag, filed, known }) => KEPT_TAGS.has(tag) && filed < known));
  });
}
