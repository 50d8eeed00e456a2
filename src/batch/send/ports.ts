import type { DownloadedFile, FileReference } from "../../protocol/file_reference.ts";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";

/** What a screen asks of the world; the object that `connect()` gives fits. */
export interface ResearchPort {
  /** Whether the service has said that it runs a request with a repeated key once. Absent: it has not. */
  readonly isIdempotent?: boolean | undefined;
  /** Most requests at once that are of any use; an automatic limit goes no further. Absent: not known. */
  readonly maxConcurrent?: number | undefined;
  /**
   * For a service in this process: keeps what must outlive it in a folder, from before the first request on.
   * @param folder Made when it is not there; a run has one of its own.
   */
  persistTo?(folder: string): Promise<void>;
  /** The run is finished: what was kept is removed. */
  discard?(): Promise<void>;
  /**
   * Asks for one thesis. What it throws is read as a `FailedCall`.
   * @param request The body.
   * @param options `idempotencyKey` is the same for each repeat of one question. `retries` is 0, because the runner
   * repeats by rules of its own; `limits` are the longest waits for an answer, in milliseconds.
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
   * Fetches a file into a folder, under a safe name that is not taken there.
   * @param file What the answer named.
   * @param folder Exists.
   */
  download(
    file: FileReference,
    folder: string,
    options: { readonly signal: AbortSignal },
  ): Promise<DownloadedFile>;
}
