import { headOf } from "../data/metrics/asked_names.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import type { CheckedClaim, TextReport } from "../verify/text/text_report.ts";
import { bulletLines } from "../view/freshness.ts";
import { wrapped } from "../view/word_wrap.ts";

/** Longest part of a sentence, of a reason and of evidence that is shown; `--json` has the whole. */
const MAX_SENTENCE = 300;
const MAX_WORDS = 240;
const MAX_NAME = 80;

/**
 * What the data say of a text, as lines: each sentence with its line in the file, below it each claim with why and the
 * nearest evidence; last the numbers.
 * @param options The text itself, and the columns of the terminal.
 */
export function textReportLines(
  report: TextReport,
  { text, width }: { readonly text: string; readonly width: number },
): string[] {
  const { sentences } = report;
  return [
    ...sentences.flatMap(({ start, end, line, claims }) => [
      ...wrapped(`Line ${counted(line)}: ${excerpt(text.slice(start, end), MAX_SENTENCE)}`, width),
      ...claims.flatMap((claim) => bulletLines(claimLine(claim), { width })),
      "",
    ]),
    summaryLine(report),
  ];
}

/** Like `41 claims: 30 proven, 2 false, 9 unknown.`. */
export function summaryLine(report: TextReport): string {
  const { proven, unknown, false: wrong } = report;
  const all = proven + wrong + unknown;
  if (all === 0) return "The text states no figure and no judgement that can be checked.";
  return `${counted(all, "claim")}: ${counted(proven)} proven, ${counted(wrong)} false, ${counted(unknown)} unknown.`;
}

/** The finding first, then what was read, why, and the nearest evidence with its source. */
function claimLine({ finding, shown, metric, ticker, why, evidence, source }: CheckedClaim): string {
  const measure = metric && headOf(metric).replaceAll("_", " ");
  const about = [ticker, measure].filter((word) => word !== undefined).map((word) => excerpt(word, MAX_NAME));
  const words = finding === "false" ? "FALSE" : finding;
  const readAs = about.length === 0 ? "" : ` (${about.join(", ")})`;
  const reasons = [why, evidence && `${evidence}${source === undefined ? "" : `, from ${source}`}`]
    .filter((part) => part !== undefined).map((part) => excerpt(part, MAX_WORDS));
  return `${words} ${excerpt(shown, MAX_NAME)}${readAs}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}
