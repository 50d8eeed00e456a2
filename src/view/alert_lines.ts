import type { Alert } from "../compare/comparison.ts";
import { jsonOr } from "../protocol/parse_json.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { heldWords, spanWords } from "./alert_words.ts";
import { wrapped } from "./word_wrap.ts";

/** Alerts that a terminal names; the page has them all. */
const NAMED = 2;
const MAX_MESSAGE = 400;

/**
 * The alerts of a finished run in a few lines for a terminal, the most important first: what moved, then results.
 * @param text `alerts.jsonl`; absent where it was not written.
 */
export function alertLinesOf(text: string | undefined, width: number): string[] {
  if (text === undefined) return [];
  const alerts = text.split("\n").filter((line) => line !== "").map(alertOf);
  if (alerts.length === 0) return ["No alerts."];
  const moves = alerts.filter(({ isResult }) => !isResult);
  const named = moves.slice(0, NAMED).flatMap(({ message }) => wrapped(`- ${excerpt(message, 2 * width)}`, width));
  const where = moves.length > NAMED ? ", most important first (all in alerts.jsonl)" : "";
  const results = resultWords(alerts.filter(({ isResult }) => isResult).map(({ message }) => message));
  return [
    ...moves.length === 0 ? [] : [`${counted(moves.length, "alert")}${moves[0]?.span}${where}:`, ...named],
    ...results === "" ? [] : wrapped(`Results: ${results}`, width),
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
