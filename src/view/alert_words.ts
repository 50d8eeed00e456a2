import { shareWords } from "./thesis_view.ts";
import { isDay, longDay } from "../calendar/day.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import type { RunToCompare } from "../compare/compare_runs.ts";
import type { Alert, Comparison, RowChange } from "../compare/comparison.ts";
import { eventsIn } from "../compare/events.ts";
import { alertsOf } from "../compare/ranked_alerts.ts";
import { jsonOr } from "../protocol/parse_json.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type Block, said } from "./block.ts";

/**
 * The alerts of a run, the weightiest first, as `alerts.jsonl` has them.
 * @returns Nothing where none are known: a first run without events, or a comparison that was made without alerts.
 */
export function alertsIn(
  { comparison, manifest, rows }: RunToCompare & { readonly comparison?: Comparison | undefined },
): readonly Alert[] | undefined {
  if (comparison !== undefined) return comparison.alerts;
  const alerts = alertsOf({ drifts: [], events: eventsIn(rows), manifest });
  return alerts.length === 0 ? undefined : alerts;
}

/** Over how many trading days the alerts reach, said where it is more than one night: no move is then held against a usual day. */
export function spanWords(from: string | undefined, to: string | undefined): string {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return "";
  const sessions = sessionsAfter(from, to);
  return sessions > 1 ? ` over ${counted(sessions, "trading day")} since ${longDay(from)}` : "";
}

/** The position and what an alert means for it, like `Short 4.3%: against it.`; empty for a name that is not held. */
export function heldWords({ weight, bearing }: Pick<Alert, "weight" | "bearing">): string {
  if (weight === undefined) return "";
  const position = `${weight < 0 ? "Short" : "Long"} ${shareWords(Math.abs(weight))}`;
  return bearing === undefined ? `${position}.` : `${position}: ${bearing === "for" ? "supports" : "against"} it.`;
}

/** What is summed up of names with a thesis in both runs, like `41 smaller changes in changes.csv`; empty where nothing is. */
export function furtherWords(comparison: Comparison | undefined): string {
  const alerted = new Set((comparison?.alerts ?? []).map(({ ticker }) => ticker));
  const isLittle = ({ ticker, kinds }: RowChange) =>
    !alerted.has(ticker) && !kinds.includes("new") && !kinds.includes("gone");
  const count = (comparison?.changes ?? []).filter(isLittle).length;
  return count === 0 ? "" : `${counted(count, "smaller change")} in changes.csv`;
}

/** Alerts that a terminal names; the page has them all. */
const NAMED = 2;
/** Characters of one of them. */
const MAX_NAMED = 200;
const MAX_MESSAGE = 400;

/**
 * The alerts of a finished run, the most important first: what moved, then results.
 * @param text `alerts.jsonl`; absent where it was not written.
 */
export function alertBlocks(text: string | undefined): Block[] {
  if (text === undefined) return [];
  const alerts = text.split("\n").filter((line) => line !== "").map(alertOf);
  const moves = alerts.filter(({ isResult }) => !isResult);
  const where = moves.length > NAMED ? ", most important first (all in alerts.jsonl)" : "";
  const results = resultWords(alerts.filter(({ isResult }) => isResult).map(({ message }) => message));
  return [
    said("text", [
      ...alerts.length === 0 ? ["No alerts."] : [],
      ...moves.length === 0 ? [] : [`${counted(moves.length, "alert")}${moves[0]?.span}${where}:`],
    ]),
    said("points", moves.slice(0, NAMED).map(({ message }) => excerpt(message, MAX_NAMED))),
    said("text", results === "" ? [] : [`Results: ${results}`]),
  ];
}

/** What was reported, the most important first: the first in words, and the number of the others. */
export function resultWords(messages: readonly string[]): string {
  const more = messages.length - NAMED;
  const others = more > 0 ? ` ${counted(more)} more in alerts.jsonl.` : "";
  return `${messages.slice(0, NAMED).join(" ")}${others}`;
}

function alertOf(line: string): { readonly message: string; readonly isResult: boolean; readonly span: string } {
  const alert = jsonOr(line, undefined) as Partial<AlertLine> | undefined | null;
  if (alert?.message === undefined) {
    return { message: "one line of alerts.jsonl is unreadable", isResult: false, span: "" };
  }
  const { message, kind, before, after } = alert;
  const isResult = kind === "EARNINGS_BEAT" || kind === "INSIDER_BUY";
  const words = `${excerpt(String(message), MAX_MESSAGE)} ${heldWords(alert)}`.trim();
  return { message: words, isResult, span: spanWords(before?.as_of, after?.as_of) };
}

/** What is read of a line of `alerts.jsonl`. */
interface AlertLine extends Pick<Alert, "message" | "kind" | "weight" | "bearing"> {
  readonly before: { readonly as_of?: string };
  readonly after: { readonly as_of?: string };
}
