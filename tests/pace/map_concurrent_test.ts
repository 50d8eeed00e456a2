import { deepEqual, equal, ok, rejects, throws } from "../assert.ts";
import fc from "fast-check";
import { mapConcurrent } from "../../src/pace/map_concurrent.ts";

/** Work that a test finishes by hand, and a record of what was asked for. */
class Bench<T> {
  readonly started: T[] = [];
  readonly aborted: T[] = [];
  readonly #open = new Map<T, PromiseWithResolvers<void>>();

  readonly work = async (item: T, signal: AbortSignal): Promise<T> => {
    this.started.push(item);
    const gate = Promise.withResolvers<void>();
    this.#open.set(item, gate);
    const onAbort = () => {
      this.aborted.push(item);
      gate.reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await gate.promise;
    } finally {
      this.#open.delete(item);
      signal.removeEventListener("abort", onAbort);
    }
    return item;
  };

  get inWork(): number {
    return this.#open.size;
  }

  finish(item: T): void {
    this.#open.get(item)?.resolve();
  }

  fail(item: T, error: unknown): void {
    this.#open.get(item)?.reject(error);
  }
}

/** Lets everything happen that waits for nothing from outside. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

Deno.test("mapConcurrent() starts nothing before the first read", async () => {
  const bench = new Bench<number>();
  mapConcurrent([1, 2], bench.work, { concurrency: 2 });
  await settle();
  deepEqual(bench.started, []);
});

Deno.test("mapConcurrent() yields results as they are ready, with at most so many at once", async () => {
  const bench = new Bench<number>();
  const results = mapConcurrent([1, 2, 3, 4], bench.work, { concurrency: 2 });
  const first = results.next();
  await settle();
  deepEqual(bench.started, [1, 2]);
  bench.finish(2);
  equal((await first).value, 2);
  await settle();
  deepEqual(bench.started, [1, 2, 3], "a slot is filled while the reader is busy");
  bench.finish(3);
  bench.finish(1);
  deepEqual([(await results.next()).value, (await results.next()).value], [3, 1]);
  await settle();
  bench.finish(4);
  equal((await results.next()).value, 4);
  equal((await results.next()).done, true);
});

Deno.test("mapConcurrent() starts no more while results wait for a slow reader", async () => {
  const bench = new Bench<number>();
  const taken: number[] = [];
  const items = (function* () {
    for (let item = 1; item <= 9; item++) {
      taken.push(item);
      yield item;
    }
  })();
  const results = mapConcurrent(items, bench.work, { concurrency: 3 });
  const first = results.next();
  await settle();
  for (const item of [1, 2, 3]) bench.finish(item);
  await first;
  await settle();
  deepEqual(taken, [1, 2, 3, 4]);
  deepEqual(bench.started, [1, 2, 3, 4]);
  await results.return();
});

Deno.test("mapConcurrent() yields a result while the next item is long in coming", async () => {
  const items = (async function* () {
    yield 1;
    await new Promise(() => {});
  })();
  const results = mapConcurrent(items, (item) => Promise.resolve(item), { concurrency: 2 });
  equal((await results.next()).value, 1);
  equal((await results.return()).done, true, "leaving does not wait for it either");
});

Deno.test("mapConcurrent() starts nothing with an item that comes after the reader has left", async () => {
  const late = Promise.withResolvers<number>();
  const items = (async function* () {
    yield 1;
    yield await late.promise;
  })();
  const started: number[] = [];
  const work = (item: number) => {
    started.push(item);
    return Promise.resolve(item);
  };
  const results = mapConcurrent(items, work, { concurrency: 2 });
  await results.next();
  await results.return();
  late.resolve(2);
  await settle();
  deepEqual(started, [1]);
});

Deno.test("mapConcurrent() takes false, zero, empty and undefined as items and results", async () => {
  const items = [0, "", false, undefined, null, NaN];
  const results = mapConcurrent(items, (item) => Promise.resolve(item), { concurrency: 1 });
  deepEqual(await Array.fromAsync(results), items);
});

Deno.test("mapConcurrent() ends at once when there is no item", async () => {
  deepEqual(await Array.fromAsync(mapConcurrent([], () => Promise.resolve(1), { concurrency: 4 })), []);
});

Deno.test("mapConcurrent() aborts the items in work when the reader leaves, and waits for them", async () => {
  const bench = new Bench<number>();
  let isIntakeClosed = false;
  const items = (async function* () {
    try {
      for (let item = 1;; item++) yield await Promise.resolve(item);
    } finally {
      isIntakeClosed = true;
    }
  })();
  const results = mapConcurrent(items, bench.work, { concurrency: 3 });
  const first = results.next();
  await settle();
  bench.finish(2);
  await first;
  await settle();
  await results.return();
  deepEqual(bench.aborted, [1, 3, 4]);
  equal(bench.inWork, 0);
  equal(isIntakeClosed, true);
});

Deno.test("mapConcurrent() yields what was ready before a throw, then throws it", async () => {
  const bench = new Bench<number>();
  const results = mapConcurrent([1, 2, 3, 4, 5, 6], bench.work, { concurrency: 3 });
  const first = results.next();
  await settle();
  bench.finish(1);
  await settle();
  bench.fail(2, new Error("no"));
  await settle();
  deepEqual(bench.aborted, [3, 4], "aborted before the reader comes back");
  equal((await first).value, 1);
  await rejects(results.next(), new Error("no"));
  deepEqual(bench.started, [1, 2, 3, 4], "nothing starts after a throw");
  equal(bench.inWork, 0);
  equal((await results.next()).done, true);
});

Deno.test("mapConcurrent() hands the reason of a throw to the signal, and aborts nothing that ended well", async () => {
  const signals: AbortSignal[] = [];
  const work = (item: number, signal: AbortSignal) => {
    signals.push(signal);
    return item === 3 ? Promise.reject(new Error("no")) : Promise.resolve(item);
  };
  await Array.fromAsync(mapConcurrent([1], work, { concurrency: 1 }));
  equal(signals[0]?.aborted, false);
  await rejects(Array.fromAsync(mapConcurrent([3], work, { concurrency: 1 })), new Error("no"));
  deepEqual(signals[1]?.reason, new Error("no"));
});

Deno.test("mapConcurrent() listens to the signal only while it runs", async () => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener) => {
    listeners.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  const results = mapConcurrent([1, 2], (item) => Promise.resolve(item), { concurrency: 1, signal });
  await results.next();
  equal(listeners.size, 1);
  await results.return();
  equal(listeners.size, 0);
});

for (
  const { when, fails, error } of [
    { when: "the reader leaves", fails: false, error: "cannot close" },
    { when: "work has thrown before", fails: true, error: "no" },
  ]
) {
  Deno.test(`mapConcurrent() throws "${error}" when the intake cannot be closed and ${when}`, async () => {
    const items = (function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        // deno-lint-ignore no-unsafe-finally -- an intake that cannot be closed
        throw new Error("cannot close");
      }
    })();
    const work = () => fails ? Promise.reject(new Error("no")) : Promise.resolve();
    const results = mapConcurrent(items, work, { concurrency: 1 });
    const leave = async () => {
      await results.next();
      await results.return();
    };
    await rejects(leave(), new Error(error));
  });
}

Deno.test("mapConcurrent() throws what was thrown, even undefined", async () => {
  const results = mapConcurrent([1], () => Promise.reject(undefined), { concurrency: 1 });
  let thrown: unknown = "nothing";
  await results.next().catch((error: unknown) => thrown = error);
  equal(thrown, undefined);
});

Deno.test("mapConcurrent() throws what work throws before it returns a promise", async () => {
  const work = () => {
    throw new Error("early");
  };
  await rejects(mapConcurrent([1], work, { concurrency: 1 }).next(), new Error("early"));
});

const INTAKES: { when: string; items: () => AsyncIterable<number> | Iterable<number> }[] = [
  {
    when: "an async intake throws",
    items: async function* () {
      yield await Promise.resolve(1);
      throw new Error("torn");
    },
  },
  {
    when: "a sync intake throws",
    items: function* () {
      yield 1;
      throw new Error("torn");
    },
  },
];

for (const { when, items } of INTAKES) {
  Deno.test(`mapConcurrent() aborts and throws when ${when}`, async () => {
    const bench = new Bench<number>();
    const results = mapConcurrent(items(), bench.work, { concurrency: 4 });
    await rejects(results.next(), new Error("torn"));
    deepEqual(bench.aborted, [1]);
  });
}

Deno.test("mapConcurrent() throws when the items cannot be read at all", async () => {
  const items: Iterable<number> = {
    [Symbol.iterator]() {
      throw new Error("closed");
    },
  };
  await rejects(mapConcurrent(items, () => Promise.resolve(1), { concurrency: 1 }).next(), new Error("closed"));
});

Deno.test("mapConcurrent() throws the reason of an abort after what was ready", async () => {
  const bench = new Bench<number>();
  const abort = new AbortController();
  const results = mapConcurrent([1, 2, 3], bench.work, { concurrency: 2, signal: abort.signal });
  const first = results.next();
  await settle();
  bench.finish(1);
  await settle();
  abort.abort(new Error("stop"));
  equal((await first).value, 1);
  await rejects(results.next(), new Error("stop"));
  equal(bench.inWork, 0);
});

Deno.test("mapConcurrent() wakes a reader that waits for an item when it is aborted", async () => {
  const next = () => new Promise<IteratorResult<number>>(() => {});
  const items: AsyncIterable<number> = { [Symbol.asyncIterator]: () => ({ next }) };
  const abort = new AbortController();
  const results = mapConcurrent(items, () => Promise.resolve(1), { concurrency: 1, signal: abort.signal });
  const first = results.next();
  await settle();
  abort.abort(new Error("stop"));
  await rejects(first, new Error("stop"));
});

Deno.test("mapConcurrent() takes no item when it was aborted before", async () => {
  let taken = 0;
  const items = (function* () {
    taken++;
    yield 1;
  })();
  const signal = AbortSignal.abort(new Error("stop"));
  await rejects(mapConcurrent(items, () => Promise.resolve(1), { concurrency: 1, signal }).next(), new Error("stop"));
  equal(taken, 0);
});

for (const concurrency of [0, -1, 1.5, NaN, Infinity]) {
  Deno.test(`mapConcurrent() refuses to work on ${concurrency} items at once`, () => {
    throws(() => mapConcurrent([], () => Promise.resolve(), { concurrency }), RangeError);
  });
}

Deno.test("mapConcurrent() yields each result once within its limits, however work and reading interleave", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 15 }),
      fc.option(fc.nat({ max: 15 })),
      fc.option(fc.nat({ max: 15 })),
      async (scheduler, concurrency, count, failAt, leaveAt) => {
        let inWork = 0;
        let waiting = 0;
        const items = (async function* () {
          for (let item = 0; item < count; item++) yield await scheduler.schedule(Promise.resolve(item));
        })();
        const work = async (item: number): Promise<number> => {
          inWork++;
          ok(inWork + waiting <= concurrency, `${inWork} in work, ${waiting} waiting`);
          await scheduler.schedule(Promise.resolve());
          inWork--;
          if (item === failAt) throw new Error("no");
          waiting++;
          return item;
        };
        const seen: number[] = [];
        const reading = (async () => {
          for await (const item of mapConcurrent(items, work, { concurrency })) {
            waiting--;
            seen.push(item);
            if (seen.length === leaveAt) break;
            await scheduler.schedule(Promise.resolve());
          }
        })().then(() => "ended", () => "failed");
        const end = await scheduler.waitFor(reading);
        equal(inWork, 0);
        equal(new Set(seen).size, seen.length);
        const hasLeft = seen.length === leaveAt;
        if (end === "ended" && !hasLeft) equal(seen.length, count);
        if (end === "failed") ok(failAt !== null && failAt < count && !seen.includes(failAt));
      },
    ),
    { numRuns: 1_000 },
  );
});
