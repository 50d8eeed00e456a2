// A list as of two days, compared: deno run -A examples/compare_days.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";
import { changeWords, compareRuns, openRun, screen } from "conviction/batch";

const days = ["2017-06-30", "2017-12-29"];
for (const asOf of days) {
  const folder = `runs/desk/${asOf}`;
  for await (const { input, status } of screen([{ ticker: "AAPL" }, { ticker: "IBM" }], connect(), { asOf, folder })) {
    console.log(asOf, input.ticker, status);
  }
}
const [june, december] = await Promise.all(days.map((day) => openRun(`runs/desk/${day}`)));
if (june && december) {
  for (const change of compareRuns(june, december).changes) console.log(change.ticker, changeWords(change));
}
