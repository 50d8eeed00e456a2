import type { Outcome } from "../run/outcome.ts";
import type { Screen } from "../run/progress.ts";
import { rankRows } from "../run/ranks.ts";
import { toThesisRow } from "../run/thesis_row.ts";
import { showsItself } from "../text/cell_value.ts";
import { nextSteps, stoppedWords } from "../view/cell/next_steps.ts";
import { runView } from "../view/cell/run_view.ts";
import { screenView } from "../view/cell/screen_view.ts";
import { type Bundle, viewBundle } from "./bundle.ts";
import { type Drawing, drawWhileReading } from "./live_output.ts";

/** While no outcome comes, how often the rate, the time left and a pause are drawn again. */
const IDLE_MS = 1_000;

/** What is known of a screen: `screen()` says how it begins and ends; another source of outcomes says nothing. */
type Source = AsyncIterable<Outcome> & Pick<Screen, "begun" | "ended">;

/** Shows a screen while it runs, in one output; the notebook keeps its ranked table, complete or not. */
export async function showScreen(screen: Source, { display, everyMs }: Drawing): Promise<readonly Outcome[]> {
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
