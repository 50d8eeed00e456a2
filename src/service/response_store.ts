import type { Clock } from "../pace/clock.ts";
import { GoneNames, type Retention } from "./retention.ts";

/** A finished response, and what a later request needs of it. */
export interface StoredResponse {
  /** Identifier, like `resp_...`. */
  readonly id: string;
  /** The owner, who alone may read, continue and delete it. */
  readonly owner: string;
  /** The response object, as JSON text. */
  readonly object: string;
  /** The items of its request's input, as JSON text of a list. */
  readonly input: string;
  /** What was asked up to it, oldest first: the questions before it, and its own. */
  readonly asked: readonly string[];
}

/** Keeps finished responses for their owners, within limits of bytes and time. */
export interface ResponseStore extends Retention {
  /** Keeps a response as the newest; resolves when it is kept for good. */
  keep(response: StoredResponse): Promise<void>;
  /** Finds a response of an owner; `"gone"` for one that was dropped, `undefined` for an unknown one and another owner's. */
  find(id: string, owner: string): StoredResponse | "gone" | undefined;
  /** Deletes a response of an owner; afterwards it is unknown. */
  delete(id: string, owner: string): Promise<void>;
}

interface Kept {
  readonly response: StoredResponse;
  readonly atMs: number;
}

/** Keeps responses in memory. */
export class MemoryResponseStore implements ResponseStore {
  readonly maxBytes: number;
  readonly keptMs: number;
  readonly #clock: Pick<Clock, "now">;
  /** In the order in which they were kept. */
  readonly #kept = new Map<string, Kept>();
  readonly #gone = new GoneNames();
  #bytes = 0;

  constructor({ maxBytes, keptMs }: Retention, clock: Pick<Clock, "now">) {
    this.maxBytes = maxBytes;
    this.keptMs = keptMs;
    this.#clock = clock;
  }

  // deno-lint-ignore require-await -- the interface is asynchronous for the store on disk
  async keep(response: StoredResponse): Promise<void> {
    this.#kept.set(response.id, { response, atMs: this.#clock.now().getTime() });
    this.#bytes += storedBytes(response);
    this.#makeRoom();
  }

  find(id: string, owner: string): StoredResponse | "gone" | undefined {
    this.#makeRoom();
    const response = this.#kept.get(id)?.response;
    if (response?.owner === owner) return response;
    return this.#gone.has(id, owner) ? "gone" : undefined;
  }

  // deno-lint-ignore require-await -- as above
  async delete(id: string, owner: string): Promise<void> {
    const response = this.#kept.get(id)?.response;
    if (response?.owner === owner) this.#remove(response);
  }

  #makeRoom(): void {
    const sinceMs = this.#clock.now().getTime() - this.keptMs;
    for (const { response, atMs } of this.#kept.values()) {
      if (atMs > sinceMs && this.#bytes <= this.maxBytes) return;
      this.#remove(response);
      this.#gone.add(response.id, response.owner);
    }
  }

  #remove(response: StoredResponse): void {
    if (this.#kept.delete(response.id)) this.#bytes -= storedBytes(response);
  }
}

/** Estimate: at most two bytes per UTF-16 unit, plus names. */
export function storedBytes({ object, input, asked }: StoredResponse): number {
  return 2 * (object.length + input.length + asked.reduce((sum, text) => sum + text.length, 0)) + 512;
}
