/** The alerts of a run on its page, in its summary and at the end of a terminal. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Alert } from "../../src/compare/comparison.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { comparisonOf, flipped, manifestOf, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";
import { alertLinesOf } from "./terminal_lines.ts";

const alertOf = (ticker: string, row: number, over: Partial<Alert> = {}): Alert => ({
  ...{ kind: "THESIS_DRIFT", ticker, row, size: 6, message: `${ticker} turned bearish` },
  ...over,
});
const rows = [1, 2, 3, 4, 5, 6, 7].map((row) => thesisRow(row));
const changes = rows.map(({ ticker, row }) => flipped(ticker, row));
const inputOf = (alerts: readonly Alert[] | undefined) => ({
  ...{ manifest: manifestOf(), rows, folder: "runs/list" },
  comparison: comparisonOf(changes, alerts && { alerts }),
});

const SHOWN = [
  { when: "none is known", alerts: undefined, page: undefined, summary: undefined },
  { when: "there is none", alerts: [], page: "No alerts. 7 smaller changes", summary: "- No alerts. 7" },
  {
    when: "a name is held short",
    alerts: [alertOf("T2", 2, { weight: -0.043, bearing: "for" })],
    page: "T2 T2 Inc. T2 turned bearish Short 4.3%: supports it. 6 smaller changes in changes.csv.",
    summary: "- 1 alert. 6 smaller changes in changes.csv.\n" +
      "  - T2 turned bearish Short 4.3%: supports it.\n- Changed",
  },
  {
    when: "a name is held, and nothing is said of its price",
    alerts: [alertOf("T2", 2, { weight: 0.1 })],
    page: "T2 turned bearish Long 10.0%.",
    summary: "  - T2 turned bearish Long 10.0%.\n",
  },
  {
    when: "they are many",
    alerts: rows.map(({ ticker, row }) => alertOf(ticker, row)),
    page: "T7 turned bearish What changed",
    summary: "  - T5 turned bearish\n  - 2 more, in `alerts.jsonl`\n- Changed",
  },
] as const;
for (const { when, alerts, page, summary } of SHOWN) {
  Deno.test(`page and summary show the alerts when ${when}`, () => {
    const shown = textOf(reportPage(inputOf(alerts)));
    const mail = summaryMarkdown(inputOf(alerts));
    if (page === undefined) return ok(!/alerts?\b/i.test(mail) && !shown.includes("No alerts"));
    ok(shown.includes(page), shown);
    ok(mail.includes(summary), mail);
    ok(shown.indexOf(page) < shown.lastIndexOf("What changed"));
  });
}

Deno.test("no text of an alert becomes markup of the page", () => {
  const hostile = HOSTILE_TEXTS.map(({ text }) => alertOf(text, 1, { message: text }));
  const section = (alerts: readonly Alert[]) =>
    /<section id="alerts">.*?<\/section>/s.exec(reportPage(inputOf(alerts)))?.[0] ?? "";
  const tags = (page: string) => page.match(/<[a-z]+/g);
  deepEqual(tags(section(hostile)), tags(section(hostile.map(() => alertOf("T1", 1, { message: "fell" })))));
});

Deno.test("the end of a run names two alerts, each in at most three lines of the terminal", () => {
  const lineOf = (message: string) => `${JSON.stringify({ message })}\n`;
  deepEqual(alertLinesOf(undefined, 80), []);
  deepEqual(alertLinesOf("", 80), ["No alerts."]);
  deepEqual(alertLinesOf(lineOf("A fell"), 80), ["1 alert:", "- A fell"]);
  const sides = { before: { as_of: "2017-06-30" }, after: { as_of: "2017-12-29" }, weight: -0.02, bearing: "against" };
  deepEqual(alertLinesOf(`${JSON.stringify({ kind: "THESIS_DRIFT", message: "B: up 2 places.", ...sides })}\n`, 80), [
    "1 alert over 126 trading days since 30 Jun 2017:",
    "- B: up 2 places. Short 2.0%: against it.",
  ]);
  deepEqual(alertLinesOf(`${JSON.stringify({ kind: "EARNINGS_BEAT", message: "B: EPS beat." })}\n`, 80), [
    "Results: B: EPS beat.",
  ]);
  const lines = alertLinesOf(lineOf(`A\x1b[2J${"x ".repeat(99)}`) + "7\n" + lineOf("C"), 60);
  ok(lines.length <= 6, lines.join("\n"));
  match(lines[0] ?? "", /^3 alerts, most important first \(all in alerts\.jsonl\):$/);
  equal(lines.at(-1), "- one line of alerts.jsonl is unreadable");
  ok(lines.every((line) => line.length <= 60 && !/\p{Cc}/u.test(line)), lines.join("\n"));
});
