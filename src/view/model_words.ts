import type { LanguageModelReport } from "../protocol/language_model.ts";
import type { RunModel } from "../run/manifest.ts";
import { type ModelUse, mostForAnswer } from "../run/model_use.ts";
import type { UsedModel } from "../run/progress.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { amount } from "./progress_line.ts";

const MAX_NAME = 80;

/** What a model spent: `3 calls, 1,204 tokens read and 88 written`. */
export function usedWords(
  { calls, input_tokens, output_tokens, is_estimated = false }: UsedModel & {
    readonly is_estimated?: boolean | undefined;
  },
): string {
  const about = is_estimated ? ", estimated by their characters" : "";
  return `${counted(calls, "call")}, ${counted(input_tokens, "token")} read and ${
    counted(output_tokens)
  } written${about}`;
}

/** What an answer spent on its model: `Language model qwen3: 3 calls, 1,204 tokens read and 88 written`. */
export function modelLine(report: LanguageModelReport): string {
  return `Language model ${excerpt(report.name, MAX_NAME)}: ${usedWords(report)}`;
}

/**
 * What a run may spend on a model: `qwen3 (no comments): up to 8 calls, 60,000 tokens and 60 s per answer; for 9 answers up
 * to 540,000 tokens`.
 * @param answers That the run may still ask for.
 */
export function budgetWords(use: ModelUse, answers: number): string {
  const { name, mayComment, budget: { calls, tokens, seconds } } = use;
  const who = `${excerpt(name, MAX_NAME)} (${mayComment ? "with" : "no"} comments)`;
  const each = `up to ${counted(calls, "call")}, ${counted(tokens, "token")} and ${counted(seconds)} s per answer`;
  const most = mostForAnswer(use);
  const cost = most === undefined ? "" : `, costing at most ${amount(most * answers)}`;
  return `${who}: ${each}; for ${counted(answers, "answer")} up to ${counted(tokens * answers, "token")}${cost}`;
}

/**
 * What a model did for a run: `qwen3 chose sentences for 7 names, none for 2; notes on 3 names; 27 calls, 31,204 tokens read
 * and 1,020 written, costing 0.12`.
 */
export function runModelWords(model: RunModel): string {
  const { name, answered, not_answered, with_notes, with_comments, cost } = model;
  const none = not_answered === 0 ? "" : `, none for ${counted(not_answered)}`;
  return [
    `${excerpt(name, MAX_NAME)} chose sentences for ${counted(answered, "name")}${none}`,
    ...with_comments === 0 ? [] : [`comments, not verified, on ${counted(with_comments, "name")}`],
    ...with_notes === 0 ? [] : [`notes on ${counted(with_notes, "name")}`],
    `${usedWords(model)}${cost === undefined ? "" : `, costing ${amount(cost)}`}`,
  ].join("; ");
}

/** A model and its budget as fields of a JSON object, named as in the manifest. */
export function modelFields(use: ModelUse): Record<string, unknown> {
  const { name, mayComment, budget, price } = use;
  return { name, may_comment: mayComment, budget, price, most_for_answer: mostForAnswer(use) };
}

/** What the part of a model is, for the notes on method. */
export const MODEL_DEFINITION =
  "A language model chose sentences from those that the service made and verified; it wrote none of them, and the thesis is " +
  "the same without it. Its own comment, where there is one, is not verified.";
