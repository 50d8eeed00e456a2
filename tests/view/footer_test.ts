import { equal } from "../assert.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { manifestOf, openRow, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";

const beside = ["theses.xlsx", "theses.csv", "theses.jsonl", "failures.csv"];

for (
  const { when, rows, links } of [
    { when: "all rows are done", rows: [thesisRow(1)], links: "theses.xlsx theses.csv theses.jsonl" },
    {
      when: "a row failed",
      rows: [thesisRow(1), openRow(2)],
      links: "theses.xlsx theses.csv theses.jsonl failures.csv",
    },
    {
      when: "a file of an answer is missing",
      rows: [thesisRow(1, { status: "partial" })],
      links: "theses.xlsx theses.csv theses.jsonl failures.csv",
    },
  ]
) {
  Deno.test(`the page links to the table of failures only if it has a row: ${when}`, () => {
    const page = textOf(reportPage({ manifest: manifestOf(), rows, folder: "runs/list", beside }));
    equal(/ Files: (.*?) \d+ requests? to .* Made from/.exec(page)?.[1], links);
  });
}
