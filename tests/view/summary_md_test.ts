import fc from "fast-check";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import type { ReportInput } from "../../src/view/page/survey.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import { hostileInput } from "./report_hostile_input.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { textOf } from "./report_tags.ts";
import { comparisonOf, flipped, manifestOf, openRow, thesisRow } from "./report_rows.ts";

const rows = [
  thesisRow(1, { ticker: "ADBE", score: 0.6, rank: 1, drawdownProbability: 0.11 }),
  thesisRow(2, { ticker: "AMZN", score: 0.09, rank: 2, drawdownProbability: 0.31 }),
  thesisRow(3, { ticker: "IBM", score: -0.2, rank: 3, drawdownProbability: 0.09 }),
];

function inputOf(over: Partial<ReportInput> = {}): ReportInput {
  const manifest = manifestOf({}, { requests: 3, attempts: 3, claims_total: 12, claims_verified: 12 });
  return { manifest, rows, folder: "runs/list", ...over };
}

Deno.test("summaryMarkdown() describes a run in a few lines", () => {
  deepEqual(summaryMarkdown(inputOf({ spent: 0.75 })).split("\n"), [
    "Complete: all 3 names covered.",
    "",
    "- Data as of 29 Dec 2017, 1 trading day old at the time of the run.",
    "- Drawdown risk: 1 of 3 names reaches a 25% chance of a 15% drawdown within the service's horizon. " +
    "Highest: AMZN 31% (it may fall), ADBE 11% (it may fall), IBM 9% (it may fall).",
    "- Direction: 3 neutral.",
    "- 3 requests to embedded, conviction-smart in 3 min 20 s, 2018-01-03 05:00 UTC. " +
    "All 12 figures checked. Nothing spent: the embedded service is free.",
    "",
    "Open `runs/list/report.html`; all names are in `theses.csv`. This is not investment advice.",
    "",
  ]);
});

Deno.test("summaryMarkdown() says in its first line that a run is incomplete, and names the remedy below", () => {
  const error = { errorCode: "http_500", error: "service answered 500." };
  const lines = summaryMarkdown(inputOf({ rows: [...rows, openRow(4, error), openRow(5, { status: "pending" })] }))
    .split("\n");
  equal(lines[0], "Incomplete: 2 of 5 names missing (1 failed, 1 pending).");
  deepEqual(lines.filter((line) => line.includes("deno task")), [
    "- 1 failed (T4): service answered 500. To retry: `deno task -q screen list.csv --retry-failed`",
    "- 1 pending (T5). Not sent yet; to resume the run: `deno task -q screen list.csv`",
  ]);
});

for (
  const [name, says] of [
    ["embedded", 'The data does not know "XRX"'],
    ["https://research.example", 'Cannot get thesis: service answered 422: The data does not know "XRX"'],
  ] as const
) {
  Deno.test(`summary and page of a run of ${name} say: ${says}`, () => {
    const error = 'Cannot get thesis: service answered 422: The data does not know "XRX".';
    const manifest = manifestOf({ service: { name } });
    const input = inputOf({ manifest, rows: [...rows, openRow(4, { errorCode: "unknown_company", error })] });
    ok(summaryMarkdown(input).includes(`\n- 1 failed (T4): ${says}. Fix`), summaryMarkdown(input));
    ok(textOf(reportPage(input)).includes(`1 failed: unknown_company ${says}. T4 Fix`), textOf(reportPage(input)));
  });
}

Deno.test("summaryMarkdown() of a run that is going on says since when, and resumes it only if it was killed", () => {
  const { finished_at: _, seconds: __, ...manifest } = manifestOf({ finishedAt: undefined });
  const [first, ...lines] = summaryMarkdown(inputOf({ manifest, rows: [...rows, openRow(4, { status: "pending" })] }))
    .split("\n");
  equal(first, "Incomplete: 1 of 4 names missing (1 pending). Still running since 2018-01-03 05:00 UTC.");
  deepEqual(lines.filter((line) => line.includes("deno task")), [
    "- 1 pending (T4). Not sent yet: still running since 2018-01-03 05:00 UTC; only if it was killed, resume it: " +
    "`deno task -q screen list.csv`",
  ]);
});

Deno.test("summaryMarkdown() resumes what a limit skipped without that limit", () => {
  const manifest = manifestOf({ options: { limit: "2", files: "none" } });
  const wrong = { errorCode: "unknown_company", error: "ZZZZ is unknown" };
  const skipped = [...rows, openRow(4, { status: "skipped" }), openRow(5, wrong)];
  const commands = summaryMarkdown(inputOf({ manifest, rows: skipped })).match(/`deno task [^`]*`/g);
  deepEqual(commands, [
    "`deno task -q screen list.csv --files none`",
    "`deno task -q screen runs/list/failures.csv --files none`",
  ]);
});

Deno.test("summaryMarkdown() says that nothing changed", () => {
  const summary = summaryMarkdown(inputOf({ comparison: comparisonOf([], { unchanged: 9 }) }));
  ok(summary.includes("\n- Nothing changed.\n") && !summary.includes("unchanged"), summary);
});

Deno.test("summaryMarkdown() counts the changes, and names differing settings", () => {
  const changes = ["A", "B", "C", "D"].map((ticker, at) => flipped(ticker, at + 1));
  const differences = [{ setting: "as_of", before: "2017-12-28", after: "2017-12-29" }] as const;
  const comparison = comparisonOf(changes, { differences, unchanged: 9 });
  const lines = summaryMarkdown(inputOf({ comparison, whatChanged: () => "neutral to bullish" })).split("\n");
  const from = lines.findIndex((line) => line.startsWith("- Changed"));
  equal(lines[from], "- Changed: 4 views changed, 9 unchanged. DIFFERENT SETTINGS (as of).");
});

Deno.test("summaryMarkdown() is short for any run", () => {
  const open = Array.from(
    { length: 900 },
    (_, at) => openRow(at + 9, { errorCode: `code_${at % 300}`, error: "x".repeat(999) }),
  );
  const comparison = comparisonOf(Array.from({ length: 500 }, (_, at) => flipped(`T${at}`, at)));
  const text = summaryMarkdown(inputOf({ rows: [...rows, ...open], comparison }));
  ok(text.split("\n").length <= 22, text);
  match(text, /297 more reasons, in `failures\.csv`/);
});

/** What a Markdown parser treats as markup; skips escaped characters and code, as parsers do. */
function markupOf(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at);
    const [passed = ""] = /^\\[!-/:-@[-`{-~]|^(`+)(?!`)(?:[^`]|(?!\1(?!`))`+)*?[^`]\1(?!`)/.exec(rest) ?? [];
    const [markup] = /^(?:[`*_[\]<>~|#{}@]|&(?!(?:lt|gt|amp|#64);)|https?:|www\.)/i.exec(rest) ?? [];
    if (passed !== "") at += passed.length - 1;
    else if (markup !== undefined && !rest.startsWith("#64;")) found.push(markup);
  }
  return found;
}

Deno.test("the search for markup finds it, and skips escaped characters", () => {
  deepEqual(markupOf("a `*` ``b ` c`` \\* &lt; \\` d &#64;"), []);
  deepEqual(markupOf("`a **b** [c] &nbsp; https://x ``"), ["`", "*", "*", "*", "*", "[", "]", "&", "https:", "`", "`"]);
});

Deno.test("summaryMarkdown() makes no markup of hostile texts", () => {
  const text = summaryMarkdown(hostileInput());
  deepEqual(markupOf(text), []);
  // deno-lint-ignore no-control-regex -- it searches for control characters
  equal(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(text), false);
});

Deno.test("summaryMarkdown() makes no markup of any text, and no text becomes its own line", () => {
  const parts = [
    "`",
    "``",
    "*",
    "_",
    "[x](javascript:y)",
    "![",
    "<b>",
    "&lt;",
    "\\",
    "\n# ",
    "http://x",
    "WWW.x",
    "@",
    "|",
  ];
  const text = fc.oneof(
    anyText(),
    fc.array(fc.constantFrom(...parts, "a", " ")).map((all) => all.join("")),
  );
  const plain =
    summaryMarkdown(inputOf({ rows: [thesisRow(1, { score: 1 }), openRow(2, { error: "e" })] })).split("\n").length;
  fc.assert(fc.property(text, text, (a, b) => {
    const hostile = [thesisRow(1, { ticker: a, score: 1 }), openRow(2, { ticker: b, error: `e${a}` })];
    const manifest = manifestOf({ input: { name: a, sha256: b }, service: { name: b, model: a } });
    const page = summaryMarkdown(inputOf({ rows: hostile, manifest, folder: `r${b}` }));
    deepEqual(markupOf(page), []);
    equal(page.split("\n").length, plain);
  }));
});
