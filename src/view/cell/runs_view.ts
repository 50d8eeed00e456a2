import type { Manifest } from "../../run/manifest.ts";
import { isOutcome } from "../../run/outcome.ts";
import { rankRows } from "../../run/ranks.ts";
import { toThesisRow } from "../../run/thesis_row.ts";
import type { RunSeries } from "../../run/ticker_history.ts";
import { excerpt, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { seriesWords } from "../history_blocks.ts";
import type { View } from "../lines.ts";
import { tableHtml, tableText } from "./table_html.ts";
import { isThesisRows, thesisTable } from "./thesis_table.ts";
import { said } from "../block.ts";
import type { CellTable, RowDetail, TableColumn } from "./table_frame.ts";

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

const MAX_TITLE = 60;
const MAX_CELL = 160;
const MAX_VALUE = 2_000;
/** Most columns; a table with more is no table to read. */
const MAX_COLUMNS = 200;
/** Figures of a number that is no whole one. */
const DIGITS = 6;
/** Average length from which a column of texts takes the room that is left. */
const LONG = 40;
const MIDNIGHT = "T00:00:00.000Z";

type Fields = Readonly<Record<string, unknown>>;

/** Any list of objects: a column for each name of a field, in the order in which the names appear. */
export function objectTable(rows: readonly object[]): CellTable {
  const names = namesOf(rows);
  const fields = rows.map((row) => row as Fields);
  return {
    columns: names.slice(0, MAX_COLUMNS).map((name, at) => columnOf(name, { fields, isFirst: at === 0 })),
    count: rows.length,
    detailOf: (at) => detailOf(fields[at] ?? {}, at),
  };
}

function namesOf(rows: readonly object[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

function columnOf(
  name: string,
  { fields, isFirst }: { readonly fields: readonly Fields[]; readonly isFirst: boolean },
): TableColumn {
  const cells = fields.map((row) => fieldOf(row, name));
  const title = excerpt(name, MAX_TITLE) || "(no name)";
  const words = cells.map((cell) => excerpt(valueWords(cell), MAX_CELL));
  const known = cells.filter((cell) => cell !== undefined && cell !== null && cell !== "");
  if (known.length > 0 && known.every(isFigure)) return { title, words, values: cells.map(figureOf) };
  const chars = words.reduce((sum, { length }) => sum + length, 0);
  const isProse = known.length > 0 && chars > LONG * known.length;
  return { title, words, look: isProse ? "prose" : isFirst ? "name" : undefined };
}

/** A field, also one that throws when it is read. */
function fieldOf(row: Fields, name: string): unknown {
  try {
    return row[name];
  } catch (error) {
    return `(cannot be read${error instanceof Error ? `: ${error.message}` : ""})`;
  }
}

function isFigure(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function figureOf(value: unknown): number | undefined {
  const figure = isFigure(value) ? Number(value) : NaN;
  return Number.isNaN(figure) ? undefined : figure;
}

/** A value as people read it; nothing for a missing one. */
function valueWords(value: unknown): string {
  if (value === undefined || value === null || Number.isNaN(value)) return "";
  if (typeof value === "function") return "(function)";
  if (typeof value === "object") return objectWords(value);
  const isFraction = typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value);
  return String(isFraction ? Number(value.toPrecision(DIGITS)) : value);
}

function objectWords(value: object): string {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "" : value.toISOString().replace(MIDNIGHT, "");
  }
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.map(valueWords).join(", ");
  try {
    return JSON.stringify(
      value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value,
      plain,
    ) ?? ""; // its own toJSON() gives nothing
  } catch {
    return "(an object that is no JSON)";
  }
}

/** JSON has no such whole numbers. */
function plain(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** Every field of a row with its whole value, the short ones first. */
function detailOf(row: Fields, at: number): RowDetail {
  const facts = Object.keys(row).map((name) => ({
    name: excerpt(name, MAX_TITLE),
    words: excerpt(valueWords(fieldOf(row, name)), MAX_VALUE),
  })).filter(({ words }) => words !== "");
  const isShort = ({ words }: { readonly words: string }) => words.length <= MAX_CELL / 2;
  const long = facts.filter((fact) => !isShort(fact)).map(({ name, words }) => said("text", [words], name));
  return { title: `Row ${at + 1}`, blocks: [{ kind: "facts", facts: facts.filter(isShort) }, ...long] };
}
