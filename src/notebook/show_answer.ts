import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { answerCard } from "../view/cell/answer_card.ts";
import { viewBundle } from "./bundle.ts";
import { isStopped } from "./stop_button.ts";
import { answerBundle } from "./card_bundle.ts";
import { type Drawing, drawWhileReading } from "./live_output.ts";
import { originOf, rememberOrigin } from "./origin.ts";

/** Shows an answer as it arrives, in one output; the notebook keeps the last drawing, complete or not. */
export async function showAnswer(answer: Answer, { display, everyMs }: Drawing): Promise<Snapshot> {
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
