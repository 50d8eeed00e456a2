/** What a terminal shows of a run, as lines. */
import { alertBlocks } from "../../src/view/alert_words.ts";
import { blockLines } from "../../src/view/block_lines.ts";
import { summaryBlocks } from "../../src/view/run_summary.ts";
import { surveyBlocks, type SurveyOptions, type surveyRun } from "../../src/view/run_table.ts";

type Width = { readonly width?: number };

export const runTable = (
  survey: ReturnType<typeof surveyRun>,
  { width = 100, ...options }: SurveyOptions & Width,
): string[] => blockLines(surveyBlocks(survey, options), width);

export const runSummary = (
  manifest: Parameters<typeof summaryBlocks>[0],
  { width = 100, ...options }: Parameters<typeof summaryBlocks>[1] & Width,
): string[] => blockLines(summaryBlocks(manifest, options), width);

export const alertLinesOf = (text: string | undefined, width: number): string[] => blockLines(alertBlocks(text), width);
