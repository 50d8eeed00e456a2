import type { MetricId } from "../data/metrics/metric.ts";
import { type Claim, claimsIn, type Draft } from "../data/claim.ts";
import type { DomainEvent } from "../data/domain.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import type { CompanyEvent } from "../protocol/company_event.ts";
import type { AnswerClaims } from "./claims.ts";

/** A draft with the figures of what happened to its companies, those that no sentence states. */
export function withEvents(draft: Draft, claims: AnswerClaims, vocabulary: Vocabulary): Draft {
  const stated = new Set(claimsIn(draft).map(({ id }) => id));
  const figures = draft.companies.flatMap((ticker) =>
    eventsOf(vocabulary).flatMap(({ day, known, figures }) => {
      const claimOf = (metric: MetricId) => claims.claim(metric, [ticker]) ?? [];
      return [claimOf(day)].flat().length === 0 ? [] : [day, known, ...figures].flatMap(claimOf);
    })
  );
  const more = [...new Map(figures.map((claim) => [claim.id, claim])).values()].filter(({ id }) => !stated.has(id));
  return more.length === 0 ? draft : { ...draft, figures: [...draft.figures ?? [], ...more] };
}

/**
 * What happened to the companies of a draft, by its claims.
 * @param kept What passed verification.
 */
export function eventsIn(kept: Draft, vocabulary: Vocabulary): readonly CompanyEvent[] {
  const found = new Map<string, Claim>(
    claimsIn(kept).flatMap((claim) => {
      const { entities: [ticker, ...others], metric, of } = claim;
      return others.length > 0 || of !== undefined ? [] : [[`${ticker} ${metric}`, claim] as const];
    }),
  );
  return kept.companies.flatMap((ticker) =>
    eventsOf(vocabulary).flatMap((event) => eventOf(event, ticker, (metric) => found.get(`${ticker} ${metric}`)) ?? [])
  );
}

function eventOf(
  { kind, day, known, figures }: DomainEvent,
  ticker: string,
  claimOf: (metric: MetricId) => Claim | undefined,
): CompanyEvent | undefined {
  const on = claimOf(day)?.value;
  const from = claimOf(known)?.value;
  if (typeof on !== "string" || typeof from !== "string") return undefined;
  const behind = figures.flatMap((metric) => claimOf(metric) ?? []);
  return {
    kind,
    ticker,
    day: on,
    known: from,
    figures: behind.map(({ metric, value, shown }) => ({ metric, value, shown })),
  };
}

function eventsOf({ domains }: Vocabulary): readonly DomainEvent[] {
  return domains.flatMap(({ events = [] }) => events);
}
