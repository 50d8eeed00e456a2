import type { Company } from "../dataset.ts";
import { createResolver } from "../names/resolve.ts";
import type { Asked } from "./asked.ts";

/** Reads a question. */
export type QuestionReader = (text: string) => Asked;

/**
 * Creates a reader of questions about companies.
 * @param companies The companies of the data.
 */
export function createQuestionReader(companies: readonly Company[]): QuestionReader {
  const resolver = createResolver(companies);
  return (text) => ({
    text,
    mentions: resolver.mentions(text),
    kind: "view",
    measures: [],
    times: [],
    weights: [],
    unmet: [],
  });
}
