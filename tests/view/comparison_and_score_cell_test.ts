/** A comparison and a score as the value of a cell. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { Comparison } from "../../src/compare/comparison.ts";
import type { ScoreReport } from "../../src/score/score_report.ts";
import { scoreTheses } from "../../src/score/score_runs.ts";
import { comparisonView } from "../../src/view/cell/comparison_view.ts";
import { blocksView } from "../../src/view/cell/card.ts";
import { scoreBlocks } from "../../src/view/score_blocks.ts";
import { claim, ladder, noThesis, run, thesis } from "../compare/thesis_rows.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { pricesOf, thesisRow } from "../score/prices.ts";
import { show } from "conviction/notebook";
import type { Bundle } from "../../src/notebook/bundle.ts";
import type { Display } from "../../src/notebook/display.ts";

const scoreView = (report: ScoreReport) => blocksView("What happened next", scoreBlocks(report));

/** The words of a view with every tag and style stripped, a space between elements. */
function wordsOf({ html }: { readonly html: { toString(): string } }): string {
  return html.toString().replace(/<[^>]*>/g, " ").replace(/&#39;/g, "'").replace(/\s+/g, " ");
}

const COMPARISON = compareRuns(
  run([
    thesis("AAPL", {
      score: 0.1,
      rank: 2,
      drawdownProbability: 0.2,
      drivers: ["Cash"],
      claims: [claim("beta", "1.1")],
    }),
    thesis("IBM", { row: 2 }),
    noThesis("XRX", { row: 3 }),
  ]),
  run([
    thesis("AAPL", {
      ...{ signal: "bullish", score: 0.4, rank: 1, drawdownProbability: 0.5, risks: ["Debt"] },
      claims: [claim("beta", "1.4"), claim("sue", "2.18")],
    }),
    thesis("IBM", { row: 2 }),
    thesis("XRX", { row: 3, signal: "bearish" }),
  ], { run_id: "two", service: { name: "https://research.example", model: "conviction-smart" } }),
);

Deno.test("a comparison is readable without styles: settings first, then counts, then names with before and after", () => {
  const words = wordsOf(comparisonView(COMPARISON));
  const order = ["different settings", "embedded", "https://research.example", "1 view changed", "AAPL", "XRX"];
  const places = order.map((text) => words.indexOf(text));
  ok(places.every((at) => at >= 0), `${order.filter((_, at) => (places[at] ?? -1) < 0)} missing in ${words}`);
  deepEqual(places, places.toSorted((one, other) => one - other));
  for (
    const said of [
      /neutral → bullish/,
      /\+0\.10 → \+0\.40/,
      /2 → 1/,
      /20% → 50%/,
      /new risk: Debt/,
      /driver gone: Cash/,
    ]
  ) {
    match(words, said);
  }
  match(words, /XRX new – → bearish new: bearish, failed before/);
  match(words, /New events AAPL EPS beat its own past: SUE 2\.18/);
});

Deno.test("a comparison as text is what the command prints", () => {
  match(
    comparisonView(COMPARISON).text,
    /\nSince the run of .* UTC; this one of .* UTC\.\n[^]*\nAAPL +neutral → bullish/,
  );
});

const COUNTS = [
  { names: 11, shown: 11, says: /^(?!.*more\b)(?!.*more are in)/ },
  { names: 30, shown: 30, says: /10 more/ },
  { names: 200, shown: 80, says: /60 more.*120 more in the comparison's changes/ },
];
for (const { names, shown, says } of COUNTS) {
  Deno.test(`of ${names} changed names a comparison shows ${shown} and says what it leaves out`, () => {
    const rows = Array.from({ length: names }, (_, at) => thesis(`NAME${at}`, { row: at + 1 }));
    const words = wordsOf(comparisonView(compareRuns(run([]), run(rows, { run_id: "two" }))));
    equal(words.match(/NAME\d+/g)?.length, shown);
    match(words, says);
  });
}

Deno.test("a comparison of a run with itself says so and has no table of changes", () => {
  const words = wordsOf(comparisonView(compareRuns(run(ladder()), run(ladder()))));
  match(words, /Both are the same run\. 11 unchanged/);
  ok(!words.includes("Behind it"));
});

for (const { name, text } of HOSTILE_TEXTS) {
  Deno.test(`a comparison and a score escape ${name}`, () => {
    const side = { signal: text, company: text, asOf: text, engine: text, drivers: [text], risks: [text] };
    const hostile = thesis(text, {
      ...side,
      claims: [claim(text, text), claim("insider_transaction", text, { transaction_code: "P" })],
    });
    const [plain, bad] = [run([thesis(text)]), run([hostile], { run_id: text, options: { prompt: text, body: text } })];
    const scored = scoreTheses([thesisRow({ ticker: text, horizon: text })], pricesOf({}));
    for (const view of [comparisonView(compareRuns(plain, bad)), scoreView(scored)]) {
      const tags = view.html.toString().match(/<[^>]*>/g) ?? [];
      const known =
        /^<\/?(article|h[34]|p|b|br|div|table|thead|tbody|tr|t[hd]|d[dlt]|details|summary|small|code|ul|li|section)\b[^<]*>$/;
      deepEqual(tags.filter((tag) => !known.test(tag) || /\son\w+=|javascript:|src=|href=/.test(tag)), []);
    }
  });
}

const SCORED = scoreTheses(
  ["A", "B", "C"].map((ticker, at) =>
    thesisRow({ ticker, signal: "bullish", confidence: 0.6 + at / 10, score: at, drawdownProbability: at / 5 })
  ),
  pricesOf({ A: [100, 105, 110], B: [100, 97, 95], C: [100, 90, 80] }, { index: [100, 100, 100] }),
  { horizons: [2, 500] },
);

Deno.test("a score says its verdict first, then figures with samples, stated and observed, and limitations", () => {
  const words = wordsOf(scoreView(SCORED));
  const order = [
    ...[
      "2 trading days: too few to judge (3 theses",
      "500 trading days: nothing to score",
      "Statement: the excess return",
    ],
    ...["signals right", "Beats the index", "Falls 15%", "Limitations"],
    "This is not investment advice",
  ];
  const places = order.map((text) => words.indexOf(text));
  ok(places.every((at) => at >= 0), `${order.filter((_, at) => (places[at] ?? -1) < 0)} missing in ${words}`);
  deepEqual(places, places.toSorted((one, other) => one - other));
});

Deno.test("a score without a benchmark warns that returns are raw", () => {
  match(wordsOf(scoreView(scoreTheses([], pricesOf({})))), /NO BENCHMARK: raw returns/);
});

for (const [what, value] of [["comparison", COMPARISON], ["score", SCORED]] as const) {
  Deno.test(`a ${what} shows itself, and a copy of it is shown by show()`, async () => {
    const itself = value as unknown as Readonly<Record<symbol, () => Promise<Bundle>>>;
    const own = await itself[Symbol.for("Jupyter.display")]?.();
    const puts: Bundle[] = [];
    const put = (bundle: Bundle) => Promise.resolve(void puts.push(bundle));
    const display: Display = { isLive: true, nowMs: () => 0, flush: () => Promise.resolve(), put };
    await show({ ...value } as Comparison, { display });
    deepEqual(puts, [own]);
    deepEqual(Object.keys(puts[0] ?? {}), ["text/plain", "text/html"]);
  });
}
