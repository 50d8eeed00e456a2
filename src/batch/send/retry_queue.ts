import type { OpenRequest } from "../ledger/ledger_rows.ts";

/** A request that is to be sent. */
export interface WaitingRequest {
  readonly open: OpenRequest;
  /** When this process first sent it and it was not just turned away; absent before. */
  readonly firstMs?: number | undefined;
}

/** Requests that are asked again, the earliest due first. */
export class RetryQueue {
  readonly #waiting: (WaitingRequest & { readonly dueMs: number })[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  /** When the first is due; absent when nothing waits. */
  get firstDueMs(): number | undefined {
    return this.#waiting[0]?.dueMs;
  }

  push(request: WaitingRequest, dueMs: number): void {
    const at = this.#waiting.findLastIndex((waiting) => waiting.dueMs <= dueMs);
    this.#waiting.splice(at + 1, 0, { ...request, dueMs });
  }

  /** The first, when it is due. */
  takeDue(nowMs: number): WaitingRequest | undefined {
    return (this.firstDueMs ?? Infinity) <= nowMs ? this.#waiting.shift() : undefined;
  }
}
