/** Runs work with limited concurrency, in order of arrival. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate.
 *
 * @param width Maximum concurrency, 1 or more.
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
