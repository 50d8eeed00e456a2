/** docs/measures.md: its tables are those of `src/data`, line by line. */
import { equal } from "../assert.ts";
import { DOMAINS } from "../../src/data/domains.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { FACT_METRICS } from "../../src/data/metrics/facts.ts";
import { JUDGEMENTS, LACKS, NAMES } from "../../src/data/metrics/judgements.ts";
import { COMPARISON_METRICS } from "../../src/data/metrics/comparison.ts";
import { OWN_METRICS } from "../../src/data/metrics/own.ts";
import { JOINT_METRICS } from "../../src/data/metrics/joint.ts";
import type { Metrics } from "../../src/data/metrics/metric.ts";
import { QUOTE_METRICS } from "../../src/data/metrics/quotes.ts";
import { SPAN_METRICS } from "../../src/data/metrics/span.ts";
import { SYNTHESIS_METRICS } from "../../src/data/metrics/synthesis.ts";
import { ROOT } from "../house/module_graph.ts";
import { readPage } from "./pages.ts";

const PATH = "docs/measures.md";
const [start, end] = ["<!-- the tables below are made from src/data -->", "<!-- end of the tables -->"];

function cells(...all: readonly string[]): string {
  return `| ${all.map((one) => one.replaceAll("|", "\\|")).join(" | ")} |`;
}

function table(title: string, metrics: Metrics, signs: ReadonlyMap<string, number> = new Map()): string {
  const rows = Object.entries(metrics).map(([id, { unit, formula, published = "" }]) => {
    const sign = signs.get(id);
    return cells(`\`${id}\``, unit, sign === undefined ? "" : sign > 0 ? "+" : "-", formula, published);
  });
  const head = [cells("metric", "unit", "sign", "definition", "published"), "| --- | --- | --- | --- | --- |"];
  return [`### ${title}`, "", ...head, ...rows].join("\n");
}

function tables(): string {
  const domains = DOMAINS.map(({ name, metrics, measures }) =>
    table(
      name.charAt(0).toUpperCase() + name.slice(1),
      metrics,
      new Map(measures.flatMap(({ metric, sign }) => sign === undefined ? [] : [[metric, sign]])),
    )
  );
  return [
    ...domains,
    table("The score", SYNTHESIS_METRICS),
    table("Spans of days", SPAN_METRICS),
    table("Items of reports", FACT_METRICS),
    table("Columns of own tables", OWN_METRICS),
    table("Quotes and searches in texts", QUOTE_METRICS),
    table("Names together", JOINT_METRICS),
    table("Comparisons and days", COMPARISON_METRICS),
    table("Judgements", { ...JUDGEMENTS, ...LACKS }),
    table("Names", NAMES),
  ].join("\n\n");
}

/** Without the spaces and dashes that align a table. */
function bare(text: string): string {
  return text.replaceAll(/-{3,}/g, "---").replaceAll(/ +/g, " ");
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

Deno.test("every metric has a line in docs/measures.md", async () => {
  const { text } = await readPage(PATH);
  equal(Object.keys(VOCABULARY.metrics).filter((id) => !text.includes(`| \`${id}\` `)).join(), "");
});
