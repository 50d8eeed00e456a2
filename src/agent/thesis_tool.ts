import { z } from "zod";
import { type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";
import { concluded } from "./concluding.ts";
import { ownInput } from "./own_input.ts";
import type { OwnTableText } from "./ports.ts";
import { asOfInput, type Tool } from "./tool.ts";
import { verifiedClaims } from "./tool_claims.ts";

/** Arguments of `thesis`. */
export interface ThesisAsked {
  readonly question: string;
  readonly as_of?: string | undefined;
  readonly benchmark?: string | undefined;
  readonly files?: boolean | undefined;
  readonly own?: readonly OwnTableText[] | undefined;
}

/** The whole answer to a question; its verified claims stand beside it, not in it. */
export const THESIS: Tool<ThesisAsked, ReasoningResult> = {
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
