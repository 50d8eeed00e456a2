import type { Manifest } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { stripControl } from "../../text/control.ts";
import { html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { runTable, surveyRun } from "../run_table.ts";
import { runHead } from "./run_head.ts";
import { tableHtml } from "./table_html.ts";
import { TEXT_WIDTH } from "./table_text.ts";
import { thesisTable } from "./thesis_table.ts";

/** A run, as `openRun()` gives it. */
export interface RunToShow {
  /** Absolute path. */
  readonly folder: string;
  /** The manifest, as it was last written. */
  readonly manifest: Manifest;
  /** One for each data row, with the whole answer. */
  readonly outcomes: readonly Outcome[];
  /** One for each data row, as people read it. */
  readonly rows: readonly ThesisRow[];
}

/** What is said of a run beyond itself. */
export interface RunViewOptions {
  /** Name of the outcomes in the cell, for the code that shows one with its pictures. Default: `run.outcomes`. */
  readonly outcomesName?: string | undefined;
  /** Why the run stopped before its last row. */
  readonly stopped?: string | undefined;
  /** What to do next, as sentences and lines of code. */
  readonly next?: readonly string[] | undefined;
}

const STYLES = {
  head: "font-family:sans-serif;font-size:13px;line-height:1.5;margin:0 0 8px;padding:6px 12px",
  complete: "border-left:4px solid #2a9d7f",
  incomplete: "border-left:4px solid #d1495b",
  dim: "opacity:.75",
} as const;

/** A run as a table to drill into: the highest drawdown risk first, each row with its thesis, its warnings and its files. */
export function runView(run: RunToShow, options: RunViewOptions = {}): View {
  const { outcomesName = "run.outcomes", stopped, next = [] } = options;
  const head = runHead({ ...run, stopped });
  const ranked = run.rows.map((row, at) => ({ row, at })).toSorted((one, other) => byRisk(one.row, other.row));
  const table = thesisTable(ranked.map(({ row }) => row), {
    header: run.manifest.header,
    codeOf: (place) => `await show(${outcomesName}[${ranked[place]?.at ?? 0}]);`,
  });
  const { verdict, isComplete, lines, failures } = head;
  const mark = isComplete ? "✓" : "⚠";
  const text = [
    `${mark} ${verdict}`,
    ...lines,
    "",
    ...runTable(surveyRun(run.outcomes), { width: TEXT_WIDTH, weights: run.manifest.portfolio?.weights }),
    "",
    ...next,
  ];
  const look = `${STYLES.head};${isComplete ? STYLES.complete : STYLES.incomplete}`;
  return {
    text: stripControl(text.join("\n")).trim(),
    html: html`<div><div style="${look}"><b>${mark} ${verdict}</b>${
      lines.map((line) => html`<div style="${STYLES.dim}">${line}</div>`)
    }${failures.map((line) => html`<div>⚠ ${line}</div>`)}${next.map((line) => html`<div>${line}</div>`)}</div>${
      tableHtml(table, { hasDetails: true })
    }</div>`,
  };
}

/** The highest drawdown risk first, then by rank; others keep their order, behind. */
function byRisk(one: ThesisRow, other: ThesisRow): number {
  const { rank = Infinity, drawdownProbability: chance = 0 } = one;
  const { rank: otherRank = Infinity, drawdownProbability: otherChance = 0 } = other;
  return otherChance - chance || (rank === otherRank ? 0 : rank - otherRank);
}
