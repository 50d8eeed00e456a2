import { AsOfError } from "../data/data_error.ts";
import type { Company, Dataset, DatasetView } from "../data/dataset.ts";
import { ownNamesOf } from "../data/own_view.ts";
import type { Asked } from "../data/question/asked.ts";
import { readConversation } from "../data/question/read_conversation.ts";
import type { QuestionReader } from "../data/question/read_question.ts";
import { type ReadTimes, readTimes } from "../data/question/read_times.ts";
import { dropUnavailable } from "../data/question/read_unmet.ts";
import { exchangeAsked } from "../data/question/session_forms.ts";
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
function viewAsked(
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

/** What a question is read with. */
export interface Reading {
  readonly opened: DatasetView;
  /** Adds the tables that came with the question to a view. */
  readonly over: (view: DatasetView) => DatasetView;
  readonly dataset: Dataset;
  readonly readerOf: (companies: readonly Company[]) => QuestionReader;
}

/** Reads a question and those before it, and opens the view of the day that it asks about. */
export function readingOf(
  question: Question,
  { opened, over, dataset, readerOf }: Reading,
): { readonly asked: Asked; readonly view: DatasetView } {
  const { input, before = [], asOf } = question;
  const given = over(opened);
  const own = ownNamesOf(given);
  const days = { today: opened.asOf, first: dataset.span.first, isSet: asOf !== undefined, own };
  const timesOf = (text: string, tickers: readonly string[]) =>
    readTimes(text, { ...days, exchange: exchangeAsked([text, ...tickers].join(" "), given.companies) });
  const readOf = ({ companies }: DatasetView) =>
    readConversation([...before, input], { read: readerOf(companies), timesOf });
  // which companies there are depends on the day, and the day on what the questions before name
  const first = before.length === 0 && !holdsTexts(dataset) ? undefined : readOf(given);
  const found = viewAsked(opened, { question, times: first ? daysOfView(first) : timesOf(input, []), dataset });
  const view = over(found);
  const asked = first && view.companies === given.companies ? first : readOf(view);
  return { asked: dropUnavailable(asked, dataset.shelves), view };
}

/** Whether any text is there to be asked about. */
export function holdsTexts({ shelves }: Dataset): boolean {
  return shelves.includes("texts");
}

/** The days that decide what is known: of a question to texts, none in which they were published. */
function daysOfView({ kind, times }: Asked): Pick<Asked, "times"> {
  return { times: kind === "quote" ? times.filter(({ isAsOf }) => isAsOf) : times };
}
