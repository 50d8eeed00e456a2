import type { StatusCounts } from "../run/counts.ts";
import { doubtfulRows, type Manifest, MAX_REPORT_ROWS } from "../run/manifest.ts";
import { alertLinesOf } from "./alert_lines.ts";
import { checkedWords, failedClaimLines, verifiedClaimWords, warningWords } from "./check_words.ts";
import { runModelWords } from "./model_words.ts";
import { portfolioWords } from "./portfolio_words.ts";
import { countWords, duration, spentWords } from "./progress_line.ts";
import { wrapped } from "./word_wrap.ts";
import { counted } from "../text/counted.ts";

const DEFAULT_WIDTH = 100;
const TO_OPEN = ["report.html", "theses.xlsx", "theses.csv", "theses.parquet", "changes.csv"];

/**
 * Summarises a finished run and names the files to open.
 * @param options `folder` for display; `seconds` of this process.
 * @returns Lines for a terminal.
 */
export function runSummary(
  manifest: Manifest,
  { folder, seconds, spent, alerts, width = DEFAULT_WIDTH }: {
    readonly folder: string;
    readonly seconds: number;
    /** Columns of the terminal. Default: 100. */
    readonly width?: number | undefined;
    /** Upper bound of the cost, 0 of the embedded service; absent without a price. */
    readonly spent?: number | undefined;
    /** `alerts.jsonl`; absent where it was not written. */
    readonly alerts?: string | undefined;
  },
): string[] {
  const { counts } = manifest;
  const states = [countWords(counts.statuses), warningWords(counts)].filter(Boolean).join("; ");
  const rows = states === "" ? "The list has no rows." : `${counted(counts.rows, "row")}: ${states}.`;
  const figures = verifiedClaimWords(counts);
  return [
    `${rows}${figures && ` ${figures}.`}${spentWords(spent, manifest)} ${duration(seconds).replace("under", "Under")}.`,
    ...failedClaimLines(counts).flatMap((line) => wrapped(line, width)),
    ...alertLinesOf(wasCompared(manifest) || alerts !== "" ? alerts : undefined, width),
    ...manifest.verify === undefined ? [] : checkedLines(manifest.verify, width),
    ...manifest.language_model === undefined ? [] : wrapped(`${runModelWords(manifest.language_model)}.`, width),
    ...manifest.portfolio === undefined ? [] : wrapped(portfolioWords(manifest.portfolio), width),
    ...openLines(manifest, folder),
    ...doubtfulRows(counts) === 0
      ? []
      : ['Read the column "warnings" first; --no-brake says that such theses are right.'],
    ...nextSteps(counts.statuses),
  ];
}

function checkedLines(verify: NonNullable<Manifest["verify"]>, width: number): string[] {
  const where = verify.stating_false > 0 ? '; the column "first_false" says what' : "";
  return wrapped(`${checkedWords(verify)}${where}.`, width);
}

/** Without an earlier run nothing was looked for but events, so that no alerts say nothing. */
function wasCompared({ files }: Manifest): boolean {
  return files.some(({ path }) => path === "changes.csv");
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
    ? [`Lists of more than ${counted(MAX_REPORT_ROWS)} rows get no page and no workbook.`]
    : [];
  return [...tooLong, `Open ${folder}/${first}${beside.length === 0 ? "" : `; also ${beside.join(", ")}`}.`];
}

/** What to do about the rows that are not done. */
function nextSteps({ pending, skipped, failed, partial, in_doubt }: StatusCounts): string[] {
  const open = pending + skipped;
  return [
    ...open > 0
      ? [
        `${counted(open, "row")} ${open === 1 ? "is" : "are"} not answered yet: the same command resumes the run` +
        `${skipped > 0 ? ", once the cause of the stop is removed" : ""}.`,
      ]
      : [],
    ...in_doubt > 0
      ? [
        "In doubt: possibly processed and billed, no answer received. --retry-failed sends them again, with the same key" +
        `${failed > 0 ? ", and failed rows" : ""}.`,
      ]
      : failed > 0
      ? ["Fix what failures.csv names and screen that file; or --retry-failed sends the same rows again."]
      : [],
    ...partial > 0
      ? [
        `${counted(partial, "row")} ${
          partial === 1 ? "is" : "are"
        } partial: a thesis whose chart or other file is missing; ` +
        `the column "warnings" says why. --retry-failed asks for it again.`,
      ]
      : [],
  ];
}
