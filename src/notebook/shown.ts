import { flush } from "./display.ts";

/**
 * What `show()` returned is the value of its cell when the call is the last line: then it is not shown again. A kernel
 * does not say in which cell code runs, so we listen where Deno 2.9 hands over the value of a cell that ended, also
 * `undefined`. A kernel without that function gets a guess by time.
 */
type HandOver = (cell: number, value: unknown) => Promise<void>;

/** What Deno keeps for its kernel. Delete this when a kernel tells the number of the cell. */
interface Internals {
  readonly jupyter?: { broadcastResult?: HandOver };
}

/** When something was shown. */
interface Showing {
  readonly atMs: number;
  /** Cells that had ended. */
  readonly ended: number;
  /** The number of the last one that ended with a value or without one, but not with an error. */
  readonly last: number | undefined;
}

/** A kernel asks for a value within a few milliseconds after `show()`; so may the next cell, when all are run. */
const JUST_MS = 100;

const showings = new WeakMap<object, Showing>();
let ended = 0;
let last: number | undefined;
let isWatching = false;

/** Remembers that a value has just been shown. */
export function markShown<Value extends object>(value: Value): Value {
  showings.set(value, { atMs: performance.now(), ended, last });
  return value;
}

/**
 * Whether the cell that asks for a value's output has shown it.
 * @param cell Its number, where it is known.
 */
export function wasJustShown(value: object, cell?: number): boolean {
  const showing = showings.get(value);
  if (showing === undefined || showing.ended !== ended) return false;
  const isNext = cell !== undefined && showing.last !== undefined && cell === showing.last + 1;
  return isNext || performance.now() - showing.atMs < JUST_MS; // a cell with an error stands between, or before
}

/**
 * Notices the end of each cell: its value is not shown twice, and is not lost by clients that stop at the end.
 * Does nothing outside a kernel, or the second time.
 */
export function watchCells(): void {
  const { jupyter } = (Deno as unknown as Record<symbol, Internals | undefined>)[internalKey()] ?? {};
  const handOver = jupyter?.broadcastResult;
  if (isWatching || jupyter === undefined || typeof handOver !== "function") return;
  isWatching = true;
  jupyter.broadcastResult = async (cell, value) => {
    try {
      if (typeof value === "object" && value !== null && wasJustShown(value, cell)) return;
      await handOver(cell, value);
      if (value !== undefined) await flush();
    } finally {
      ended++;
      last = cell;
    }
  };
}

function internalKey(): symbol {
  return (Deno as unknown as { readonly internal: symbol }).internal;
}
