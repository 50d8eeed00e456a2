import type { DownloadedFile, FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult, RequestBody } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response_request.ts";
import type { Answer } from "../stream/answer.ts";
import { InputError } from "../protocol/errors.ts";
import { isRecord, kindOf, NUMBER, OBJECT, optionProblem, type OptionShape, SIGNAL, TEXT } from "../text/options.ts";
import { OWN_ROWS, type OwnRow } from "./own_rows.ts";
import type { Limits } from "./limits.ts";

/** Options of one call. */
export interface CallOptions {
  /** Stops the call, and the work of our service for it. */
  readonly signal?: AbortSignal | undefined;
  /** Identifies the request, so that a service that honours keys runs a repeated one once. Default: a fresh id. */
  readonly idempotencyKey?: string | undefined;
  /** Limits of this call; each has a default. */
  readonly limits?: Limits | undefined;
  /**
   * Further attempts after one that certainly did not run, or that the service runs once only. Default: 2.
   * All attempts have the same idempotency key; there is none after the first event of a stream.
   */
  readonly retries?: number | undefined;
}

/** Options of a question. */
export interface QuestionOptions extends CallOptions {
  /**
   * Numbers of your own, which this one answer may speak of and nobody else's: rows with a ticker, the date from which
   * they are known, and columns of numbers. Ask for a column by its name.
   *
   * @example
   * ```ts ignore
   * const own = [{ ticker: "AAPL", date: "2025-03-31", my_factor: 1.2 }];
   * await research.reason("What is my_factor of AAPL?", { own });
   * ```
   */
  readonly own?: readonly OwnRow[] | undefined;
}

/** Options of a download. */
export interface DownloadOptions extends CallOptions {
  /** File name to use instead of the service's; it is made safe too. */
  readonly name?: string | undefined;
}

const CALL_OPTIONS = {
  signal: SIGNAL,
  idempotencyKey: TEXT,
  limits: OBJECT,
  retries: NUMBER,
} satisfies Readonly<Record<keyof CallOptions, OptionShape>>;

const QUESTION_OPTIONS = {
  ...CALL_OPTIONS,
  own: OWN_ROWS,
} satisfies Readonly<Record<keyof QuestionOptions, OptionShape>>;

const DOWNLOAD_OPTIONS = {
  ...CALL_OPTIONS,
  name: TEXT,
} satisfies Readonly<Record<keyof DownloadOptions, OptionShape>>;

const OPTIONS_OF = { call: CALL_OPTIONS, question: QUESTION_OPTIONS, download: DOWNLOAD_OPTIONS } as const;

/**
 * Checks the options of a call, as a program without types may pass them.
 * @param action Completes "Cannot", like `get thesis`.
 * @throws {InputError} when one is unknown or of another kind.
 */
export function checkCall(action: string, options: CallOptions, kind: keyof typeof OPTIONS_OF = "call"): void {
  const problem = optionProblem(options, OPTIONS_OF[kind]);
  if (problem !== undefined) throw new InputError(`Cannot ${action}: ${problem.state}`, { options: problem.options });
}

/**
 * Checks which file is asked for, and where it goes.
 * @throws {InputError} when it is not a file of an answer, or the folder is not a text.
 */
export function checkFile(file: unknown, folder: unknown): void {
  if (!isRecord(file) || !TEXT.fits(file["file_id"])) {
    throw new InputError(
      `Cannot get file: it must be like { file_id: "file_1" }, not ${
        isRecord(file) ? "an object without file_id" : kindOf(file)
      }`,
    );
  }
  if (!TEXT.fits(folder)) {
    throw new InputError(`Cannot get file ${file["file_id"]}: its folder must be a text, not ${kindOf(folder)}`);
  }
}

/** A research service. */
export interface Research {
  /** Whether the service has promised to run a request with a repeated idempotency key once. */
  readonly isIdempotent: boolean;
  /** Upper bound on useful concurrency; absent when unknown. */
  readonly maxConcurrent?: number | undefined;
  /**
   * Requests a thesis.
   *
   * @param request The question, or the whole body: ours, or that of another interface, which is sent unchanged.
   * @throws {InputError} when the request is neither, or an option is unknown or of another kind.
   * @throws {HttpError} when the service refuses, like with code `unknown_company`.
   * @throws {ProtocolError} when its answer is not a thesis.
   * @throws {ConnectionError} when it cannot be reached or the connection breaks.
   * @throws {TimeoutError} when a limit passes.
   * @throws {AbortedError} when the signal stops it.
   */
  reason(request: string | RequestBody, options?: QuestionOptions): Promise<ReasoningResult>;
  /** What was unusual about the replies so far, as sentences, each once. */
  readonly replyNotes: readonly string[];
  /**
   * Reads the body of a reply that was kept as {@linkcode reason} would; sends nothing.
   *
   * @throws {ProtocolError} when it is not a thesis.
   */
  readReply(body: string): ReasoningResult;
  /**
   * Requests an answer as a stream; the request is sent at the first read. With `background: true` in the request, a
   * broken connection is resumed on another one if the service supports it; otherwise the error says why not.
   *
   * @param request The question, or the whole body.
   * @returns The answer. Reading it throws what {@linkcode reason} throws before it begins, and an
   * {@linkcode AnswerError} with everything received when it does not complete.
   */
  stream(request: string | ResponseRequest, options?: QuestionOptions): Answer;
  /**
   * Downloads a file into memory. After a break it resumes if the service offers ranges of the same version, and starts
   * again otherwise; the length is verified, and the digest if the service sends one.
   *
   * @throws What {@linkcode reason} throws; {@linkcode ProtocolError} when it is too large or truncated.
   */
  file(file: FileReference, options?: CallOptions): Promise<Blob>;
  /**
   * Downloads a file into a folder, as {@linkcode file} does. It is written aside first, so that only a complete file
   * gets the name; a name from a server is made safe and cannot leave the folder.
   *
   * @param folder Created when missing.
   * @throws What {@linkcode file} throws, and {@linkcode DiskError} when it cannot be written.
   */
  download(file: FileReference, folder: string, options?: DownloadOptions): Promise<DownloadedFile>;
}
