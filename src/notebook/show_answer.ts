import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { answerCard } from "../view/cell/answer_card.ts";
import { viewBundle } from "./bundle.ts";
import type { Display } from "./display.ts";
import { isStopped } from "./stop_button.ts";

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
    await answer.final();
  } catch (error) {
    if (answer.snapshot.state !== "idle") await draw(); // it has begun
    if (!isStopped(error)) throw error;
    return answer.snapshot; // a cell that a person stopped ends with what there is
  }
  await draw();
  return answer.snapshot;
}

/** Names the outputs of one process. */
let answers = 0;
