// A list as of two days, compared: deno run -A examples/compare_days.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";
import { changeWords, compareRuns, openRun, screen } from "conviction/batch";

const days = ["2025-03-28", "2025-03-31"];
for (const asOf of days) {
  const folder = `runs/desk/${asOf}`;
  for await (const { input, status } of screen([{ ticker: "AAPL" }, { ticker: "IBM" }], connect(), { asOf, folder })) {
    console.log(asOf, input.ticker, status);
  }
}
const [eve, day] = await Promise.all(days.map((day) => openRun(`runs/desk/${day}`)));
if (eve && day) {
  for (const change of compareRuns(eve, day).changes) console.log(change.ticker, changeWords(change));
}
