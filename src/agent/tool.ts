import { z } from "zod";
import type { Company, DatasetView } from "../data/dataset.ts";
import type { Asked } from "../data/question/asked.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Knowledge } from "./domains/reading.ts";
import type { Agent } from "./ports.ts";

/** One tool of the analyst: of its own plan, and of whoever asks for it by name. */
export interface Tool<I = unknown, O = unknown> {
  /** Lower case with underscores, like `price_history`. */
  readonly name: string;
  /** What it answers and when to use it, in a few sentences. */
  readonly says: string;
  /** Of its arguments. */
  readonly input: z.ZodType<I>;
  /** Of the value of its result. */
  readonly output: z.ZodType<O>;
  /**
   * Answers.
   * @throws {ToolError} when the arguments name nothing of the data.
   * @throws {QuestionError} when the data does not reach to the day.
   */
  run(input: I, context: ToolContext): Promise<ToolResult<O>> | ToolResult<O>;
}

/** A tool that reads the data of a day and needs no answer of the agent. */
export interface ReadingTool<I = unknown, O = unknown> extends Tool<I, O> {
  run(input: I, context: Pick<ToolContext, "desk">): ToolResult<O>;
}

/** What a tool found. */
export interface ToolResult<O = unknown> {
  readonly value: O;
  /** Makes the figures behind the value, each with what it rests on: whoever repeats one can name its source. */
  claims(): readonly ToolClaim[];
}

/** What tools work with. */
export interface ToolContext {
  /**
   * The data as known on a day, `YYYY-MM-DD`. Default: the newest day of the data.
   * @throws {QuestionError} when the day is not one of the data.
   */
  readonly desk: (asOf?: string) => Desk;
  /** Answers a whole question. */
  readonly ask: Agent;
  /** Stops the work. */
  readonly signal: AbortSignal;
  /** Told before each step and awaited, so that a caller can show it, and cancel. */
  step(progress: ToolProgress): Promise<void>;
}

/** How far a tool is. */
export interface ToolProgress {
  /** Steps begun, from 1. */
  readonly done: number;
  /** All steps, where that is known. */
  readonly total?: number;
  /** The step, like `price_history AAPL`. */
  readonly message: string;
}

/** The data of one day, as tools read it. */
export interface Desk {
  readonly view: DatasetView;
  readonly knowledge: Knowledge;
  /**
   * The company of a ticker, a name or a CIK.
   * @throws {ToolError} when the data does not know it.
   */
  company(name: string): Company;
  /** Everything measured of a company; `undefined` when it has no price on or before the day. */
  findings(company: Company): CompanyFindings | undefined;
  /** Reads a request in plain words. */
  asked(request: string): Asked;
}

/** A figure of a result, and what it rests on. */
export interface ToolClaim {
  /** Unique in one result, like `AAPL.volatility`. */
  readonly id: string;
  /** A metric of the analyst, or an item of reports. */
  readonly metric: string;
  /** The ticker, or several joined by `+`; `all` for those of the whole answer. */
  readonly subject: string;
  /** Unrounded, in its unit: 0.123 for 12.3%. A text for a day, a word or a name. */
  readonly value: number | string;
  /** As a text shows it, like `12.3%`. */
  readonly shown: string;
  /** `fraction`, `ratio`, `score`, `currency`, `count`, `date`, `word`, `name`, `quote`; of filed figures that of the report. */
  readonly unit: string;
  /** Day of the newest data behind it, `YYYY-MM-DD`; of a filed figure the last day of its period. */
  readonly day: string;
  /** The file it was read from. */
  readonly source?: string | undefined;
  /** Numbers of the reports that state what it is made of. */
  readonly accessions?: readonly string[] | undefined;
}

/** Of a {@linkcode ToolClaim}. */
export const toolClaimSchema = z.strictObject({
  id: z.string(),
  metric: z.string(),
  subject: z.string(),
  value: z.union([z.number(), z.string()]),
  shown: z.string(),
  unit: z.string(),
  day: z.string(),
  source: z.string().optional(),
  accessions: z.array(z.string()).optional(),
}) satisfies z.ZodType<ToolClaim>;

/** Options of a {@linkcode ToolError}. */
export interface ToolErrorOptions extends ErrorOptions {
  /** Machine-readable reason, like `unknown_company`. */
  readonly code: string;
  /** What was probably meant. */
  readonly nearest?: readonly string[] | undefined;
}

/** Arguments that name nothing of the data; its message is for the caller. */
export class ToolError extends Error {
  /** Always "ToolError". */
  override readonly name = "ToolError";
  /** Machine-readable reason. */
  readonly code: string;
  /** What was probably meant; empty where nothing is near. */
  readonly nearest: readonly string[];

  /**
   * @param message A sentence for the caller.
   * @param options The reason, and what was probably meant.
   */
  constructor(message: string, { code, nearest = [], ...options }: ToolErrorOptions) {
    super(message, options);
    this.code = code;
    this.nearest = nearest;
  }
}

/** The argument for the day, alike in every tool. */
export const dayInput: z.ZodType<string> = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day is written YYYY-MM-DD");

/** The same where it may be left out. */
export const asOfInput: z.ZodType<string | undefined> = dayInput.optional().describe(
  "Day as of which to answer, YYYY-MM-DD: nothing traded, filed or published later is used. Default: the newest day of the data",
);

/** The argument for a company, alike in every tool. */
export const companyInput: z.ZodType<string> = z.string().min(1).max(80).describe(
  "Ticker like AAPL, or the usual name of the company",
);
