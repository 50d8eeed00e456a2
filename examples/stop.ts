// Code of your own that Stop ends in a notebook: deno run -A examples/stop.ts
// deno-lint-ignore-file no-console
import { stopSignal } from "conviction/notebook";

const signal = stopSignal();
for (const ticker of ["AAPL", "IBM"]) {
  signal.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve, 10)); // like fetch(url, { signal })
  console.log(ticker);
}
