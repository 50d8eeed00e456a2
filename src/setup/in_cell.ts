import type { CallOptions, DownloadOptions, QuestionOptions, Research } from "../client/research.ts";
import { CellAnswer } from "../notebook/cell_answer.ts";
import { type Origin, rememberOrigin } from "../notebook/origin.ts";
import { isInKernel } from "../notebook/kernel.ts";
import { stopButton } from "../notebook/stop.ts";
import { beginRun } from "../notebook/stoppable_run.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { RequestBody } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response_request.ts";
import { showsItself } from "../text/cell_value.ts";
import { isRecord } from "../text/options.ts";

/** A service as cells use it: what it answers shows itself, and Stop ends a call. Elsewhere the service as it is. */
export function forCells(research: Research): Research {
  return isInKernel() ? new CellResearch(research) : research;
}

class CellResearch implements Research {
  readonly #research: Research;

  constructor(research: Research) {
    this.#research = research;
  }

  get isIdempotent() {
    return this.#research.isIdempotent;
  }

  get maxConcurrent() {
    return this.#research.maxConcurrent;
  }

  get replyNotes() {
    return this.#research.replyNotes;
  }

  readReply(body: string) {
    return this.#research.readReply(body);
  }

  async reason(request: string | RequestBody, options?: QuestionOptions) {
    const thesis = await stoppable(options, (stopped) => this.#research.reason(request, stopped));
    return rememberOrigin(showsItself(thesis), this.#originOf(request));
  }

  stream(request: string | ResponseRequest, options?: QuestionOptions) {
    const controller = new AbortController();
    const answer = this.#research.stream(request, withSignal(options, controller.signal));
    return new CellAnswer(answer, { controller, button: stopButton, origin: this.#originOf(request) });
  }

  file(file: FileReference, options?: CallOptions) {
    return stoppable(options, (stopped) => this.#research.file(file, stopped));
  }

  download(file: FileReference, folder: string, options?: DownloadOptions) {
    return stoppable(options, (stopped) => this.#research.download(file, folder, stopped));
  }

  beginRun() {
    return beginRun(this.#research, stopButton);
  }

  #originOf(request: unknown): Origin {
    return { fetchFile: (file) => this.file(file), question: questionOf(request) };
  }
}

/** What was asked, in words; a body of another interface has none that we know. */
function questionOf(request: unknown): string | undefined {
  const input = typeof request === "object" && request !== null && "input" in request ? request.input : request;
  return typeof input === "string" ? input : undefined;
}

/** A call that Stop ends. */
function stoppable<Options extends CallOptions, Result>(
  options: Options | undefined,
  call: (options: Options) => Promise<Result>,
): Promise<Result> {
  return stopButton.during((signal) => call(withSignal(options, signal)));
}

/** Options with one more signal. What is no object is left for the call to refuse. */
function withSignal<Options extends CallOptions>(options: Options | undefined, signal: AbortSignal): Options {
  if (options !== undefined && !isRecord(options)) return options;
  const own = options?.signal;
  if (own !== undefined && !(own instanceof AbortSignal)) return options as Options;
  return { ...options, signal: own === undefined ? signal : AbortSignal.any([own, signal]) } as Options;
}
