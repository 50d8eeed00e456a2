import { claimsIn, type Draft } from "../data/claim.ts";
import type { DomainFalsifier } from "../data/domain.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import type { Falsifier } from "../protocol/falsifier.ts";
import type { AnswerClaims } from "./claims.ts";
import { pointsDown } from "./synthesis.ts";

/** A draft with the figures that its sentences of what would speak against it are about, where no sentence states them. */
export function withFalsifiers(draft: Draft, claims: AnswerClaims, vocabulary: Vocabulary): Draft {
  const stated = new Set(claimsIn(draft).map(({ id }) => id));
  const figures = saidIn(draft, vocabulary).flatMap(({ ticker, falsifier: { metric } }) =>
    claims.claim(metric, [ticker]) ?? []
  );
  const more = figures.filter(({ id }) => !stated.has(id));
  return more.length === 0 ? draft : { ...draft, figures: [...draft.figures ?? [], ...more] };
}

/**
 * What would speak against a thesis, by the sentences of it that say so.
 * @param kept What passed verification.
 */
export function falsifiersIn(kept: Draft, vocabulary: Vocabulary): readonly Falsifier[] {
  const claims = claimsIn(kept);
  return saidIn(kept, vocabulary).flatMap(({ ticker, text, falsifier: { metric, threshold, side } }) => {
    const value = claims.find((one) => one.metric === metric && one.of === undefined && one.entities.join() === ticker)
      ?.value;
    if (typeof value !== "number") return [];
    const beyond = side === "across" ? pointsDown(value - threshold) ? "above" : "below" : side;
    return [{ ticker, metric, side: beyond, threshold, value, text }];
  });
}

interface Said {
  readonly ticker: string;
  readonly text: string;
  readonly falsifier: DomainFalsifier;
}

function saidIn({ reasoning }: Draft, { domains }: Vocabulary): readonly Said[] {
  const falsifiers = domains.flatMap((domain) => domain.falsifiers ?? []);
  return reasoning.flatMap(({ text, saying: { phrase, about: [ticker = ""] } }) =>
    falsifiers.filter((one) => one.phrase === phrase).map((falsifier) => ({ ticker, text, falsifier }))
  );
}
