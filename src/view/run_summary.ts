import type { StatusCounts } from "../run/counts.ts";
import { doubtfulRows, type Manifest, MAX_REPORT_ROWS } from "../run/manifest.ts";
import { alertBlocks } from "./alert_words.ts";
import { type Block, said } from "./block.ts";
import { checkedWords, failedClaimLines, verifiedClaimWords, warningWords } from "./check_words.ts";
import { runModelWords } from "./model_words.ts";
import { portfolioWords } from "./portfolio_words.ts";
import { countWords, duration, spentWords } from "./progress_line.ts";
import { counted } from "../text/counted.ts";

const TO_OPEN = ["report.html", "theses.xlsx", "theses.csv", "theses.parquet", "changes.csv"];

/**
 * A finished run below its table: portfolio, what changed, results, direction; then how it went, and the files to open.
 * @param options `folder` for display; `seconds` of this process.
 */
export function summaryBlocks(
  manifest: Manifest,
  { folder, seconds, spent, alerts, direction = "", hasCure = false }: {
    readonly folder: string;
    readonly seconds: number;
    /** What is known of direction. Default: nothing is said of it. */
    readonly direction?: string | undefined;
    /** Upper bound of the cost, 0 of the embedded service; absent without a price. */
    readonly spent?: number | undefined;
    /** Whether what mends every failed row is said beside it. Default: no. */
    readonly hasCure?: boolean | undefined;
    /** `alerts.jsonl`; absent where it was not written. */
    readonly alerts?: string | undefined;
  },
): Block[] {
  const { counts, portfolio, verify, language_model: model } = manifest;
  // Without an earlier run nothing was looked for but events, so that no alerts say nothing.
  const changes = alerts !== "" || manifest.files.some(({ path }) => path === "changes.csv") ? alerts : undefined;
  const where = verify !== undefined && verify.stating_false > 0 ? '; the column "first_false" says what' : "";
  return [
    said("text", portfolio === undefined ? [] : [portfolioWords(portfolio, { isBrief: true })]),
    ...alertBlocks(changes),
    said("text", direction === "" ? [] : [`Direction: ${direction}.`]),
    said("next", [
      `${doneWords(counts, seconds)}${spentWords(spent, manifest)}`,
      ...failedClaimLines(counts),
      ...verify === undefined ? [] : [`${checkedWords(verify)}${where}.`],
      ...model === undefined ? [] : [`${runModelWords(model)}.`],
      ...openLines(manifest, folder),
      ...doubtfulRows(counts) === 0
        ? []
        : ['Read the column "warnings" first; --no-brake says that such theses are right.'],
      ...nextSteps(counts.statuses, hasCure),
    ]),
  ];
}

/** Like `8 of 8 names done in 3 s. All 773 figures checked.` */
function doneWords(counts: Manifest["counts"], seconds: number): string {
  const { rows, statuses } = counts;
  const { done, ...others } = statuses;
  const rest = [countWords({ ...others, done: 0 }), warningWords(counts)].filter(Boolean).join("; ");
  if (rows === 0) return "The list is empty.";
  const names = `${counted(done)} of ${counted(rows, "name")} done`;
  const took = `${names} in ${duration(seconds)}${rest === "" ? "" : `: ${rest}`}.`;
  const figures = verifiedClaimWords(counts);
  return figures === "" ? took : `${took} ${figures}.`;
}

/** Names the written files, the one to open first at the front. */
function openLines({ counts, files }: Manifest, folder: string): string[] {
  const written = new Set(files.map(({ path }) => path));
  const [first = "theses.csv", ...others] = TO_OPEN.filter((name) => written.has(name));
  const hasFailures = counts.statuses.done < counts.rows;
  const beside = [
    ...others,
    ...hasFailures ? ["failures.csv"] : [],
    ...counts.files > 0 ? [`${counted(counts.files, "file")} in files/`] : [],
  ];
  const tooLong = counts.rows > MAX_REPORT_ROWS
    ? [`Lists of more than ${counted(MAX_REPORT_ROWS)} rows get no page or workbook.`]
    : [];
  return [...tooLong, `Open ${folder}/${first}${beside.length === 0 ? "" : `; also ${beside.join(", ")}`}.`];
}

/** What to do about the rows that are not done. */
function nextSteps({ pending, skipped, failed, partial, in_doubt }: StatusCounts, hasCure: boolean): string[] {
  const open = pending + skipped;
  return [
    ...open > 0
      ? [
        `${counted(open, "name")} still to do. Run the same command to resume` +
        `${skipped > 0 ? ", once the cause of the stop is removed" : ""}.`,
      ]
      : [],
    ...in_doubt > 0
      ? [
        "Unclear: the service may have processed and billed these, but no answer arrived. --retry-failed sends them " +
        `again with the same key${failed > 0 ? ", and failed rows" : ""}.`,
      ]
      : failed > 0 && !hasCure
      ? ["Fix what failures.csv names and screen that file; or --retry-failed sends the same rows again."]
      : [],
    ...partial > 0
      ? [
        `${
          counted(partial, "name")
        } incomplete: the thesis is there, a chart or file is missing; the column "warnings" ` +
        "says why. --retry-failed asks for it again.",
      ]
      : [],
  ];
}
