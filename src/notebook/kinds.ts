import type { Comparison } from "../compare/comparison.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Outcome } from "../run/outcome.ts";
import type { ScoreReport } from "../score/score_report.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import type { RunToShow } from "../view/cell/run_view.ts";
import type { RunsToShow } from "../view/cell/runs_view.ts";
import type { ChartToShow } from "./chart_bundle.ts";
import type { Protection } from "./protect.ts";

/** A thesis, as `reason()` gives it. */
export type Thesis = ReasoningResult;

/** What `show()` shows at once. */
export type Showable =
  | ChartToShow
  | Comparison
  | Outcome
  | Protection
  | RunToShow
  | RunsToShow
  | ScoreReport
  | Snapshot
  | Thesis
  | Blob
  | string
  | readonly object[];

/** By their fields, since they may come from another program, as JSON. */
const has = (thing: object, ...names: readonly string[]) => names.every((name) => name in thing);

/** An answer that is read as it is shown. */
export function isAnswer(thing: object): thing is Answer {
  return has(thing, "snapshot") && Symbol.asyncIterator in thing;
}

/** Outcomes of a screen, as they come. */
export function isScreen(thing: object): thing is AsyncIterable<Outcome> {
  return Symbol.asyncIterator in thing && !has(thing, "snapshot");
}

export function isSnapshot(thing: object): thing is Snapshot {
  return has(thing, "state", "text", "calls", "executions");
}

export function isThesis(thing: object): thing is Thesis {
  return has(thing, "agent_thesis");
}

export function isRun(thing: object): thing is RunToShow {
  return has(thing, "manifest", "rows", "outcomes");
}

export function isRuns(thing: object): thing is RunsToShow {
  return has(thing, "runs", "problems", "folder");
}

export function isComparison(thing: object): thing is Comparison {
  return has(thing, "earlier", "later", "changes");
}

export function isScore(thing: object): thing is ScoreReport {
  return has(thing, "statement", "horizons");
}

export function isChart(thing: object): thing is ChartToShow {
  return has(thing, "spec", "png");
}

export function isProtection(thing: object): thing is Protection {
  return has(thing, "dropped");
}

/** Rows of any kind: a list of objects. */
export function isRows(thing: object): thing is readonly object[] {
  // A copy has no gaps, which every() passes over.
  return Array.isArray(thing) &&
    [...thing].every((row) => typeof row === "object" && row !== null && !Array.isArray(row));
}
