import type { CallOptions, DownloadOptions, Research } from "../client/research.ts";
import { rememberFiles } from "../notebook/files_of.ts";
import { isInKernel } from "../notebook/kernel.ts";
import { stopSignal } from "../notebook/stop.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { RequestBody } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response.ts";
import { showsItself } from "../text/cell_value.ts";

/** A service as cells use it: what it answers shows itself, and Stop ends a call. Elsewhere the service as it is. */
export function forCells(research: Research): Research {
  return isInKernel() ? new CellResearch(research) : research;
}

class CellResearch implements Research {
  readonly #research: Research;
  readonly #fetchFile = (file: FileReference) => this.file(file);

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

  async reason(request: string | RequestBody, options?: CallOptions) {
    return rememberFiles(showsItself(await this.#research.reason(request, stoppable(options))), this.#fetchFile);
  }

  stream(request: string | ResponseRequest, options?: CallOptions) {
    return rememberFiles(this.#research.stream(request, stoppable(options)), this.#fetchFile);
  }

  file(file: FileReference, options?: CallOptions) {
    return this.#research.file(file, stoppable(options));
  }

  download(file: FileReference, folder: string, options?: DownloadOptions) {
    return this.#research.download(file, folder, stoppable(options));
  }
}

/** Options that Stop ends too. What is no object is left for the call to refuse. */
function stoppable<Options extends CallOptions>(options?: Options): Options {
  const stop = stopSignal();
  if (stop === undefined || (options !== undefined && typeof options !== "object")) return options as Options;
  const signal = options?.signal === undefined ? stop : AbortSignal.any([options.signal, stop]);
  return { ...options, signal } as Options;
}
