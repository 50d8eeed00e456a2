import { createDesks } from "../agent/desk.ts";
import { createTools } from "../agent/tools.ts";
import type { Dataset } from "../data/dataset.ts";
import type { AssistantParts } from "../mcp/assistant.ts";
import type { Difference, TellDifference } from "../agent/change_tool.ts";
import { changeWords } from "../compare/change_words.ts";
import { compareRows } from "../compare/compare_rows.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { type ThesisRow, toThesisRow } from "../run/thesis_row.ts";
import { z } from "zod";
import { asOfInput, companyInput, type Tool } from "../agent/tool.ts";
import type { TextReport } from "../verify/text/text_report.ts";
import { verifyText } from "../verify/text/verify_text.ts";

/**
 * What assistants are answered with, from a dataset.
 * @param asOf Day of a question that names none, `YYYY-MM-DD`. Default: the dataset's own.
 */
export function assistantParts(dataset: Dataset, asOf?: string): AssistantParts {
  const desks = createDesks(dataset);
  return { tools: createTools({ tell: tellDifference, more: [VERIFY_TEXT] }), desk: (day) => desks(day ?? asOf), asOf };
}

const UNCHANGED: Difference = {
  summary: "unchanged",
  kinds: [],
  new_drivers: [],
  vanished_drivers: [],
  new_risks: [],
  vanished_risks: [],
  came_true: [],
  figures: [],
};

/** Compares two answers as two nights of a list are compared; there are no ranks, because there is no list. */
export const tellDifference: TellDifference = (ticker, { before, after }) => {
  const pair = { before: rowOf(ticker, before), after: rowOf(ticker, after) };
  const { change } = compareRows(pair, { before: () => undefined, after: () => undefined });
  if (change === undefined) return UNCHANGED;
  return {
    summary: changeWords(change),
    kinds: [...change.kinds],
    new_drivers: [...change.newDrivers],
    vanished_drivers: [...change.vanishedDrivers],
    new_risks: [...change.newRisks],
    vanished_risks: [...change.vanishedRisks],
    came_true: (change.cameTrue ?? []).map(({ metric, text }) => text ?? metric),
    figures: change.claims.map(({ metric, before, after }) => ({
      metric,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    })),
  };
};

/** An answer as the only row of a list. */
function rowOf(ticker: string, result: ReasoningResult): ThesisRow {
  const input = { row: 1, line: 1, ticker, cells: [ticker] };
  const asked = { request: {}, identity: "", idempotencyKey: "", attempts: 1 };
  return toThesisRow({ outcome: { status: "done", input, asked, result, files: [] }, warnings: [] });
}

/** Longest text that is checked, in bytes of UTF-8. */
const MOST_BYTES = 100_000;

const findingSchema = z.enum(["proven", "false", "unknown"]);

const claimSchema = z.strictObject({
  finding: findingSchema,
  shown: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  metric: z.string().optional(),
  ticker: z.string().optional(),
  why: z.string().optional(),
  evidence: z.string().optional(),
  source: z.string().optional(),
});

const reportSchema = z.strictObject({
  asOf: z.string(),
  sentences: z.array(z.strictObject({
    start: z.number().int(),
    end: z.number().int(),
    line: z.number().int(),
    finding: findingSchema,
    claims: z.array(claimSchema),
  })),
  proven: z.number().int(),
  false: z.number().int(),
  unknown: z.number().int(),
});

/** Arguments of `verify_text`. */
export interface TextAsked {
  readonly text: string;
  readonly tickers?: readonly string[] | undefined;
  readonly as_of?: string | undefined;
}

/** The tool that checks any text on the data. */
export const VERIFY_TEXT: Tool<TextAsked, TextReport> = {
  name: "verify_text",
  says: "Checks a text of any source on the data: each figure and each word like rose or fell comes back as proven, " +
    "false or unknown, with the nearest that the reports say and its source. Use it on a draft before you show it. " +
    "Unknown is not an error: the data cannot decide it.",
  input: z.strictObject({
    text: z.string().min(1).refine((text) => new TextEncoder().encode(text).length <= MOST_BYTES, {
      message: `a text has at most ${MOST_BYTES} bytes`,
    }).describe("The text, at most 100 kB, in English"),
    tickers: z.array(companyInput).min(1).max(50).optional().describe(
      "What the text is about where it names no company, like AAPL",
    ),
    as_of: asOfInput,
  }),
  output: reportSchema as z.ZodType<TextReport>,
  run: ({ text, tickers = [], as_of }, { desk: deskOf }) => {
    const desk = deskOf(as_of);
    const about = tickers.map((name) => desk.company(name).ticker);
    const value = verifyText(text, desk.view, { tickers: about });
    return { value, claims: () => [] };
  },
};
