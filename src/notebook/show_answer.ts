import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { answerCard } from "../view/cell/answer_card.ts";
import { viewBundle } from "./bundle.ts";
import type { Display } from "./display.ts";

/** How a live output is drawn. */
export interface Drawing {
  readonly display: Display;
  /** Milliseconds between two drawings. */
  readonly everyMs: number;
}

/** Shows an answer as it arrives, in one output; the notebook keeps the last drawing, complete or not. */
export async function showAnswer(answer: Answer, { display, everyMs }: Drawing): Promise<Snapshot> {
  const name = `answer-${++answers}`;
  const draw = () => display.put(viewBundle(answerCard(answer.snapshot)), name);
  let drawnAt = -Infinity;
  try {
    for await (const _event of answer) {
      if (!display.isLive || display.nowMs() - drawnAt < everyMs) continue;
      await draw();
      drawnAt = display.nowMs();
    }
    return await answer.final();
  } finally {
    await draw();
  }
}

/** Names the outputs of one process. */
let answers = 0;
