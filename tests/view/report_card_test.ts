import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ReportInput } from "../../src/view/page/survey.ts";
import { reportPage } from "../../src/view/page/page.ts";
import type { AnswerSections } from "../../src/protocol/answer_block.ts";
import { thesisCard } from "../../src/view/cell/thesis_card.ts";
import { rowsTable } from "../../src/view/cell/runs_view.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";

const pageOf = (rows: readonly ThesisRow[], over: Partial<ReportInput> = {}) =>
  reportPage({ manifest: manifestOf(), rows, folder: "runs/list", ...over });
const SENTENCE = "The price is 3.9% above its mean of 58.47 USD. ";

Deno.test("a card shows the question of its row", () => {
  match(
    textOf(pageOf([thesisRow(1, { question: "Is T1's momentum <b>holding</b> up?" })])),
    /Asked Is T1's momentum <b>holding<\/b> up\?/,
  );
  equal(textOf(pageOf([thesisRow(1)])).includes("Asked"), false);
});

Deno.test("an open card holds the whole reasoning, its lines as paragraphs, every driver and every risk", () => {
  const reasoning = `Lines stay lines.\n\nTwo.\r\nThree.\n${SENTENCE.repeat(40).trim()}`;
  const drivers = Array.from({ length: 25 }, (_, at) => `driver ${at + 1}`);
  const page = pageOf([thesisRow(1, { reasoning, drivers, risks: ["risk 1", "risk 2"] })]);
  match(page, /<p>Two\.<\/p><p>Three\.<\/p>/);
  const whole = textOf(page);
  ok(whole.includes(SENTENCE.repeat(40).trim()), whole);
  match(whole, /Drivers driver 1 .* driver 25 Risks risk 1 risk 2/);
});

Deno.test("a page of many names holds less of each reasoning, says where the rest is, and stays below 20 MB", () => {
  const rows = Array.from({ length: 3_500 }, (_, at) => thesisRow(at + 1, { reasoning: SENTENCE.repeat(400) }));
  const page = pageOf(rows);
  ok(page.length < 20_000_000, `${page.length}`);
  match(page, /cut here; whole in <code>theses\.jsonl<\/code>/);
  equal(/cut here/.test(pageOf([thesisRow(1, { reasoning: SENTENCE.repeat(400) })])), false);
});

const SECTIONS: AnswerSections = {
  version: 1,
  kind: "thesis",
  blocks: [
    { kind: "lead", said: [{ text: "T1: neutral, with <i>high</i> momentum.", claims: [], sources: [1] }] },
    { kind: "points", title: "Why", said: [{ text: "For: growth.", claims: [], sources: [1, 2] }] },
    {
      kind: "table",
      columns: ["", "Revenue"],
      rows: [{ name: "Quarter to 30 Sep 2017", cells: ["$52.58bn"], claims: [] }],
    },
    { kind: "turn", title: "What would change the view", said: [{ text: "A close below $1.", claims: [] }] },
    { kind: "limits", said: [{ text: "No segments.", claims: [] }] },
    { kind: "sources", items: ["10-K to 30 Sep 2017", "Daily prices"] },
    { kind: "folded", title: "Further figures", said: [{ text: "Its beta is 1.1.", claims: [] }] },
  ],
};

Deno.test("the blocks of an answer are drawn in their order on page and card, and what no block says follows", () => {
  const row = thesisRow(1, { sections: SECTIONS, drivers: ["For: growth."], risks: ["Debt."] });
  const thesis = {
    agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "T1: neutral." },
    key_drivers: row.drivers,
    risks: row.risks,
    metadata: { sections: SECTIONS },
  };
  const detail = textOf(`<body>${rowsTable([row]).html}`);
  const parts = [
    /T1: neutral, with <i>high<\/i> momentum\./,
    /Why For: growth\./,
    /Quarter to 30 Sep 2017:? (?:Revenue )?\$52\.58bn/,
    /What would change the view\.? A close below \$1\./,
    /No segments\./,
    /10-K to 30 Sep 2017 .*Daily prices/,
    /Further figures:? (?:1 sentence )?Its beta is 1\.1\./,
    /Risks Debt\./,
  ];
  for (const said of [textOf(pageOf([row])), textOf(`<body>${thesisCard(thesis).html}`), detail]) {
    const places = parts.map((part) => said.search(part));
    ok(!places.includes(-1), `${places} in ${said}`);
    deepEqual(places.toSorted((one, other) => one - other), places);
    equal(said.split("For: growth.").length, 2, said);
  }
});

Deno.test("where no card has a chart, the page says once why", () => {
  const rows = [thesisRow(1), thesisRow(2)];
  const manifest = manifestOf({ options: { files: "none" } });
  const asked = textOf(pageOf(rows));
  match(asked, /Names .*No charts: no answer has a table of prices or a small PNG\./);
  match(textOf(pageOf(rows, { manifest })), /Names .*No charts: no files were asked for \( ?--files none ?\)\./);
  equal(asked.match(/No chart/g)?.length, 1);
});

Deno.test("cards after the fiftieth are in folded blocks, which say which they are", () => {
  const rows = Array.from({ length: 120 }, (_, at) => thesisRow(at + 1, { score: 0.6 - at / 100 }));
  const page = pageOf(rows);
  const titles = Array.from(page.matchAll(/<details class="block"><summary>(.*?)<\/summary>/g), ([, title]) => title);
  deepEqual(titles, ["51 to 100", "101 to 120"]);
  equal(page.match(/<details>/g)?.length, 120);
});
