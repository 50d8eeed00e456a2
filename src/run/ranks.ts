import type { Outcome } from "./outcome.ts";
import { hasThesis } from "./outcome.ts";

/** What a row's cells say about the row among the others. */
export interface Comparison {
  /** 1 is the highest score; equal scores share a rank; undefined without a score. */
  rankOf(score: number | undefined): number | undefined;
  /** First row whose different request gave word for word this reasoning. */
  twinOf(outcome: Outcome): number | undefined;
  /** Newest date any row's data ends, `YYYY-MM-DD`. */
  readonly newestAsOf: string | undefined;
}

interface FirstSaid {
  readonly row: number;
  readonly identity: string;
}

/**
 * Looks at all rows once, for what a cell says about the others.
 * @param outcomes The rows of a run, in input order.
 * @returns Ranks, equal reasonings and the newest date.
 */
export function compareRows(outcomes: Iterable<Outcome>): Comparison {
  const scores: number[] = [];
  const said = new Map<string, FirstSaid>();
  let newestAsOf: string | undefined;
  for (const outcome of outcomes) {
    if (!hasThesis(outcome)) continue;
    const { agent_thesis, metadata } = outcome.result;
    if (metadata?.score !== undefined) scores.push(metadata.score);
    if (metadata?.as_of !== undefined && !(newestAsOf !== undefined && newestAsOf >= metadata.as_of)) {
      newestAsOf = metadata.as_of;
    }
    if (said.has(agent_thesis.reasoning)) continue;
    said.set(agent_thesis.reasoning, { row: outcome.input.row, identity: outcome.asked.identity });
  }
  const ranks = rankScores(scores);
  return {
    newestAsOf,
    rankOf: (score) => score === undefined ? undefined : ranks.get(score),
    twinOf: (outcome) => {
      if (!hasThesis(outcome)) return undefined;
      const first = said.get(outcome.result.agent_thesis.reasoning);
      return first === undefined || first.identity === outcome.asked.identity ? undefined : first.row;
    },
  };
}

function rankScores(scores: readonly number[]): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  scores.toSorted((a, b) => b - a).forEach((score, place) => {
    if (!ranks.has(score)) ranks.set(score, place + 1);
  });
  return ranks;
}
