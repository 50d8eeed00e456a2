import { InputError } from "../protocol/errors.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { MILLISECONDS, OBJECT, optionProblem, type OptionShape } from "../text/options.ts";
import type { Bundle } from "./bundle.ts";
import { bundleOf } from "./bundle_of.ts";
import { type Display, openDisplay } from "./display.ts";
import { isAnswer, isScreen, type Showable } from "./kinds.ts";
import { showAnswer } from "./show_answer.ts";
import { showScreen } from "./show_screen.ts";
import { stopButton } from "./stop.ts";
import { markShown, wasJustShown } from "./shown.ts";

/** How to show something. */
export interface ShowOptions {
  /** Where to show it. Default: the cell, or the terminal outside a kernel. */
  readonly display?: Display;
  /** Milliseconds between two drawings of a live output, 0 or more. Default: 100. */
  readonly everyMs?: number;
}

const SHOW_OPTIONS = {
  display: OBJECT,
  everyMs: MILLISECONDS,
} satisfies Readonly<Record<keyof ShowOptions, OptionShape>>;

/** Faster drawing makes a cell unreadable. */
const EVERY_MS = 100;

/**
 * Shows an answer as it arrives, in one output that grows; reads it to its end.
 *
 * An answer that does not complete is shown as incomplete, with what was received; then its error is thrown. Where a
 * person stopped the cell, what was received is returned instead, with the state `aborted`.
 *
 * @returns The answer, whole unless the cell was stopped.
 * @throws {AnswerError} when the answer did not complete.
 * @throws {InputError} when an option is unknown or of another kind.
 *
 * @example
 * ```ts
 * import { connect } from "conviction";
 * import { show } from "conviction/notebook";
 *
 * const { thesis } = await show(connect().stream("Analyse AAPL"));
 * if (thesis) await show(thesis);
 * ```
 */
export function show(answer: Answer, options?: ShowOptions): Promise<Snapshot>;
/**
 * Shows a screen while it runs, in one output; reads it to its end. Stop ends it early: first nothing more is sent and
 * what is under way is awaited, then that is given up.
 *
 * @returns The outcomes in the order of the list, also those that a stopped screen left open.
 * @throws What `screen()` throws.
 * @throws {InputError} when an option is unknown or of another kind.
 */
export function show(screen: AsyncIterable<Outcome>, options?: ShowOptions): Promise<readonly Outcome[]>;
/**
 * Shows a thesis, a run, its rows or any list of objects, an outcome, a comparison, a score, a chart, a PNG or JPEG, a
 * text. Text of a model is escaped and never becomes markup. Resolves when the output has reached the cell.
 *
 * @throws {InputError} when there is no way to show it, or an option is unknown or of another kind.
 */
export function show(thing: Showable, options?: ShowOptions): Promise<void>;
export async function show(
  thing: Answer | AsyncIterable<Outcome> | Showable,
  options: ShowOptions = {},
): Promise<Snapshot | readonly Outcome[] | void> {
  const problem = optionProblem(options, SHOW_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot show this: ${problem.state}`, { options: problem.options });
  const { display = openDisplay(), everyMs = EVERY_MS } = options;
  const end = stopButton.wait();
  try {
    if (typeof thing === "object" && thing !== null) {
      if (isAnswer(thing)) return markShown(await showAnswer(thing, { display, everyMs }));
      if (isScreen(thing)) return markShown(await showScreen(thing, { display, everyMs }));
    }
    await display.put(await bundleOf(thing));
    if (typeof thing === "object") markShown(thing);
  } finally {
    await display.flush();
    end();
  }
}

/** The output of a cell whose value this is; an answer and a screen are shown as they come. */
export async function cellOutput(value: object): Promise<Bundle> {
  if (wasJustShown(value)) return { "text/plain": "Shown above." };
  if (isAnswer(value) || isScreen(value)) {
    await (isAnswer(value) ? show(value) : show(value));
    return {};
  }
  return await bundleOf(value as Showable);
}
