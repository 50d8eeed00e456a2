import type { Dataset } from "../data/dataset.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { Embedded } from "./embedded.ts";

/**
 * The key of a caller in this process. It guards nothing, as no port is open; it is the same in each process,
 * because answers and files that are kept belong to the key they were made for.
 */
export const IN_PROCESS_KEY = "sk-of-the-caller-in-process";

/** A caller in the same process sets its own pace. */
const UNLIMITED = { maxConcurrent: Infinity, maxConcurrentPerKey: Infinity };

/** State that can no longer be kept in a folder. */
export class KeepStateError extends ResearchError {
  override readonly name = "KeepStateError";
}

/** The embedded service of one connection: its data is opened when described, the rest at the first request. */
export class EmbeddedService {
  readonly #data: string | undefined;
  #dataset: Promise<Dataset> | undefined;
  #opened: Promise<Embedded> | undefined;
  #stateFolder: string | undefined;

  /** @param data Folder of price CSVs; the sample when absent. */
  constructor(data: string | undefined) {
    this.#data = data;
  }

  /** What the analyst reads. */
  dataset(): Promise<Dataset> {
    return this.#dataset ??= import("./embedded.ts").then((m) => m.openDataset(this.#data));
  }

  /** Asks the service. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    return (await (this.#opened ??= this.#open())).fetch(url, init);
  }

  /**
   * Keeps answers and files in a folder, for a process that comes after this one; before the first request.
   *
   * @throws {KeepStateError} when the service has begun without it.
   * @throws {StateError} when the folder holds something else, or is damaged.
   * @throws {LockedError} when another process uses the folder.
   */
  async persistTo(folder: string): Promise<void> {
    if (this.#opened && this.#stateFolder === folder) return void await this.#opened;
    if (this.#opened) {
      const other = this.#stateFolder === undefined ? "in memory" : `in ${this.#stateFolder}`;
      throw new KeepStateError(`Cannot keep the state of the service in ${folder}: it is kept ${other} already`);
    }
    this.#stateFolder = folder;
    this.#opened = this.#open();
    try {
      await this.#opened;
    } catch (error) {
      [this.#opened, this.#stateFolder] = [undefined, undefined];
      throw error;
    }
  }

  /** Ends the service and removes the folder its state was kept in; the next request begins anew, in memory. */
  async discard(): Promise<void> {
    const folder = this.#stateFolder;
    if (folder === undefined) return;
    await this.close();
    await Deno.remove(folder, { recursive: true });
  }

  /** Stops what is worked on; what was kept in a folder stays there. The next request begins anew, in memory. */
  async close(): Promise<void> {
    const opened = this.#opened;
    [this.#opened, this.#stateFolder] = [undefined, undefined];
    await (await opened?.catch(() => undefined))?.close(); // who asked has heard why it did not open
  }

  async #open(): Promise<Embedded> {
    const [{ serveDataset }, dataset] = await Promise.all([import("./embedded.ts"), this.dataset()]);
    const stateFolder = this.#stateFolder;
    return await serveDataset(dataset, { apiKeys: [IN_PROCESS_KEY], limits: UNLIMITED, stateFolder });
  }
}
