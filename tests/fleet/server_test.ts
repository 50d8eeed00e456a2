/** The PostgreSQL of a fleet: one that dies, what its roles may do, and settings that would forget. */
import { deepEqual, equal, match } from "../assert.ts";
import { openPostgres } from "../../packages/fleet/postgres.ts";
import { joinFleet } from "../../packages/fleet/schema.ts";
import { statusesOf } from "./list_folder.ts";
import { testFleet } from "./processes.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;

Deno.test({
  name: "a database that is killed and started again: nothing is lost, sent twice or in doubt, and workers go on",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 200, answerMs: 1_000 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.reached(80);
    await fleet.postgres.kill();
    // The fault is the outage itself; it is longer than a busy conductor takes between two looks.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await fleet.postgres.start();
    const { text } = await conductor.ended;
    const { arrivals, mostOfOne } = await service.counted();
    deepEqual([statusesOf(await fleet.theses()), arrivals, mostOfOne], [{ done: 200 }, 200, 1], text);
    match(text, /database of the fleet, 127\.0\.0\.1:\d+, is waited for: it cannot be reached[^]* is there again\./);
  },
});

Deno.test({
  name: "a role that owns a database and nothing else can run a fleet",
  ignore,
  async fn() {
    await using fleet = await testFleet({
      ...{ rows: 60, answerMs: 100 },
      urlOf: async ({ url }) => {
        await using sql = openPostgres(url, { connections: 1 });
        await sql.query("CREATE ROLE conviction LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOINHERIT");
        await sql.query("CREATE DATABASE conviction OWNER conviction");
        await sql.query("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC"); // so that no other is entered
        return url.replace("postgres@", "conviction@").replace(/postgres$/, "conviction");
      },
    });
    const { code, text } = await fleet.screen(["--max-requests", "1000", "--rate", "50/s"]).ended;
    deepEqual([code, statusesOf(await fleet.theses())], [0, { done: 60 }], text);
    await using sql = openPostgres(fleet.place.url, { connections: 1 });
    const [role] = await sql.query(
      "SELECT current_user AS name, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user",
    );
    deepEqual(role, { name: "conviction", rolsuper: false, rolcreatedb: false, rolcreaterole: false });
  },
});

for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
  Deno.test({
    name: `a server with ${name} off is refused by that name, and no table is made`,
    ignore,
    async fn() {
      await using postgres = await scratchPostgres(`${name}=off`);
      await using sql = openPostgres(postgres.url, { connections: 1 });
      const error = await joinFleet(sql).then(() => undefined, (thrown: Error) => thrown);
      equal(
        `${error?.name}: ${error?.message}`,
        `InputError: Cannot use this PostgreSQL for a fleet: its setting ${name} is off, so a power cut would forget ` +
          `requests that were sent; set ${name} = on`,
      );
      const [tables] = await sql.query("SELECT to_regnamespace('conviction_fleet') AS made");
      equal(tables?.["made"], null);
    },
  });
}

Deno.test({
  name: "a role whose own setting would forget acknowledged requests is refused before anything is sent",
  ignore,
  async fn() {
    await using fleet = await testFleet({
      ...{ rows: 3, answerMs: 0, workers: 0 },
      urlOf: async ({ url }) => {
        await using sql = openPostgres(url, { connections: 1 });
        await sql.query("ALTER ROLE postgres SET synchronous_commit = off"); // a role may have settings of its own
        return url;
      },
    });
    const { service } = fleet;
    const conductor = fleet.screen();
    const { code, text } = await conductor.ended;
    equal(code, 2);
    match(text, /Cannot use this PostgreSQL for a fleet: its setting synchronous_commit is off/);
    equal((await service.counted()).arrivals, 0);
  },
});
