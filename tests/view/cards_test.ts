import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { EMPTY_SNAPSHOT, type Snapshot } from "../../src/stream/snapshot.ts";
import { answerCard } from "../../src/view/cell/answer_card.ts";
import type { Verification } from "../../src/protocol/verification.ts";
import { thesisCard } from "../../src/view/cell/thesis_card.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { verificationNote } from "../../src/view/thesis_view.ts";

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>" ' & \u202e\x1b[31m`;

const THESIS: ReasoningResult = {
  agent_thesis: { signal: "neutral", confidence: 0.5037, reasoning: "AAPL comes out neutral." },
  key_drivers: ["Momentum is 45.2%."],
  risks: ["Chance of a fall 14%."],
  metadata: {
    subject: "AAPL",
    as_of: "2017-12-29",
    score: -0.0733,
    drawdown_probability: 0.1361,
    evidence: { for: 4, against: 3, abstained: 5 },
    calibration: "uncalibrated",
    benchmark: "^GSPC",
    verification: {
      ...{ confidence: 1, claims_total: 30, claims_verified: 30, claims_removed: 0 },
      claims: [{ id: "AAPL.probability", metric: "probability", value: 0.4963, shown: "0.50" }],
    },
  },
};

Deno.test("a thesis as text shows score and risk before the reasoning, and the verification last", () => {
  deepEqual(thesisCard(THESIS).text.split("\n"), [
    "AAPL: neutral",
    "drawdown risk 14% · score −0.07 · probability of beating ^GSPC 50% · evidence 4 measures in favour, 3 against",
    "",
    "AAPL comes out neutral.",
    "",
    "Drivers",
    "- Momentum is 45.2%.",
    "",
    "Risks",
    "- Chance of a fall 14%.",
    "",
    "as of 29 Dec 2017 · against ^GSPC · uncalibrated · all 30 figures and judgements checked",
  ]);
});

Deno.test("a thesis with only the specification's fields omits the rest", () => {
  const { text } = thesisCard({
    agent_thesis: { signal: "BUY", confidence: 87, reasoning: "Because." },
    key_drivers: [],
    risks: [],
  });
  equal(text, "BUY\nconfidence 87\n\nBecause.");
});

const NOTES: readonly (readonly [says: string, verification: Verification])[] = [
  ["all 39 figures and judgements checked", {
    claims_total: 39,
    claims_verified: 39,
    claims_removed: 0,
    contradictions: [],
    confidence: 1,
  }],
  ["all 39 figures and judgements checked, 1 conflicting signal", {
    claims_total: 39,
    claims_verified: 39,
    contradictions: ["a"],
    confidence: 0.83,
  }],
  ["all 39 figures and judgements checked, doubtful prices", {
    claims_total: 39,
    claims_verified: 39,
    doubts: ["a"],
    confidence: 0.5,
  }],
  [
    "37 of 39 figures and judgements checked, 2 removed, 2 conflicting signals, data out of date",
    {
      claims_total: 39,
      claims_verified: 37,
      claims_removed: 2,
      contradictions: ["a", "b"],
      stale: ["c"],
      confidence: 0.4,
    },
  ],
  ["verification confidence 0.67", { confidence: 0.67 }],
  ["", {}],
];
for (const [says, verification] of NOTES) {
  Deno.test(`a verification reads "${says}"`, () => equal(verificationNote(verification), says));
}

const ANSWER: Snapshot = {
  ...EMPTY_SNAPSHOT,
  state: "completed",
  text: "AAPL comes out neutral.",
  calls: [
    { call_id: "c1", name: "price_history", arguments: '{"ticker":"AAPL"}', complete: true, output: "{}" },
    { call_id: "c2", name: "trend_analysis", arguments: '{"half', complete: false },
  ],
  executions: [{
    item_id: "x1",
    name: "chart",
    input: "",
    state: "finished",
    stdout: "",
    stderr: "",
    return_code: 2,
    files: [],
  }],
  files: [{ file_id: "f1", filename: "AAPL.png" }],
};

Deno.test("an answer as text shows what failed, its text, its files, its steps, and that it gives no thesis", () => {
  deepEqual(answerCard(ANSWER, { question: "Analyse AAPL", seconds: 8 }).text.split("\n"), [
    "Analyse AAPL",
    "",
    "✗ ran chart: failed with 2",
    "    It printed nothing.",
    "",
    "AAPL comes out neutral.",
    "",
    "Files",
    "- AAPL.png",
    "To get one: await research.file(answer.files[0])",
    "",
    '· price_history {"ticker":"AAPL"}',
    "· trend_analysis …",
    "· ran chart: failed with 2",
    "",
    "no thesis, and no figure was verified · 8 s",
  ]);
});

for (const state of ["failed", "truncated", "aborted", "timed_out"] as const) {
  Deno.test(`an answer that was ${state} says Incomplete answer`, () => {
    const view = answerCard({ ...ANSWER, state });
    ok(view.text.includes("Incomplete answer") && view.html.toString().includes("Incomplete answer"));
  });
}

Deno.test("incomplete arguments are not shown", () => {
  ok(!answerCard(ANSWER).text.includes("half"));
});

const hostileViews = {
  thesis: thesisCard({
    agent_thesis: { signal: HOSTILE, confidence: 1, reasoning: HOSTILE },
    key_drivers: [HOSTILE],
    risks: [HOSTILE],
    metadata: { subject: HOSTILE, engine: HOSTILE },
  }),
  answer: answerCard({
    ...ANSWER,
    text: HOSTILE,
    calls: [{ call_id: HOSTILE, name: HOSTILE, arguments: HOSTILE, complete: true }],
    files: [{ file_id: "f", filename: HOSTILE }],
    error: { message: HOSTILE },
  }),
};

for (const [name, view] of Object.entries(hostileViews)) {
  Deno.test(`the words of a model are text in the ${name} card, never markup or control characters`, () => {
    const markup = view.html.toString();
    ok(!/<(?:script|img)/i.test(markup), markup);
    ok(markup.includes("&lt;script&gt;"));
    // deno-lint-ignore no-control-regex -- it searches for the terminal's escape
    ok(!/[\x1b\u202e]/.test(view.text));
  });
}

const MARKDOWN = [
  "**Apple: neutral. Revenue rose 12.7% <b>fast</b>.**",
  "",
  "- **Growth.** Sales rose. [1]",
  "",
  "| Quarter | Growth |",
  "|---|---:|",
  "| 30 Dec 2017 | **12.7%** <i> |",
].join("\n");

Deno.test("a text of Markdown is drawn on card and page: its bold line leads, points and tables have markup, and no text becomes markup", () => {
  const card = String(
    thesisCard({
      agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: MARKDOWN },
      key_drivers: [],
      risks: [],
    }).html,
  );
  const page = reportPage({ manifest: manifestOf(), rows: [thesisRow(1, { reasoning: MARKDOWN })], folder: "run" });
  for (const shown of [card, page]) {
    match(shown, /<p [^>]*><b>Apple: neutral\. Revenue rose 12\.7% &lt;b&gt;fast&lt;\/b&gt;\.<\/b><\/p>/);
    match(shown, /<b>Growth\.<\/b> Sales rose\. \[1\]/);
    match(shown, /<th [^>]*>Quarter<\/th><th [^>]*>Growth<\/th>/);
    match(shown, /<td [^>]*><b>12\.7%<\/b> &lt;i&gt;<\/td>/);
    equal(shown.includes("**"), false);
  }
  equal(card.split("Revenue rose").length, 2);
});
