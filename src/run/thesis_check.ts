import { longDay } from "../calendar/day.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";

/** What the user's own data say of what a thesis states. */
export interface MadeCheck {
  /** Day as of which it was checked, `YYYY-MM-DD`: that of the thesis, or the last of the data. */
  readonly asOf: string;
  /** Figures and judgements that the data bear out. */
  readonly proven: number;
  /** Figures and judgements that the data contradict. */
  readonly false: number;
  /** Figures and judgements that the data say nothing of. */
  readonly unknown: number;
  /** The first false one: its sentence and why, on one line of at most 300 characters. Absent without one. */
  readonly firstFalse?: string | undefined;
  /** How far the data end before the day of the thesis, where that is more than a week; absent otherwise. */
  readonly daysBefore?: number | undefined;
}

/** A check that could not be made: nothing is known of what the thesis states. */
export interface NoCheck {
  /** Why: completes "not checked: ". */
  readonly problem: string;
}

/** What became of the check of a thesis. */
export type ThesisCheck = MadeCheck | NoCheck;

/** A thesis whose text is to be checked. */
export interface ThesisText {
  /** Reasoning, drivers and risks, as received. */
  readonly text: string;
  /** The tickers of the rows that share the answer, as the list writes them. */
  readonly tickers: readonly string[];
  /** Day of the thesis, `YYYY-MM-DD`. */
  readonly day: string;
}

/** The data that theses are checked on. */
export interface CheckData {
  /** Two or three words, like `Sample history`. */
  readonly name: string;
  /** One sentence on where it comes from. */
  readonly notice: string;
  /** Last day of its prices, `YYYY-MM-DD`. */
  readonly ends: string;
  /** Digest of what it holds: other data is another run. */
  readonly digest: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The words of a thesis: each driver and each risk is a paragraph, so that no sentence runs into the next. */
export function textOfThesis({ agent_thesis: { reasoning }, key_drivers, risks }: ReasoningResult): string {
  return [reasoning, ...key_drivers, ...risks].join("\n\n");
}

/**
 * The day of a thesis: that of its newest data, else the one that was asked for, else the one on which it was made.
 * @param asked The requested day, if any, and when the request was sent, ISO 8601.
 */
export function dayOfThesis(
  { metadata }: ReasoningResult,
  asked: { readonly requested?: unknown; readonly startedAt: string },
): string {
  const said = [metadata?.as_of, asked.requested].find((day) => typeof day === "string" && DAY.test(day));
  return typeof said === "string" ? said : asked.startedAt.slice(0, 10);
}

/** Whether a check found something false. */
export function statesFalse(check: ThesisCheck | undefined): check is MadeCheck {
  return check !== undefined && "false" in check && check.false > 0;
}

/** What there is to warn of after a check, as short sentences. */
export function checkWarnings(check: ThesisCheck | undefined): string[] {
  if (check === undefined) return [];
  if ("problem" in check) return [`not checked: ${check.problem}`];
  const { asOf, daysBefore } = check;
  return [
    ...check.false === 0 ? [] : [`contains an error: ${check.firstFalse ?? "see first_false"}`],
    ...daysBefore === undefined ? [] : [`checked on data to ${longDay(asOf)}, ${daysBefore} days before its date`],
  ];
}

/** A check by the names of the columns of `theses.csv`, for lines of JSON. */
export function checkFields(check: ThesisCheck | undefined): Readonly<Record<string, string | number | undefined>> {
  if (check === undefined) return {};
  if ("problem" in check) return { not_checked: check.problem };
  return {
    checked_as_of: check.asOf,
    claims_proven: check.proven,
    claims_false: check.false,
    claims_unknown: check.unknown,
    first_false: check.firstFalse,
  };
}
