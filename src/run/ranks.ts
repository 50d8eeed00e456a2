import { countLeading } from "../calendar/day.ts";
import { hasThesis, type Outcome } from "./outcome.ts";
import type { OutcomeTexts, RankedRow } from "./ranked_row.ts";
import { warningsOf } from "./warnings.ts";

const NO_WARNINGS: readonly string[] = [];

/** Figures of a thesis that ranking needs. */
export interface ThesisFigures {
  readonly score?: number | undefined;
  /** Last day of the thesis' data, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** The bars behind the score. */
  readonly frequency?: string | undefined;
}

/** Ranks rows, each among those with the same bars, and finds repeated texts; uses about 30 bytes for each thesis. */
export class RowComparer {
  /** By the bars behind the scores; a service that does not say has one kind. */
  readonly #ranks = new Map<string, ScoreRanks>();
  readonly #texts: RepeatedTexts;
  #newestAsOf: string | undefined;

  /** @param expected Upper bound on the theses. */
  constructor(expected = 0) {
    this.#texts = new RepeatedTexts(expected);
  }

  /** Adds a thesis; all are added before the first row is ranked. */
  add({ score, asOf, frequency = "" }: ThesisFigures): void {
    if (score !== undefined) {
      const ranks = this.#ranks.get(frequency) ?? new ScoreRanks();
      this.#ranks.set(frequency, ranks);
      ranks.add(score);
    }
    if (asOf !== undefined && asOf > (this.#newestAsOf ?? "")) this.#newestAsOf = asOf;
  }

  /** Ranks the next row in input order; the order decides which of two equal texts is the repeat. */
  rank(outcome: Outcome, texts?: OutcomeTexts): RankedRow {
    if (!hasThesis(outcome)) return { outcome, warnings: NO_WARNINGS, texts };
    const { input: { row }, asked: { identity }, result: { agent_thesis, metadata } } = outcome;
    const twin = this.#texts.add(agent_thesis.reasoning, { row, identity });
    return {
      outcome,
      rank: this.#rankOf(metadata ?? {}),
      warnings: warningsOf(outcome, { twin, newestAsOf: this.#newestAsOf }),
      texts,
    };
  }

  /** The only name with its bars has nothing to be ranked among. */
  #rankOf({ score, frequency = "" }: ThesisFigures): number | undefined {
    const ranks = score === undefined ? undefined : this.#ranks.get(frequency);
    if (score === undefined || ranks === undefined) return undefined;
    return this.#ranks.size > 1 && ranks.count === 1 ? undefined : ranks.rankOf(score);
  }
}

/** Ranks rows that are in memory, in input order. */
export function rankRows(outcomes: readonly Outcome[]): RankedRow[] {
  const others = new RowComparer(outcomes.length);
  for (const outcome of outcomes) {
    if (!hasThesis(outcome)) continue;
    const { score, as_of: asOf, frequency } = outcome.result.metadata ?? {};
    others.add({ score, asOf, frequency });
  }
  return outcomes.map((outcome) => others.rank(outcome));
}

const CHUNK = 65_536;

/** Ranks of numbers, 1 for the highest, in 8 bytes a number; no step takes longer than sorting a chunk. */
class ScoreRanks {
  readonly #sorted: Float64Array[] = [];
  #open = new Float64Array(CHUNK);
  #openCount = 0;
  /** How many numbers were added. */
  count = 0;

  add(score: number): void {
    this.count++;
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
    for (const chunk of this.#sorted) {
      rank += chunk.length - countLeading(chunk.length, (at) => !((chunk[at] ?? 0) > score));
    }
    return rank;
  }
}

const SLOT_WORDS = 4;
const FIRST_SLOTS = 1024;
/** With more slots in use, lookups get slow. */
const MAX_LOAD = 0.75;

/**
 * Finds the first row with the same text, in 16 bytes for each text: a million reasonings of 600 characters
 * would not fit into memory. Texts are compared by a 64-bit hash; a collision among a million texts occurs
 * in one of 36 million runs.
 */
class RepeatedTexts {
  /** Four words for each text: two of its hash, its first row, and a hash of that row's request. */
  #slots: Uint32Array;
  #capacity: number;
  #count = 0;

  /** @param expected Number of texts to allocate for. */
  constructor(expected = 0) {
    this.#capacity = Math.max(FIRST_SLOTS, Math.ceil(expected / MAX_LOAD) + 1);
    this.#slots = new Uint32Array(this.#capacity * SLOT_WORDS);
  }

  /**
   * Adds the text of a row.
   * @returns The first row with the same text, when its request is different.
   */
  add(text: string, { row, identity }: { readonly row: number; readonly identity: string }): number | undefined {
    const [high, low] = hashOf(text);
    const at = this.#find(high, low);
    const [asked] = hashOf(identity);
    const first = this.#slots[at + 2];
    if (first !== 0) return this.#slots[at + 3] === asked ? undefined : first;
    this.#slots[at] = high;
    this.#slots[at + 1] = low;
    this.#slots[at + 2] = row;
    this.#slots[at + 3] = asked;
    if (++this.#count > this.#capacity * MAX_LOAD) this.#grow();
    return undefined;
  }

  /** The slot of the hash, or the free slot for it. */
  #find(high: number, low: number): number {
    let at = (low % this.#capacity) * SLOT_WORDS;
    while (this.#slots[at + 2] !== 0 && (this.#slots[at] !== high || this.#slots[at + 1] !== low)) {
      at = (at + SLOT_WORDS) % this.#slots.length;
    }
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(this.#capacity * SLOT_WORDS);
    for (let at = 0; at < old.length; at += SLOT_WORDS) {
      const slot = old.subarray(at, at + SLOT_WORDS);
      const [high = 0, low = 0, row = 0] = slot;
      if (row !== 0) this.#slots.set(slot, this.#find(high, low));
    }
  }
}

/** Two multiplicative hashes with the finalizer of MurmurHash3 (Appleby, public domain), after bryc's cyrb53. */
function hashOf(text: string): [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  const mixedHigh = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  const mixedLow = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(mixedHigh ^ (mixedHigh >>> 13), 0xc2b2ae35);
  return [mixedHigh >>> 0, mixedLow >>> 0];
}
