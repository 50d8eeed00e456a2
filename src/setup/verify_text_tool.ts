import { z } from "zod";
import { asOfInput, companyInput, type Tool } from "../agent/tool.ts";
import type { TextReport } from "../verify/text/text_report.ts";
import { verifyText } from "../verify/text/verify_text.ts";

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
