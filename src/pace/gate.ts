/** Runs work with limited concurrency, in order of arrival. */
export interface Gate {
  /**
   * Runs work when there is room.
   * @param work Receives how many run or are about to, itself included.
   */
  <T>(work: (running: number) => Promise<T>): Promise<T>;
  /** Runs work while nothing else runs; what arrives later waits for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a gate.
 * @param width Maximum concurrency, 1 or more.
 * @throws {RangeError} when the width is less than 1.
 */
export function createGate(width: number): Gate {
  if (!(width >= 1)) throw new RangeError(`Cannot make gate of width ${width}: it must be 1 or more`);
  const waiting: { readonly places: number; readonly enter: () => void }[] = [];
  let free = width;
  const admit = () => {
    for (let next = waiting[0]; next !== undefined && next.places <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.places;
      next.enter();
    }
  };
  const pass = async <T>(places: number, work: (running: number) => Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      waiting.push({ places, enter });
      admit();
    });
    try {
      return await work(width - free);
    } finally {
      free += places;
      admit();
    }
  };
  const gate = <T>(work: (running: number) => Promise<T>) => pass(1, work);
  return Object.assign(gate, { alone: <T>(work: () => Promise<T>) => pass(width, () => work()) });
}
