import { isDay } from "../../chart/check_rows.ts";
import type { ChartEvent } from "../../chart/event_labels.ts";
import { ChartError } from "../../chart/look.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { confidenceWords } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { isRecord, kindOf } from "../../text/options.ts";

/**
 * Days with labels; a thesis is on its as-of day, with its signal and confidence.
 * @throws {ChartError} when one has no day or no label.
 */
export function eventsOf(given: readonly (ChartEvent | ReasoningResult | ThesisRow)[]): ChartEvent[] {
  return given.map((event, at) => {
    if (!isRecord(event)) throw new ChartError(`event ${at + 1} must be an object, not ${kindOf(event)}`);
    const { date, label } = eventOf(event);
    if (typeof label !== "string") {
      throw new ChartError(`event ${at + 1} has no label: give { date, label }, a thesis or a row with a thesis`);
    }
    if (typeof date === "string" && isDay(date)) return { date, label };
    throw new ChartError(`event ${at + 1} has the date ${JSON.stringify(date) ?? "undefined"}, not YYYY-MM-DD`);
  });
}

/** Fields are read with care: a cell checks no types. */
function eventOf(event: Readonly<Record<string, unknown>>): { readonly date: unknown; readonly label: unknown } {
  if ("agent_thesis" in event) {
    const { agent_thesis, metadata } = event as unknown as ReasoningResult;
    return { date: metadata?.as_of, label: thesisLabel(agent_thesis) };
  }
  if ("label" in event) return { date: event["date"], label: event["label"] };
  const { asOf, signal, confidence } = event as unknown as ThesisRow;
  return { date: asOf, label: signal === undefined ? undefined : thesisLabel({ signal, confidence }) };
}

function thesisLabel({ signal, confidence }: Pick<ThesisRow, "signal" | "confidence">): string {
  return [`thesis: ${signal}`, confidence === undefined ? "" : confidenceWords(confidence)].join(" ").trim();
}
