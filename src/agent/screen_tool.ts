import { z } from "zod";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { concluded } from "./concluding.ts";
import { asOfInput, companyInput, type Tool, type ToolContext, ToolError } from "./tool.ts";
import { verifiedClaims } from "./tool_claims.ts";

const MAX_NAMES = 50;

/** The figures of a thesis in short, whose claims go with a table of theses. */
export const SHOWN_FIGURES: readonly string[] = ["score", "probability", "drawdown_probability"];

/** The question about one company, the same as of a list of names. */
export function questionAbout(ticker: string): string {
  return `Analyse the company listed under ticker "${ticker}"`;
}

const rowSchema = z.strictObject({
  ticker: z.string(),
  name: z.string(),
  rank: z.number().int().optional(),
  signal: z.string(),
  confidence: z.number(),
  score: z.number().optional(),
  drawdown_probability: z.number().optional(),
  driver: z.string().optional(),
  risk: z.string().optional(),
  as_of: z.string().optional(),
  frequency: z.string().optional(),
});

const missingSchema = z.strictObject({ ticker: z.string(), error: z.string() });

const screenSchema = z.strictObject({ rows: z.array(rowSchema), missing: z.array(missingSchema) });

type Row = z.infer<typeof rowSchema>;

/** Arguments of `screen`. */
export interface ScreenAsked {
  readonly tickers: readonly string[];
  readonly as_of?: string | undefined;
}

/** A table of theses. */
export type Screen = z.infer<typeof screenSchema>;

/** Theses of a list of names, ranked. */
export const SCREEN: Tool<ScreenAsked, Screen> = {
  name: "screen",
  says:
    `Theses of up to ${MAX_NAMES} companies as one table, ranked by score: signal, confidence, drawdown risk, first driver ` +
    "and first risk of each. Names with daily and with monthly bars are ranked apart; names the data does not know are " +
    "listed as missing. Use it to rank or filter a list; ask thesis about single names afterwards.",
  input: z.strictObject({ tickers: z.array(companyInput).min(1).max(MAX_NAMES), as_of: asOfInput }),
  output: screenSchema,
  run: async ({ tickers, as_of }, context) => {
    const desk = context.desk(as_of);
    const missing: { readonly ticker: string; readonly error: string }[] = [];
    const answers = new Map<string, { readonly name: string; readonly result: ReasoningResult }>();
    for (const [at, asked] of tickers.entries()) {
      await context.step({ done: at + 1, total: tickers.length, message: `thesis ${asked}` });
      context.signal.throwIfAborted();
      try {
        const { ticker, name } = desk.company(asked);
        if (!answers.has(ticker)) answers.set(ticker, { name, result: await thesisOf(ticker, as_of, context) });
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        missing.push({ ticker: asked, error: error.message });
      }
    }
    const rows = [...answers].map(([ticker, { name, result }]) => rowOf({ ticker, name }, result));
    return {
      value: { rows: ranked(rows), missing },
      claims: () =>
        [...answers.values()].flatMap(({ result }) =>
          verifiedClaims(result.metadata?.verification?.claims).filter(({ metric }) => SHOWN_FIGURES.includes(metric))
        ),
    };
  },
};

async function thesisOf(ticker: string, asOf: string | undefined, context: ToolContext): Promise<ReasoningResult> {
  return (await concluded({ input: questionAbout(ticker), asOf, files: false }, context)).result;
}

function rowOf(
  named: Pick<Row, "ticker" | "name">,
  { agent_thesis: { signal, confidence }, key_drivers, risks, metadata = {} }: ReasoningResult,
): Row {
  const { score, drawdown_probability, as_of, frequency } = metadata;
  const driver = key_drivers[0];
  const risk = risks[0];
  return {
    ...named,
    signal,
    confidence,
    ...(score !== undefined && { score }),
    ...(drawdown_probability !== undefined && { drawdown_probability }),
    ...(driver !== undefined && { driver }),
    ...(risk !== undefined && { risk }),
    ...(as_of !== undefined && { as_of }),
    ...(frequency !== undefined && { frequency }),
  };
}

/** The highest score first; ranks count among the names with the same bars, and equal scores share one. */
function ranked(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => scoreOf(other) - scoreOf(one) || 0).map(({ ticker, name, ...row }) => {
    const better = rows.filter((one) => one.frequency === row.frequency && scoreOf(one) > scoreOf(row));
    return { ticker, name, ...(row.score !== undefined && { rank: 1 + better.length }), ...row };
  });
}

/** A name without a score stands below all that have one. */
function scoreOf({ score = -Infinity }: Pick<Row, "score">): number {
  return score;
}
