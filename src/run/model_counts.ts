import type { LanguageModelReport } from "../protocol/language_model.ts";
import { hasThesis, type Outcome } from "./outcome.ts";

/** What a language model did for the answers of a run. */
export interface ModelCounts extends Pick<LanguageModelReport, "calls" | "input_tokens" | "output_tokens"> {
  /** Rows with sentences that it chose. */
  readonly answered: number;
  /** Rows that it was asked about and chose nothing for: the thesis is there without it. */
  readonly not_answered: number;
  /** Rows with a note about what was left out, and why. */
  readonly with_notes: number;
  /** Rows with its own words, which are not verified. */
  readonly with_comments: number;
  /** Whether its server left counts of tokens out, so that a part is estimated. */
  readonly is_estimated: boolean;
}

/** Counts what a language model did. */
export class ModelCounter {
  readonly #sums = {
    answered: 0,
    not_answered: 0,
    with_notes: 0,
    with_comments: 0,
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    is_estimated: false,
  };

  /**
   * Adds a row.
   * @param outcome Its outcome.
   * @param options Whether it is the first row of its request: what a shared request spent counts once.
   */
  add(outcome: Outcome, { isFirst }: { readonly isFirst: boolean }): void {
    if (!hasThesis(outcome)) return;
    const { asked, result: { metadata } } = outcome;
    const report = metadata?.language_model;
    if (report === undefined) return;
    const sums = this.#sums;
    if (report.answer.length > 0) sums.answered++;
    else sums.not_answered++;
    if ((report.notes?.length ?? 0) > 0) sums.with_notes++;
    if ((report.comments?.length ?? 0) > 0) sums.with_comments++;
    if (isFirst && asked.reusedFrom === undefined) this.addSpent(report); // else another run paid for it
  }

  /** Adds what an answer spent beside the rows. */
  addSpent({ calls, input_tokens, output_tokens, is_estimated = false }: LanguageModelReport): void {
    const sums = this.#sums;
    sums.calls += calls;
    sums.input_tokens += input_tokens;
    sums.output_tokens += output_tokens;
    sums.is_estimated ||= is_estimated;
  }

  /** The sums so far. */
  get counts(): ModelCounts {
    return { ...this.#sums };
  }
}
