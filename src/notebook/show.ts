import { InputError } from "../protocol/errors.ts";
import { isOutcome, type Outcome } from "../run/outcome.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { kindOf, MILLISECONDS, OBJECT, optionProblem, type OptionShape } from "../text/options.ts";
import { type Bundle, pictureBundle, viewBundle } from "./bundle.ts";
import { type Display, openDisplay } from "./display.ts";
import {
  isAnswer,
  isChart,
  isComparison,
  isProtection,
  isRows,
  isRun,
  isRuns,
  isScore,
  isScreen,
  isSnapshot,
  isThesis,
  type Showable,
} from "./kinds.ts";
import { stopButton } from "./stop.ts";
import { markShown, wasJustShown } from "./shown.ts";
import { answerCard } from "../view/cell/answer_card.ts";
import { isStopped } from "./stop_button.ts";
import { answerBundle, outcomeBundle, thesisBundle } from "./card_bundle.ts";
import { type Drawing, drawWhileReading } from "./live_output.ts";
import { originOf, rememberOrigin } from "./origin.ts";
import type { Screen } from "../run/progress.ts";
import { rankRows } from "../run/ranks.ts";
import { toThesisRow } from "../run/thesis_row.ts";
import { showsItself } from "../text/cell_value.ts";
import { nextSteps, stoppedWords } from "../view/cell/next_steps.ts";
import { runView } from "../view/cell/run_view.ts";
import { screenView } from "../view/cell/screen_view.ts";
import { comparisonView } from "../view/cell/comparison_view.ts";
import { rowsTable, runsView } from "../view/cell/runs_view.ts";
import { blocksView, textBlock } from "../view/cell/card.ts";
import { scoreBlocks } from "../view/score_blocks.ts";
import type { View } from "../view/lines.ts";
import { chartBundle } from "./chart_bundle.ts";
import { protectionWords } from "./protect.ts";

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

/** Shows an answer as it arrives, in one output; the notebook keeps the last drawing, complete or not. */
async function showAnswer(answer: Answer, { display, everyMs }: Drawing): Promise<Snapshot> {
  const name = `answer-${++answers}`;
  const { question } = originOf(answer);
  const startedAt = display.nowMs();
  const draw = () => viewBundle(answerCard(answer.snapshot, { question }));
  const drawEnd = async (): Promise<Snapshot> => {
    const seconds = display.isLive ? (display.nowMs() - startedAt) / 1000 : undefined;
    const snapshot = rememberOrigin(answer.snapshot, { ...originOf(answer), seconds });
    await display.put(await answerBundle(snapshot), name);
    return snapshot;
  };
  try {
    await drawWhileReading(answer, draw, { display, everyMs, name });
    await answer.final();
  } catch (error) {
    if (answer.snapshot.state === "idle") throw error; // never asked, in a cell that was stopped
    const snapshot = await drawEnd();
    if (!isStopped(error)) throw error;
    return snapshot; // a cell that a person stopped ends with what there is
  }
  return await drawEnd();
}

/** Names the outputs of one process. */
let answers = 0;

/** While no outcome comes, how often the rate, the time left and a pause are drawn again. */
const IDLE_MS = 1_000;

/** What is known of a screen: `screen()` says how it begins and ends; another source of outcomes says nothing. */
type Source = AsyncIterable<Outcome> & Pick<Screen, "begun" | "ended">;

/** Shows a screen while it runs, in one output; the notebook keeps its ranked table, complete or not. */
async function showScreen(screen: Source, { display, everyMs }: Drawing): Promise<readonly Outcome[]> {
  const name = `screen-${++screens}`;
  const outcomes: Outcome[] = showsItself([]);
  const draw = (problem?: string) => viewBundle(screenView({ outcomes, progress: screen.begun?.progress, problem }));
  try {
    await drawWhileReading(collected(screen, outcomes), draw, { display, everyMs, name, idleMs: IDLE_MS });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (screen.begun !== undefined) await display.put(draw(problem), name);
    throw error;
  }
  outcomes.sort((one, other) => one.input.row - other.input.row);
  await display.put(endBundle(screen, outcomes), name);
  return outcomes;
}

/** A source that adds what it yields to a list. */
async function* collected<Item>(source: AsyncIterable<Item>, list: Item[]): AsyncGenerator<Item, void, undefined> {
  for await (const item of source) {
    list.push(item);
    yield item;
  }
}

/** A screen that has ended, as its run is shown. */
function endBundle({ ended }: Source, outcomes: readonly Outcome[]): Bundle {
  if (ended === undefined) return viewBundle(screenView({ outcomes }));
  const { folder, manifest, stopped } = ended;
  const rows = rankRows(outcomes).map((row) => toThesisRow(row));
  return viewBundle(runView({ folder, manifest, outcomes, rows }, {
    outcomesName: "outcomes",
    stopped: stopped && stoppedWords(stopped),
    next: nextSteps({ statuses: manifest.counts.statuses, folder }),
  }));
}

/** Names the outputs of one process. */
let screens = 0;

/** The output of a cell for anything that is shown at once. */
async function bundleOf(thing: Showable): Promise<Bundle> {
  try {
    return await knownBundle(thing);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const state = `a field of it is missing or of another kind (${cause.message})`;
    throw new InputError(`Cannot show this: ${state}; compare it with the types of "conviction"`, { cause });
  }
}

async function knownBundle(thing: Showable): Promise<Bundle> {
  if (thing instanceof Blob) return await pictureBundle(thing);
  if (typeof thing === "object" && thing !== null) {
    if (isChart(thing)) return await chartBundle(thing);
    if (isThesis(thing)) return await thesisBundle(thing);
    if (isSnapshot(thing)) return await answerBundle(thing);
    if (isOutcome(thing)) return await outcomeBundle(thing);
  }
  return viewBundle(viewOf(thing));
}

function viewOf(thing: Exclude<Showable, Blob>): View {
  if (typeof thing === "string") return textBlock(thing);
  if (typeof thing !== "object" || thing === null) throw cannotShow(kindOf(thing));
  if (isRun(thing)) return runView(thing);
  if (isRuns(thing)) return runsView(thing);
  if (isComparison(thing)) return comparisonView(thing);
  if (isScore(thing)) return blocksView("What happened next", scoreBlocks(thing));
  if (isProtection(thing)) return textBlock(protectionWords());
  if (isRows(thing)) return rowsTable(thing);
  throw cannotShow(Array.isArray(thing) ? "a list whose items are not objects" : "an object of another kind");
}

function cannotShow(what: string): InputError {
  return new InputError(
    `Cannot show ${what}: give an answer, a thesis, a run, its rows, a screen, a comparison, a score, a chart, a ` +
      "picture or a text",
  );
}
