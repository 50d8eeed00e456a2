/** Runs work, at most so much of it at once; what comes later waits its turn. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Makes a gate.
 *
 * @param width How much may run at once, 1 or more.
 * @throws {RangeError} when the width is less than 1.
 *
 * @example
 * ```ts
 * const gate = createGate(2);
 * const lengths = await Promise.all(["a", "bb", "ccc"].map((word) => gate(() => Promise.resolve(word.length))));
 * console.assert(lengths.join() === "1,2,3");
 * ```
 */
export function createGate(width: number): Gate {
  if (!(width >= 1)) throw new RangeError(`Cannot make gate of width ${width}: it must be 1 or more`);
  const waiting: (() => void)[] = [];
  let free = width;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
