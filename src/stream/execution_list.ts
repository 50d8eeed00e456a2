import type { CodeExecutionOutputEvent } from "../protocol/event.ts";
import type { CodeExecution, SnapshotWarning } from "./snapshot.ts";
import { WrittenList } from "./written_list.ts";
import type { FileReference } from "../protocol/file_reference.ts";

/** The code executions of an answer, by `item_id`. */
export class ExecutionList {
  readonly #executions = new WrittenList<CodeExecution>((execution, text) => ({ ...execution, input: text }));
  readonly #places = new Map<string, number>();
  readonly #warn: (warning: SnapshotWarning) => void;

  constructor(warn: (warning: SnapshotWarning) => void) {
    this.#warn = warn;
  }

  /** All executions, in order of first mention. */
  get view(): readonly CodeExecution[] {
    return this.#executions.view;
  }

  /** Sets the name. */
  announce(itemId: string, name: string): void {
    const { at, execution } = this.#find(itemId);
    this.#executions.set(at, { ...execution, name });
  }

  /** Adds a piece of the code, also after the start: the order of events is not specified. */
  write(itemId: string, piece: string): void {
    const { at, execution } = this.#find(itemId);
    if (execution.state === "finished") this.#warn("delta_after_done");
    else if (!this.#executions.write(at, piece)) this.#warn("text_cut");
  }

  /** Marks the execution as running. */
  start(itemId: string): void {
    const { at, execution } = this.#find(itemId);
    if (execution.state === "writing") this.#executions.set(at, { ...execution, state: "running" });
  }

  /** Sets the result; the first one stays. @returns Whether it was the first. */
  finish({ item_id, stdout, stderr, return_code, files }: CodeExecutionOutputEvent): boolean {
    const { at, execution } = this.#find(item_id);
    if (execution.state === "finished") return false;
    const input = this.#executions.written(at) ?? execution.input;
    this.#executions.seal(at);
    this.#executions.set(at, { ...execution, input, state: "finished", stdout, stderr, return_code, files });
    return true;
  }

  #find(item_id: string): { readonly at: number; readonly execution: CodeExecution } {
    const known = this.#places.get(item_id);
    const execution = known === undefined ? undefined : this.#executions.get(known);
    if (known !== undefined && execution !== undefined) return { at: known, execution };
    const begun = { item_id, name: "", input: "", state: "writing", stdout: "", stderr: "", files: [] } as const;
    const at = this.#executions.push(begun);
    this.#places.set(item_id, at);
    return { at, execution: begun };
  }
}

/** The files of an answer, each once, in order of first mention. */
export class FileList {
  readonly #files = new Map<string, FileReference>();
  #view: readonly FileReference[] | undefined = [];

  /** All files; the same array until one is added. */
  get view(): readonly FileReference[] {
    return this.#view ??= [...this.#files.values()];
  }

  /** Adds the files that are new. */
  add(files: readonly FileReference[]): void {
    for (const file of files) {
      if (this.#files.has(file.file_id)) continue;
      this.#files.set(file.file_id, file);
      this.#view = undefined;
    }
  }
}
