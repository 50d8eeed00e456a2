import { stripControl } from "../../text/control.ts";
import { html } from "../../text/html.ts";
import type { Snapshot } from "../../stream/snapshot.ts";
import type { View } from "../lines.ts";
import { callWords, executionWords } from "../step_words.ts";
import { verificationNote, warningLines } from "../thesis_view.ts";

const STATE_WORDS: Readonly<Record<Snapshot["state"], string>> = {
  idle: "waiting",
  streaming: "researching",
  completed: "complete",
  failed: "INCOMPLETE: the service failed",
  truncated: "INCOMPLETE: the connection was cut",
  aborted: "INCOMPLETE: stopped",
  timed_out: "INCOMPLETE: timed out",
};
const MAX_ARGUMENTS = 80;

/** The current state of an answer: its steps, then its text, then whether it is complete. */
export function answerCard(snapshot: Snapshot): View {
  const steps = stepsOf(snapshot);
  const state = STATE_WORDS[snapshot.state];
  const verification = snapshot.verification === undefined ? "" : verificationNote(snapshot.verification);
  const footer = [state, snapshot.error?.message, verification, filesNote(snapshot)].filter(Boolean).join(" · ");
  const missing = warningLines(snapshot.response?.metadata ?? {});
  const isOver = snapshot.state !== "idle" && snapshot.state !== "streaming";
  return {
    text: stripControl(
      [...steps.map((step) => `· ${step}`), "", snapshot.text, "", ...missing, footer].join("\n").trim(),
    ),
    html: html`
      <article style="${STYLES.card}">
        <details${isOver ? undefined : OPEN}>
          <summary>${steps.length} steps</summary>
          <ol>${steps.map((step) => html`<li><code>${step}</code></li>`)}</ol>
          </details>
          <div style="${STYLES.text}">${snapshot.text}</div>
          ${missing.map((line) => html`<p>⚠ ${line}</p>`)}
          <p style="${STYLES.footer}">${footer}</p>
          </article>
    `,
  };
}

const OPEN = html`
  open
`;
const STYLES = {
  card: "border-left:3px solid #4c78a8;padding:4px 14px;max-width:52em;font-family:sans-serif",
  text: "white-space:pre-wrap;line-height:1.45",
  footer: "font-size:85%;opacity:.75;margin:8px 0 0",
} as const;

function stepsOf({ calls, executions }: Snapshot): string[] {
  return [
    ...calls.map((call) => callWords(call, MAX_ARGUMENTS) + (call.complete && call.output === undefined ? " …" : "")),
    ...executions.map(executionWords),
  ];
}

function filesNote({ files }: Snapshot): string {
  return files.length === 0 ? "" : files.map(({ filename, file_id }) => filename ?? file_id).join(", ");
}
