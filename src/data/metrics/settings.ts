import type { Metric } from "./metric_row.ts";
import { percentOf, type RowAt, rowAt } from "./price_rows.ts";

const UNITS = [{ bars: 252, name: "year" }, { bars: 21, name: "month" }, { bars: 1, name: "day" }];
const LENGTH = /\b(?:12-month|200-day|52-week)\b/;

/** The definition of a metric in a table, at settings too; `undefined` of an id that no row has. */
export function metricAt(id: string, metrics: Readonly<Record<string, Metric>>): Metric | undefined {
  if (Object.hasOwn(metrics, id)) return metrics[id];
  const at = rowAt(id);
  const usual = at && metrics[at.metric];
  return usual && withSettings(usual, at);
}

/** At settings a measure has names, and is ranked nowhere. */
function withSettings(usual: Metric, { metric, settings: { window, level, against, skip } }: RowAt): Metric {
  const set = (text = "") => {
    if (level !== undefined) return text.replace("95%", percentOf(level));
    const sized = window === undefined ? text : ofWindow(text, window);
    return skip === undefined ? sized : sized.replace("last month", `last ${lengthOf(skip)}`);
  };
  const name = set(usual.name?.split(" / ", 1)[0]);
  const over = usual.window?.split(" / ", 1)[0] ?? "";
  const sessions = window?.toLocaleString("en-US");
  const at = [
    against === undefined ? "" : ` with ${against} for the benchmark`,
    level === undefined ? "" : ` at ${percentOf(level)}`,
    window === undefined ? "" : ` over ${sessions} bars`,
    skip === undefined ? "" : ` without the last ${skip}`,
  ];
  return {
    ...usual,
    formula: `${metric}${at.join("")}; daily only. Its usual definition: ${usual.formula}`,
    name,
    head: name.replace(/( \w+ )\{market\}/, (_, to) => against === undefined ? "" : to + against),
    window: over === "on" || window === undefined ? over : `${sessions} trading days to`,
    ...(usual.most !== undefined && { most: set(usual.most), least: set(usual.least) }),
  };
}

/** A name with another window in it: in place of the usual one, or before what it is of. */
function ofWindow(text: string, sessions: number): string {
  if (/\bone-day\b/.test(text)) return text; // a loss of a day, whatever the days it is read from
  const { count, unit } = countOf(sessions);
  const length = `${count}-${unit}`;
  if (LENGTH.test(text)) return text.replace(LENGTH, length);
  return text.startsWith("the ") ? text.replace(/^the \w+/, `$& ${length}`) : `${length} ${text}`;
}

/** `month`, `2 months` or `10 days`. */
function lengthOf(sessions: number): string {
  const { count, unit } = countOf(sessions);
  return count === "1" ? unit : `${count} ${unit}s`;
}

function countOf(sessions: number) {
  const { bars = 1, name: unit = "day" } = UNITS.find(({ bars }) => sessions % bars === 0) ?? {};
  return { count: (sessions / bars).toLocaleString("en-US"), unit };
}
