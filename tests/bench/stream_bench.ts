/** The typed stream beside the hand loop: time as ratios in one run, and memory. */
import { benchMemory } from "./memory_bench.ts";
import { largeShape, measure, OURS, ratios, smallShapes } from "./readers.ts";

const ROUNDS = 7;
const LARGE_ROUNDS = 3;

/** Prints one table; each figure is a ratio to the hand loop of the same run. */
export async function benchStream(print: (line: string) => void): Promise<void> {
  print(`Stream: 200000 events, median of ${ROUNDS}, time as a ratio to tests/bench/hand_loop.ts`);
  for (const shape of smallShapes()) print(`  ${shape.name}: ${ratios(await measure(shape, OURS, ROUNDS))}`);
  await benchLargeEvent(print);
  await benchMemory(print);
}

/** Time per byte of a large event over that of one a fourth of its size: 1 is linear, 4 quadratic. */
async function benchLargeEvent(print: (line: string) => void): Promise<void> {
  const { "decodeEvents()": decode, "answer, accumulating": answer } = OURS;
  for (const chunkBytes of [64 * 1024, 1024]) {
    const readers = { "decodeEvents()": decode, "answer, accumulating": answer };
    const small = await measure(largeShape(4, chunkBytes), readers, LARGE_ROUNDS);
    const large = await measure(largeShape(16, chunkBytes), readers, LARGE_ROUNDS);
    const growth = [...large].map(([name, ms]) => `${name} ${(ms / 4 / (small.get(name) ?? NaN)).toFixed(2)}`);
    const took = Math.round(large.get("decodeEvents()") ?? NaN);
    print(
      `  one event of 16 MiB, ${chunkBytes / 1024} KiB chunks: time per byte over that of 4 MiB (1 is linear): ${
        growth.join(" · ")
      }   (${took} ms)`,
    );
  }
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  await benchStream((line) => console.log(line));
}
