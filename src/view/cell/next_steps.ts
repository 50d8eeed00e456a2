import type { StatusCounts } from "../../run/counts.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import type { StopReason } from "../../run/progress.ts";
import { stopWords } from "../stop_words.ts";

/** What to do with a screen that has ended, in the code of a cell. */
export function nextSteps({ statuses, folder }: {
  readonly statuses: StatusCounts;
  readonly folder: string;
}): string[] {
  const { pending, skipped, failed, partial, in_doubt: doubtful, invalid } = statuses;
  const open = pending + skipped;
  const again = failed + partial + doubtful;
  const short = shortFolder(folder);
  const path = short.includes("/") ? `"${short}"` : "folder";
  return [
    ...open > 0 ? [`${counted(open, "name")} still to do. Run the cell again to resume.`] : [],
    ...again > 0
      ? [
        `${counted(again, "row")} ${are(again)} not done: the same cell with { retryFailed: true } asks for ` +
        `${again === 1 ? "it" : "them"} again.`,
      ]
      : [],
    ...invalid > 0 ? [`${counted(invalid, "row")} ${are(invalid)} invalid: fix the list.`] : [],
    `To open this run again: const run = await openRun(${path});`,
  ];
}

function are(count: number): string {
  return count === 1 ? "is" : "are";
}

/** Why a screen stopped before its last row, with the options of `screen()` in the place of the command's flags. */
export function stoppedWords(reason: StopReason): string {
  const words = stopWords(reason).replace("run the same command", "run the cell again");
  return `Stopped: ${words.replace(/--([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) => camelCase(flag))}.`;
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const MAX_NAME = 120;

/**
 * The folder of a run as a notebook may keep it: from `runs/` on, or its name alone, because the path before it names
 * the machine and its user.
 * @param folder With `/` or `\`.
 */
export function shortFolder(folder: string): string {
  const names = folder.split(/[\\/]/).filter((name) => name !== "");
  const from = names.lastIndexOf("runs");
  return excerpt(names.slice(from >= 0 && from < names.length - 1 ? from : -1).join("/"), MAX_NAME);
}
