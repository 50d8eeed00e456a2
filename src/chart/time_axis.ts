/** Where the ticks of a time axis stand and how they are written. */
export interface TimeAxis {
  /** Distance of the ticks, in the words of Vega-Lite. */
  readonly tickCount: { readonly interval: "year" | "month" | "week" | "day"; readonly step: number };
  /** d3 time format of a tick's label. */
  readonly format: string;
}

const MAX_LABELS = 10;
const MONTH_DAYS = 365.25 / 12;

/**
 * Chooses ticks that stand on first days of years or months, on Sundays or on days, at most about ten of them.
 * @param first First day, YYYY-MM-DD.
 * @param last Last day, YYYY-MM-DD.
 */
export function timeAxis(first: string, last: string): TimeAxis {
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  const years = days / 365.25;
  if (years > 3) {
    const step = [1, 2, 5, 10, 20, 50].find((step) => years / step <= MAX_LABELS) ?? 100;
    return { tickCount: { interval: "year", step }, format: "%Y" };
  }
  const months = days / MONTH_DAYS;
  if (months > 4) {
    const step = [1, 2, 3, 4].find((step) => months / step <= MAX_LABELS - 1) ?? 6;
    return { tickCount: { interval: "month", step }, format: "%b %Y" };
  }
  // Steps of several days begin again with each month, which puts the 31st beside the 1st.
  if (days <= MAX_LABELS) return { tickCount: { interval: "day", step: 1 }, format: "%d %b" };
  return { tickCount: { interval: "week", step: days > 70 ? 2 : 1 }, format: "%d %b" };
}
