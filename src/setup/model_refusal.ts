import { z } from "zod";
import { stripControl } from "../text/control.ts";
import { cut } from "../text/cut.ts";
import { jsonOr } from "../protocol/parse_json.ts";

/** Longest part of a server's own words. */
const MAX_CHARS = 160;

const QUOTATION_MARKS = /["“”„‟«»＂]/g;

const saidSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/**
 * What the server of a language model says of a refusal, as the end of a sentence.
 * @returns Like `: "model 'x' not found"`: in quotation marks, which none of its own can end, because the words are not
 * ours; empty where it says nothing that a person could read.
 */
export function refusalWords(body: string, redact: (text: string) => string): string {
  const said = saidSchema.safeParse(jsonOr(body, undefined)).data;
  if (said === undefined) return "";
  const plain = stripControl(redact(said)); // before it is cut: a part of a key is a key too
  const line = plain.replace(QUOTATION_MARKS, "'").replace(/\s+/g, " ").trim().replace(/\.$/, "");
  return line === "" ? "" : `: "${cut(line, MAX_CHARS)}"`;
}
