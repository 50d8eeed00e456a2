import type { FileReference } from "../protocol/file_reference.ts";

/** The files of an answer, each once, in the order they were first named. */
export class FileList {
  readonly #files = new Map<string, FileReference>();
  #view: readonly FileReference[] | undefined = [];

  /** Every file; the same list as long as none is added. */
  get view(): readonly FileReference[] {
    return this.#view ??= [...this.#files.values()];
  }

  /** Takes those that are not known yet. */
  add(files: readonly FileReference[]): void {
    for (const file of files) {
      if (this.#files.has(file.file_id)) continue;
      this.#files.set(file.file_id, file);
      this.#view = undefined;
    }
  }
}
