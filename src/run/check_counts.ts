import { hasThesis, type Outcome } from "./outcome.ts";
import { statesFalse } from "./thesis_check.ts";

/** How the checks of a run ended. */
export interface CheckCounts {
  /** Rows whose thesis was checked. */
  readonly checked: number;
  /** Rows whose thesis states something false. */
  readonly stating_false: number;
  /** Rows whose thesis could not be checked. */
  readonly not_checked: number;
  /** Figures and judgements of the checked rows that the data bear out. */
  readonly claims_proven: number;
  /** Those that the data contradict. */
  readonly claims_false: number;
  /** Those that the data say nothing of. */
  readonly claims_unknown: number;
}

/** Counts the checks of a run. */
export class CheckCounter {
  readonly #sums = {
    checked: 0,
    stating_false: 0,
    not_checked: 0,
    claims_proven: 0,
    claims_false: 0,
    claims_unknown: 0,
  };

  /** Adds a row. */
  add(outcome: Outcome): void {
    if (!hasThesis(outcome)) return;
    const { check } = outcome;
    if (check === undefined || "problem" in check) {
      this.#sums.not_checked++;
      return;
    }
    this.#sums.checked++;
    if (statesFalse(check)) this.#sums.stating_false++;
    this.#sums.claims_proven += check.proven;
    this.#sums.claims_false += check.false;
    this.#sums.claims_unknown += check.unknown;
  }

  /** The sums so far. */
  get counts(): CheckCounts {
    return { ...this.#sums };
  }
}
