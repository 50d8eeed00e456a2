import type { Manifest } from "../../run/manifest.ts";
import { isOutcome } from "../../run/outcome.ts";
import { rankRows } from "../../run/ranks.ts";
import { toThesisRow } from "../../run/thesis_row.ts";
import type { RunSeries } from "../../run/ticker_history.ts";
import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { seriesWords } from "../history_blocks.ts";
import type { View } from "../lines.ts";
import { objectTable } from "./object_table.ts";
import { tableHtml, tableText } from "./table_html.ts";
import { isThesisRows, thesisTable } from "./thesis_table.ts";

/** The runs of a list, as `openRuns()` gives them. */
export interface RunsToShow {
  /** Absolute path of the folder that holds them. */
  readonly folder: string;
  /** In the order in which they began. */
  readonly runs: readonly {
    readonly state: string;
    readonly night?: string | undefined;
    readonly series: RunSeries;
    readonly manifest: Manifest;
  }[];
  /** Folders without a run, or with one that cannot be read. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];
}

/** The runs of a list as a table, the newest first. */
export function runsView({ folder, runs, problems }: RunsToShow): View {
  const table = rowsTable(
    runs.toReversed().map(({ state, night, series, manifest }) => ({
      night: night ?? "",
      state,
      began: manifest.started_at.slice(0, 16).replace("T", " "),
      theses: manifest.counts.statuses.done + manifest.counts.statuses.partial,
      rows: manifest.counts.rows,
      of: seriesWords(series),
    })),
  );
  const notes = problems.map(({ name, message }) => `⚠ ${name}: ${message}`);
  const head = stripControl([`${counted(runs.length, "run")} in ${folder}`, ...notes].join("\n"));
  return {
    text: `${head}\n\n${table.text}`,
    html: html`<div>${head.split("\n").map((line) => html`<div>${line}</div>`)}${table.html}</div>`,
  };
}

/** Rows of any kind as a table; rows and outcomes of a run with the columns of its page. */
export function rowsTable(rows: readonly object[]): View {
  if (rows.length > 0 && rows.every(isOutcome)) return rowsTable(rankRows(rows).map((row) => toThesisRow(row)));
  const isOfRun = isThesisRows(rows);
  const table = isOfRun ? thesisTable(rows) : objectTable(rows);
  return { text: tableText(table), html: tableHtml(table, { hasDetails: isOfRun }) };
}
