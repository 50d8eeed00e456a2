import { screenBench } from "./tests/bench/screen_bench.ts";
for (const { name, ratio, detail } of await screenBench()) console.log("attacker", name, ratio.toFixed(3), detail);
