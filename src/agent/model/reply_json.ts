import { jsonIn } from "../../text/json_read.ts";

/** JSON that a model wrote. */
export interface ReplyJson {
  readonly value: unknown;
  /** The JSON itself, without marks of code around it. */
  readonly text: string;
}

/** Deepest value that is read: whoever walks over a deeper one runs out of stack. */
const MAX_DEPTH = 32;
const FENCE = "```";

/**
 * Reads the JSON that a text is, perhaps between the marks of code that many models put around it.
 * @param text Untrusted, of any length.
 * @returns `undefined` where it is not one, or deeper than anything that is asked for.
 */
export function replyJson(text: string): ReplyJson | undefined {
  const bare = withoutFence(text.trim());
  const value = jsonIn(bare);
  return value !== undefined && isWithin(value, MAX_DEPTH) ? { value, text: bare } : undefined;
}

/** By no pattern with a gap in it: one that backtracks takes hours over a long reply of blanks, and nothing stops it. */
function withoutFence(text: string): string {
  const isFenced = text.startsWith(FENCE) && text.endsWith(FENCE) && text.length >= 2 * FENCE.length;
  return isFenced ? text.slice(FENCE.length, -FENCE.length).replace(/^json/, "").trim() : text;
}

function isWithin(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return true;
  return depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1));
}

/** The JSON of a reply that is a list of sentences. */
export function sentencesShape(name: string, items: Readonly<Record<string, unknown>>, maxItems: number) {
  const sentences = { type: "array", items, maxItems };
  const schema = { type: "object", properties: { sentences }, required: ["sentences"], additionalProperties: false };
  return { name, schema };
}
