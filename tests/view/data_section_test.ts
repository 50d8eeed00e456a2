import { deepEqual, equal, ok } from "../assert.ts";
import type { DataNote, DataRecord, RunRecord } from "../../src/run/manifest.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";

const note = (at: number): DataNote => (
  { kind: at % 2 === 0 ? "refused" : "skipped", file: `F${at}.csv`, line: at, column: 1, message: `Cannot read ${at}` }
);

function record(problems: readonly DataNote[], more_problems = 0): DataRecord {
  const notice =
    "Prices of 1 name from 1 of 9 files; no benchmark: name a file ^GSPC.csv, or benchmark FILE_OR_TICKER.";
  const days = { first: "2017-01-02", last: "2017-12-29" };
  return { notice, names: 1, files: { found: 9, read: 1 }, ...days, problems, more_problems };
}

/** The section of the data, as its text; undefined where the page has none. */
function sectionOf(run: Partial<RunRecord>): string | undefined {
  const page = reportPage({ manifest: manifestOf(run), rows: [thesisRow(1)], folder: "runs/list" });
  const [section] = /<section id="data">.*?<\/section>/s.exec(page) ?? [];
  equal(page.includes('href="#data"'), section !== undefined, "the contents name it");
  return section && textOf(`<body>${section}`).replaceAll(/\s+/g, " ").replaceAll(" :", ":").trim();
}

const OPTIONS = { data: "my prices", startedBy: "npx -y deno@2.9 task -q" };
const NOTICE =
  "Prices of 1 name from 1 of 9 files; no benchmark: name a file ^GSPC.csv, or --benchmark FILE_OR_TICKER.";
const CHECK = "All files, one by one: npx -y deno@2.9 task -q conviction data check 'my prices'";

const CASES: readonly { when: string; run: Partial<RunRecord>; says: string | undefined }[] = [
  { when: "another service answered", run: {}, says: undefined },
  {
    when: "it is the sample",
    run: { data: record([]), service: { name: "embedded", isSample: true } },
    says: undefined,
  },
  { when: "all was read", run: { data: record([]) }, says: `Data ${NOTICE}` },
  {
    when: "files were not read",
    run: { data: record([note(2), note(3)]), options: OPTIONS },
    says:
      `Data ${NOTICE} File Note F2.csv skipped: line 2: Cannot read 2 F3.csv read in part: line 3: Cannot read 3 ${CHECK}`,
  },
];

for (const { when, run, says } of CASES) {
  Deno.test(`the page ${says === undefined ? "says nothing" : "says what was read"} of the data when ${when}`, () => {
    equal(sectionOf(run), says);
  });
}

Deno.test("of many problems the first ten are shown, others are folded, and those beyond the record are counted", () => {
  const data = record(Array.from({ length: 100 }, (_, at) => note(at + 1)), 1234);
  const page = reportPage({ manifest: manifestOf({ data }), rows: [thesisRow(1)], folder: "runs/list" });
  const [section = ""] = /<section id="data">.*?<\/section>/s.exec(page) ?? [];
  const [shown = "", folded = ""] = section.split("<details");
  deepEqual([shown.match(/<tr>/g)?.length, folded.match(/<tr>/g)?.length], [11, 91]);
  const text = textOf(`<body>${section}`).replaceAll(/\s+/g, " ");
  ok(text.includes(" 90 more "), text);
  ok(text.includes("1,234 more. All files, one by one: deno task -q conviction data check FOLDER"), text);
});
