import { z } from "zod";
import { type FileReference, fileReferencesSchema } from "./file_reference.ts";
import { lenient } from "./lenient.ts";

/** What a finished code execution produced (specification section 2.4). */
export interface CodeExecutionOutput {
  /** Standard output of the execution. */
  readonly stdout: string;
  /** Standard error output. */
  readonly stderr: string;
  /** Process exit code; 0 means success. */
  readonly return_code: number;
  /** Generated files; empty when the service sent `null`. */
  readonly files: readonly FileReference[];
  /**
   * How the service isolated the program: `bubblewrap`, `permissions+limits` or `permissions` of ours. Absent when no
   * program ran, and from other services.
   */
  readonly sandbox_tier?: string | undefined;
}

const streamText = z.string().nullish().transform((text) => text ?? "");

/** The fields of {@linkcode codeExecutionOutputSchema}, for the event that carries them beside its own. */
export const codeExecutionOutputFields = {
  stdout: streamText,
  stderr: streamText,
  return_code: z.number(),
  files: fileReferencesSchema.nullish().transform((files) => files ?? []),
  sandbox_tier: lenient(z.string()),
};

/** Reads a {@linkcode CodeExecutionOutput}. */
export const codeExecutionOutputSchema = z.looseObject(codeExecutionOutputFields) satisfies z.ZodType<
  CodeExecutionOutput
>;
