/**
 * Hands out what comes in batches one by one. An async generator would do; it takes three times as
 * long for each value, a third of the time in which a plain row is read.
 * @param batches Batches, in order; an empty one is passed over.
 * @returns Their values. Leaving the loop leaves the batches too.
 */
export function oneByOne<T>(batches: AsyncIterator<readonly T[], void, undefined>): AsyncIterableIterator<T, void> {
  let batch: readonly T[] = [];
  let at = 0;
  const nextOfMore = async (): Promise<IteratorResult<T, void>> => {
    do {
      const more = await batches.next();
      if (more.done === true) return { done: true, value: undefined };
      batch = more.value;
      at = 0;
    } while (batch.length === 0);
    return nextOfBatch();
  };
  const nextOfBatch = (): IteratorResult<T, void> => ({ done: false, value: batch[at++] as T });
  return {
    next: () => at < batch.length ? Promise.resolve(nextOfBatch()) : nextOfMore(),
    return: async () => {
      batch = [];
      await batches.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
