import { z } from "zod";
import { type Tool, toolClaimSchema } from "../agent/tool.ts";

/** A tool of the registry under the name by which an assistant calls it. */
export interface Offer {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly tool: Tool;
}

/** A tool as `tools/list` shows it. */
export interface ToolDescriptor {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema, draft 2020-12, of an object. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolHints;
}

/** JSON Schema of an object. */
export type JsonSchema = { readonly type: "object" } & Readonly<Record<string, unknown>>;

/** What calling a tool can do. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly idempotentHint: true;
  readonly openWorldHint: boolean;
}

/** The tools that are offered at first, by their names in the registry; more would leave an assistant less room. */
const FIRST: Readonly<Record<string, Omit<Offer, "tool">>> = {
  resolve_companies: { name: "resolve", title: "Find companies" },
  filed_figures: { name: "facts", title: "Filed figures" },
  price_history: { name: "prices", title: "Price history" },
  thesis: { name: "thesis", title: "Research thesis" },
  screen: { name: "screen", title: "Screen a list" },
  verify_text: { name: "verify_text", title: "Verify a text" },
  what_changed: { name: "what_changed", title: "What changed" },
  fetch_company: { name: "fetch_company", title: "Fetch filings" },
};

/** But for that which fetches, no tool writes, and none asks anything beyond the data. */
const hintsOf = (isReading: boolean): ToolHints => (
  { readOnlyHint: isReading, idempotentHint: true, openWorldHint: !isReading }
);

/**
 * The tools of a registry that are offered.
 * @param all Also those that are not offered at first.
 */
export function offersOf(tools: readonly Tool[], { all }: { readonly all: boolean }): readonly Offer[] {
  return tools.flatMap((tool): readonly Offer[] => {
    const first = FIRST[tool.name];
    if (first !== undefined) return [{ ...first, tool }];
    return all ? [{ name: tool.name, title: titleOf(tool.name), tool }] : [];
  });
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** How an assistant sees a tool. */
export function describe({ name, title, tool }: Offer): ToolDescriptor {
  const output = z.strictObject({ value: tool.output, claims: z.array(toolClaimSchema) });
  return {
    name,
    title,
    description: tool.says,
    inputSchema: jsonSchemaOf(tool.input),
    outputSchema: jsonSchemaOf(output),
    annotations: hintsOf(name !== "fetch_company"),
  };
}

/** As it is written, not as it is read: some wire schemas transform. Validators of older clients know no `$schema`. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return { ...rest, type: "object" };
}
