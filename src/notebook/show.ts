import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { stripControl } from "../text/control.ts";
import { html } from "../text/html.ts";
import { answerView } from "../view/answer_view.ts";
import { thesisView } from "../view/thesis_view.ts";
import { type Bundle, pictureBundle, viewBundle } from "./bundle.ts";
import { type Display, openDisplay } from "./display.ts";

/** A thesis, as `reason()` gives it. */
export type Thesis = NonNullable<Snapshot["thesis"]>;

/** How to show something. */
export interface ShowOptions {
  /** Where to show it. Default: the cell, or the terminal outside a kernel. */
  readonly display?: Display;
  /** Milliseconds between two drawings of a live answer, 0 or more. Default: 100. */
  readonly everyMs?: number;
}

/** Faster drawing makes a cell unreadable. */
const EVERY_MS = 100;

/**
 * Shows an answer as it arrives, in one output that grows; reads it to its end.
 *
 * An answer that does not complete is shown as incomplete, with what was received; then its error is thrown.
 *
 * @returns The whole answer.
 * @throws {AnswerError} when the answer did not complete.
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
 * Shows a thesis as a card, a PNG or JPEG as a picture, a text as it is.
 *
 * Text of a model is escaped and never becomes markup. Resolves when the output has reached the cell.
 */
export function show(thing: Thesis | Blob | string, options?: ShowOptions): Promise<void>;
export async function show(
  thing: Answer | Thesis | Blob | string,
  options: ShowOptions = {},
): Promise<Snapshot | void> {
  const display = options.display ?? openDisplay();
  try {
    if (isAnswer(thing)) return await showAnswer(thing, display, options);
    await display.put(await bundleOf(thing));
  } finally {
    await display.flush();
  }
}

function isAnswer(thing: object | string): thing is Answer {
  return typeof thing === "object" && Symbol.asyncIterator in thing;
}

async function bundleOf(thing: Thesis | Blob | string): Promise<Bundle> {
  if (thing instanceof Blob) return await pictureBundle(thing);
  if (typeof thing !== "string") return viewBundle(thesisView(thing));
  const text = stripControl(thing);
  return viewBundle({ text, html: html`<div style="white-space:pre-wrap">${text}</div>` });
}

async function showAnswer(answer: Answer, display: Display, options: ShowOptions): Promise<Snapshot> {
  const { everyMs = EVERY_MS } = options;
  const name = `answer-${++answers}`;
  const draw = () => display.put(viewBundle(answerView(answer.snapshot)), name);
  let drawnAt = -Infinity;
  try {
    for await (const _event of answer) {
      if (!display.isLive || display.nowMs() - drawnAt < everyMs) continue;
      await draw();
      drawnAt = display.nowMs();
    }
    return await answer.final();
  } finally { // the notebook keeps the last drawing, complete or not
    await draw();
  }
}

/** Names the outputs of one process. */
let answers = 0;
