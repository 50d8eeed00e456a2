import { InputError } from "../protocol/errors.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { stripControl } from "../text/control.ts";
import { MILLISECONDS, OBJECT, optionProblem, type OptionShape } from "../text/options.ts";
import { html } from "../text/html.ts";
import { thesisView, verificationNote, warningLines } from "../view/thesis_view.ts";
import { type Bundle, pictureBundle, viewBundle } from "./bundle.ts";
import { type Display, openDisplay } from "./display.ts";
import { callWords, executionWords } from "../view/step_words.ts";
import type { View } from "../view/lines.ts";

/** A thesis, as `reason()` gives it. */
export type Thesis = NonNullable<Snapshot["thesis"]>;

/** How to show something. */
export interface ShowOptions {
  /** Where to show it. Default: the cell, or the terminal outside a kernel. */
  readonly display?: Display;
  /** Milliseconds between two drawings of a live answer, 0 or more. Default: 100. */
  readonly everyMs?: number;
}

const SHOW_OPTIONS = {
  ...{ display: OBJECT, everyMs: MILLISECONDS },
} satisfies Readonly<Record<keyof ShowOptions, OptionShape>>;

/** Faster drawing makes a cell unreadable. */
const EVERY_MS = 100;

/**
 * Shows an answer as it arrives, in one output that grows; reads it to its end.
 *
 * An answer that does not complete is shown as incomplete, with what was received; then its error is thrown.
 *
 * @returns The whole answer.
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
 * Shows a thesis as a card, a PNG or JPEG as a picture, a text as it is.
 *
 * Text of a model is escaped and never becomes markup. Resolves when the output has reached the cell.
 *
 * @throws {InputError} when an option is unknown or of another kind.
 */
export function show(thing: Thesis | Blob | string, options?: ShowOptions): Promise<void>;
export async function show(
  thing: Answer | Thesis | Blob | string,
  options: ShowOptions = {},
): Promise<Snapshot | void> {
  const problem = optionProblem(options, SHOW_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot show this: ${problem.state}`, { options: problem.options });
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

const STATE_WORDS: Readonly<Record<Snapshot["state"], string>> = {
  idle: "waiting",
  streaming: "researching",
  completed: "complete",
  failed: "INCOMPLETE: the service failed",
  truncated: "INCOMPLETE: the connection was cut",
  aborted: "INCOMPLETE: stopped",
  timed_out: "INCOMPLETE: timed out",
};
const MAX_ARGUMENTS = 80;

/** The current state of an answer: its steps, then its text, then whether it is complete. */
export function answerView(snapshot: Snapshot): View {
  const steps = stepsOf(snapshot);
  const state = STATE_WORDS[snapshot.state];
  const verification = snapshot.verification === undefined ? "" : verificationNote(snapshot.verification);
  const footer = [state, snapshot.error?.message, verification, filesNote(snapshot)].filter(Boolean).join(" · ");
  const missing = warningLines(snapshot.response?.metadata ?? {});
  const isOver = snapshot.state !== "idle" && snapshot.state !== "streaming";
  return {
    text: stripControl(
      [...steps.map((step) => `· ${step}`), "", snapshot.text, "", ...missing, footer].join("\n").trim(),
    ),
    html: html`
      <article style="${STYLES.card}">
        <details${isOver ? undefined : OPEN}>
          <summary>${steps.length} steps</summary>
          <ol>${steps.map((step) => html`<li><code>${step}</code></li>`)}</ol>
          </details>
          <div style="${STYLES.text}">${snapshot.text}</div>
          ${missing.map((line) => html`<p>⚠ ${line}</p>`)}
          <p style="${STYLES.footer}">${footer}</p>
          </article>
    `,
  };
}

const OPEN = html`
  open
`;
const STYLES = {
  card: "border-left:3px solid #4c78a8;padding:4px 14px;max-width:52em;font-family:sans-serif",
  text: "white-space:pre-wrap;line-height:1.45",
  footer: "font-size:85%;opacity:.75;margin:8px 0 0",
} as const;

function stepsOf({ calls, executions }: Snapshot): string[] {
  return [
    ...calls.map((call) => callWords(call, MAX_ARGUMENTS) + (call.complete && call.output === undefined ? " …" : "")),
    ...executions.map(executionWords),
  ];
}

function filesNote({ files }: Snapshot): string {
  return files.length === 0 ? "" : files.map(({ filename, file_id }) => filename ?? file_id).join(", ");
}
