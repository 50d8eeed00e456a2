import type { ReasoningResult } from "../protocol/reasoning.ts";
import { type Asked, hasThesis, type Outcome, type OutcomeStatus } from "./outcome.ts";
import { excerpt } from "../text/control.ts";
import { failedClaimWords } from "./verified_words.ts";
import { isDoubtful } from "./warnings.ts";

/** Number of rows by status. */
export type StatusCounts = Readonly<Record<OutcomeStatus, number>>;

/** Totals over a run. */
export interface RunCounts {
  readonly rows: number;
  readonly statuses: StatusCounts;
  /** Distinct requests of the rows, and that about the list as a whole. */
  readonly requests: number;
  /** Attempts, with repeats. */
  readonly attempts: number;
  readonly files: number;
  /** Figures that the service checked, and those that were correct; each request counts once. */
  readonly claimsTotal: number;
  readonly claimsVerified: number;
  /** The answers of which claims failed, and why, of the first; absent where none did. */
  readonly claimsFailed?: { readonly answers: number; readonly first: readonly string[] } | undefined;
  /** Done rows with a warning, and those of them that are about something else or repeat another. */
  readonly warned: number;
  readonly doubtful: number;
}

/** So many answers with failed claims are named. */
const MAX_FAILED = 3;
const MAX_CHARS = 500;

/** Counts the rows of a run. */
export class RunCounter {
  readonly #statuses = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
  readonly #sums = { rows: 0, requests: 0, attempts: 0, files: 0, claimsTotal: 0, claimsVerified: 0 };
  #failed: RunCounts["claimsFailed"];
  readonly #doubts = { warned: 0, doubtful: 0 };

  /**
   * Adds a row.
   * @param outcome Its outcome.
   * @param options Whether it is the first row of its request: a shared request counts once; its warnings.
   */
  add(outcome: Outcome, { isFirst, warnings }: { readonly isFirst: boolean; readonly warnings: readonly string[] }) {
    const sums = this.#sums;
    sums.rows++;
    this.#statuses[outcome.status]++;
    if (outcome.status === "done" && warnings.length > 0) {
      this.#doubts.warned++;
      this.#doubts.doubtful += Number(isDoubtful(warnings, outcome.result.agent_thesis.signal));
    }
    if (outcome.status === "invalid" || !isFirst) return;
    sums.requests++;
    sums.attempts += outcome.asked.attempts;
    if (!hasThesis(outcome)) return;
    sums.files += outcome.files.length;
    const { row, ticker } = outcome.input;
    this.#addClaims(outcome.result, () => `row ${row}, ${ticker}`);
  }

  /** Adds the request about the list as a whole, which has no row. */
  addAboutList({ asked, result }: {
    readonly asked: Pick<Asked, "attempts">;
    readonly result?: ReasoningResult | undefined;
  }): void {
    this.#sums.requests++;
    this.#sums.attempts += asked.attempts;
    this.#addClaims(result, () => "the list as a whole");
  }

  #addClaims(result: ReasoningResult | undefined, whose: () => string): void {
    const { verification = {} } = result?.metadata ?? {};
    this.#sums.claimsTotal += verification.claims_total ?? 0;
    this.#sums.claimsVerified += verification.claims_verified ?? 0;
    const why = failedClaimWords(verification);
    if (why === "") return;
    const { answers, first } = this.#failed ?? { answers: 0, first: [] };
    const words = answers < MAX_FAILED ? [excerpt(`${whose()}: ${why}`, MAX_CHARS)] : [];
    this.#failed = { answers: answers + 1, first: [...first, ...words] };
  }

  /** The totals so far. */
  get counts(): RunCounts {
    return {
      ...this.#sums,
      ...this.#doubts,
      ...this.#failed && { claimsFailed: this.#failed },
      statuses: { ...this.#statuses },
    };
  }
}
