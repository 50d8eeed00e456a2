import type { AttemptEnd } from "../ledger/ledger_types.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { InputRow, RowError } from "../../run/outcome.ts";
import type { StopReason } from "../../run/progress.ts";
import { namesItsSubject, NO_VIEW } from "../../run/warnings.ts";
import type { CallFailure } from "./failure.ts";
import type { Strikes } from "../ledger/ledger_rows.ts";

/** A request that fails this often in succession with the same code is not sent again. */
const MAX_STRIKES = 3;

/** The situation in which an attempt failed. */
export interface JudgeOptions {
  readonly strikes: Strikes;
  /** Whether the service runs a repeated key once. */
  readonly isRepeatable: boolean;
  /** Whether an earlier attempt with the same key may have run, with an unknown result. */
  readonly mayHaveRun: boolean;
  /** Whether the run gave the attempt up. */
  readonly isGivenUp: boolean;
  /** Whether all requests fail at the moment, so that this row is not at fault. */
  readonly isServiceDown: boolean;
  /** Why there may be no other attempt, whatever failed; if it gives no reason, the attempt is counted. */
  noMore(): string | undefined;
}

/** What a failed attempt means for its request. */
export interface Verdict extends Pick<AttemptEnd, "error" | "strikes" | "isBillable"> {
  readonly state: "failed" | "in_doubt" | "planned";
  /** When it is sent again: once the service accepts requests, or after a delay of its own. */
  readonly again: "when_open" | "delayed" | "no";
  /** Whether an attempt with its key may have run, with an unknown result. */
  readonly mayHaveRun: boolean;
}

/**
 * Decides what to do after a failed attempt. A request that may have run is sent again only to a service that runs a
 * repeated key once.
 */
export function judge(failure: CallFailure, options: JudgeOptions): Verdict {
  const { kind, error } = failure;
  const { strikes, isGivenUp, isServiceDown } = options;
  const ran = kind === "maybe_ran";
  const mayHaveRun = options.mayHaveRun || (ran && !failure.isAnswered);
  if (kind === "final") return over(failure, { error, mayHaveRun });
  if (ran && !options.isRepeatable) return over(failure, { error: mayHaveRunError(failure), mayHaveRun });
  const count = strikes.code === error.code ? strikes.count + 1 : 1;
  // The next attempt pays for it: a service that runs a key once must not be counted twice.
  const open = { state: "planned", strikes: strikes.count, isBillable: false, mayHaveRun, error } as const;
  if (isGivenUp) return { ...open, again: "no" };
  if (kind === "refused" || (!ran && isServiceDown)) return { ...open, again: "when_open" };
  const why = count >= MAX_STRIKES ? `it failed ${count} times in a row in the same way` : options.noMore();
  if (why === undefined) return { ...open, strikes: count, again: "delayed" };
  return over(failure, { error: { ...error, message: `${error.message}; not sent again: ${why}` }, mayHaveRun });
}

/** A reply like a bare 503 says nothing about whether the request ran: a gateway sends it, too. */
function mayHaveRunError({ isAnswered, error }: CallFailure): RowError {
  return isAnswered ? { ...error, message: `${error.message}; not sent again: it may have run, and be billed` } : error;
}

/** The end: failed after a reply, in doubt without one. Only a final reply settles a doubt; an unsent request is free. */
function over(
  { kind, isAnswered }: CallFailure,
  { error, mayHaveRun }: { readonly error: RowError; readonly mayHaveRun: boolean },
): Verdict {
  const isSettled = kind === "final" && isAnswered;
  const state = mayHaveRun && !isSettled ? "in_doubt" : "failed";
  const isBillable = mayHaveRun || isSettled || kind === "maybe_ran";
  return { state, again: "no", strikes: 0, isBillable, mayHaveRun, error };
}

/** The brake looks at so many theses. */
const LAST_THESES = 20;

/** Finds when half of the last theses, abstentions apart, are about something else or repeat another row's reasoning. */
export class Brake {
  #last: readonly { readonly reasoning: string; readonly isOther: boolean }[] = [];

  add(input: InputRow, result: ReasoningResult): StopReason | undefined {
    const { signal, reasoning } = result.agent_thesis;
    if (signal === NO_VIEW) return undefined;
    this.#last = [...this.#last.slice(1 - LAST_THESES), { reasoning, isOther: !namesItsSubject({ input, result }) }];
    const isLike = (text: string) => this.#last.filter((one) => one.reasoning === text).length > 1;
    const wrong = this.#last.filter((one) => one.isOther || isLike(one.reasoning)).length;
    if (this.#last.length < LAST_THESES || wrong < LAST_THESES / 2) return undefined;
    return { code: "brake", theses: LAST_THESES, wrong };
  }
}
