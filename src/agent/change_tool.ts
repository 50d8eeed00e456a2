import { z } from "zod";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { concluded } from "./concluding.ts";
import { questionAbout, SHOWN_FIGURES } from "./screen_tool.ts";
import { companyInput, dayInput, type Tool, type ToolClaim } from "./tool.ts";
import { verifiedClaims } from "./tool_claims.ts";

const sideSchema = z.strictObject({
  as_of: z.string().optional(),
  signal: z.string().optional(),
  confidence: z.number().optional(),
  score: z.number().optional(),
  drawdown_probability: z.number().optional(),
});

const changeSchema = z.strictObject({
  ticker: z.string(),
  summary: z.string(),
  kinds: z.array(z.string()),
  before: sideSchema,
  after: sideSchema,
  new_drivers: z.array(z.string()),
  vanished_drivers: z.array(z.string()),
  new_risks: z.array(z.string()),
  vanished_risks: z.array(z.string()),
  came_true: z.array(z.string()),
  figures: z.array(
    z.strictObject({ metric: z.string(), before: z.string().optional(), after: z.string().optional() }),
  ),
});

/** What a thesis said on two days. */
export type Change = z.infer<typeof changeSchema>;

/** What two answers differ in. */
export type Difference = Omit<Change, "ticker" | "before" | "after">;

/** Compares the answers of two days about one company. */
export type TellDifference = (
  ticker: string,
  answers: { readonly before: ReasoningResult; readonly after: ReasoningResult },
) => Difference;

/** Arguments of `what_changed`. */
export interface ChangeAsked {
  readonly ticker: string;
  readonly from: string;
  readonly to?: string | undefined;
}

/** The tool that asks about a company as of two days. */
export function changeTool(tell: TellDifference): Tool<ChangeAsked, Change> {
  return {
    name: "what_changed",
    says: "What changed in the thesis on one company between two days: signal, score and drawdown risk then and now, " +
      "drivers and risks that came or went, what was said to speak against it and came true, and the figures that moved.",
    input: z.strictObject({
      ticker: companyInput,
      from: dayInput.describe("The earlier day, YYYY-MM-DD"),
      to: dayInput.optional().describe("The later day, YYYY-MM-DD. Default: the newest day of the data"),
    }),
    output: changeSchema,
    run: async ({ ticker: asked, from, to }, context) => {
      const { ticker } = context.desk(to).company(asked);
      const answerOn = async (asOf: string | undefined, done: number) => {
        await context.step({ done, total: 2, message: `thesis ${ticker} ${asOf ?? ""}`.trim() });
        context.signal.throwIfAborted();
        return (await concluded({ input: questionAbout(ticker), asOf, files: false }, context)).result;
      };
      const before = await answerOn(from, 1);
      const after = await answerOn(to, 2);
      const difference = tell(ticker, { before, after });
      const shown = new Set([...SHOWN_FIGURES, ...difference.figures.map(({ metric }) => metric)]);
      return {
        value: { ticker, ...difference, before: sideOf(before), after: sideOf(after) },
        claims: () => {
          const claims = [before, after].flatMap((answer) => claimsOf(answer, shown));
          return [...new Map(claims.map((claim) => [claim.id, claim])).values()]; // both days may be one
        },
      };
    },
  };
}

/** The claims of some metrics of one of the days, which their ids name. */
function claimsOf({ metadata = {} }: ReasoningResult, shown: ReadonlySet<string>): readonly ToolClaim[] {
  const claims = verifiedClaims(metadata.verification?.claims).filter(({ metric }) => shown.has(metric));
  return claims.map((claim) => ({ ...claim, id: `${claim.id}@${metadata.as_of}` }));
}

function sideOf({ agent_thesis: { signal, confidence }, metadata = {} }: ReasoningResult): Change["before"] {
  const { as_of, score, drawdown_probability } = metadata;
  return {
    ...(as_of !== undefined && { as_of }),
    signal,
    confidence,
    ...(score !== undefined && { score }),
    ...(drawdown_probability !== undefined && { drawdown_probability }),
  };
}
