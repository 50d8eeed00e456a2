import { rowOf } from "../data/metrics/metric.ts";

/** The words for a metric, like `12-1 month return`. */
export function metricWords(metric: string): string {
  const { alert, head } = rowOf(metric) ?? {};
  return alert ?? head ?? metric.replaceAll("_", " ");
}

/** A figure of a claim, with the sign that a sentence around it may say in words: `-4.1%`, `0.86`. */
export function figureWords(value: number | string, unit: string | undefined): string {
  if (typeof value === "string") return value;
  if (unit === "fraction") return `${plain(100 * value, 1)}%`;
  if (unit === "count") return `${value}`;
  if (unit === "score") return `${value > 0.005 ? "+" : ""}${plain(value, 2)}`;
  return unit === "ratio" ? plain(value, 2) : `${Number(value.toPrecision(4))}`;
}

function plain(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/**
 * A move in usual nightly moves; over several sessions they add up as those of a random walk do.
 * @returns 0 or more; nothing for a metric whose usual move was not measured.
 */
export function inUsualMoves(metric: string, move: number, sessions = 1): number | undefined {
  const { usual } = rowOf(metric) ?? {};
  return usual === undefined ? undefined : Math.abs(move) / (usual * Math.sqrt(Math.max(1, sessions)));
}
