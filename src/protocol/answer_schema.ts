import { z } from "zod";
import type { AnswerBlock, AnswerSections } from "./answer_block.ts";

const SAID_KINDS: readonly string[] = ["lead", "direction", "text", "points", "turn", "quote", "limits", "next"];
const claims = z.array(z.string());
const sources = z.array(z.number()).optional();
const saidSchema = z.looseObject({ text: z.string(), title: z.string().optional(), claims, sources });
const rowSchema = z.looseObject({ name: z.string(), cells: z.array(z.string()), claims, sources });

/** Flat, because not every reader of a JSON Schema knows unions: what a kind needs is checked behind it. */
const blockSchema = z.looseObject({
  kind: z.string(),
  title: z.string().optional(),
  said: z.array(saidSchema).optional(),
  columns: z.array(z.string()).optional(),
  rows: z.array(rowSchema).optional(),
  items: z.array(z.string()).optional(),
}).refine(({ kind, title, said, columns, rows, items }) =>
  kind === "table"
    ? columns && rows
    : kind === "sources"
    ? items
    : kind === "folded"
    ? title !== undefined && said
    : SAID_KINDS.includes(kind) && said
) as unknown as z.ZodType<AnswerBlock>;

/** Reads {@linkcode AnswerSections}. */
export const answerSectionsSchema = z.looseObject({
  version: z.number(),
  kind: z.string(),
  blocks: z.array(blockSchema),
}) satisfies z.ZodType<AnswerSections>;
