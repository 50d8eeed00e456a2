/** Compares the typed stream with the hand loop: time as ratios in one run, and memory. */
import { benchMemory } from "./memory_bench.ts";
import { COLLECTING, largeShape, measure, OURS, ratios, smallShapes } from "./readers.ts";

const ROUNDS = 7;
const LARGE_ROUNDS = 7;

/** Prints one table; each figure is a ratio to the hand loop of the same run. */
export async function benchStream(print: (line: string) => void): Promise<void> {
  print(`Stream: 200000 events, median of ${ROUNDS}, processor time as a ratio to tests/bench/hand_loop.ts`);
  for (const shape of smallShapes()) print(`  ${shape.name}: ${ratios(await measure(shape, OURS, ROUNDS))}`);
  await benchLargeEvent(print);
  await benchMemory(print);
}

/**
 * One large event beside a loop that collects, joins and parses it: an equal ratio at every size means linear time.
 * Time per byte alone would not show it: V8 frees a small text in its nursery, and copies one that outlives it.
 */
async function benchLargeEvent(print: (line: string) => void): Promise<void> {
  for (const chunkBytes of [64 * 1024, 1024]) {
    for (const mebibytes of [4, 16, 64]) {
      const shape = largeShape(mebibytes, chunkBytes);
      print(`  ${shape.name}, as a ratio to collecting: ${ratios(await measure(shape, COLLECTING, LARGE_ROUNDS))}`);
    }
  }
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  await benchStream((line) => console.log(line));
}
