/** docs/measures.md: its tables are those of `src/data`, a line a measure; what only supports one is named. */
import { equal } from "../assert.ts";
import { DOMAINS } from "../../src/data/domains.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { FACT_METRICS } from "../../src/data/metrics/facts.ts";
import { JUDGEMENTS, LACKS, NAMES } from "../../src/data/metrics/judgements.ts";
import { OWN_METRICS } from "../../src/data/metrics/own.ts";
import { JOINT_METRICS } from "../../src/data/metrics/joint.ts";
import type { Metric, Metrics } from "../../src/data/metrics/metric.ts";
import { QUOTE_METRICS } from "../../src/data/metrics/quotes.ts";
import { FRESH, INDUSTRIAL } from "../../src/data/metrics/reports.ts";
import { SPAN_METRICS } from "../../src/data/metrics/span.ts";
import { COMPARISON_METRICS, SYNTHESIS_METRICS } from "../../src/data/metrics/synthesis.ts";
import { ROOT } from "../house/module_graph.ts";
import { readPage } from "./pages.ts";

const PATH = "docs/measures.md";
const [start, end] = ["<!-- the tables below are made from src/data -->", "<!-- end of the tables -->"];

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

/** Whether a reader looks it up by itself: a day, a count or a word behind a measure is only named. */
function isMeasure({ published, missing, unit }: Metric, sign: number | undefined): boolean {
  return sign !== undefined || published !== undefined || missing !== undefined || unit === "score";
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
    if (!isMeasure(metric, sign)) beside.push(`\`${id}\``);
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

function tables(): string {
  const domains = DOMAINS.map(({ name, metrics, measures }): Family => ({
    title: name.charAt(0).toUpperCase() + name.slice(1),
    file: name,
    metrics,
    signs: new Map(measures.flatMap(({ metric, sign }) => sign === undefined ? [] : [[metric, sign]])),
  }));
  const others: readonly Family[] = [
    { title: "The score", file: "synthesis", metrics: SYNTHESIS_METRICS },
    { title: "Spans of days", file: "span", metrics: SPAN_METRICS },
    { title: "Companies together", file: "joint", metrics: JOINT_METRICS },
    { title: "Items of reports", file: "facts", metrics: FACT_METRICS },
    { title: "Columns of own tables", file: "own", metrics: OWN_METRICS },
    { title: "Quotes and searches in texts", file: "quotes", metrics: QUOTE_METRICS },
    { title: "Comparisons and days", file: "synthesis", metrics: COMPARISON_METRICS },
    { title: "Judgements and names", file: "judgements", metrics: { ...JUDGEMENTS, ...NAMES } },
  ];
  return [...domains, ...others].map(table).join("\n").trim();
}

/** Without the spaces, dashes and line breaks that align a table and fill a line. */
function bare(text: string): string {
  return text.replaceAll(/-{3,}/g, "---").replaceAll(/[ \n]+/g, " ");
}

Deno.test("the tables of docs/measures.md are those of the product", async () => {
  const { text } = await readPage(PATH);
  const [before = "", rest = ""] = text.split(start);
  const [shown = "", after = ""] = rest.split(end);
  if (Deno.env.get("CONVICTION_PAGES") === "write" && bare(shown).trim() !== bare(tables())) {
    return await Deno.writeTextFile(new URL(PATH, ROOT), `${before}${start}\n\n${tables()}\n\n${end}${after}`);
  }
  equal(bare(shown).trim(), bare(tables()));
});

Deno.test("every metric is named in docs/measures.md, causes of what is missing apart", async () => {
  const { text } = await readPage(PATH);
  const causes = new Set(Object.keys(LACKS));
  const ids = Object.keys(VOCABULARY.metrics).filter((id) => !causes.has(id));
  equal(ids.filter((id) => !text.includes(`\`${id}\``)).join(), "");
});
