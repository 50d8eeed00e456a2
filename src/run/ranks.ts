import { hasThesis, type Outcome } from "./outcome.ts";
import type { OutcomeTexts, RankedRow } from "./ranked_row.ts";
import { RepeatedTexts } from "./repeated_texts.ts";
import { warningsOf } from "./warnings.ts";

const NO_WARNINGS: readonly string[] = [];

/** Figures of a thesis that ranking needs. */
export interface ThesisFigures {
  readonly score?: number | undefined;
  /** Last day of the thesis' data, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
}

/** Ranks rows and finds repeated texts; uses about 30 bytes for each thesis. */
export class RowComparer {
  readonly #ranks = new ScoreRanks();
  readonly #texts: RepeatedTexts;
  #newestAsOf: string | undefined;

  /** @param expected Upper bound on the theses. */
  constructor(expected = 0) {
    this.#texts = new RepeatedTexts(expected);
  }

  /** Adds a thesis; all are added before the first row is ranked. */
  add({ score, asOf }: ThesisFigures): void {
    if (score !== undefined) this.#ranks.add(score);
    if (asOf !== undefined && asOf > (this.#newestAsOf ?? "")) this.#newestAsOf = asOf;
  }

  /** Ranks the next row in input order; the order decides which of two equal texts is the repeat. */
  rank(outcome: Outcome, texts?: OutcomeTexts): RankedRow {
    if (!hasThesis(outcome)) return { outcome, warnings: NO_WARNINGS, texts };
    const { input: { row }, asked: { identity }, result: { agent_thesis, metadata } } = outcome;
    const twin = this.#texts.add(agent_thesis.reasoning, { row, identity });
    return {
      outcome,
      rank: metadata?.score === undefined ? undefined : this.#ranks.rankOf(metadata.score),
      warnings: warningsOf(outcome, { twin, newestAsOf: this.#newestAsOf }),
      texts,
    };
  }
}

const CHUNK = 65_536;

/** Ranks of numbers, 1 for the highest, in 8 bytes a number; no step takes longer than sorting a chunk. */
class ScoreRanks {
  readonly #sorted: Float64Array[] = [];
  #open = new Float64Array(CHUNK);
  #openCount = 0;

  add(score: number): void {
    this.#open[this.#openCount++] = score;
    if (this.#openCount < CHUNK) return;
    this.#sorted.push(this.#open.sort());
    this.#open = new Float64Array(CHUNK);
    this.#openCount = 0;
  }

  /** One more than the number of higher scores, so that equal scores share a rank. */
  rankOf(score: number): number {
    if (this.#openCount > 0) {
      this.#sorted.push(this.#open.slice(0, this.#openCount).sort());
      this.#openCount = 0;
    }
    let rank = 1;
    for (const chunk of this.#sorted) rank += countAbove(chunk, score);
    return rank;
  }
}

function countAbove(sorted: Float64Array, score: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) > score) to = middle;
    else from = middle + 1;
  }
  return sorted.length - from;
}
