/** docs/measures.md is made from `src/data`: a table a family, a line a measure; what only supports one is named. */
import { equal } from "../assert.ts";
import { BANDS } from "../../src/data/metrics/bands.ts";
import { DOMAINS } from "../../src/data/domains.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { FACT_METRICS } from "../../src/data/metrics/facts.ts";
import { JUDGEMENTS, LACKS, NAMES } from "../../src/data/metrics/judgements.ts";
import { OWN_METRICS } from "../../src/data/metrics/own.ts";
import { PORTFOLIO_METRICS } from "../../src/data/metrics/portfolio.ts";
import type { Metric, Metrics } from "../../src/data/metrics/metric.ts";
import { QUOTE_METRICS } from "../../src/data/metrics/quotes.ts";
import { FRESH, FRESH_DAYS, INDUSTRIAL } from "../../src/data/metrics/reports.ts";
import {
  DAILY_SPANS,
  IMPOSSIBLE,
  JUMP,
  MONTHLY_SPAN,
  OLD_AFTER_DAYS,
  REVERSAL,
  SPLIT,
  STILL,
} from "../../src/data/metrics/soundness.ts";
import { SPAN_METRICS } from "../../src/data/metrics/span.ts";
import { ASKED_METRICS, COMPARISON_METRICS, SYNTHESIS_METRICS } from "../../src/data/metrics/synthesis.ts";
import { ROOT } from "../house/module_graph.ts";
import { readPage } from "./pages.ts";

const PATH = "docs/measures.md";
const percent = (share: number) => `${100 * share}%`;
const year = DAILY_SPANS[252];

const HEAD = `# Measures

Every figure that the analyst says has a definition here, from the catalogue that analyst and verifier both read; each
computes it by its own code, and a sentence on which they differ is not sent. How good they have been:
[measured.md](measured.md). Words: [glossary](glossary.md).

P[n] is the last close on or before the as-of day, P[n-k] the close k bars earlier, r the simple return of a bar, g its
log return. \`[0]\`, \`[1]\` are the latest balance and that of a year earlier, TTM the last twelve months. **+** and **-**
say whether a high value has been published to precede high or low returns; a measure without a sign is shown, not
scored. Tables say what differs by frequency: daily bars, or month-ends.

¹ Not of banks and insurers, by sector or, where that is unknown, where no current assets are stated. ² The first report
of the latest fiscal period is at most ${FRESH_DAYS.annual} days old, ${FRESH_DAYS.other} for one that is not annual. ³ Percentiles among the companies
of the sector; with fewer than eight, among all. Where none is given, a score is the mean of 2 percentile - 1 over its
family's measures with a sign, turned round for **-**: two at least.

## What is compared with what

Companies are compared at one frequency: daily where each has a year of daily bars, else month-ends. Without a common
one there is no ranking, and scores that compare with other companies are not ranked beside scores that compare with a
company's own past: with fewer than eight companies trend is measured against its own month-ends, so **the same share
can score differently in another folder**.

A portfolio is measured in the weights given, a sector in equal weights. Weights of companies that cannot be measured
count as cash, with the reason; companies of another frequency or currency than most of the gross weight are left out by
name. Losses that come together in crises count only as far as the past year had them.

## When bars carry no figure

Limits are in \`src/data/metrics/soundness.ts\`; [measured](measured.md#which-prices-are-believed) says what they stop.
Nothing after the as-of day is looked at. \`verification.confidence\` is the share of claims verified, times how fresh the
data are, times how far the past year's bars can be believed: what follows halves it, single bars cost their share.

| what | then |
| --- | --- |
| a window spans another time than its name says: 252 daily bars outside ${year?.least} to ${year?.most} days, months by more than ${MONTHLY_SPAN.within} days | its figures abstain |
| ${STILL.daily} daily or ${STILL.monthly} monthly bars without a move and without volume; a last bar more than ${OLD_AFTER_DAYS.daily} days old, ${OLD_AFTER_DAYS.monthly} for months | no figure, no view |
| a daily move beyond ${
  percent(JUMP.move)
}, or one near the ratio of a split, on no more than usual volume; any beyond ${SPLIT.farthest} times; a month beyond ${JUMP.monthly} times | figures across it abstain |
| a move beyond ${percent(JUMP.move)} that the next bar undoes, or beyond ${
  percent(REVERSAL.move)
} where three shares have one | left out, and said |
| a close outside low to high, a low above its high | said; off by more than ${
  percent(IMPOSSIBLE.far)
}, figures abstain |
| two companies with the same days and closes | figures of both abstain |
| a return without one of the benchmark on the same days | left out of beta |
`;

/** What many definitions end with, which the page says once, before its tables. */
const SAID_ONCE: readonly (readonly [RegExp | string, string])[] = [
  [/; spans \d+( alone)?/, ""],
  [/; the facts (?:in the order|are those of) [^;]*/, ""],
  [INDUSTRIAL, " ¹"],
  [FRESH, " ²"],
  ["; percentiles among the companies of the sector, with fewer than eight among all", " ³"],
];

function cells(...all: readonly string[]): string {
  return `| ${all.map((one) => one.replaceAll("|", "\\|")).join(" | ")} |`;
}

function definition(formula: string): string {
  return SAID_ONCE.reduce((text, [tail, mark]) => text.replace(tail, mark), formula);
}

/** Whether a reader looks it up by itself or may ask for it: a day, a count or a word behind a measure is only named. */
function isMeasure(
  [id, { published, missing, name, unit }]: readonly [string, Metric],
  sign: number | undefined,
): boolean {
  if (DOMAINS.some(({ score, least }) => score === id && least === 2)) return false;
  return sign !== undefined || unit === "score" || (published ?? missing ?? name) !== undefined;
}

interface Family {
  readonly title: string;
  /** The file of `src/data/metrics` that defines it. */
  readonly file: string;
  readonly metrics: Metrics;
  readonly signs?: ReadonlyMap<string, number>;
}

function table({ title, file, metrics, signs = new Map() }: Family): string {
  const [rows, beside]: [string[], string[]] = [[], []];
  for (const [id, metric] of Object.entries(metrics)) {
    const sign = signs.get(id);
    if (!isMeasure([id, metric], sign)) beside.push(`\`${id}\``);
    else {
      const way = sign === undefined ? "" : sign > 0 ? " +" : " -";
      rows.push(cells(`\`${id}\` ${metric.unit}${way}`, definition(metric.formula), metric.published ?? ""));
    }
  }
  const head = [cells("measure", "definition", "source"), "| --- | --- | --- |", ...rows, ""];
  return [
    `### ${title}`,
    "",
    ...rows.length === 0 ? [] : head,
    ...beside.length === 0 ? [] : [`\`src/data/metrics/${file}.ts\` defines ${beside.join(", ")}.`, ""],
  ].join("\n");
}

/** Where it says at which settings a row may be asked. */
const SETTINGS =
  "`price_rows.ts` says at what: `volatility(30 sessions)`, `value_at_risk(99%)`, `beta(to XOM)`, `return(skip 42)`.";

/** The judgements of one figure. */
function bands(): string {
  const signs = { "up to ": "≤", "from ": "≥", "under ": "<", "over ": ">" };
  const said = Object.entries(BANDS).map(([id, { formula }]) =>
    `\`${id}\` ${Object.entries(signs).reduce((text, [words, sign]) => text.replaceAll(words, sign), formula)}`
  );
  return `Of one figure: ${said.join("; ")}.`;
}

function tables(): string {
  const domains = DOMAINS.map(({ name, metrics, measures }): Family => ({
    title: name.charAt(0).toUpperCase() + name.slice(1),
    file: name,
    metrics,
    signs: new Map(measures.flatMap(({ metric, sign }) => sign === undefined ? [] : [[metric, sign]])),
  }));
  const otherWords = Object.fromEntries(
    Object.entries({ ...JUDGEMENTS, ...NAMES }).filter(([id]) => !Object.hasOwn(BANDS, id)),
  );
  const others: readonly Family[] = [
    { title: "The score", file: "synthesis", metrics: SYNTHESIS_METRICS },
    { title: "Spans of days", file: "span", metrics: SPAN_METRICS },
    { title: "Companies together", file: "portfolio", metrics: PORTFOLIO_METRICS },
    { title: "Items of reports", file: "facts", metrics: FACT_METRICS },
    { title: "Columns of own tables", file: "own", metrics: OWN_METRICS },
    { title: "Quotes and searches in texts", file: "quotes", metrics: QUOTE_METRICS },
    { title: "Comparisons and days", file: "synthesis", metrics: { ...ASKED_METRICS, ...COMPARISON_METRICS } },
    { title: "Judgements and names", file: "judgements", metrics: otherWords },
  ];
  return [...domains, ...others].map(table).join("\n").trim() + `\n\n${SETTINGS}\n\n${bands()}\n`;
}

/** Without the spaces, dashes and line breaks that align a table and fill a line. */
function bare(text: string): string {
  return text.replaceAll(/-{3,}/g, "---").replaceAll(/[ \n]+/g, " ");
}

Deno.test("docs/measures.md is made from the product", async () => {
  const made = `${HEAD}\n${tables()}`;
  const { text } = await readPage(PATH);
  if (Deno.env.get("CONVICTION_PAGES") === "write" && bare(text) !== bare(made)) {
    await Deno.writeTextFile(new URL(PATH, ROOT), made);
    await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", PATH], cwd: ROOT }).output();
    return;
  }
  equal(bare(text), bare(made));
});

Deno.test("every metric is named in docs/measures.md, causes of what is missing apart", async () => {
  const { text } = await readPage(PATH);
  const causes = new Set(Object.keys(LACKS));
  const ids = Object.keys(VOCABULARY.metrics).filter((id) => !causes.has(id));
  equal(ids.filter((id) => !text.includes(`\`${id}\``)).join(), "");
});
