/** The connections of a fleet to its database. */
import { deepEqual, equal } from "../assert.ts";
import { openPostgres } from "../../fleet/postgres.ts";
import { LostConnectionError } from "../../src/fleet/ports.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

Deno.test({
  name: "a host that falls silent in the middle of a transaction loses its locks to the others, and may begin again",
  ignore: isWithoutPostgres,
  async fn() {
    await using postgres = await scratchPostgres();
    await using silent = openPostgres(postgres.url, { connections: 1 });
    await using other = openPostgres(postgres.url, { connections: 1 });
    await silent.query("CREATE TABLE pace (starts integer)");
    await silent.query("INSERT INTO pace VALUES (0)");
    const count = "UPDATE pace SET starts = starts + 1 RETURNING starts";
    const [holds, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lost = silent.transact(async (query) => {
      await query(count);
      holds.resolve();
      await heard.promise; // the network is cut
      await query("SELECT 1");
    }).catch((error: unknown) => error);
    await holds.promise;
    deepEqual(await other.transact((query) => query(count)), [{ starts: 1 }]);
    heard.resolve();
    equal(await lost instanceof LostConnectionError, true, String(await lost));
    deepEqual(await silent.transact((query) => query(count)), [{ starts: 2 }]);
  },
});
