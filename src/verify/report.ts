import type { Claim } from "../data/claim.ts";
import type { Bar, DatasetView, PriceSeries } from "../data/dataset.ts";
import type { Verification, VerificationCheck } from "../protocol/verification.ts";
import { barsLaterThan, freshnessOf } from "./as_of.ts";
import { type CheckedStatement, isClean } from "./check_statement.ts";
import { contradictionsAmong } from "./contradictions.ts";
import type { UsedSeries } from "./used.ts";

/** A verified claim, as the answer shows it. */
export type VerifiedClaim = Pick<
  Claim,
  "id" | "entities" | "metric" | "of" | "value" | "unit" | "currency" | "as_of" | "source" | "formula" | "shown"
>;

/** Results of verification, with the verified claims. */
export interface VerificationReport extends Verification {
  readonly claims: readonly VerifiedClaim[];
}

/** Failures shown per check. */
const MAX_SHOWN = 5;

/**
 * Summarises all checks.
 * @param results One for each sentence of the draft.
 * @param used The series behind its claims.
 * @param view The data.
 */
export function report(results: readonly CheckedStatement[], used: UsedSeries, view: DatasetView): VerificationReport {
  const right = results.filter(isClean).flatMap(({ statement }) => statement.claims);
  const claimed = results.flatMap(({ statement }) => statement.claims);
  const total = claimed.length + results.flatMap(({ binding }) => binding.unbound).length;
  const { contradictions, fresh, checks, asOf } = checksOf(results, { used, view, right });
  const [binding, recomputed] = checks;
  const doubt = contradictions.total === 0 ? 0 : contradictions.found.length / contradictions.total;
  const confidence = share(binding) * share(recomputed) * fresh.mean * (1 - doubt / 2);
  return {
    confidence: asOf.passed < asOf.total ? 0 : confidence,
    claims_total: total,
    claims_verified: right.length,
    claims_removed: total - right.length,
    checks,
    sources: view.sources.filter(({ id }) => used.sources.has(id)).map(({ id, title, sha256 }) => ({
      id,
      title,
      sha256,
    })),
    contradictions: contradictions.found,
    ...(used.newestDay !== undefined && { as_of: used.newestDay }),
    stale: fresh.stale,
    claims: [...new Map(right.map((claim) => [claim.id, asShown(claim)])).values()],
  };
}

function checksOf(
  results: readonly CheckedStatement[],
  { used, view, right }: { used: UsedSeries; view: DatasetView; right: readonly Claim[] },
) {
  const bindings = results.map(({ binding }) => binding);
  const dates = [...results.map(({ asOf }) => asOf), barsLaterThan(used.own, view.asOf)];
  const fresh = freshnessOf(used.own, view.asOf);
  const contradictions = contradictionsAmong(right);
  const asOf = check("as_of", count(dates), dates.flatMap(({ violations }) => violations));
  const checks = [
    check("binding", count(bindings), bindings.flatMap(failuresOf)),
    check(
      "recompute",
      results.flatMap(({ statement }) => statement.claims).length,
      results.flatMap(({ wrong }) => wrong),
    ),
    asOf,
    check("freshness", used.own.length, fresh.stale),
    check("bars", used.own.flatMap(({ bars }) => bars).length, used.own.flatMap(wrongBars)),
    check("contradictions", contradictions.total, contradictions.found),
  ];
  return { contradictions, fresh, checks, asOf };
}

function failuresOf({ unbound, unshown }: CheckedStatement["binding"]): readonly string[] {
  return [
    ...unbound.map((text) => `"${text}" has no claim`),
    ...unshown.map((text) => `${text} is not what the text shows`),
  ];
}

function check(name: string, total: number, failures: readonly string[]): VerificationCheck {
  const shown = failures.slice(0, MAX_SHOWN).join("; ");
  const more = failures.length > MAX_SHOWN ? `; and ${failures.length - MAX_SHOWN} more` : "";
  const detail = total === 0 ? "nothing to look at" : shown + more;
  return { name, passed: total - failures.length, total, ...(detail !== "" && { detail }) };
}

/** Share of passed items; 0 when there were none, because then nothing was verified. */
function share(one: VerificationCheck | undefined): number {
  return one === undefined || one.total === 0 ? 0 : one.passed / one.total;
}

function count(parts: readonly { readonly total: number }[]): number {
  return parts.reduce((all, { total }) => all + total, 0);
}

function asShown(claim: Claim): VerifiedClaim {
  const { id, entities, metric, of, value, unit, currency, as_of, source, formula, shown } = claim;
  return {
    id,
    entities,
    metric,
    ...(of !== undefined && { of }),
    value,
    unit,
    ...(currency !== undefined && { currency }),
    as_of,
    source,
    formula,
    shown,
  };
}

/** A move this large that is reversed by the next bar is usually a data error. */
const JUMP = 0.4;
/** Reversed: this close to the level before. */
const BACK = 0.1;
/** Tolerance for prices rounded to six digits. */
const ROUNDING = 1e-5;

/**
 * Finds implausible bars: prices outside low to high, a jump and back, dates repeated or out of order.
 * @param series One series.
 * @returns One line for each, with its date.
 */
function wrongBars({ ticker, bars }: PriceSeries): string[] {
  return bars.flatMap((bar, at) => {
    const defects = [outOfRange(bar), outOfOrder(bars[at - 1], bar), jumpAndBack(bars[at - 1], bar, bars[at + 1])];
    const found = defects.filter((defect) => defect !== undefined);
    return found.length === 0 ? [] : [`${ticker} ${bar.date}: ${found.join(", ")}`];
  });
}

function outOfRange({ open, high = Infinity, low = 0, close }: Bar): string | undefined {
  const isInside = (price: number) => low <= price * (1 + ROUNDING) && price <= high * (1 + ROUNDING);
  if (!(close > 0)) return "close is not above 0";
  if (low > high * (1 + ROUNDING)) return "low is above high";
  if (!isInside(close)) return "close is outside low to high";
  return open === undefined || isInside(open) ? undefined : "open is outside low to high";
}

function outOfOrder(before: Bar | undefined, { date }: Bar): string | undefined {
  if (before === undefined || before.date < date) return undefined;
  return before.date === date ? "date is repeated" : "date is out of order";
}

function jumpAndBack(before: Bar | undefined, { close }: Bar, after: Bar | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const jumped = Math.abs(close / before.close - 1) > JUMP;
  const returned = Math.abs(after.close / before.close - 1) < BACK;
  return jumped && returned ? "close jumps and is back on the next bar" : undefined;
}
