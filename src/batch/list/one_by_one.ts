/**
 * Flattens batches. An async generator takes three times as long for each value, which is a third of
 * the time that reading a plain row takes.
 * @param batches Batches, in order.
 * @returns Their values. Returning early closes the batches.
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
