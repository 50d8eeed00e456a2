import { InputError } from "../protocol/errors.ts";
import { isOutcome } from "../run/outcome.ts";
import { kindOf } from "../text/options.ts";
import { comparisonView } from "../view/cell/comparison_view.ts";
import { rowsTable } from "../view/cell/rows_table.ts";
import { runView } from "../view/cell/run_view.ts";
import { runsView } from "../view/cell/runs_view.ts";
import { scoreView } from "../view/cell/score_view.ts";
import { textBlock } from "../view/cell/card.ts";
import type { View } from "../view/lines.ts";
import { type Bundle, pictureBundle, viewBundle } from "./bundle.ts";
import { answerBundle, outcomeBundle, thesisBundle } from "./card_bundle.ts";
import { chartBundle } from "./chart_bundle.ts";
import {
  isChart,
  isComparison,
  isProtection,
  isRows,
  isRun,
  isRuns,
  isScore,
  isSnapshot,
  isThesis,
  type Showable,
} from "./kinds.ts";
import { protectionWords } from "./protect.ts";

/**
 * The output of a cell for anything that is shown at once.
 * @throws {InputError} when there is no way to show it, or a field of it is missing or of another kind.
 */
export async function bundleOf(thing: Showable): Promise<Bundle> {
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
  if (isScore(thing)) return scoreView(thing);
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
