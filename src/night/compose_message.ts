import { objectIn } from "../text/json_read.ts";
import { longDay } from "../calendar/day.ts";
import type { Manifest } from "../run/manifest.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { cutWords } from "../text/cut.ts";
import { inertLine, inertPath } from "../text/inert.ts";
import type { NightMessage } from "./message.ts";

/** How a night ended, and what it left. */
export interface NightSummary extends Pick<NightMessage, "kind" | "list" | "night" | "status"> {
  /** Why it stopped, what is stale, or by when nothing had begun: a line without a full stop. */
  readonly why?: string | undefined;
  /** Further lines, like what was not fetched. */
  readonly notes?: readonly string[] | undefined;
  /** The run; absent where none began. */
  readonly run?: NightRun | undefined;
}

/** The files of a run that a message is made from. */
export interface NightRun {
  /** Its folder, absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** `summary.md`; absent where it was not written. */
  readonly summary?: string | undefined;
  /** `alerts.jsonl`; absent where it was not written. */
  readonly alerts?: string | undefined;
  /** The page: its absolute path, and as a person would type it, if any. */
  readonly page?: { readonly path: string; readonly shown: string } | undefined;
}

/** Most alerts that the text names. */
const NAMED = 10;
/** Most alerts that go with the message, field by field. */
const MOST_ALERTS = 100;
const MAX_NAME = 60;
const MAX_LINE = 300;
const MAX_NOTES = 5;
/** The last line of a summary says where the page is; the message says it itself. */
const OPENS_PAGE = /^Open /;
/** The message begins with the alerts, so those of the summary are left out. */
const OWN_ALERTS =
  /^- (?:No alerts|\d[\d,]* alerts?(?: over [^,.]*)?(?:, most important first)?)\..*\n(?: {2}- .*\n)*/m;

/**
 * Makes the message of a night: alerts first, then what the run says of itself, then its page. Subject and text are
 * plain text, whatever names and answers hold: no mail, chat or terminal reads a sign of theirs in it.
 */
export function composeMessage(night: NightSummary): NightMessage {
  const { kind, list, status, run } = night;
  const alerts = readAlerts(run?.alerts);
  const about = run === undefined ? [] : [...runLines(run), ""];
  const text = [
    ...(night.why === undefined ? [] : [sentence(night.why), ""]),
    ...alertLines(alerts),
    ...about,
    ...noteLines(night.notes ?? []),
    ...pageLines(run),
    "This is not investment advice.",
    "",
  ].join("\n");
  return {
    id: `${list} ${night.night} ${kind}`,
    kind,
    night: night.night,
    list,
    status,
    text,
    subject: subjectOf(night, alerts),
    ...(run !== undefined && { folder: run.folder }),
    ...(run?.page !== undefined && { page: run.page.path }),
    alerts: alerts.values.slice(0, MOST_ALERTS),
    ...(alerts.values.length > MOST_ALERTS && { alertCount: alerts.values.length }),
  };
}

function subjectOf({ kind, list, night, status, why, run }: NightSummary, alerts: Alerts): string {
  const name = `${inertLine(excerpt(list, MAX_NAME))} ${longDay(night)}`;
  if (kind === "missed") {
    return `MISSED ${name}: ${inertLine(excerpt(why ?? "no run had begun", MAX_NAME * 2))}`;
  }
  if (kind === "stale") return `STALE ${name}: data out of date, nothing sent`;
  const mark = kind === "stopped" || status !== 0 ? "INCOMPLETE " : "";
  if (run === undefined) return `${mark}${name}: stopped, nothing sent`;
  const { statuses: { done, partial }, rows } = run.manifest.counts;
  const theses = `${counted(done + partial)} of ${counted(rows, "thesis")}`;
  const alerted = run.alerts === undefined ? "" : `, ${alerts.values.length === 0 ? "no alerts" : alertWords(alerts)}`;
  return `${mark}${name}: ${theses}${alerted}`;
}

/** The lines of `alerts.jsonl`. */
interface Alerts {
  readonly values: readonly Readonly<Record<string, unknown>>[];
  /** Lines that cannot be read. */
  readonly unread: number;
}

function readAlerts(text = ""): Alerts {
  const lines = text.split("\n").filter((line) => line !== "");
  const values = lines.map(objectIn).filter((value) => value !== undefined);
  return { values, unread: lines.length - values.length };
}

function alertWords({ values }: Alerts): string {
  return counted(values.length, "alert");
}

function alertLines(alerts: Alerts): string[] {
  const { values, unread } = alerts;
  const more = values.length - NAMED;
  const lines = [
    ...(values.length === 0 ? [] : [`${alertWords(alerts)}:`]),
    ...values.slice(0, NAMED).map((alert) => `- ${line(alertText(alert))}`),
    ...(more > 0 ? [`- and ${counted(more)} more, in alerts.jsonl`] : []),
    ...(unread > 0 ? [`${counted(unread, "line")} of alerts.jsonl cannot be read.`] : []),
  ];
  return lines.length === 0 ? [] : [...lines, ""];
}

/** What it says, and how much of it the list holds. */
function alertText({ message, kind, ticker, position, weight }: Readonly<Record<string, unknown>>): string {
  const says = typeof message === "string" ? message : `${String(ticker)}: ${String(kind)}`;
  if (typeof weight !== "number" || typeof position !== "string") return says;
  return `${says} (${position}, ${(Math.abs(weight) * 100).toFixed(1)}% of the list)`;
}

/** What the summary says: how complete it is, how fresh, what changed, which names are first and last. */
function runLines({ summary, manifest: { counts: { rows, statuses } } }: NightRun): string[] {
  if (summary === undefined) return [`${counted(statuses.done)} of ${counted(rows, "row")} are done.`];
  return plainLines(summary.replace(OWN_ALERTS, "")).filter((text) => !OPENS_PAGE.test(text)).map((text) =>
    cutWords(text, MAX_LINE)
  );
}

function noteLines(notes: readonly string[]): string[] {
  if (notes.length === 0) return [];
  const more = notes.length - MAX_NOTES;
  return [...notes.slice(0, MAX_NOTES).map(sentence), ...(more > 0 ? [`And ${counted(more)} more.`] : []), ""];
}

function pageLines(run: NightRun | undefined): string[] {
  if (run === undefined) return [];
  const { page, folder } = run;
  if (page === undefined) return [`Run: ${inertPath(folder)}`, ""];
  return [`Page: ${inertPath(page.shown)}`, ...(page.shown === page.path ? [] : [inertPath(page.path)]), ""];
}

function sentence(text: string): string {
  return `${line(text).replace(/\.$/, "")}.`;
}

function line(text: string): string {
  return inertLine(excerpt(text, MAX_LINE));
}

const SIGNS: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&" };
/** A code span with its fence of backticks, or what is between two of them. */
const SPAN = /(`+) ?(.*?) ?\1(?!`)/g;

/**
 * The lines of a Markdown of ours, like `summary.md`, as text that no mail and no chat interprets: without its
 * escapes, and each heading with a list on one line with the beginnings of its items.
 */
function plainLines(markdown: string): readonly string[] {
  const lines: { text: string; items: string[] }[] = [];
  for (const line of markdown.split("\n")) {
    const item = /^ {2}- (.*)$/.exec(line)?.[1];
    if (item === undefined) lines.push({ text: line, items: [] });
    else lines.at(-1)?.items.push(item);
  }
  return lines.map(({ text, items }) => plainLine(items.length === 0 ? text : `${text} ${items.map(lead).join(", ")}`))
    .filter((line) => line !== "");
}

/** Up to its colon: a name and its score. */
function lead(item: string): string {
  return item.replace(/: .*$/, "");
}

/** What stands in code is there to be copied. */
function plainLine(markdown: string): string {
  let end = 0;
  const parts: string[] = [];
  for (const { index, 0: whole, 2: code = "" } of markdown.matchAll(SPAN)) {
    parts.push(inertLine(unescaped(markdown.slice(end, index))), inertPath(code));
    end = index + whole.length;
  }
  return [...parts, inertLine(unescaped(markdown.slice(end)))].filter((part) => part !== "").join(" ")
    .replace(/ (?=[:;,.](?:\s|$))/g, "");
}

function unescaped(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(
      /&(?:(lt|gt|amp)|#(\d+));/g,
      (_, name: string | undefined, code: string) =>
        name === undefined ? String.fromCodePoint(Number(code)) : SIGNS[name] ?? "",
    );
}
