import type { RowError } from "../../run/outcome.ts";
import type { CallFailure } from "./failure.ts";
import type { Strikes } from "../ledger/ledger_rows.ts";

/** A row that fails so often in a row with the same code would fail for ever. */
export const MAX_STRIKES = 3;

/** What is known when an attempt has failed. */
export interface JudgeOptions {
  readonly strikes: Strikes;
  /** Whether the service runs a repeated key once. */
  readonly isRepeatable: boolean;
  /** An earlier attempt under the same key may have run, and nobody knows how that ended. */
  readonly mayHaveRun: boolean;
  /** The run was told to stop at once. */
  readonly isGivenUp: boolean;
  /** Nothing works at the moment: no fault of this row. */
  readonly isServiceDown: boolean;
  /** Why there shall be no other attempt, whatever failed; when it gives no reason, the attempt counts. */
  noMore(): string | undefined;
}

/** What a failed attempt means for its request. */
export interface Verdict {
  readonly state: "failed" | "in_doubt" | "planned";
  /** When it is asked again: when the service takes requests again, or after a delay of its own. */
  readonly again: "when_open" | "delayed" | "no";
  readonly strikes: number;
  readonly isBillable: boolean;
  /** Whether an attempt under its key may have run, and nobody knows how that ended. */
  readonly mayHaveRun: boolean;
  readonly error: RowError;
}

/**
 * Decides what becomes of a request whose attempt failed. Nothing is asked twice that may have run, unless the
 * service runs a repeated key once.
 */
export function judge(failure: CallFailure, options: JudgeOptions): Verdict {
  const { kind, error } = failure;
  const { strikes, isGivenUp, isServiceDown } = options;
  const ran = kind === "maybe_ran";
  const mayHaveRun = options.mayHaveRun || (ran && !failure.isAnswered);
  if (kind === "final" || (ran && !options.isRepeatable)) return over(failure, { error, mayHaveRun });
  const count = strikes.code === error.code ? strikes.count + 1 : 1;
  // Whatever repeats it counts, so that what a service runs once is not counted twice.
  const open = { state: "planned", strikes: strikes.count, isBillable: false, mayHaveRun, error } as const;
  if (isGivenUp) return { ...open, again: "no" };
  if (kind === "refused" || (!ran && isServiceDown)) return { ...open, again: "when_open" };
  const why = count >= MAX_STRIKES ? `it failed ${count} times in a row in the same way` : options.noMore();
  if (why === undefined) return { ...open, strikes: count, again: "delayed" };
  return over(failure, { error: { ...error, message: `${error.message}; not asked again: ${why}` }, mayHaveRun });
}

/** The end: a reply is a failure, no reply a doubt, which only a final reply removes; what was never sent costs nothing. */
function over(
  { kind, isAnswered }: CallFailure,
  { error, mayHaveRun }: { readonly error: RowError; readonly mayHaveRun: boolean },
): Verdict {
  const isSettled = kind === "final" && isAnswered;
  const state = mayHaveRun && !isSettled ? "in_doubt" : "failed";
  const isBillable = mayHaveRun || isSettled || kind === "maybe_ran";
  return { state, again: "no", strikes: 0, isBillable, mayHaveRun, error };
}
