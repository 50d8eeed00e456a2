const CHUNK = 65_536;

/** Places of numbers among many, 1 for the highest, in 8 bytes a number; no step is longer than sorting one chunk. */
export class ScoreRanks {
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
