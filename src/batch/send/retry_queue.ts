import type { OpenRequest } from "../ledger/ledger_rows.ts";

/** Requests to be sent again, the earliest due first. */
export class RetryQueue {
  readonly #waiting: { readonly request: OpenRequest; readonly dueMs: number }[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  /** When the first is due; undefined when the queue is empty. */
  get firstDueMs(): number | undefined {
    return this.#waiting[0]?.dueMs;
  }

  push(request: OpenRequest, dueMs: number): void {
    const at = this.#waiting.findLastIndex((waiting) => waiting.dueMs <= dueMs);
    this.#waiting.splice(at + 1, 0, { request, dueMs });
  }

  /** Removes and returns the first request, if it is due. */
  takeDue(nowMs: number): OpenRequest | undefined {
    return (this.firstDueMs ?? Infinity) <= nowMs ? this.#waiting.shift()?.request : undefined;
  }
}
