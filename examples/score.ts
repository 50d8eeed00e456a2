// What happened after the theses of a run: deno run -A examples/score.ts
// deno-lint-ignore-file no-console
import { connect, openPrices } from "conviction";
import { openRun, scoreTheses, screen } from "conviction/batch";

const folder = "runs/march";
for await (const _ of screen([{ ticker: "AAPL" }], connect(), { asOf: "2025-03-31", files: "none", folder }));
const { rows } = await openRun(folder);
for (const { horizon, sample, isEnough, verdicts } of scoreTheses(rows, await openPrices()).horizons) {
  console.log(`${horizon} days, ${sample.theses} theses:`, isEnough ? verdicts : "too few to prove anything");
}
