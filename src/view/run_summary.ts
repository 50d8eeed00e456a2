import type { Manifest } from "../run/manifest.ts";
import { countWords, duration } from "./progress_line.ts";

/**
 * Says in a few lines how a run ended and what to open.
 * @param manifest What the run left.
 * @param options `folder` as it is shown; `seconds` this process took.
 * @returns Lines for a terminal.
 */
export function runSummary(
  manifest: Manifest,
  { folder, seconds }: { readonly folder: string; readonly seconds: number },
): string[] {
  const { counts } = manifest;
  const rows = `${counts.rows} ${counts.rows === 1 ? "row" : "rows"}: ${countWords(counts.statuses)}.`;
  const figures = counts.claims_total > 0
    ? ` ${counts.claims_verified} of ${counts.claims_total} figures verified.`
    : "";
  const hasFailures = counts.statuses.done < counts.rows;
  return [
    `${rows}${figures} ${duration(seconds)}.`,
    `Open ${folder}/theses.csv` +
    (counts.files > 0 ? `, ${counts.files} ${counts.files === 1 ? "file" : "files"} in ${folder}/files` : "") +
    (hasFailures ? `, what is not done in ${folder}/failures.csv` : "") + ".",
  ];
}
