import type { Claim } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Verification, VerificationCheck } from "../protocol/verification.ts";
import { barsLaterThan, freshnessOf } from "./as_of.ts";
import { wrongBars } from "./bar_check.ts";
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
