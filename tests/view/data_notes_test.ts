import type { DataNote, DataRecord } from "../../src/run/manifest.ts";
import { bulletLines, dataNoteLines, dataNoteWords } from "../../src/view/freshness.ts";
import { deepEqual } from "../assert.ts";

const note = (file: string, kind: DataNote["kind"] = "refused", line = 2): DataNote => (
  { kind, file, line, column: kind === "skipped" ? 12 : 1, message: `Cannot read "${file}"` }
);

function record(problems: readonly DataNote[], more_problems = 0): DataRecord {
  const days = { first: "2017-01-02", last: "2017-12-29" };
  return { notice: "", names: 1, files: { found: 9, read: 1 }, ...days, problems, more_problems };
}

const CASES: readonly { when: string; data: DataRecord; lines: readonly string[] }[] = [
  { when: "all was read", data: record([]), lines: [] },
  {
    when: "one file was not read, one not whole, and one has a remark",
    data: record([note("A.csv"), note("B.csv", "skipped"), note("C.csv", "remark", 1)]),
    lines: [
      '- skipped: A.csv, line 2: Cannot read "A.csv"',
      '- read in part: B.csv, line 2, column 12: Cannot read "B.csv"',
      '- C.csv, line 1: Cannot read "C.csv"',
    ],
  },
  {
    when: "a file has several problems: its first one",
    data: record([note("A.csv"), note("A.csv"), note("A.csv"), note("B.csv")]),
    lines: [
      '- skipped: A.csv, line 2: Cannot read "A.csv"',
      '- skipped: B.csv, line 2: Cannot read "B.csv"',
      "- and 2 more: deno task -q conviction data check 'my prices'",
    ],
  },
  {
    when: "there are more than five, and more than the record holds",
    data: record(["A", "B", "C", "D", "E", "F"].map((name) => note(`${name}.csv`)), 394),
    lines: [
      ...["A", "B", "C", "D", "E"].map((name) => `- skipped: ${name}.csv, line 2: Cannot read "${name}.csv"`),
      "- and 395 more: deno task -q conviction data check 'my prices'",
    ],
  },
];

for (const { when, data, lines } of CASES) {
  Deno.test(`the first problems of a data folder are said before a run when ${when}`, () => {
    deepEqual(dataNoteLines(data, "deno task -q conviction data check 'my prices'"), lines);
  });
}

Deno.test("a long problem is wrapped below its bullet", () => {
  deepEqual(bulletLines(dataNoteWords(note("A.csv")), { width: 31, indent: 2 }), [
    "  - skipped: A.csv, line 2:",
    '    Cannot read "A.csv"',
  ]);
});
