// A screen and its run as tables, in a terminal as text: deno run -A examples/tables.ts
import { connect } from "conviction";
import { openRun, screen } from "conviction/batch";
import { show } from "conviction/notebook";

const folder = Deno.makeTempDirSync(); // without a folder: the newest unfinished run, or a new one under runs/
const list = [{ ticker: "AAPL" }, { ticker: "IBM" }];
await show(screen(list, connect(), { folder }));

const run = await openRun(folder); // or openRun("latest")
await show(run);
await show(run.rows.filter(({ drawdownProbability = 1 }) => drawdownProbability < 0.1));
const ibm = run.outcomes.find(({ input }) => input.ticker === "IBM");
if (ibm) await show(ibm);
