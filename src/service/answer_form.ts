import type { Conclusion, Step } from "../agent/step.ts";
import { presentResult, resultOf } from "./reason.ts";
import type { ResultForm } from "./result_format.ts";

/** The form of the text of an answer. */
export interface AnswerForm {
  /** For an answer whose text is JSON: what it holds of the reasoning result. Absent for prose. */
  readonly result?: ResultForm | undefined;
  /** A sentence before prose, about what was not read of the question. */
  readonly notice?: string | undefined;
}

/** The form, and the response it is of. */
export interface FormOptions {
  readonly form: AnswerForm;
  readonly responseId: string;
}

/**
 * Gives the text of an answer its form; everything else stays as the agent said it.
 * @throws {RequestError} 422 where JSON is wanted of an answer without a thesis, as the reasoning operation does.
 */
export function withForm(steps: AsyncIterable<Step>, options: FormOptions): AsyncIterable<Step> {
  const { result, notice } = options.form;
  if (result !== undefined) return asJson(steps, result, options.responseId);
  return notice === undefined ? steps : afterNotice(steps, notice);
}

/** The text of a message for which the agent wrote none. */
export function textOf(conclusion: Conclusion): string {
  return conclusion.kind === "thesis" ? conclusion.result.agent_thesis.reasoning : conclusion.message;
}

async function* asJson(
  steps: AsyncIterable<Step>,
  form: ResultForm,
  responseId: string,
): AsyncGenerator<Step, void, undefined> {
  for await (const step of steps) {
    if (step.kind === "text") continue;
    if (step.kind === "conclusion") {
      yield { kind: "text", delta: JSON.stringify(form(presentResult(resultOf(step.conclusion), { responseId }))) };
    }
    yield step;
  }
}

async function* afterNotice(steps: AsyncIterable<Step>, notice: string): AsyncGenerator<Step, void, undefined> {
  let isSaid = false;
  for await (const step of steps) {
    if (!isSaid && (step.kind === "text" || step.kind === "conclusion")) {
      yield { kind: "text", delta: `${notice}\n\n` };
      if (step.kind === "conclusion") yield { kind: "text", delta: textOf(step.conclusion) };
      isSaid = true;
    }
    yield step;
  }
}
