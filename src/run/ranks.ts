import type { ReasoningResult } from "../protocol/reasoning.ts";
import { hasThesis, type Outcome } from "./outcome.ts";
import { SaidBefore } from "./said_before.ts";
import { ScoreRanks } from "./score_ranks.ts";

/** What a row's cells say about the row among the others. */
export interface Comparison {
  /** 1 is the highest score; equal scores share a rank; undefined without a score. */
  rankOf(score: number | undefined): number | undefined;
  /** First row whose different request gave word for word this reasoning. */
  twinOf(outcome: Outcome): number | undefined;
  /** Newest date any row's data ends, `YYYY-MM-DD`. */
  readonly newestAsOf: string | undefined;
}

/** A thesis to compare others with. */
export interface ComparedThesis {
  readonly row: number;
  /** Digest of what the row asked. */
  readonly identity: string;
  readonly result: ReasoningResult;
}

/** Looks at all theses once, in input order, and keeps about 30 bytes of each. */
export class RowComparer implements Comparison {
  readonly #ranks = new ScoreRanks();
  readonly #said: SaidBefore;
  #newestAsOf: string | undefined;

  /** @param expected How many theses there may be. */
  constructor(expected = 0) {
    this.#said = new SaidBefore(expected);
  }

  get newestAsOf(): string | undefined {
    return this.#newestAsOf;
  }

  add({ row, identity, result: { agent_thesis, metadata } }: ComparedThesis): void {
    if (metadata?.score !== undefined) this.#ranks.add(metadata.score);
    if (metadata?.as_of !== undefined && metadata.as_of > (this.#newestAsOf ?? "")) this.#newestAsOf = metadata.as_of;
    this.#said.add(agent_thesis.reasoning, { row, identity });
  }

  rankOf(score: number | undefined): number | undefined {
    return score === undefined ? undefined : this.#ranks.placeOf(score);
  }

  twinOf(outcome: Outcome): number | undefined {
    return hasThesis(outcome) ? this.#said.rowOf(outcome.result.agent_thesis.reasoning, outcome.asked) : undefined;
  }
}
