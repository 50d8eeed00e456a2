import type { Claim } from "../data/claim.ts";
import type { Domain } from "../data/domain.ts";
import { bandOf } from "./band.ts";

/** Families of measures that point in different directions. */
export interface Contradictions {
  /** Number of pairs of families compared. */
  readonly total: number;
  /** One sentence for each contradicting pair. */
  readonly found: readonly string[];
}

/**
 * Compares the scores of each company's families pairwise.
 * @param claims Verified claims.
 * @param domains Those that have scores.
 */
export function contradictionsAmong(claims: readonly Claim[], domains: readonly Domain[]): Contradictions {
  const companies = new Set(claims.filter(({ entities }) => entities.length === 1).flatMap(({ entities }) => entities));
  const pairs = [...companies].flatMap((ticker) => pairsOf(ticker, claims, domains));
  return { total: pairs.length, found: pairs.filter((sentence) => sentence !== undefined) };
}

/** One element for each pair of scored families: a sentence if they contradict each other. */
function pairsOf(
  ticker: string,
  claims: readonly Claim[],
  domains: readonly Domain[],
): (string | undefined)[] {
  const scores = domains.flatMap(({ score, name }) => {
    const claim = claims.find((one) => one.metric === score && one.entities.join() === ticker);
    return typeof claim?.value === "number" ? [{ name, value: claim.value, shown: claim.shown }] : [];
  });
  return scores.flatMap((one, at) =>
    scores.slice(at + 1).map((other) => {
      const ways = [one, other].map(({ value }) => bandOf("pull", value));
      return ways.includes("up") && ways.includes("down")
        ? `${ticker}: ${one.name} (${one.shown}) and ${other.name} (${other.shown}) point in opposite directions`
        : undefined;
    })
  );
}
