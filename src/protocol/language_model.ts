import { z } from "zod";
import { type FileReference, fileReferencesSchema } from "./file_reference.ts";
import { lenient } from "./lenient.ts";

/**
 * What a language model added to an answer. The thesis is the same without it: figures and judgements of `answer` are
 * verified like every sentence of the reasoning, `comments` are not.
 */
export interface LanguageModelReport {
  /** The model, as its server calls it. */
  readonly name: string;
  /** Calls of the model, those that failed included. */
  readonly calls: number;
  /** Tokens that the model read, over all calls. */
  readonly input_tokens: number;
  /** Tokens that the model wrote, over all calls. */
  readonly output_tokens: number;
  /** Whether its server left counts of tokens out, so that they are estimated, rather too high than too low. */
  readonly is_estimated?: boolean | undefined;
  /** What it had looked up, one line a call, like `filed_figures AAPL revenue`. */
  readonly looked_up?: readonly string[] | undefined;
  /** The sentences it chose, in its order; each is verified. */
  readonly answer: readonly string[];
  /** Figures and judgements in `answer`, all of them verified. */
  readonly claims_verified: number;
  /** Its own words, not verified; absent unless the service lets it comment. */
  readonly comments?: readonly string[] | undefined;
  /** Charts and tables that it had made, of verified figures. */
  readonly files?: readonly FileReference[] | undefined;
  /** What of it was left out, and why, one sentence each. */
  readonly notes?: readonly string[] | undefined;
}

/** Reads a {@linkcode LanguageModelReport}. */
export const languageModelSchema = z.looseObject({
  name: z.string(),
  calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  is_estimated: lenient(z.boolean()),
  looked_up: lenient(z.array(z.string())),
  answer: z.array(z.string()),
  claims_verified: z.number(),
  comments: lenient(z.array(z.string())),
  files: lenient(fileReferencesSchema),
  notes: lenient(z.array(z.string())),
}) satisfies z.ZodType<LanguageModelReport>;
