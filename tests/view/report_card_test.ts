import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ReportInput } from "../../src/view/page/input.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { foldedProse } from "../../src/view/page/prose.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";

const pageOf = (rows: readonly ThesisRow[], over: Partial<ReportInput> = {}) =>
  reportPage({ manifest: manifestOf(), rows, folder: "runs/list", ...over });
/** What is behind each fold of a page, by the words that open it. */
const foldsOf = (page: string) =>
  Array.from(
    page.matchAll(/<details class="more rest"><summary>(.*?)<\/summary>(.*?)<\/details>/g),
    ([, title, inside = ""]) => [title, textOf(`<body>${inside}`)],
  );
const SENTENCE = "The price is 3.9% above its mean of 58.47 USD. ";

Deno.test("a card shows the question of its row, and folds a long one", () => {
  match(
    textOf(pageOf([thesisRow(1, { question: "Is T1's momentum <b>holding</b> up?" })])),
    /Asked Is T1's momentum <b>holding<\/b> up\?/,
  );
  const [[title, rest = ""] = []] = foldsOf(pageOf([thesisRow(1, { question: "Why? ".repeat(100) })]));
  deepEqual([title, /^(?:Why\? ?)+$/.test(rest)], ["Read on", true]);
  equal(textOf(pageOf([thesisRow(1)])).includes("Asked"), false);
});

Deno.test("nothing of a long reasoning is lost: it breaks behind a sentence, and the rest opens", () => {
  const reasoning = SENTENCE.repeat(40).trim();
  const page = pageOf([thesisRow(1, { reasoning })]);
  const [[title, rest = ""] = []] = foldsOf(page);
  equal(title, "Read on");
  const whole = textOf(page).replace(" Read on", "");
  ok(whole.includes(reasoning.slice(SENTENCE.length)), whole); // its first sentence leads the card
  ok(whole.includes(SENTENCE.trim()), whole);
  ok(rest.startsWith("The price") && rest.length > 1_000, rest);
});

Deno.test("a reasoning of many lines is shown as paragraphs", () => {
  equal(
    String(foldedProse("One.\n\nTwo.\r\nThree.", { shown: 100, most: 100 })),
    "<p>One.</p><p>Two.</p><p>Three.</p>",
  );
});

Deno.test("what a page does not hold of a text, it says where to find", () => {
  match(
    String(foldedProse("word ".repeat(100), { shown: 50, most: 100 })),
    /cut here; whole in <code>theses\.jsonl<\/code>/,
  );
  equal(/cut here/.test(String(foldedProse("word ".repeat(19), { shown: 50, most: 100 }))), false);
});

Deno.test("a page of many names holds less of each reasoning, and stays below 20 MB", () => {
  const rows = Array.from({ length: 3_500 }, (_, at) => thesisRow(at + 1, { reasoning: SENTENCE.repeat(400) }));
  const bytes = pageOf(rows).length;
  ok(bytes < 20_000_000, `${bytes}`);
  equal(/cut here/.test(pageOf([thesisRow(1, { reasoning: SENTENCE.repeat(400) })])), false);
});

Deno.test("drivers and risks after the third open, unless it is one, and are all there", () => {
  const drivers = Array.from({ length: 25 }, (_, at) => `driver ${at + 1}`);
  const page = pageOf([thesisRow(1, { drivers, risks: drivers.slice(0, 5) })]);
  const [[many = "", inside = ""] = [], few] = foldsOf(page);
  deepEqual([many, few], ["22 more", ["2 more", "driver 4 driver 5"]]);
  match(inside, /^driver 4 .* driver 20 and 5 in theses\.jsonl$/);
  deepEqual(foldsOf(pageOf([thesisRow(1, { drivers: drivers.slice(0, 4) })])), []);
});

const SERIES = { dates: ["2017-01-02", "2017-01-03"], closes: [1, 2] };
const FILE = { path: "files/1_T1/a.pdf", bytes: 1, sha256: "", mediaType: "" };
const NO_CHART = [
  { row: {}, is: /No chart: the answer came without files\./ },
  { row: { files: [FILE] }, is: /No chart: no file of the answer is a table of prices or a small PNG\./ },
  {
    row: { status: "partial", warnings: ["chart: stopped"] },
    is: /No chart: the answer is incomplete, see the warning\..*Warning chart: stopped/,
  },
] as const;
for (const { row, is } of NO_CHART) {
  Deno.test(`a card without a chart beside cards with one says ${is}`, () => {
    const page = pageOf([thesisRow(1, row), thesisRow(2)], { seriesOf: ({ row }) => row === 2 ? SERIES : undefined });
    match(textOf(page), is);
    equal(textOf(page).match(/No chart/g)?.length, 1);
  });
}

Deno.test("where no card has a chart, the page says once why", () => {
  const rows = [thesisRow(1), thesisRow(2)];
  const manifest = manifestOf({ options: { files: "none" } });
  const asked = textOf(pageOf(rows));
  match(asked, /Names .*No charts: no answer has a table of prices or a small PNG\./);
  match(textOf(pageOf(rows, { manifest })), /Names .*No charts: no files were asked for \( ?--files none ?\)\./);
  equal(asked.match(/No chart/g)?.length, 1);
});

Deno.test("cards after the fiftieth are in folded blocks, which say their scores", () => {
  const rows = Array.from({ length: 120 }, (_, at) => thesisRow(at + 1, { score: 0.6 - at / 100 }));
  const page = pageOf(rows);
  const titles = Array.from(page.matchAll(/<details class="block"><summary>(.*?)<\/summary>/g), ([, title]) => title);
  deepEqual(titles, ["51 to 100, score +0.10 to −0.39", "101 to 120, score −0.40 to −0.59"]);
  equal(page.match(/<details>/g)?.length, 120);
});
