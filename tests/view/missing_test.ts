/** What an answer or a run lacks is in sight: terminal, notebook, table and last lines. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { answerCard } from "../../src/view/cell/answer_card.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { countRun } from "./count_run.ts";
import { describeRun } from "../../src/run/manifest.ts";
import type { Outcome } from "../../src/run/outcome.ts";
import { EMPTY_SNAPSHOT } from "../../src/stream/snapshot.ts";
import { checkedLines } from "../../src/view/answer_end.ts";
import { surveyRun } from "../../src/view/run_table.ts";
import { thesisCard } from "../../src/view/cell/thesis_card.ts";
import { runSummary, runTable } from "./terminal_lines.ts";

const WARNING = "no chart of IBM: its program reached the limit of time";
const LINE = `Missing: ${WARNING}`;
const RESULT: ReasoningResult = {
  agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "IBM: even." },
  key_drivers: ["Momentum"],
  risks: [],
  metadata: { subject: "IBM", warnings: [WARNING], incomplete: true },
};
const SNAPSHOT = {
  ...EMPTY_SNAPSHOT,
  state: "completed",
  response: { metadata: { warnings: [WARNING], incomplete: true } },
} as const;
const PARTIAL: Outcome = {
  status: "partial",
  input: { row: 1, line: 2, ticker: "IBM", cells: ["IBM"] },
  asked: { request: { input: "IBM" }, identity: "a", idempotencyKey: "a", attempts: 1 },
  result: RESULT,
  files: [],
  error: { code: "incomplete_answer", message: WARNING },
};

Deno.test("an answer says what is missing: after its text, on its card, and in a cell", () => {
  deepEqual(checkedLines(SNAPSHOT), [LINE]);
  for (const { text, html } of [thesisCard(RESULT), answerCard(SNAPSHOT)]) {
    match(text, new RegExp(`^${LINE}$`, "m"));
    ok(String(html).includes(`⚠ ${LINE}`));
  }
  equal(thesisCard({ ...RESULT, metadata: {} }).text.includes("Missing"), false);
  match(thesisCard({ ...RESULT, metadata: { warnings: ["delayed data"] } }).text, /^Warning: delayed data$/m);
});

Deno.test("a partial row is in the table and again below it, with the reason", () => {
  const lines = runTable(surveyRun([PARTIAL]), { width: 120 });
  match(lines[1] ?? "", /IBM .*neutral/);
  deepEqual(lines.slice(-3), ["", "Not done", `row 1 IBM, partial: ${WARNING}`]);
});

Deno.test("the last line of a run counts the partial rows", () => {
  const manifest = describeRun({
    ...{ runId: "", input: { name: "t.csv", sha256: "" }, fingerprint: "", service: { name: "" }, options: {} },
    ...{ header: [], startedAt: "2024-03-01T00:00:00Z", finishedAt: "2024-03-01T00:00:05Z" },
  }, { counts: countRun([PARTIAL]), files: [], versions: {} });
  equal(
    runSummary(manifest, { folder: "out", seconds: 1, width: 400 }).at(-1),
    "1 name incomplete: the thesis is there, a chart or file is missing; " +
      `the column "warnings" says why. --retry-failed asks for it again.`,
  );
});
