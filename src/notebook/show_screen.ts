import type { Outcome } from "../run/outcome.ts";
import { textBlock } from "../view/cell/text_block.ts";
import { viewBundle } from "./bundle.ts";
import type { Drawing } from "./live_output.ts";

/** Shows a screen while it runs, in one output. */
export async function showScreen(
  screen: AsyncIterable<Outcome>,
  { display, everyMs }: Drawing,
): Promise<readonly Outcome[]> {
  const name = `screen-${++screens}`;
  const outcomes: Outcome[] = [];
  const draw = () =>
    display.put(
      viewBundle(textBlock(outcomes.map(({ input, status }) => `${input.ticker} ${status}`).join("\n"))),
      name,
    );
  let drawnAt = -Infinity;
  try {
    for await (const outcome of screen) {
      outcomes.push(outcome);
      if (!display.isLive || display.nowMs() - drawnAt < everyMs) continue;
      await draw();
      drawnAt = display.nowMs();
    }
    return outcomes;
  } finally {
    await draw();
  }
}

/** Names the outputs of one process. */
let screens = 0;
