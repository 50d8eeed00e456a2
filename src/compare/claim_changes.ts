import type { VerificationClaim } from "../protocol/verification.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { ChangeKind, ClaimChange } from "./comparison.ts";
import type { ChangedPoints } from "./match_points.ts";
import { isMeasure } from "./points.ts";

const MAX_CLAIMS = 5;
/** Prefix of the components of a score. */
const FAMILY = "score_";
const BEHIND_FALL = ["volatility_recent", "volatility"];

/** The claims of both answers about one metric. */
interface ClaimPair {
  readonly metric: string;
  readonly before: VerificationClaim | undefined;
  readonly after: VerificationClaim | undefined;
}

/**
 * The figures behind a change, the most important first: the score and the chance of a fall if they changed, their
 * components, then the metrics of the new and vanished texts.
 * @returns At most five, each with a different figure than before.
 */
export function claimChanges(
  { before, after }: { readonly before: ThesisRow; readonly after: ThesisRow },
  { kinds, points }: { readonly kinds: readonly ChangeKind[]; readonly points: ChangedPoints },
): readonly ClaimChange[] {
  if (before.claims.length === 0 && after.claims.length === 0) return [];
  const pairs = pairClaims(before.claims, after.claims);
  const hasTurned = kinds.includes("flipped") || kinds.includes("rank_moved");
  const hasCrossed = kinds.includes("drawdown_crossed");
  const { newDrivers, newRisks, vanishedDrivers, vanishedRisks } = points;
  const metrics = new Set([
    ...hasTurned ? ["score"] : [],
    ...hasCrossed ? ["drawdown_probability"] : [],
    ...hasTurned ? familiesOf(pairs) : [],
    ...hasCrossed ? BEHIND_FALL : [],
    ...[newDrivers, newRisks, vanishedDrivers, vanishedRisks].flat().flatMap(({ leads }) => [...leads]),
  ]);
  return [...metrics].flatMap((metric) => changeOf(pairs.get(metric))).slice(0, MAX_CLAIMS);
}

function pairClaims(
  before: readonly VerificationClaim[],
  after: readonly VerificationClaim[],
): ReadonlyMap<string, ClaimPair> {
  const [old, fresh] = [firstByMetric(before), firstByMetric(after)];
  const metrics = new Set([...fresh.keys(), ...old.keys()]);
  return new Map(
    Array.from(metrics, (metric) => [metric, { metric, before: old.get(metric), after: fresh.get(metric) }]),
  );
}

/** An answer about several companies has several claims of one metric: the first counts. */
function firstByMetric(claims: readonly VerificationClaim[]): Map<string, VerificationClaim> {
  return new Map(claims.filter(isMeasure).map((claim) => [claim.metric, claim] as const).toReversed());
}

/** Components of the score, the largest move first. */
function familiesOf(pairs: ReadonlyMap<string, ClaimPair>): string[] {
  const families = [...pairs.values()].filter(({ metric }) => metric.startsWith(FAMILY));
  return families.toSorted((one, other) => moved(other) - moved(one)).map(({ metric }) => metric);
}

function moved({ before, after }: ClaimPair): number {
  const move = Math.abs(Number(after?.value ?? 0) - Number(before?.value ?? 0));
  return Number.isNaN(move) ? 0 : move;
}

function changeOf(pair: ClaimPair | undefined): ClaimChange[] {
  const [before, after] = [pair?.before?.shown, pair?.after?.shown];
  return pair === undefined || before === after ? [] : [{ metric: pair.metric, before, after }];
}
