import { dayNumber } from "../../calendar/day.ts";
import { type Cause, HAIR } from "../../data/metrics/metric.ts";
import { PUBLIC_FLOAT, SHARES_FALL, SHARES_WITHIN } from "../../data/metrics/value.ts";
import type { FiledFact } from "../../data/records.ts";
import { lookUp, type Newest } from "./filed.ts";
import { soundOf } from "./soundness.ts";
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
  if (isSplitSince(shares.facts[0]?.end ?? "", subject, at)) return "split";
  const day = series.days[at] ?? NaN;
  // both are brought to the shares of the bar's day: those of the day of the view have later splits in them
  let each = 1;
  for (const { ratio } of subject.heldSplits()) each *= ratio;
  for (const split of subject.records().splits) if (dayNumber(split.day) > day) each /= split.ratio;
  const { least, most } = PUBLIC_FLOAT;
  const known = floats(subject, { at, newest, each });
  const fits = known.filter(({ all, float }) =>
    float - least * all >= -HAIR * float && float - most * all <= HAIR * float
  );
  if (known.length > 0 && fits.length === 0) return "shares";
  return { value: (close[0] ?? NaN) * shares.value * each, facts: shares.facts };
}

/** Whether a bar after a day moved like a split that nothing records. */
function isSplitSince(counted: string, { series, records }: Subject, at: number): boolean {
  const moved = soundOf(series).doubtful.filter((one) => one.doubt === "split" && one.at <= at && one.day > counted);
  return moved.some(({ day }) => records().splits.every((split) => split.day !== day));
}

/** By covers: market values that closes give, and the floats of their days, which are a part of them. */
function floats(
  { series, records }: Subject,
  { at, newest: { says }, each }: { readonly at: number; readonly newest: Newest; readonly each: number },
): readonly { readonly all: number; readonly float: number }[] {
  const onCovers = Map.groupBy(
    records().facts.filter((one) => one.tag === PUBLIC_FLOAT.tag && one.unit === series.currency && one.value > 0),
    ({ accession }) => accession,
  );
  const found = [];
  for (const { end } of says.years.slice(0, PUBLIC_FLOAT.reports)) {
    const counts = (["shares_cover", "shares_outstanding"] as const).map((id) => says.stated(id, { end }));
    const count = counts.find((one) => typeof one === "object");
    const stated = (onCovers.get(count?.facts[0]?.accession ?? "") ?? []).filter(({ share }) => share === undefined);
    const last = stated.map((one) => one.end).sort().at(-1) ?? "";
    const float = Math.max(...stated.filter((one) => one.end === last).map(({ value }) => value));
    const bar = series.days.subarray(0, at + 1).findLastIndex((one) => one <= dayNumber(last));
    if (count === undefined || !(dayNumber(last) - (series.days[bar] ?? NaN) <= PUBLIC_FLOAT.days)) continue;
    found.push({ all: count.value * each * (series.close[bar] ?? NaN), float });
  }
  return found;
}

/** Why items in some currencies cannot be set against the prices. */
export function otherMoney(currencies: ReadonlySet<string>, { series: { currency } }: Subject): Cause | undefined {
  if ([...currencies].every((one) => one === currency)) return undefined;
  return currency === "" ? "unit" : "currency";
}

/** The number of shares, unless the weighted number of the period says that it cannot be. */
function count(newest: Newest): Counted | Cause {
  const cover = lookUp(newest, "shares_cover");
  const item = cover === "item" ? "shares_outstanding" : "shares_cover";
  const counted = cover === "item" ? lookUp(newest, item) : cover;
  if (typeof counted === "string") return counted;
  const past = [lookUp(newest, item, 1), lookUp(newest, "equity"), lookUp(newest, "equity", 1)];
  const [before, now, then] = past.filter((one) => typeof one === "object");
  if (before && now && then && now.unit === then.unit) {
    const isFewer = before.value / counted.value > SHARES_FALL;
    if (isFewer && !(then.value / SHARES_FALL > now.value)) return "conflict";
  }
  const weighted = newest.says.stated("shares_diluted", newest.period);
  const isFar = typeof weighted === "object" &&
    !(Math.abs(Math.log2(counted.value / weighted.value)) <= Math.log2(SHARES_WITHIN));
  return isFar ? "conflict" : counted;
}
