/** A worker and the server killed in the same run, at three of the moments that `deno task dev fleet:soak` tries. */
import { deepEqual } from "../assert.ts";
import { isWithoutPostgres } from "./scratch_postgres.ts";
import { killedRun } from "./sweeps.ts";

for (const seed of [101, 102, 103]) {
  Deno.test({
    name: `a worker and the database are killed in one run: nothing is lost or sent twice (moments of seed ${seed})`,
    ignore: isWithoutPostgres,
    async fn() {
      const { line, wrong } = await killedRun(seed);
      console.log(`    ${line}`);
      deepEqual(wrong, [], line);
    },
  });
}
