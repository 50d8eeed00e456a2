/** Cards of cells: what leads, what is drawn as a bar, what is folded, and how much is shown. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ReasoningResult } from "conviction/protocol";
import { EMPTY_SNAPSHOT, type Snapshot } from "../../src/stream/snapshot.ts";
import { answerCard } from "../../src/view/cell/answer_card.ts";
import { outcomeView } from "../../src/view/cell/thesis_card.ts";
import { thesisCard } from "../../src/view/cell/thesis_card.ts";
import { textOf } from "./report_tags.ts";

const LEAD = "DELL comes out bearish, because it is the most volatile of all eight names.";
const THESIS: ReasoningResult = {
  agent_thesis: { signal: "bearish", confidence: 0.51, reasoning: `${LEAD} Its volatility is 23.6% a year.` },
  key_drivers: [
    "Against: DELL's annualised volatility of 23.6% is above average (3rd of 8).",
    "For: DELL's name is short.",
  ],
  risks: ["DELL: the chance of a 15% drawdown within three months is 25%, at annualised volatility of 23.6%."],
  metadata: {
    ...{ subject: "DELL", score: -0.28, drawdown_probability: 0.25 },
    verification: {
      ...{ claims_total: 9, claims_verified: 9 },
      claims: [
        { id: "DELL.score_trend", metric: "score_trend", value: -0.19, shown: "-0.19" },
        { id: "DELL.score_risk", metric: "score_risk", value: -0.38, shown: "-0.38" },
        { id: "all.drawdown_probability", metric: "drawdown_probability", value: 0.2504, shown: "25%" },
        { id: "DELL.drawdown_probability", metric: "drawdown_probability", value: 0.25, shown: "25%" },
        { id: "DELL.volatility", metric: "volatility", value: 0.2355, shown: "23.6%" },
        { id: "DELL.rank.volatility", metric: "rank", value: 3, shown: "3" },
        { id: "DELL.peers.volatility", metric: "peers", value: 8, shown: "8" },
      ],
    },
  },
};

/** Where each bar of a markup begins and how long it is, in percent. */
function barsOf(markup: string): string[] {
  return Array.from(
    markup.matchAll(/margin-left:([\d.]+)%;width:([\d.]+)%/g),
    ([, from, width]) => `${from}+${width}`,
  );
}

Deno.test("bars are the drawdown risk, the score and its parts; nothing else", () => {
  const markup = String(thesisCard(THESIS).html);
  deepEqual(barsOf(markup), ["0+25", "36+14", "40.5+9.5", "31+19"]);
  deepEqual(Array.from(markup.matchAll(/Score, (\w+)/g), ([, part]) => part), ["trend", "risk"]);
});

Deno.test("a thesis of texts only has no bar and no empty part", () => {
  const { agent_thesis } = THESIS;
  const { html, text } = thesisCard({ agent_thesis, key_drivers: ["Growth"], risks: [] });
  deepEqual(barsOf(String(html)), []);
  ok(!/Risks|Files/.test(`${html}${text}`));
});

const RUN = {
  item_id: "x",
  name: "chart",
  stdout: "",
  stderr: "",
  files: [],
  state: "finished",
  return_code: 0,
} as const;
const ANSWER: Snapshot = {
  ...EMPTY_SNAPSHOT,
  state: "completed",
  text: `${THESIS.agent_thesis.reasoning}\n\nDrivers:\n- ${THESIS.key_drivers.join("\n- ")}\n\nRisks:\n- ${
    THESIS.risks[0]
  }`,
  thesis: THESIS,
  calls: [{ call_id: "c", name: "price_history", arguments: '{"ticker":"DELL"}', complete: true, output: "252 bars" }],
  executions: [{ ...RUN, input: "plot(1)", stdout: "drawn" }],
};

Deno.test("a finished answer leads with name and first sentence, says nothing twice, and folds its steps", () => {
  const markup = String(answerCard(ANSWER, { question: "Is DELL a short?", seconds: 1 }).html);
  const said = textOf(`<body>${markup}`);
  match(said, /^Is DELL a short\? DELL: bearish DELL comes out bearish, .* Score −0\.28 /);
  for (const once of [LEAD, "3rd of 8", "within three months"]) equal(said.split(once).length, 2, once);
  match(markup, /<details><summary[^>]*>1 tool call, 1 code run<\/summary>/);
  match(said, /price_history \{"ticker":"DELL"\} → 252 bars .*complete · all 9 figures and judgements checked · 1 s$/);
});

Deno.test("text of an answer that its thesis does not say is shown", () => {
  const { html, text } = answerCard({ ...ANSWER, text: `${ANSWER.text}\n\nAsk again after the results.` });
  for (const said of [text, String(html)]) match(said, /Ask again after the results\./);
});

Deno.test("code that failed is unfolded, with what it said, whether the answer grows or is over", () => {
  const failed = { ...RUN, input: "plot(2)", stderr: "error: no closes", return_code: 1 };
  for (const state of ["streaming", "completed"] as const) {
    const { html, text } = answerCard({ ...ANSWER, state, executions: [failed] });
    const unfolded = String(html).replace(/<details>.*<\/details>/s, "");
    match(unfolded, /✗ ran chart: failed with 1.*error: no closes.*plot\(2\)/s);
    match(text, /✗ ran chart: failed with 1\n {4}error: no closes/);
  }
});

Deno.test("an answer grows in the order of arrival: question, steps with the running code, text", () => {
  const running = { ...RUN, input: "plot(3)", state: "running" } as const;
  const { html } = answerCard({ ...ANSWER, state: "streaming", executions: [running] }, { question: "Why?" });
  match(String(html), /Why\?.*price_history.*running.*plot\(3\).*DELL comes out.*answering/s);
});

const NOT_COMPLETE: readonly (readonly [when: string, answer: Partial<Snapshot>])[] = [
  ["it gives no view and checked nothing, as of an unknown company", {
    thesis: undefined,
    text: "The data does not know it.",
  }],
  ["the service says that a part is missing", { response: { metadata: { incomplete: true, warnings: ["no chart"] } } }],
  ["it was cut", { state: "truncated" }],
];
for (const [when, answer] of NOT_COMPLETE) {
  Deno.test(`an answer is not called complete when ${when}`, () => {
    const { html, text } = answerCard({ ...ANSWER, ...answer });
    for (const said of [text, textOf(`<body>${html}`)]) ok(!/(?:^|\W)complete(?:\W|$)/.test(said), said);
  });
}

const LONG = "x".repeat(300_000);
const MANY = Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join("\n");
const LARGE: Snapshot = {
  ...ANSWER,
  ...{ text: MANY.repeat(20), thesis: undefined },
  calls: Array.from({ length: 100 }, (_, at) => ({
    ...{ call_id: `${at}`, name: LONG, arguments: LONG, complete: true, output: LONG },
  })),
  executions: Array.from({ length: 30 }, (_, at) => ({
    ...RUN,
    ...{ item_id: `${at}`, name: LONG, input: MANY, stdout: LONG, stderr: MANY, return_code: at % 2 },
  })),
  files: Array.from({ length: 200 }, () => ({ file_id: LONG, filename: LONG })),
  error: { message: LONG },
};
for (const state of ["streaming", "completed", "failed"] as const) {
  Deno.test(`a ${state} answer of 100 steps, long lines and a huge output stays below 500 kB and says what it left out`, () => {
    const { html, text } = answerCard({ ...LARGE, state }, { question: LONG });
    ok(String(html).length < 500_000, `${String(html).length}`);
    ok(text.length < 200_000, `${text.length}`);
    for (const said of [/earlier steps/, /lines left out|of [\d,]+ characters left out/, /more code runs failed/]) {
      match(String(html), said);
    }
    if (state !== "streaming") {
      for (const said of [/more characters? are not shown/, /more files/]) match(String(html), said);
    }
  });
}

Deno.test("an outcome without a thesis says its status and why; one with a part missing says it beside its thesis", () => {
  const input = { row: 3, line: 4, ticker: "ZZZZ", cells: [] };
  const asked = { request: { input: "Analyse ZZZZ" }, identity: "i", idempotencyKey: "k", attempts: 1 };
  const error = { code: "unknown_company", message: "The data does not know it." };
  equal(
    outcomeView({ status: "failed", input, asked, error }).text,
    "Analyse ZZZZ\n\nZZZZ: failed\nThe data does not know it. (unknown_company)",
  );
  match(
    outcomeView({ status: "partial", input, asked, result: THESIS, files: [], error }).text,
    /^Analyse ZZZZ\n\nDELL: bearish\n.*\n\nZZZZ: something is missing\nThe data does not know it\./s,
  );
});

const LINKS: readonly (readonly [text: string, links: readonly string[]])[] = [
  ["See https://example.com/a?b=1&c=2.", ["https://example.com/a?b=1&amp;c=2"]],
  ["(HTTP://example.com/x), then", ["http://example.com/x"]],
  ["javascript:alert(1) ftp://example.com file:///etc data:text/html,x //example.com", []],
  ["https://user:%@[x", []],
];
for (const [text, links] of LINKS) {
  Deno.test(`the links of "${text}" are ${links.join(", ") || "none"}`, () => {
    const markup = String(thesisCard({ ...THESIS, agent_thesis: { ...THESIS.agent_thesis, reasoning: text } }).html);
    deepEqual(Array.from(markup.matchAll(/href="([^"]*)"/g), ([, address]) => address), links);
  });
}
