// What became of a name over several nights: deno run -A examples/nights.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";
import { openRuns, screen } from "conviction/batch";

for (const asOf of ["2017-06-30", "2017-09-29", "2017-12-29"]) {
  const folder = `runs/quarters/${asOf}`;
  for await (const _ of screen([{ ticker: "IBM" }], connect(), { asOf, files: "none", folder }));
}
const { runs, problems, historyOf } = await openRuns("quarters");
console.log(runs.map(({ state, night }) => `${night} ${state}`), problems);
for (const { nights, streak } of historyOf("IBM")) {
  console.log(nights.map(({ night, score }) => `${night} ${score}`), streak);
}
