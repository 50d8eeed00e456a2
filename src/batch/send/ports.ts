import type { DownloadedFile, FileReference } from "../../protocol/file_reference.ts";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";
import type { CheckData, ThesisCheck, ThesisText } from "../../run/thesis_check.ts";

/** The service as a screen calls it; `connect()` returns one. */
export interface ResearchPort {
  /** Whether the service has said that it runs a request with a repeated key once. Default: false. */
  readonly isIdempotent?: boolean | undefined;
  /** What was unusual about the replies so far, as sentences, each once. Default: nothing. */
  readonly replyNotes?: readonly string[] | undefined;
  /** Upper bound on useful concurrency, for an automatic limit. Default: unknown. */
  readonly maxConcurrent?: number | undefined;
  /**
   * Tells a service in this process where to keep its state; called before the first request.
   * @param folder Each run has its own; it need not exist.
   */
  persistTo?(folder: string): Promise<void>;
  /** Removes that state; called when the run is finished. */
  discard?(): Promise<void>;
  /**
   * Called when a run begins, by a screen that may be stopped from outside the program, like by the Stop of a notebook.
   * @returns How the run is stopped; it is disposed of when the run has ended.
   */
  beginRun?(): Promise<StoppableRun>;
  /**
   * Asks for one thesis. An error it throws is read as a `FailedCall`.
   * @param request The body.
   * @param options `idempotencyKey` is the same for each attempt at one question. `retries` is 0, because the runner
   * has its own rules for retries; `limits` are the longest waits for an answer, in milliseconds.
   */
  reason(
    request: RequestBody,
    options: {
      readonly signal: AbortSignal;
      readonly idempotencyKey: string;
      readonly retries: number;
      readonly limits: { readonly headersMs: number; readonly totalMs: number };
    },
  ): Promise<ReasoningResult>;
  /**
   * Reads the body of a reply that was kept, as `reason` would; for the option `readAgain`.
   * @param body The body of a reply that was not a thesis when it came.
   */
  readReply?(body: string): ReasoningResult;
  /**
   * Downloads a file into a folder, under a safe name that is free there.
   * @param file A file that an answer names.
   * @param folder An existing folder.
   * @param options `limits` are what is left for the files of the row: time, in milliseconds, and bytes.
   */
  download(
    file: FileReference,
    folder: string,
    options: {
      readonly signal: AbortSignal;
      readonly limits: { readonly totalMs: number; readonly maxBytes: number };
    },
  ): Promise<DownloadedFile>;
}

/** Checks what theses state on data of the user's own. */
export interface ThesisVerifier {
  /** The data it checks on, for the record of the run. */
  readonly data: CheckData;
  /**
   * Checks the text of a thesis.
   * @param thesis The text, what it is about, and the day as of which it is checked.
   * @returns What the data say of it; a throw counts as a check that could not be made.
   */
  verifyThesis(thesis: ThesisText): Promise<ThesisCheck>;
}

/** A run that somebody else may stop too, beside the caller of `screen()`. */
export interface StoppableRun extends Disposable {
  /** The service for the requests of this run. */
  readonly research: ResearchPort;
  /** Stops sending when aborted; requests under way are awaited. */
  readonly stop: AbortSignal;
  /** Gives up the requests under way when aborted. */
  readonly giveUp: AbortSignal;
}
