// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * The benchmarks: `deno task bench`. Each figure is a ratio within one run, since machines differ.
 */
import { benchCalls } from "./calls_bench.ts";
import { benchOutcomes } from "./outcomes_bench.ts";
import { screenBench } from "./screen_bench.ts";
import { benchStream } from "./stream_bench.ts";

if (import.meta.main) {
  await benchStream((line) => console.log(line));
  benchCalls((line) => console.log(line));
  console.log("\nScreen: rows per second over concurrency / latency, durability on, files off");
  for (const { name, ratio, detail } of await screenBench()) {
    console.log(`  ${name}: ${ratio.toFixed(3)}   (${detail})`);
  }
  console.log("");
  await benchOutcomes((line) => console.log(line));
}
