import { AsOfError } from "../data/data_error.ts";
import type { Dataset, DatasetView } from "../data/dataset.ts";
import type { Question } from "./ports.ts";

/** The only span the statement is about; monthly bars take it as three months. */
export const HORIZON = "63d";

/**
 * What may be known for a question, after its settings were checked.
 * @param question The settings are read, not the text.
 * @param dataset Everything there is.
 * @returns The view of the day asked for, else of the dataset's own day.
 * @throws {QuestionError} when the horizon, benchmark or day cannot be served.
 */
export function openView(question: Question, dataset: Dataset): DatasetView {
  const { horizon, benchmark } = question;
  if (horizon !== undefined && horizon !== HORIZON) {
    throw new QuestionError(
      "unsupported_horizon",
      `Cannot look ahead ${quoted(horizon)}: the horizon is always ${HORIZON}`,
      { param: "metadata.horizon" },
    );
  }
  const view = viewAt(question.asOf ?? dataset.asOf, dataset);
  if (benchmark !== undefined && !isBenchmark(benchmark, view)) {
    const known = view.benchmark === undefined ? "the data has none" : `the data has ${view.benchmark} only`;
    throw new QuestionError("unknown_benchmark", `Cannot measure against ${quoted(benchmark)}: ${known}`, {
      param: "metadata.benchmark",
    });
  }
  return view;
}

function viewAt(asOf: string, dataset: Dataset): DatasetView {
  try {
    return dataset.at(asOf);
  } catch (cause) {
    if (!(cause instanceof AsOfError)) throw cause;
    throw new QuestionError("invalid_as_of", cause.message, { cause, param: "metadata.as_of" });
  }
}

function isBenchmark(asked: string, view: DatasetView): boolean {
  return view.benchmark !== undefined && bare(asked) === bare(view.benchmark);
}

/** Indices are written with and without the caret. */
function bare(ticker: string): string {
  return ticker.trim().replace(/^\^/, "").toUpperCase();
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

/** Which part of a question cannot be answered. */
type QuestionErrorCode = "unsupported_horizon" | "unknown_benchmark" | "invalid_as_of";

/** A question the analyst must refuse before any work: its settings ask for what the data or the engine has not. */
export class QuestionError extends Error {
  /** The class, for a reader of logs. */
  override readonly name = "QuestionError";
  /** A word for programs. */
  readonly code: QuestionErrorCode;
  /** The setting at fault, as the request spells it, like `metadata.as_of`. */
  readonly param: string;

  /**
   * @param code Which part is at fault.
   * @param message A sentence that starts with "Cannot".
   * @param options `param` names the setting; `cause` where another error says more.
   */
  constructor(code: QuestionErrorCode, message: string, options: ErrorOptions & { readonly param: string }) {
    super(message, options);
    this.code = code;
    this.param = options.param;
  }
}
