/** A rate and a load: a few runs of what `deno task dev fleet:soak` does at length. */
import { deepEqual } from "../assert.ts";
import { DAY } from "../lanes.ts";
import { slice } from "../sweeps.ts";
import { isWithoutPostgres } from "./scratch_postgres.ts";
import { load, rateRun, type RunFigures } from "./sweeps.ts";

const ignore = isWithoutPostgres;
const ROWS = 6_000;

function nothingWrong({ line, wrong }: RunFigures): void {
  console.log(`    ${line}`);
  deepEqual(wrong, [], line);
}

Deno.test({
  name: "three workers under 5/s: all is sent, never more than five in any second",
  ignore,
  async fn() {
    nothingWrong(await rateRun());
  },
});

// One of them each day.
for (const workers of slice([2, 4], 2, DAY)) {
  Deno.test({
    name: `${ROWS} rows over ${workers} workers: theses.csv is that of one process`,
    ignore,
    async fn() {
      nothingWrong(await load(ROWS, workers));
    },
  });
}
