import { changeTool, type TellDifference } from "./change_tool.ts";
import type { Knowledge } from "./domains/reading.ts";
import { analysisOf, FILED_FIGURES, PRICE_HISTORY, RESOLVE_COMPANIES } from "./reading_tools.ts";
import { SCREEN } from "./screen_tool.ts";
import { FIND_PASSAGES } from "./find_passages.ts";
import { READ_PASSAGE } from "./read_passage.ts";
import { asOfInput, type Tool } from "./tool.ts";
import { z } from "zod";
import { type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";
import { concluded } from "./concluding.ts";
import type { OwnTableText } from "./ports.ts";
import { verifiedClaims } from "./tool_claims.ts";
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS, rowsIn } from "../protocol/input_file.ts";
import { VOCABULARY } from "../data/vocabulary.ts";
import { READERS } from "./domains/readers.ts";

/** What the registry is made with. */
export interface ToolParts {
  /** What the analyst can measure and say. Default: the domains that are read. */
  readonly knowledge?: Knowledge;
  /** Compares two answers; without it there is no `what_changed`. */
  readonly tell?: TellDifference;
  /** Tools of other rooms, like a check of a text. */
  readonly more?: readonly Tool[];
}

/**
 * The tools there are, each once. The plan of the analyst uses the same: what it shows as a step is what a tool gives.
 * @returns In the order in which a list shows them.
 */
export function createTools({ knowledge = KNOWLEDGE, tell, more = [] }: ToolParts = {}): readonly Tool[] {
  return [
    RESOLVE_COMPANIES,
    FILED_FIGURES,
    PRICE_HISTORY,
    FIND_PASSAGES,
    READ_PASSAGE,
    THESIS,
    SCREEN,
    ...(tell === undefined ? [] : [changeTool(tell)]),
    ...more,
    ...knowledge.vocabulary.domains.map(analysisOf),
  ] as readonly Tool[];
}

/** Most tables of one call. */
const MAX_TABLES = 8;
const MAX_NAME = 60;

/** A table as a tool takes it: nothing of it is kept when the call has ended. */
const tableInput: z.ZodType<OwnTableText> = z.strictObject({
  name: z.string().max(MAX_NAME).regex(/^[^/\\]+\.(?:csv|tsv|txt)$/i, "a table is named like scores.csv").describe(
    "Name of its file, like scores.csv: its columns are called scores.my_factor",
  ),
  text: z.string().min(1).describe(
    "CSV with a header: a column ticker, one date (YYYY-MM-DD; without it every row is of the day of the answer), others numbers",
  ),
}).superRefine(({ name, text }, { addIssue }) => {
  const rows = rowsIn(text);
  if (rows > MAX_TABLE_ROWS) {
    const line = MAX_TABLE_ROWS + 2;
    const most = MAX_TABLE_ROWS.toLocaleString("en-US");
    addIssue({
      code: "custom",
      path: ["text"],
      message: `${name}, line ${line}, column 1: a table has at most ${most} rows`,
    });
  } else if (bytesOf(text) > MAX_TABLE_BYTES) {
    const most = MAX_TABLE_BYTES.toLocaleString("en-US");
    addIssue({ code: "custom", path: ["text"], message: `${name}: a table has at most ${most} bytes` });
  }
});

/** The argument for tables of a caller's own numbers. */
const ownInput: z.ZodType<readonly OwnTableText[] | undefined> = z.array(tableInput).min(1).max(MAX_TABLES)
  .optional().describe(
    "Tables of the user's own numbers by ticker and date, for this answer alone: told, put in order and drawn, never scored",
  );

/** Arguments of `thesis`. */
interface ThesisAsked {
  readonly question: string;
  readonly as_of?: string | undefined;
  readonly benchmark?: string | undefined;
  readonly files?: boolean | undefined;
  readonly own?: readonly OwnTableText[] | undefined;
}

/** The whole answer to a question; its verified claims stand beside it, not in it. */
const THESIS: Tool<ThesisAsked, ReasoningResult> = {
  name: "thesis",
  says: "Answers a question about one or more companies, a sector or a portfolio with weights: signal, confidence, " +
    "reasoning, drivers, risks, the chance of a drawdown of 15% or more, what would change the view, and how every figure " +
    "was verified. Use it for an opinion, a comparison, a risk, a reason for a move. Quote its figures as they are shown.",
  input: z.strictObject({
    question: z.string().min(1).max(32_000).describe("In plain words, like: Analyse AAPL. Compare Apple and Xerox"),
    as_of: asOfInput,
    benchmark: z.string().max(40).optional().describe("Ticker to measure against. Default: the data's own"),
    files: z.boolean().optional().describe("true: charts (PNG, SVG) and their tables (CSV) too, which takes longer"),
    own: ownInput,
  }),
  output: reasoningResultSchema,
  run: async ({ question, as_of, benchmark, files = false, own }, context) => {
    let done = 0;
    const onStep = (message: string) => context.step({ done: ++done, message });
    const asking = { input: question, asOf: as_of, benchmark, files, own };
    const answer = await concluded(asking, context, onStep);
    const { claims, ...verification } = answer.result.metadata?.verification ?? {};
    const { files: _files, ...metadata } = answer.result.metadata ?? {};
    const made = files ? { files: answer.files } : {};
    return {
      value: { ...answer.result, metadata: { ...metadata, verification, ...made } },
      claims: () => verifiedClaims(claims),
    };
  },
};

/** Characters beyond the limit are not encoded: there are more bytes than these. */
function bytesOf(text: string): number {
  return text.length > MAX_TABLE_BYTES ? text.length : new TextEncoder().encode(text).length;
}

/** The knowledge of the domains that are read. */
export const KNOWLEDGE: Knowledge = { vocabulary: VOCABULARY, readers: READERS };
