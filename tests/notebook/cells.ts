import type { ResponseEvent } from "conviction/protocol";
import type { Bundle } from "../../src/notebook/bundle.ts";
import type { Display } from "../../src/notebook/display.ts";
import { type Answer, createAnswer } from "../../src/stream/answer.ts";

/** A cell that keeps its outputs, with a clock that advances 40 ms at each reading. */
export function cell(isLive = true) {
  const puts: { readonly bundle: Bundle; readonly name: string | undefined }[] = [];
  let flushes = 0;
  let nowMs = 0;
  const display: Display = {
    isLive,
    nowMs: () => nowMs += 40,
    put(bundle, name) {
      puts.push({ bundle, name });
      return Promise.resolve();
    },
    flush() {
      flushes++;
      return Promise.resolve();
    },
  };
  return { display, puts, flushes: () => flushes };
}

/** An answer whose events arrive together. */
export function answerOf(events: readonly ResponseEvent[]): Answer {
  const groups = [events];
  return answerFrom(() => Promise.resolve(groups.shift()));
}

/** An answer whose events come when they are asked for. */
export function answerFrom(next: () => Promise<readonly ResponseEvent[] | undefined>): Answer {
  const groups = {
    next: async () => {
      const value = await next();
      return value === undefined ? { done: true as const, value } : { done: false as const, value };
    },
  };
  const source = { requestId: undefined, bytes: 0, warnings: [], groups };
  return createAnswer(() => Promise.resolve(source), { signal: undefined, isTimeout: () => false });
}
