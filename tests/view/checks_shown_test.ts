import { deepEqual, equal, match, ok } from "../assert.ts";
import { countRun } from "./count_run.ts";
import { describeRun, type Manifest } from "../../src/run/manifest.ts";
import type { ThesisCheck } from "../../src/run/thesis_check.ts";
import { EMPTY_SNAPSHOT } from "../../src/stream/snapshot.ts";
import { checkedLines } from "../../src/view/answer_end.ts";
import { checkedWords, falseWords } from "../../src/view/check_words.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import { done } from "../run/sample_outcomes.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { sectionText, textOf } from "./report_tags.ts";
import { made, valuesIn } from "./workbook_made.ts";
import { columnOf } from "./workbook_reader.ts";
import { runSummary } from "./terminal_lines.ts";

const DATA = { name: "Own prices", notice: "Own prices, 12 names.", ends: "2017-12-29", digest: "ab".repeat(32) };
const VERIFY: NonNullable<Manifest["verify"]> = {
  ...DATA,
  ...{ checked: 2, stating_false: 1, not_checked: 1, claims_proven: 9, claims_false: 2, claims_unknown: 4 },
};
const MANIFEST: Manifest = { ...manifestOf(), verify: VERIFY };
const checked = (check: ThesisCheck, warnings: readonly string[] = []) => ({ check, warnings });
const ROWS = [
  thesisRow(1, checked({ asOf: "2017-12-29", proven: 5, false: 0, unknown: 3 })),
  thesisRow(
    2,
    checked(
      { asOf: "2017-12-29", proven: 4, false: 2, unknown: 1, firstFalse: "Sales <fell> 7%: 7%: the data say 8%" },
      ["contains an error: Sales <fell> 7%: 7%: the data say 8%"],
    ),
  ),
  thesisRow(3, checked({ problem: "the data have no company T3" }, ["not checked: the data have no company T3"])),
];

const SAID: readonly (readonly [Partial<typeof VERIFY>, string])[] = [
  [{}, "1 of 2 theses contains an error (9 claims confirmed, 2 wrong, 4 not covered); 1 could not be checked"],
  [{ stating_false: 2, not_checked: 0 }, "2 of 2 theses contain an error (9 claims confirmed, 2 wrong, 4 not covered)"],
  [
    { stating_false: 0, not_checked: 0 },
    "none of 2 theses contains an error (9 claims confirmed, 2 wrong, 4 not covered)",
  ],
  [
    { stating_false: 0, checked: 1, not_checked: 0 },
    "none of 1 thesis contains an error (9 claims confirmed, 2 wrong, 4 not covered)",
  ],
  [
    { stating_false: 0, not_checked: 0, claims_proven: 0, claims_false: 0 },
    "nothing to check in 2 theses (0 claims confirmed, 0 wrong, 4 not covered)",
  ],
  [
    { checked: 0, stating_false: 0, not_checked: 3, claims_proven: 0, claims_false: 0, claims_unknown: 0 },
    "no thesis could be checked",
  ],
];

for (const [counts, words] of SAID) {
  Deno.test(`the checks of a run are said in a sentence: ${words}`, () => {
    equal(checkedWords({ ...VERIFY, ...counts }), `Checked against Own prices (to 29 Dec 2017): ${words}`);
  });
}

Deno.test("the page says below its verdict that something is false, and a link leads to what", () => {
  const page = reportPage({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" });
  match(
    textOf(page.slice(0, page.indexOf("<nav"))),
    /⚠ Checked against Own prices \(to 29 Dec 2017\): 1 of 2 theses contains/,
  );
  ok(page.includes('<a href="#checks">Which, and why</a>'));
  const section = sectionText(page, "checks");
  match(section, /\(9 claims confirmed, 2 wrong, 4 not covered\); 1 could not be checked\. Own prices, 12 names\./);
  match(section, /T2 T2 Inc\. Sales <fell> 7%: 7%: the data say 8%/);
  ok(!section.includes("T1") && !section.includes("T3"));
});

Deno.test("a card of the page has the numbers of its claims, and marks what is false in its closed line", () => {
  const page = reportPage({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" });
  equal(page.split("contains an error</i>").length - 1, 1);
  match(textOf(page), /Checked 4 confirmed, 2 wrong, 1 not covered/);
  match(textOf(page), /Checked not checked/);
});

Deno.test("a page on which nothing is false says so, and links nowhere", () => {
  const verify = { ...VERIFY, stating_false: 0, claims_false: 0, not_checked: 0 };
  const page = reportPage({ manifest: { ...MANIFEST, verify }, rows: ROWS.slice(0, 1), folder: "runs/list" });
  match(textOf(page), /✓ Checked against Own prices \(to 29 Dec 2017\): none of 2 theses contains an error/);
  ok(!page.includes("Which, and why"));
});

Deno.test("a page on which nothing was checked has no tick, nor has its name", () => {
  const verify = { ...VERIFY, stating_false: 0, claims_proven: 0, claims_false: 0, not_checked: 0 };
  const page = reportPage({ manifest: { ...MANIFEST, verify }, rows: ROWS.slice(0, 1), folder: "runs/list" });
  match(textOf(page), /⚠ Checked against Own prices \(to 29 Dec 2017\): nothing to check in 2 theses/);
  equal(falseWords({ asOf: "2017-12-29", proven: 0, false: 0, unknown: 3 }), "nothing to check");
});

Deno.test("summary and terminal say it in a line", () => {
  const summary = summaryMarkdown({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" });
  ok(
    summary.replaceAll("\\", "").includes(
      "- Checked against Own prices (to 29 Dec 2017): 1 of 2 theses contains an error (9 claims confirmed, ",
    ),
  );
  const lines = runSummary(MANIFEST, { folder: "runs/list", seconds: 1, width: 240 });
  ok(lines.includes(
    "Checked against Own prices (to 29 Dec 2017): 1 of 2 theses contains an error (9 claims confirmed, 2 wrong, " +
      "4 not covered); 1 could not be checked; " +
      'the column "first_false" says what.',
  ));
});

const WHY = "T1.group_size (said: 5) cannot be computed from the data; T1.beta is 1.2, but the data give 0.9";
const VERIFIED = {
  ...{ claims_total: 9, claims_verified: 7 },
  checks: [
    { name: "recompute", passed: 7, total: 9, detail: WHY },
    { name: "freshness", passed: 0, total: 1, detail: "T1: the newest daily bar is old" },
  ],
};

Deno.test("the end of a run says which claims of which rows failed, what they said and what was found", () => {
  const verified = [VERIFIED, { claims_total: 3, claims_verified: 3 }, { claims_total: 3, claims_verified: 2 }];
  const outcomes = [...verified, VERIFIED, VERIFIED, VERIFIED].map((verification, at) =>
    done(at + 1, { ticker: `T${at + 1}`, metadata: { verification } })
  );
  const manifest = describeRun({
    ...{ runId: "run-1", input: { name: "list.csv", sha256: "ab" }, fingerprint: "f", options: {}, header: ["ticker"] },
    ...{ service: { name: "embedded" }, startedAt: "2018-01-03T05:00:00.000Z" },
  }, { counts: countRun(outcomes), files: [], versions: {} });
  const said = runSummary(manifest, { folder: "runs/list", seconds: 1, width: 240 });
  deepEqual(said.filter((line) => line.includes("laims")), [
    `Claims of row 1, T1: 2 failed: ${WHY}.`,
    "Claims of row 3, T3: 1 failed: the service does not say which.",
    `Claims of row 4, T4: 2 failed: ${WHY}.`,
    'Claims of 2 more answers failed: "checks" in theses.jsonl says which.',
  ]);
  const input = { manifest, rows: [], folder: "runs/list" };
  const [summary, page] = [summaryMarkdown(input).replaceAll("\\", ""), reportPage(input).replaceAll("&quot;", '"')];
  for (const line of said.filter((line) => line.startsWith("Claims of"))) {
    deepEqual([line, summary.includes(`\n  - ${line}\n`), page.includes(line)], [line, true, true]);
  }
});

Deno.test("the end of an answer says which of its claims failed", () => {
  deepEqual(checkedLines({ ...EMPTY_SNAPSHOT, verification: VERIFIED }), [
    "7 of 9 figures and judgements checked.",
    `Claims: 2 failed: ${WHY}.`,
  ]);
});

Deno.test("the workbook warns beside the name, and has the numbers and the first false claim as text", async () => {
  const { sheet } = await made({ manifest: MANIFEST, rows: ROWS });
  const theses = sheet("Theses");
  deepEqual(valuesIn(theses[0])?.slice(0, 3), ["ticker", "Checked", "Drawdown risk"]);
  deepEqual(columnOf(theses, "Checked"), ["no errors", "⚠ 2 wrong", "not checked"]);
  deepEqual(columnOf(theses, "Claims wrong"), ["0", "2", undefined]);
  equal(columnOf(theses, "First wrong claim")[1], "Sales <fell> 7%: 7%: the data say 8%");
});

Deno.test("a run that checks nothing shows nothing of it", async () => {
  const input = { manifest: manifestOf(), rows: [thesisRow(1)], folder: "runs/list" };
  ok(!textOf(reportPage(input)).includes("Checked"));
  ok(!summaryMarkdown(input).includes("Checked"));
  const { sheet } = await made(input);
  ok(!valuesIn(sheet("Theses")[0])?.includes("Checked"));
});
