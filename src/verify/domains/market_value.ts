import { dayNumber } from "../../calendar/day.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { SHARES_WITHIN } from "../../data/metrics/value.ts";
import type { FiledFact } from "../../data/records.ts";
import { type Newest, take } from "./filed.ts";
import type { Subject } from "./subject.ts";
import { closesUpTo } from "./windows.ts";

/** A figure of shares, with the facts of their number. */
interface Counted {
  readonly value: number;
  readonly facts: readonly FiledFact[];
}

/** What all shares cost at the close of a bar, with the facts of their number. */
export function marketValue(subject: Subject, at: number, newest: Newest): Counted | Cause {
  const { series } = subject;
  if (series.basis === "total_return") return "adjusted";
  if (series.currency === "") return "unit";
  if (/^(?:20-F|6-K)/.test(newest.form)) return "currency";
  const shares = count(newest);
  if (typeof shares === "string") return shares;
  const close = closesUpTo(series, at, 1);
  if (typeof close === "string") return close;
  const day = series.days[at] ?? NaN;
  // both are brought to the shares of the bar's day: those of the day of the view have later splits in them
  let value = (close[0] ?? NaN) * shares.value;
  for (const { ratio } of subject.heldSplits()) value *= ratio;
  for (const split of subject.records().splits) if (dayNumber(split.day) > day) value /= split.ratio;
  return { value, facts: shares.facts };
}

/** Why items in some currencies cannot be set against the prices. */
export function otherMoney(currencies: ReadonlySet<string>, { series: { currency } }: Subject): Cause | undefined {
  if ([...currencies].every((one) => one === currency)) return undefined;
  return currency === "" ? "unit" : "currency";
}

/** The number of shares, unless the weighted number of the period says that it cannot be. */
function count(newest: Newest): Counted | Cause {
  let counted = take(newest, { shares: ["shares_cover"] });
  if (counted === "item") counted = take(newest, { shares: ["shares_outstanding"] });
  if (typeof counted === "string") return counted;
  const { values: { shares }, facts } = counted;
  const weighted = newest.says.stated("shares_diluted", newest.period);
  const isFar = typeof weighted === "object" &&
    !(Math.abs(Math.log2(shares / weighted.value)) <= Math.log2(SHARES_WITHIN));
  return isFar ? "conflict" : { value: shares, facts };
}
