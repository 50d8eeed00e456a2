import type { DownloadedFile, FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult, RequestBody } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response.ts";
import type { Answer } from "../stream/answer.ts";
import type { Limits } from "./limits.ts";

/** What one call may set; all of it optional. */
export interface CallOptions {
  /** Stops the call; on our service, the work behind it too. */
  readonly signal?: AbortSignal | undefined;
  /** Names the request, so that a service that honours it runs a repeated one once. Made up when absent. */
  readonly idempotencyKey?: string | undefined;
  /** Limits of this call; each has a default. */
  readonly limits?: Limits | undefined;
  /**
   * Further attempts after one that surely did not run, or that the service runs once only: 2 without, 0 for none.
   * Every attempt carries the same idempotency key; none is made after the first event of a stream.
   */
  readonly retries?: number | undefined;
}

/** What a download may set. */
export interface DownloadOptions extends CallOptions {
  /** File name to use instead of the service's; made safe too. */
  readonly name?: string | undefined;
}

/** The research service, as a caller sees it. */
export interface Research {
  /** Whether the service has said that it runs a request with a repeated idempotency key once. */
  readonly isIdempotent: boolean;
  /** Most requests at once that are of any use; absent where that is not known. */
  readonly maxConcurrent?: number | undefined;
  /**
   * Asks for a thesis.
   *
   * @param request The question, or the whole body: ours, or one of another shape, which is sent as it stands.
   * @throws {HttpError} when the service refuses, like with code `unknown_company`.
   * @throws {ProtocolError} when what it answers is no thesis.
   * @throws {ConnectionError} when it cannot be reached or the connection breaks.
   * @throws {TimeoutError} when a limit passes.
   * @throws {AbortedError} when the signal stops it.
   */
  reason(request: string | RequestBody, options?: CallOptions): Promise<ReasoningResult>;
  /**
   * Asks for an answer as a stream; it is sent at the first read. With `background: true` in the request, an answer
   * whose connection breaks goes on over another one, where the service can; else it says why it cannot.
   *
   * @param request The question, or the whole body.
   * @returns The answer. Reading it throws what {@linkcode reason} throws before it begins, and an
   * {@linkcode AnswerError} that holds what was received when it does not complete.
   */
  stream(request: string | ResponseRequest, options?: CallOptions): Answer;
  /**
   * Fetches a file into memory, for a cell. After a break it goes on where the service offers ranges of the same
   * version, and starts again where not; length and, where the service gives one, digest are checked.
   *
   * @throws What {@linkcode reason} throws, but {@linkcode ProtocolError} when it is too large or cut short.
   */
  file(file: FileReference, options?: CallOptions): Promise<Blob>;
  /**
   * Fetches a file into a folder, as {@linkcode file} does, aside first so that only a whole file has a name;
   * a name that a server gave is made safe and never leaves the folder.
   *
   * @param folder Made when it is not there.
   * @throws What {@linkcode file} throws, and {@linkcode DiskError} when it cannot be written.
   */
  download(file: FileReference, folder: string, options?: DownloadOptions): Promise<DownloadedFile>;
}
