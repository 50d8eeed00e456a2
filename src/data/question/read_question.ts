import type { Company } from "../dataset.ts";
import { createResolver } from "../names/resolve.ts";
import type { Asked } from "./asked.ts";
import type { ReadTimes } from "./read_times.ts";

/**
 * Reads a question.
 * @param times Its days and spans, from {@linkcode readTimes}: which companies there are depends on the day.
 */
export type QuestionReader = (text: string, times: ReadTimes) => Asked;

/**
 * Creates a reader of questions about companies.
 * @param companies The companies of the data.
 */
export function createQuestionReader(companies: readonly Company[]): QuestionReader {
  const resolver = createResolver(companies);
  return (text, { times, unmet, rest }) => ({
    text,
    mentions: resolver.mentions(rest),
    kind: "view",
    measures: [],
    times,
    weights: [],
    unmet,
  });
}
