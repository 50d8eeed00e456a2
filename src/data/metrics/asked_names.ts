import { type MetricId, rowOf } from "./metric.ts";

/** The short name of a measure, without the words for its bars. */
export function headOf(metric: string): string {
  return rowOf(metric)?.head ?? metric;
}

/** Of words that differ with the bars, those of these. */
export function byBars(words = "", frequency: "daily" | "monthly" = "daily"): string {
  const [daily = "", monthly = daily] = words.split(" / ");
  return frequency === "daily" ? daily : monthly;
}

/** Whose words these are: the bars behind them, and the benchmark's name where there is one. */
export interface AskedContext {
  readonly frequency: "daily" | "monthly";
  readonly market: string | undefined;
}

/** Ids of the names that say what was asked for. */
export type AskedNameId = "measure" | "head" | "window" | "most" | "least" | "more" | "less" | "needs";

/**
 * A name of what was asked for.
 * @param id Which one: `more` and `less` are those of two companies.
 * @param metric What was asked for.
 * @returns `undefined` where no question may ask for it.
 */
export function askedName(id: AskedNameId, metric: MetricId, context: AskedContext): string | undefined {
  const row = rowOf(metric);
  if (row?.name === undefined) return undefined;
  if (id === "window") return byBars(row.window, context.frequency);
  const name = byBars(row.name, context.frequency).replace("{market}", context.market ?? "the benchmark");
  switch (id) {
    case "measure":
      return name;
    case "head":
      return row.head ?? name;
    case "most":
      return row.most ?? `the highest ${name}`;
    case "least":
      return row.least ?? `the lowest ${name}`;
    case "more":
      return row.most ?? `the higher ${name}`;
    case "less":
      return row.least ?? `the lower ${name}`;
    case "needs":
      return row.needs ?? "a longer history";
    default:
      return undefined;
  }
}

/** Whether a question may ask for a metric. */
export function isAskable(metric: MetricId): boolean {
  return rowOf(metric)?.name !== undefined;
}
