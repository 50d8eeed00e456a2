import { counted } from "../text/counted.ts";
import { cutWords } from "../text/cut.ts";
import { excerpt } from "../text/control.ts";

/** Alerts that a terminal names; the page has them all. */
const NAMED = 2;

/**
 * The alerts of a finished run in at most three lines for a terminal, the weightiest first.
 * @param text `alerts.jsonl`; absent where it was not written.
 */
export function alertLinesOf(text: string | undefined, width: number): string[] {
  const lines = (text ?? "").split("\n").filter((line) => line !== "");
  if (text === undefined) return [];
  if (lines.length === 0) return ["No alerts."];
  const named = lines.slice(0, NAMED).map((line) => cutWords(`- ${excerpt(messageOf(line), width)}`, width));
  const where = lines.length > NAMED ? ", the weightiest first; all are in alerts.jsonl" : "";
  return [`${counted(lines.length, "alert")}${where}:`, ...named];
}

function messageOf(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && "message" in value) return String(value.message);
  } catch {
    // said below
  }
  return "a line of alerts.jsonl cannot be read";
}
