import type { Claim } from "../data/claim.ts";
import type { Verification, VerificationCheck } from "../protocol/verification.ts";
import { barsLaterThan, freshnessOf } from "./as_of.ts";
import { contradictionsAmong } from "./contradictions.ts";
import type { CheckedFigure } from "./check_figures.ts";
import type { Ground } from "./knowledge.ts";
import { isClean, type Restated } from "./restate.ts";
import { seriesUsedBy, type UsedSeries } from "./used.ts";
import { trustIn } from "./trust.ts";
import { wrongBars } from "./wrong_bars.ts";

/** A verified figure or judgement, as the answer shows it. */
export type VerifiedClaim = Pick<
  Claim,
  "id" | "entities" | "metric" | "of" | "value" | "unit" | "currency" | "as_of" | "source" | "formula" | "shown"
>;

/** Results of verification, with the verified claims. */
export interface VerificationReport extends Verification {
  readonly claims: readonly VerifiedClaim[];
}

/** A draft that was checked. */
export interface Checked {
  /** One for each sentence. */
  readonly sentences: readonly Restated[];
  /** One for each figure without a sentence. */
  readonly figures: readonly CheckedFigure[];
}

/** Failures shown per check. */
const MAX_SHOWN = 5;

/**
 * Summarises all checks.
 * @param checked The draft's sentences and figures.
 * @param ground What they were checked on.
 */
export function report({ sentences: results, figures }: Checked, ground: Ground): VerificationReport {
  const { view } = ground;
  const counted = figures.filter(({ claim }) => claim.unit !== "name");
  const right = [
    ...results.filter(isClean).flatMap(claimsOf),
    ...counted.filter(({ wrong }) => wrong === undefined).map(({ claim }) => claim),
  ];
  const all = [...results.flatMap(({ statement }) => statement.claims), ...figures.map(({ claim }) => claim)];
  // a sentence without a claim that does not pass is one that nothing stands behind
  const total = results.reduce((sum, one) => sum + (claimsOf(one).length || (isClean(one) ? 0 : 1)), counted.length);
  const used = seriesUsedBy(all, ground);
  const tensions = contradictionsAmong(right, ground.knowledge.vocabulary.domains);
  const fresh = freshnessOf(used.own, view.asOf);
  const trust = trustIn(ground, used.own);
  const later = barsLaterThan(used.own, view.asOf);
  const share = total === 0 ? 0 : right.length / total;
  // what is filed does not age as a close does: its sentences say since when it is known
  const isFiledAlone = used.own.length === 0 && used.sources.size > 0;
  const wrong = [...trust.lines, ...used.own.flatMap(wrongBars)];
  return {
    confidence: later.violations.length > 0 ? 0 : share * (isFiledAlone ? 1 : fresh.mean) * trust.share,
    claims_total: total,
    claims_verified: right.length,
    claims_removed: total - right.length,
    checks: [
      check("phrases", results.length, results.flatMap(({ wording }) => wording.slice(0, 1))),
      check("recompute", all.length, [
        ...results.flatMap(({ wrong }) => wrong),
        ...figures.flatMap(({ wrong }) => wrong ?? []),
      ]),
      check("as_of", later.total, later.violations),
      check("freshness", used.own.length, fresh.stale),
      check("bars", used.own.reduce((sum, { days }) => sum + days.length, 0), wrong),
      check("contradictions", tensions.total, tensions.found),
    ],
    sources: sourcesOf(used, ground),
    contradictions: tensions.found,
    tensions: { found: tensions.found.length, compared: tensions.total },
    ...(used.newestDay !== undefined && { as_of: used.newestDay }),
    stale: fresh.stale,
    doubts: trust.share < 1 ? wrong.slice(0, MAX_SHOWN) : [],
    claims: [...new Map(right.map((claim) => [idOf(claim), asShown(claim)])).values()],
  };
}

/** The claims of a sentence that count: figures and judgements. */
function claimsOf({ statement }: Restated): readonly Claim[] {
  return statement.claims.filter(({ unit }) => unit !== "name");
}

function sourcesOf({ sources }: UsedSeries, { given }: Ground): VerificationReport["sources"] {
  return given.sources.filter(({ id }) => sources.has(id)).map(({ id, title, sha256 }) => ({ id, title, sha256 }));
}

function check(name: string, total: number, failures: readonly string[]): VerificationCheck {
  const shown = failures.slice(0, MAX_SHOWN).join("; ");
  const more = failures.length > MAX_SHOWN ? `; and ${failures.length - MAX_SHOWN} more` : "";
  const detail = total === 0 ? "nothing to look at" : shown + more;
  return { name, passed: Math.max(0, total - failures.length), total, ...(detail !== "" && { detail }) };
}

function asShown(claim: Claim): VerifiedClaim {
  const { entities, metric, of, value, unit, currency, as_of, source, formula, shown } = claim;
  return {
    id: idOf(claim),
    entities,
    metric,
    ...(of !== undefined && { of }),
    value,
    unit,
    ...(currency !== undefined && { currency }),
    as_of,
    ...(source !== undefined && { source }),
    formula,
    shown,
  };
}

/** What a claim is called: nobody checks the name it came with. */
function idOf({ entities, metric, of }: Claim): string {
  return [entities.join("+"), metric, ...(of === undefined ? [] : [of])].join(".");
}
