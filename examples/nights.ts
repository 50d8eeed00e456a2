// What became of a name over several nights: deno run -A examples/nights.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";
import { openRuns, screen } from "conviction/batch";

for (const asOf of ["2025-03-27", "2025-03-28", "2025-03-31"]) {
  const folder = `runs/nights/${asOf}`;
  for await (const _ of screen([{ ticker: "IBM" }], connect(), { asOf, files: "none", folder }));
}
const { runs, problems, historyOf } = await openRuns("nights");
console.log(runs.map(({ state, night }) => `${night} ${state}`), problems);
for (const { nights, streak } of historyOf("IBM")) {
  console.log(nights.map(({ night, score }) => `${night} ${score}`), streak);
}
