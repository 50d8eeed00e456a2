import { rm } from "node:fs/promises";
import type { LoadedDataset } from "../data/dataset.ts";
import { ResearchError } from "../protocol/errors.ts";
import { type Sandbox, SandboxError } from "../sandbox/code_run.ts";
import type { Embedded, ServeOptions } from "./embedded.ts";
import type { DataOptions } from "./open_dataset.ts";
import type { EmbeddedSettings } from "./settings.ts";

/**
 * The key of callers in this process. It protects nothing, because no port is open; it is the same in each process,
 * because stored answers and files belong to a key.
 */
export const IN_PROCESS_KEY = "sk-of-the-caller-in-process";

/** A caller in this process limits itself. */
const UNLIMITED = { maxConcurrent: Infinity, maxConcurrentPerKey: Infinity };
/** In the folder of a run an answer stands once, as the reply to its key, as long as the run does. */
const OF_A_RUN = { ...UNLIMITED, maxResponseBytes: 0 };

/** The state can no longer be persisted to a folder. */
export class KeepStateError extends ResearchError {
  override readonly name = "KeepStateError";
}

type EmbeddedOptions = DataOptions & Pick<ServeOptions, "sandbox"> & Pick<EmbeddedSettings, "languageModel">;

/** The embedded service of one connection: opens its data when described, the rest at the first request. */
export class EmbeddedService {
  readonly #options: EmbeddedOptions;
  #dataset: Promise<LoadedDataset> | undefined;
  #opened: Promise<Embedded> | undefined;
  #stateFolder: string | undefined;

  /** @param options Which data it reads, how its code is isolated, and which model adds to its answers. */
  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  /** The data of the analyst; `onFile` is called while its folder is read for the first time. */
  dataset({ onFile }: Pick<DataOptions, "onFile"> = {}): Promise<LoadedDataset> {
    return this.#dataset ??= import("./open_dataset.ts").then((m) => m.openDataset({ ...this.#options, onFile }));
  }

  /**
   * How its code is isolated; undefined when no code can run here.
   *
   * @throws {SandboxError} when the sandbox that was asked for cannot be had.
   */
  async sandbox(): Promise<Sandbox | undefined> {
    const { sandbox: tier } = this.#options;
    try {
      return await (await import("./embedded.ts")).openSandbox(tier);
    } catch (error) {
      if (tier === undefined && error instanceof SandboxError) return undefined; // each answer says so
      throw error;
    }
  }

  /** Sends a request to the service. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    return (await (this.#opened ??= this.#open())).fetch(url, init);
  }

  /**
   * Persists answers and files to a folder, for later processes. Call it before the first request.
   *
   * @throws {KeepStateError} when the service is running with other state.
   * @throws {StateError} when the folder is not a state folder, or is damaged.
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
      this.#opened = undefined;
      this.#stateFolder = undefined;
      throw error;
    }
  }

  /** Closes the service and removes its state folder; the next request starts a service in memory. */
  async discard(): Promise<void> {
    const folder = this.#stateFolder;
    if (folder === undefined) return;
    await this.close();
    await rm(folder, { recursive: true });
  }

  /** Closes the service; its state folder stays. The next request starts a service in memory. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#stateFolder = undefined;
    await (await opened?.catch(() => undefined))?.close(); // the caller of fetch has the error
  }

  async #open(): Promise<Embedded> {
    const [{ serveDataset }, dataset] = await Promise.all([import("./embedded.ts"), this.dataset()]);
    const { sandbox, languageModel: model } = this.#options;
    const stateFolder = this.#stateFolder;
    const limits = stateFolder === undefined ? UNLIMITED : OF_A_RUN;
    return await serveDataset(dataset, {
      apiKeys: [IN_PROCESS_KEY],
      limits,
      stateFolder,
      sandbox,
      model,
      keptMs: Infinity,
    });
  }
}
