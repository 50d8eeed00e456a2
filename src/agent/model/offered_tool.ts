import { z } from "zod";
import type { Statement } from "../../data/claim.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import type { ModelTool } from "../model_port.ts";
import type { Speaker } from "../say.ts";
import type { Step } from "../step.ts";
import type { ToolClaim } from "../tool.ts";

/** A tool that the model may call for one answer. */
export interface OfferedTool {
  /** As the model reads it. */
  readonly definition: ModelTool;
  /**
   * Runs it in visible steps.
   * @param given Parsed JSON, untrusted.
   * @returns What came of it; wrong arguments are an outcome too, with a sentence that says what to change.
   */
  call(given: unknown): AsyncGenerator<Step, ToolOutcome, undefined>;
}

/** What came of a call. */
export type ToolOutcome =
  | {
    /** The call in one line, like `filed_figures AAPL revenue`. */
    readonly line: string;
    /** What the model is shown, as JSON: some thousand characters at most, words of others already quoted as data. */
    readonly value: unknown;
    /** Figures that it may choose sentences about. */
    readonly claims: readonly ToolClaim[];
    readonly files?: readonly FileReference[];
    /** The sentences that it gives reason for, which the model may choose. */
    readonly sentences?: (speaker: Speaker) => readonly Statement[];
  }
  | {
    /** What to change, for the model. */
    readonly wrong: string;
    /** The same for the user, in words of ours. Default: that the arguments do not fit. */
    readonly noted?: string;
  };

/** The JSON Schema of arguments, without what says nothing to a model. */
export function schemaOf(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  const { $schema: _, additionalProperties: _others, ...said } = z.toJSONSchema(schema, { io: "input" });
  return said;
}

/** What is wrong with arguments, in one sentence. */
export function wrongOf({ issues: [issue] }: z.ZodError): string {
  return `${[issue?.path.map(String).join("."), issue?.message].filter(Boolean).join(": ")}.`;
}
