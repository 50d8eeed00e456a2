import type { Outcome } from "../run/outcome.ts";
import type { Screen } from "../run/progress.ts";
import { rankRows } from "../run/ranks.ts";
import { toThesisRow } from "../run/thesis_row.ts";
import { showsItself } from "../text/cell_value.ts";
import { nextSteps, stoppedWords } from "../view/cell/next_steps.ts";
import { runView } from "../view/cell/run_view.ts";
import { screenView } from "../view/cell/screen_view.ts";
import { type Bundle, viewBundle } from "./bundle.ts";
import type { Drawing } from "./live_output.ts";

/** While no outcome comes, how often the rate, the time left and a pause are drawn again. */
const IDLE_MS = 1_000;

/** What is known of a screen: `screen()` says how it begins and ends; another source of outcomes says nothing. */
type Source = AsyncIterable<Outcome> & Pick<Screen, "begun" | "ended">;

/** Shows a screen while it runs, in one output; the notebook keeps its ranked table, complete or not. */
export async function showScreen(screen: Source, { display, everyMs }: Drawing): Promise<readonly Outcome[]> {
  const name = `screen-${++screens}`;
  const outcomes: Outcome[] = showsItself([]);
  const drawRunning = () => display.put(viewBundle(screenView({ outcomes, progress: screen.begun?.progress })), name);
  let drawnAt = -Infinity;
  try {
    for await (const outcome of redrawn(screen, display.isLive ? display.wait : undefined)) {
      if (outcome !== undefined) outcomes.push(outcome);
      if (!display.isLive || display.nowMs() - drawnAt < everyMs) continue;
      await drawRunning();
      drawnAt = display.nowMs();
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const progress = screen.begun?.progress;
    if (progress !== undefined) await display.put(viewBundle(screenView({ outcomes, progress, problem })), name);
    throw error;
  }
  outcomes.sort((one, other) => one.input.row - other.input.row);
  await display.put(endBundle(screen, outcomes), name);
  return outcomes;
}

/** The outcomes of a screen, and `undefined` in each pause that is long enough to draw. */
async function* redrawn(
  screen: Source,
  wait: ((ms: number) => Promise<void>) | undefined,
): AsyncGenerator<Outcome | undefined, void, undefined> {
  if (wait === undefined) return yield* screen;
  const rows = screen[Symbol.asyncIterator]();
  const tick = () => wait(IDLE_MS).then(() => false);
  let pause = tick();
  let isOver = false;
  try {
    for (;;) {
      const next = rows.next();
      const isThere = next.then(() => true, () => true);
      while (!await Promise.race([isThere, pause])) {
        pause = tick();
        yield undefined;
      }
      isOver = true; // it ends by itself, or throws
      const { done, value } = await next;
      if (done === true) return;
      isOver = false;
      yield value;
    }
  } finally {
    if (!isOver) await rows.return?.();
  }
}

/** A screen that has ended, as its run is shown. */
function endBundle({ ended }: Source, outcomes: readonly Outcome[]): Bundle {
  if (ended === undefined) return viewBundle(screenView({ outcomes }));
  const { folder, manifest, stopped } = ended;
  const rows = rankRows(outcomes).map((row) => toThesisRow(row));
  return viewBundle(runView({ folder, manifest, outcomes, rows }, {
    outcomeCode: (at) => `outcomes[${at}]`,
    stopped: stopped && stoppedWords(stopped),
    next: nextSteps({ statuses: manifest.counts.statuses, folder }),
  }));
}

/** Names the outputs of one process. */
let screens = 0;
