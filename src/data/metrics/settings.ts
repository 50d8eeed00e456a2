import type { Metric } from "./metric_row.ts";
import { percentOf, type RowAt } from "./price_rows.ts";

const UNITS = [{ bars: 252, name: "year" }, { bars: 21, name: "month" }, { bars: 1, name: "day" }];
const LENGTH = /\b(?:12-month|200-day|52-week)\b/;

/** The definition of a measure of prices at settings: it has names, and is ranked nowhere. */
export function withSettings(usual: Metric, { metric, settings: { window, level } }: RowAt): Metric {
  const set = (text = "") =>
    level === undefined ? window === undefined ? text : ofWindow(text, window) : text.replace("95%", percentOf(level));
  const name = set(usual.name?.split(" / ", 1)[0]);
  const over = usual.window?.split(" / ", 1)[0] ?? "";
  const sessions = window?.toLocaleString("en-US");
  const at = [
    level === undefined ? "" : ` at ${percentOf(level)}`,
    window === undefined ? "" : ` over ${sessions} bars`,
  ];
  return {
    ...usual,
    formula: `${metric}${at.join("")}; daily only. Its usual definition: ${usual.formula}`,
    name,
    head: name.replace(/ (?:to|over) \{market\}/, ""),
    window: over === "on" || window === undefined ? over : `${sessions} trading days to`,
    ...(usual.most !== undefined && { most: set(usual.most), least: set(usual.least) }),
  };
}

/** A name with another window in it: in place of the usual one, or before what it is of. */
function ofWindow(text: string, sessions: number): string {
  if (/\bone-day\b/.test(text)) return text; // a loss of a day, whatever the days it is read from
  const unit = UNITS.find(({ bars }) => sessions % bars === 0);
  const length = unit && `${(sessions / unit.bars).toLocaleString("en-US")}-${unit.name}`;
  if (LENGTH.test(text)) return text.replace(LENGTH, `${length}`);
  return text.startsWith("the ") ? text.replace(/^the \w+/, `$& ${length}`) : `${length} ${text}`;
}
