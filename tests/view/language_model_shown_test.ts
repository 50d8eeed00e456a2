/** What a language model added is shown wherever an answer is, apart from the thesis, as verified or not verified. */
import type { ReasoningResult } from "conviction/protocol";
import type { LanguageModelReport } from "../../src/protocol/language_model.ts";
import { modelParagraphs } from "../../src/protocol/model_paragraphs.ts";
import type { Manifest, RunModel } from "../../src/run/manifest.ts";
import type { ModelUse } from "../../src/run/model_use.ts";
import type { RunStatus } from "../../src/run/progress.ts";
import { EMPTY_SNAPSHOT, type Snapshot } from "../../src/stream/snapshot.ts";
import { checkedLines } from "../../src/view/answer_end.ts";
import { answerCard } from "../../src/view/cell/answer_card.ts";
import { runView } from "../../src/view/cell/run_view.ts";
import { thesisCard } from "../../src/view/cell/thesis_card.ts";
import { rowsTable } from "../../src/view/cell/runs_view.ts";
import { budgetWords, modelLine, runModelWords } from "../../src/view/model_words.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import { statusFields, statusLines } from "../../src/view/status_lines.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { manifestOf, openRow, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";
import { made, valuesIn } from "./workbook_made.ts";
import { columnOf } from "./workbook_reader.ts";
import { runSummary } from "./terminal_lines.ts";

const CHOSEN = ["Sales grew 12% in fiscal 2023.", "Its margin is the third of 9."];
const COMMENT = "Demand <b>looks</b> durable.";
const NOTE = "A sentence was left out: it has a figure of its own.";
const REPORT: LanguageModelReport = {
  ...{ name: "made-7b", calls: 3, input_tokens: 1_204, output_tokens: 88, claims_verified: 2 },
  ...{ answer: CHOSEN, comments: [COMMENT], notes: [NOTE] },
};
const LINE = "Language model made-7b: 3 calls, 1,204 tokens read and 88 written";
const THESIS: ReasoningResult = {
  agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "T1 is neutral. Nothing stands out." },
  key_drivers: ["For: T1's beta is 1.1."],
  risks: ["T1: it may fall."],
  metadata: { subject: "T1", language_model: REPORT },
};
const USE: ModelUse = {
  ...{ name: "made-7b", mayComment: true, budget: { calls: 8, tokens: 60_000, seconds: 60 } },
  price: { input: 0.5, output: 2 },
};
const RUN: RunModel = {
  ...{ name: "made-7b", may_comment: true, budget: USE.budget, price: USE.price, cost: 0.126 },
  ...{ answered: 7, not_answered: 2, with_notes: 3, with_comments: 1 },
  ...{ calls: 27, input_tokens: 31_204, output_tokens: 1_020, is_estimated: true },
};
const RUN_WORDS =
  "made-7b chose sentences for 7 names, none for 2; comments, not verified, on 1 name; notes on 3 names; " +
  "27 calls, 31,204 tokens read and 1,020 written, estimated by their characters, costing 0.13";
const MANIFEST: Manifest = { ...manifestOf(), language_model: RUN };
const ROWS = [thesisRow(1, { languageModel: REPORT }), thesisRow(2)];

const SAID: readonly (readonly [said: string, words: string])[] = [
  [modelLine(REPORT), LINE],
  [
    modelLine({ ...REPORT, calls: 1, is_estimated: true }),
    `${LINE.replace("3 calls", "1 call")}, estimated by their characters`,
  ],
  [runModelWords(RUN), RUN_WORDS],
  [
    runModelWords({ ...RUN, not_answered: 0, with_notes: 0, with_comments: 0, is_estimated: false, cost: undefined }),
    "made-7b chose sentences for 7 names; 27 calls, 31,204 tokens read and 1,020 written",
  ],
  [
    budgetWords(USE, 9),
    "made-7b (with comments): up to 8 calls, 60,000 tokens and 60 s per answer; for 9 answers up to 540,000 tokens, " +
    "costing at most 1.08",
  ],
  [
    budgetWords({ ...USE, mayComment: false, price: undefined }, 1),
    "made-7b (no comments): up to 8 calls, 60,000 tokens and 60 s per answer; for 1 answer up to 60,000 tokens",
  ],
];
for (const [said, words] of SAID) {
  Deno.test(`a model is said in words: ${words}`, () => equal(said, words));
}

/** Each way to show an answer as a person reads it, without markup. */
const SHOWN: Readonly<Record<string, () => string>> = {
  "the card of a thesis": () => textOf(`<body>${thesisCard(THESIS).html}`),
  "the card of a thesis in a terminal": () => thesisCard(THESIS).text,
  "the card of a stream": () => textOf(`<body>${answerCard(streamed()).html}`),
  "the card of a stream in a terminal": () => answerCard(streamed()).text,
  "the page of a run": () => textOf(reportPage({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" })),
  "the detail of a row": () => textOf(`<body>${rowsTable([thesisRow(1, { languageModel: REPORT })]).html}`),
};
for (const [way, show] of Object.entries(SHOWN)) {
  Deno.test(`${way} says once what the model chose, verified, its comment, not verified, its notes and what it spent`, () => {
    const text = show().replaceAll("\u00a0", " ").replace(/\s+/g, " ");
    const parts = [
      `Chosen by made-7b, verified[: -]+${CHOSEN.join("(?: -)? ")}`,
      `The model's comment, not verified[.: -]+${COMMENT}`,
      `Notes on the model[: -]+${NOTE}`,
      LINE,
    ];
    let from = -1;
    for (const part of parts) {
      const found = [...text.matchAll(new RegExp(part, "g"))];
      equal(found.length, 1, `${part} in ${text}`);
      ok((found[0]?.index ?? -1) > from, `${part} is in its place`);
      from = found[0]?.index ?? -1;
    }
  });
}

/** A stream whose text holds what its metadata says too, as the embedded service sends it. */
function streamed(): Snapshot {
  const { agent_thesis: { reasoning }, key_drivers, risks } = THESIS;
  const points = ["Drivers:", ...key_drivers, "Risks:", ...risks].join("\n");
  const text = [reasoning, points, ...modelParagraphs(REPORT)].join("\n\n");
  return { ...EMPTY_SNAPSHOT, state: "completed", text, thesis: THESIS };
}

Deno.test("the thesis parts of a card hold nothing of a model", () => {
  const { language_model: _, ...metadata } = THESIS.metadata ?? {};
  const without = thesisCard({ ...THESIS, metadata });
  const { text } = thesisCard(THESIS);
  equal(text.slice(0, without.text.length), without.text);
});

Deno.test("a model's words are no markup, in a card and on the page", () => {
  for (const markup of [thesisCard(THESIS).html, reportPage({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" })]) {
    ok(!String(markup).includes("<b>looks</b>") && String(markup).includes("&lt;b&gt;looks&lt;/b&gt;"));
  }
});

Deno.test("a comment is set apart from what is verified by a style of its own", () => {
  match(
    reportPage({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" }),
    /<blockquote><b>The model&#39;s comment, not verified/,
  );
});

Deno.test("the workbook has columns for what a model added, and only in a run with one", async () => {
  const { sheet } = await made({ manifest: MANIFEST, rows: ROWS });
  const values = (title: string) => columnOf(sheet("Theses"), title);
  deepEqual(values("Chosen by the model, verified"), [CHOSEN.join(" "), undefined]);
  deepEqual(values("The model's comment, not verified"), [COMMENT, undefined]);
  deepEqual(values("Notes on the model"), [NOTE, undefined]);
  ok(valuesIn(sheet("Method").flat())?.includes(RUN_WORDS));
  const plain = await made({ manifest: manifestOf(), rows: [thesisRow(1)] });
  ok(!valuesIn(plain.sheet("Theses")[0])?.some((title) => /model/i.test(String(title))));
});

Deno.test("the end of a run says what the model did, on the terminal, in the summary and on the page", () => {
  const lines = runSummary(MANIFEST, { folder: "runs/list", seconds: 9, width: 1_000 });
  ok(lines.includes(`${RUN_WORDS}.`), lines.join("\n"));
  ok(summaryMarkdown({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" }).includes(`- ${RUN_WORDS}.\n`));
  ok(textOf(reportPage({ manifest: MANIFEST, rows: ROWS, folder: "runs/list" })).includes(RUN_WORDS));
});

Deno.test("the head of a run in a notebook says what the model did", () => {
  ok(
    runView({ manifest: MANIFEST, rows: ROWS, outcomes: [], folder: "runs/list" }).text.replace(/\s+/g, " ").includes(
      ` - ${RUN_WORDS}. - `,
    ),
  );
});

Deno.test("a run of the embedded service with a model is not called free", () => {
  const service = { name: "embedded", languageModel: "made-7b" };
  const manifest = { ...MANIFEST, service, spent: 0.5 };
  match(runSummary(manifest, { folder: "runs/list", seconds: 9, spent: 0.5 }).join("\n"), / At most 0\.50 spent\.$/m);
  const page = textOf(reportPage({ manifest, rows: ROWS, folder: "runs/list", spent: 0.5 }));
  ok(page.includes("At most 0.50") && !page.includes("is free"));
});

Deno.test("the end of an answer in a terminal says what it spent on its model", () => {
  deepEqual(checkedLines({ ...EMPTY_SNAPSHOT, thesis: THESIS }), [`${LINE}.`]);
});

Deno.test("the command that resumes a run with a model is that of the task which loads one", () => {
  const { service, ...rest } = MANIFEST;
  const manifest: Manifest = {
    ...{ ...rest, state: "finished", options: { startedBy: "deno task -q", listPath: "list.csv" } },
    service: { ...service, languageModel: "made-7b" },
  };
  const rows = [openRow(1, { status: "skipped" })];
  const page = (manifest: Manifest) => textOf(reportPage({ manifest, rows, folder: "runs/list" }));
  match(page(manifest), /deno task -q -c packages\/model\/deno\.json screen list\.csv/);
  match(page({ ...manifest, service }), /deno task -q screen list\.csv/);
});

Deno.test("the status of a run says the calls and tokens of its model so far", () => {
  const status: RunStatus = {
    folder: "/runs/list",
    record: {
      ...{ runId: "run-1", input: { name: "list.csv", sha256: "ab" }, fingerprint: "f", options: {}, header: [] },
      ...{ service: { name: "embedded" }, startedAt: "2024-03-01T22:00:00.000Z", languageModel: USE },
    },
    state: "running",
    progress: {
      rows: 9,
      statuses: { done: 4, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 5 },
      ...{ inFlight: 1, rowsPerSecond: 0, spent: 0.25 },
      model: { calls: 12, input_tokens: 4_816, output_tokens: 352 },
    },
    inDoubt: 0,
    isIdempotent: true,
  };
  const now = new Date("2024-03-01T22:05:00.000Z");
  ok(
    statusLines(status, { folder: "runs/list", now }).includes(
      "Language model made-7b: 12 calls, 4,816 tokens read and 352 written.",
    ),
  );
  deepEqual(statusFields(status)["language_model"], {
    ...{ name: "made-7b", may_comment: true, budget: USE.budget, price: USE.price, most_for_answer: 0.12 },
    ...{ calls: 12, input_tokens: 4_816, output_tokens: 352 },
  });
});
