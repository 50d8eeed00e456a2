const MINUTE_MS = 60_000;
/** A bar this long has 13 returns a session; longer ones have too few. */
const MAX_STEP_MINUTES = 30;

/** A price and when it was the last one, in milliseconds from midnight. */
export interface PricePoint {
  readonly at: number;
  readonly price: number;
}

/**
 * The realised volatility of a session, as {@link Session} defines it.
 * @param points Prices in ascending order of time; one after the close belongs to the last step.
 * @param grid Open and close in milliseconds from midnight; minutes of a step.
 * @returns `undefined` for steps above half an hour, or fewer than two prices.
 */
export function realisedVolatility(
  points: readonly PricePoint[],
  { open, close, stepMinutes }: { readonly open: number; readonly close: number; readonly stepMinutes: number },
): number | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (stepMinutes > MAX_STEP_MINUTES || first === undefined || last === undefined || points.length < 2) {
    return undefined;
  }
  const end = Math.min(last.at, close);
  let before = first.price;
  let at = 0;
  let sum = 0;
  for (let step = open + stepMinutes * MINUTE_MS;; step += stepMinutes * MINUTE_MS) {
    const isLast = step >= end;
    let price = before;
    for (let point = points[at]; point !== undefined && (isLast || point.at <= step); point = points[++at]) {
      price = point.price;
    }
    sum += Math.log(price / before) ** 2;
    if (isLast) return Math.sqrt(sum);
    before = price;
  }
}
