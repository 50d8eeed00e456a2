// Rows as CSV and Parquet: deno run -A examples/csv_and_parquet.ts
// deno-lint-ignore-file no-console
import { connect } from "conviction";
import { openRun, screen, toCsv, toParquet } from "conviction/batch";

const folder = await Deno.makeTempDir();
for await (const _outcome of screen([{ ticker: "AAPL" }, { ticker: "IBM" }], connect(), { folder }));

const { rows } = await openRun(folder); // or openRun("latest")
await Deno.writeTextFile("rising.csv", toCsv(rows.filter(({ score = 0 }) => score > 0)));
await Deno.writeFile("rows.parquet", await toParquet(rows, { columns: ["ticker", "signal", "score", "drivers"] }));
console.log(await Deno.readTextFile("rising.csv"));
