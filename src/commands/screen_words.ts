import type { ModelUse } from "../run/model_use.ts";
import type { ScreenEvent } from "../run/progress.ts";
import { doubtfulRows, type Manifest } from "../run/manifest.ts";
import { budgetWords } from "../view/model_words.ts";
import { INTERRUPTED } from "./command.ts";
import { typedCommand } from "../text/typed_command.ts";

/**
 * Notes after a screen of the sample list.
 * @param startedBy How this one was started, like `deno task -q`.
 */
export function nextSteps(startedBy: string): string[] {
  const screen = typedCommand(startedBy, "screen my_tickers.csv");
  return [
    `Your own list:     ${screen}`,
    `Your own data:     ${screen} --data FOLDER`,
    "Your own service:  set CONVICTION_BASE_URL and CONVICTION_API_KEY, then the same",
  ];
}

/**
 * Says which run it is and, before anything is sent, which columns leave the machine.
 * @param options `languageModel` that adds to the answers; `folder` as a person would type it; `isEmbedded` when nothing leaves the machine; `isUnattended` when
 * there is no flag to ask again.
 */
export function begunLines(
  { state, sentColumns, notes, progress }: Extract<ScreenEvent, { type: "begun" }>,
  { folder, isEmbedded, isUnattended = false, languageModel }: {
    readonly folder: string;
    readonly languageModel?: ModelUse | undefined;
    readonly isEmbedded: boolean;
    readonly isUnattended?: boolean;
  },
): string[] {
  const again = (words: string) => isUnattended ? "" : words; // a night is one run
  if (state === "finished") return [`The run in ${folder} is finished: nothing is sent.${again(" --new asks again.")}`];
  const read = notes.map((note) => `${note}.`);
  const sent = isEmbedded ? [] : [`Sent to the service: ${sentColumns.join(", ")}.`];
  const { rows, statuses } = progress;
  const model = languageModel === undefined ? [] : [`Language model ${budgetWords(languageModel, statuses.pending)}.`];
  if (state === "new") return [...read, ...sent, ...model, `New run in ${folder}.`];
  return [
    ...read,
    ...sent,
    ...model,
    `Resuming ${folder}: ${statuses.pending} of ${rows} rows are open.${again(" --new starts a new run.")}`,
  ];
}

/**
 * The exit status of a screen that ended.
 * @param manifest What the run left.
 * @param how `wasInterrupted` after Ctrl-C; `wasStopped` when it stopped itself.
 * @returns 0 every row done, also of a run that was only read; 1 some are not, or doubtful; 3 stopped by a limit; 130 interrupted.
 */
export function exitStatus(
  { state, counts }: Manifest,
  { wasInterrupted, wasStopped, allowedFailures, brake }: {
    readonly wasInterrupted: boolean;
    readonly wasStopped: boolean;
    /** Share of the rows, 0 to 1. */
    readonly allowedFailures: number;
    /** `off` where a person says that doubtful theses are right. */
    readonly brake?: "on" | "off" | undefined;
  },
): number {
  if (wasInterrupted && state !== "finished") return INTERRUPTED;
  if (wasStopped) return 3;
  const { rows, statuses } = counts;
  if (statuses.skipped > 0) return 3;
  const doubtful = brake === "off" ? 0 : doubtfulRows(counts);
  return rows - statuses.done + doubtful <= allowedFailures * rows ? 0 : 1;
}
