/** A few runs of what `deno task dev fleet:soak` does at length. */
import { deepEqual } from "../assert.ts";
import { isWithoutPostgres } from "./scratch_postgres.ts";
import { killedRun, load, rateRun, type RunFigures } from "./sweeps.ts";

const ignore = isWithoutPostgres;
const ROWS = 6_000;

function nothingWrong({ line, wrong }: RunFigures): void {
  console.log(`    ${line}`);
  deepEqual(wrong, [], line);
}

for (const seed of [101, 102, 103]) {
  Deno.test({
    name: `a worker and the database are killed in one run: nothing is lost or sent twice (moments of seed ${seed})`,
    ignore,
    async fn() {
      nothingWrong(await killedRun(seed));
    },
  });
}

Deno.test({
  name: "three workers under 5/s: all is sent, never more than five in any second",
  ignore,
  async fn() {
    nothingWrong(await rateRun());
  },
});

for (const workers of [2, 4]) {
  Deno.test({
    name: `${ROWS} rows over ${workers} workers: theses.csv is that of one process`,
    ignore,
    async fn() {
      nothingWrong(await load(ROWS, workers));
    },
  });
}
