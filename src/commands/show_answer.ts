import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { activity, AnswerLines } from "../view/answer_lines.ts";
import { jsonLine } from "../view/json_line.ts";
import type { AskFlags } from "./ask_flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";

/** How an answer is shown. */
export interface ShowOptions {
  readonly form: AskFlags["form"];
  readonly terminal: LiveTerminal;
  /** Columns for the steps. */
  width(): number;
}

/**
 * Reads an answer to its end and shows it on the way, in the form that was asked for.
 * @returns What is known at its end.
 * @throws What reading it throws; all that came until then has been shown.
 */
export async function showAnswer(answer: Answer, { form, terminal, width }: ShowOptions): Promise<Snapshot> {
  const lines = new AnswerLines(width);
  terminal.wait(() => activity(answer.snapshot));
  try {
    for await (const event of answer) {
      if (form === "events") terminal.output(jsonLine(event.type === "unknown" ? event.wire : event));
      if (form !== "text") continue;
      const { steps, text } = lines.next(event, () => answer.snapshot);
      terminal.steps(steps);
      if (text !== "") terminal.text(text);
    }
    return answer.snapshot;
  } finally {
    terminal.end();
    if (form === "json" && answer.snapshot.events > 0) terminal.output(jsonLine(answer.snapshot));
  }
}
