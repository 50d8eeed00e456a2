/** The columns of rows of a run, before they are drawn. */
import { deepEqual, equal } from "../assert.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { isThesisRows, thesisTable } from "../../src/view/cell/thesis_table.ts";
import { thesisRow } from "../notebook/rows_of_run.ts";

/** The words of each column, by its title. */
const wordsOf = (rows: readonly ThesisRow[], header: readonly string[] = []) =>
  Object.fromEntries(thesisTable(rows, { header }).columns.map(({ title, words }) => [title, words]));

Deno.test("a row of a run has its drawdown risk, its reason, its check and its files; columns without a word are left out", () => {
  const file = { path: "files/1_T1/a.png", bytes: 1, sha256: "", mediaType: "image/png" };
  const rows = [thesisRow(1, { files: [file], asOf: "2017-12-29", warnings: ["old", "few"] }), thesisRow(2)];
  deepEqual(wordsOf(rows), {
    ...{ Rank: ["1", "2"], Ticker: ["T1", "T2"], Company: ["Company 1", "Company 2"], Signal: ["neutral", "neutral"] },
    ...{ Score: ["+0.10", "+0.10"], "P(beat)": ["50%", "50%"], "Drawdown risk": ["7%", "7%"] },
    ...{ Reason: ["calm", "calm"], "Main driver of the risk": ["may fall", "may fall"], Warnings: ["old; few", ""] },
    ...{ Files: ["1", ""], "As of": ["2017-12-29", ""] },
  });
});

const REASONS = [
  { when: "there is no view: its first risk", row: { signal: "no_view" }, is: "may fall" },
  { when: "there is no driver: what it says", row: { drivers: [] }, is: "moves" },
  {
    when: "it failed: why",
    row: { status: "failed", drivers: [], reasoning: undefined, error: "Cannot ask: service answered 500: No room" },
    is: "No room",
  },
] as const;
for (const { when, row, is } of REASONS) {
  Deno.test(`the reason of a row is short, and where ${when}`, () => {
    deepEqual(wordsOf([thesisRow(1, row)])["Reason"], [is]);
  });
}

Deno.test("columns of the list follow, as numbers where all are numbers, without the ticker and the company again", () => {
  const rows = [["T1", "Company 1", "12", "x"], ["T2", "Company 2", "", "y"]].map((cells, at) =>
    thesisRow(at + 1, { cells })
  );
  const own = thesisTable(rows, { header: ["symbol", "name", "weight", "note"] }).columns
    .filter(({ title }) => ["symbol", "name", "weight", "note"].includes(title));
  deepEqual(own.map(({ title, words, values }) => [title, words, values]), [
    ["weight", ["12", ""], [12, undefined]],
    ["note", ["x", "y"], undefined],
  ]);
});

Deno.test("rows are those of a run when each has what a run's rows have", () => {
  equal(isThesisRows([thesisRow(1)]), true);
  equal(isThesisRows([]), false);
  equal(
    isThesisRows([thesisRow(1), { row: 2, ticker: "A", status: "done", drivers: "x", risks: [], cells: [] }]),
    false,
  );
});
