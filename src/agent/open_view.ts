import { AsOfError } from "../data/data_error.ts";
import type { Dataset, DatasetView } from "../data/dataset.ts";
import type { ReadTimes } from "../data/question/read_times.ts";
import type { Question } from "./ports.ts";

/** The only supported horizon; three months for monthly bars. */
export const HORIZON = "63d";

/**
 * Checks the settings of a question and opens the view of its day.
 * @param question Its settings; the text is not read.
 * @returns The view of the requested day, or of the dataset's default day.
 * @throws {QuestionError} when the horizon, benchmark or day is unsupported.
 */
export function openView(question: Pick<Question, "asOf" | "horizon" | "benchmark">, dataset: Dataset): DatasetView {
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
    const known = view.benchmark === undefined ? "the data has no benchmark" : `the data has only ${view.benchmark}`;
    throw new QuestionError("unknown_benchmark", `Cannot measure against ${quoted(benchmark)}: ${known}`, {
      param: "metadata.benchmark",
    });
  }
  return view;
}

/**
 * The view of the day that a question asks about: the last day it names, where the request sets none.
 * @param opened The view of the request's day.
 */
export function viewAsked(
  opened: DatasetView,
  { question, times: { times }, dataset }: {
    readonly question: Question;
    readonly times: Pick<ReadTimes, "times">;
    readonly dataset: Dataset;
  },
): DatasetView {
  const last = times.map(({ to }) => to).toSorted().at(-1);
  return question.asOf !== undefined || last === undefined ? opened : viewAt(last, dataset);
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

/** Tickers of indices are written with or without the caret. */
function bare(ticker: string): string {
  return ticker.trim().replace(/^\^/, "").toUpperCase();
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

/** The unsupported setting of a question. */
type QuestionErrorCode = "unsupported_horizon" | "unknown_benchmark" | "invalid_as_of" | "unreadable_table";

/** Thrown when the data or the engine does not support a setting of a question. */
export class QuestionError extends Error {
  /** Always "QuestionError". */
  override readonly name = "QuestionError";
  /** Machine-readable reason. */
  readonly code: QuestionErrorCode;
  /** The unsupported setting, as the request spells it, like `metadata.as_of`. */
  readonly param: string;

  /**
   * @param code The unsupported setting.
   * @param message A sentence that starts with "Cannot".
   * @param options `param` names the setting; `cause` is the underlying error.
   */
  constructor(code: QuestionErrorCode, message: string, options: ErrorOptions & { readonly param: string }) {
    super(message, options);
    this.code = code;
    this.param = options.param;
  }
}
