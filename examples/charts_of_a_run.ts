// The ranking of a screen and the reliability of its theses: deno run -A examples/charts_of_a_run.ts
// deno-lint-ignore-file no-console
import { connect, openPrices } from "conviction";
import { openRun, scoreTheses, screen } from "conviction/batch";
import { rankingChart, reliabilityChart } from "conviction/chart";
import { show } from "conviction/notebook";

const list = ["AAPL", "IBM", "MSFT"].map((ticker) => ({ ticker }));
for await (const _ of screen(list, connect(), { asOf: "2025-03-31", files: "none", folder: "runs/three" }));
const { rows } = await openRun("runs/three");
await show(rankingChart(rows, { best: 20, worst: 20 }));

const reliability = reliabilityChart(scoreTheses(rows, await openPrices()));
await Deno.writeTextFile("reliability.svg", await reliability.svg());
await Deno.writeFile("reliability.png", await reliability.png({ scale: 3 }));
console.log("reliability.svg, reliability.png");
