import type { StatusCounts } from "../run/counts.ts";
import { type Manifest, MAX_REPORT_ROWS } from "../run/manifest.ts";
import { amount, countWords, duration } from "./progress_line.ts";

const TO_OPEN = ["report.html", "theses.xlsx", "theses.csv", "theses.parquet", "changes.csv"];

/**
 * Says in a few lines how a run ended and what to open.
 * @param manifest What the run left.
 * @param options `folder` as it is shown; `seconds` this process took.
 * @returns Lines for a terminal.
 */
export function runSummary(
  manifest: Manifest,
  { folder, seconds, spent }: {
    readonly folder: string;
    readonly seconds: number;
    /** What the requests cost at most; absent without a price. */
    readonly spent?: number | undefined;
  },
): string[] {
  const { counts } = manifest;
  const rows = `${rowCount(counts.rows)}: ${countWords(counts.statuses)}.`;
  const figures = counts.claims_total > 0
    ? ` ${counts.claims_verified} of ${counts.claims_total} figures verified.`
    : "";
  return [
    `${rows}${figures}${spent === undefined ? "" : ` At most ${amount(spent)} spent.`} ${duration(seconds)}.`,
    ...openLines(manifest, folder),
    ...nextSteps(counts.statuses),
  ];
}

/** Names what was written, the one that a person opens first in front. */
function openLines({ counts, files }: Manifest, folder: string): string[] {
  const written = new Set(files.map(({ path }) => path));
  const [first = "theses.csv", ...others] = TO_OPEN.filter((name) => written.has(name));
  const hasFailures = counts.statuses.done < counts.rows;
  const beside = [
    ...others,
    ...hasFailures ? ["failures.csv"] : [],
    ...counts.files > 0 ? [`${counts.files} ${counts.files === 1 ? "file" : "files"} under files`] : [],
  ];
  const tooLong = counts.rows > MAX_REPORT_ROWS
    ? [`Lists of more than ${MAX_REPORT_ROWS.toLocaleString("en")} rows get no page and no workbook.`]
    : [];
  return [...tooLong, `Open ${folder}/${first}${beside.length === 0 ? "" : `; beside it ${beside.join(", ")}`}.`];
}

/** What is to be done about the rows that are not. */
function nextSteps({ pending, skipped, failed, partial, in_doubt }: StatusCounts): string[] {
  const open = pending + skipped;
  return [
    ...open > 0
      ? [
        `${rowCount(open)} ${open === 1 ? "is" : "are"} not asked yet: the same command goes on` +
        `${skipped > 0 ? ", once what stopped it is out of the way" : ""}.`,
      ]
      : [],
    ...in_doubt > 0
      ? ["In doubt: maybe run and billed, no answer seen. --retry-failed sends them again, under the same key."]
      : failed + partial > 0
      ? ["--retry-failed asks for what failed again."]
      : [],
  ];
}

function rowCount(count: number): string {
  return `${count} ${count === 1 ? "row" : "rows"}`;
}
