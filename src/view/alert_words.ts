import { eventsIn } from "../compare/events.ts";
import { isDay } from "../calendar/day.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import type { Alert, Comparison, RowChange } from "../compare/comparison.ts";
import type { RunToCompare } from "../compare/compare_runs.ts";
import { alertsOf } from "../compare/ranked_alerts.ts";
import { counted } from "../text/counted.ts";
import { shareWords } from "./portfolio_words.ts";

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
  return sessions > 1 ? ` over ${counted(sessions, "trading day")} since ${from}` : "";
}

/** The position and what an alert means for it, like `Short 4.3%: against it.`; empty for a name that is not held. */
export function heldWords({ weight, bearing }: Pick<Alert, "weight" | "bearing">): string {
  if (weight === undefined) return "";
  const position = `${weight < 0 ? "Short" : "Long"} ${shareWords(Math.abs(weight), 1)}`;
  return bearing === undefined ? `${position}.` : `${position}: ${bearing === "for" ? "supports" : "against"} it.`;
}

/** What is summed up of names with a thesis in both runs, like `41 smaller changes in changes.csv`; empty where nothing is. */
export function furtherWords(comparison: Comparison | undefined): string {
  const told = new Set((comparison?.alerts ?? []).map(({ ticker }) => ticker));
  const isLittle = ({ ticker, kinds }: RowChange) =>
    !told.has(ticker) && !kinds.includes("new") && !kinds.includes("gone");
  const count = (comparison?.changes ?? []).filter(isLittle).length;
  return count === 0 ? "" : `${counted(count, "smaller change")} in changes.csv`;
}
