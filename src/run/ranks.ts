import { hasThesis, type Outcome } from "./outcome.ts";
import type { OutcomeTexts, RankedRow } from "./ranked_row.ts";
import { RepeatedTexts } from "./repeated_texts.ts";
import { warningsOf } from "./warnings.ts";

const NO_WARNINGS: readonly string[] = [];

/** What must be known of every thesis before the first row can be placed. */
export interface ThesisFigures {
  readonly score?: number | undefined;
  /** Date the thesis' data ends, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
}

/** Places rows among all others; keeps about 30 bytes of each thesis. */
export class RowComparer {
  readonly #ranks = new ScoreRanks();
  readonly #said: RepeatedTexts;
  #newestAsOf: string | undefined;

  /** @param expected How many theses there may be. */
  constructor(expected = 0) {
    this.#said = new RepeatedTexts(expected);
  }

  /** Looks at a thesis; at all of them before the first row is placed. */
  add({ score, asOf }: ThesisFigures): void {
    if (score !== undefined) this.#ranks.add(score);
    if (asOf !== undefined && asOf > (this.#newestAsOf ?? "")) this.#newestAsOf = asOf;
  }

  /** Places the next row in input order: the first to say something is known when another says it again. */
  place(outcome: Outcome, texts?: OutcomeTexts): RankedRow {
    if (!hasThesis(outcome)) return { outcome, warnings: NO_WARNINGS, texts };
    const { input: { row }, asked: { identity }, result: { agent_thesis, metadata } } = outcome;
    const twin = this.#said.add(agent_thesis.reasoning, { row, identity });
    return {
      outcome,
      rank: metadata?.score === undefined ? undefined : this.#ranks.placeOf(metadata.score),
      warnings: warningsOf(outcome, { twin, newestAsOf: this.#newestAsOf }),
      texts,
    };
  }
}

const CHUNK = 65_536;

/** Places of numbers among many, 1 for the highest, in 8 bytes a number; no step is longer than sorting one chunk. */
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

  /** One more than there are higher scores, so that equal scores share a place. */
  placeOf(score: number): number {
    if (this.#openCount > 0) {
      this.#sorted.push(this.#open.slice(0, this.#openCount).sort());
      this.#openCount = 0;
    }
    let place = 1;
    for (const chunk of this.#sorted) place += countAbove(chunk, score);
    return place;
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
