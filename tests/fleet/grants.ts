/** What the database lets start, by its own clock: a busy machine delays what arrives, and not these times. */
import type { Sql } from "../../packages/fleet/ports.ts";
import { joinFleet } from "../../packages/fleet/schema.ts";
import { mostInASecond } from "./list_folder.ts";
import { eventually } from "./processes.ts";

/**
 * From here on the database keeps of each request that it lets start when that transaction began, which reads the stops
 * and pauses that were there then, when it starts by the clock, and by the rate of its account.
 */
export async function keepGrants(sql: Sql): Promise<void> {
  await joinFleet(sql);
  await sql.query(
    "CREATE TABLE grants (began timestamptz NOT NULL, starts timestamptz NOT NULL, at_ms double precision)",
  );
  await sql.query(
    "CREATE FUNCTION keep_grant() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN " +
      "INSERT INTO grants SELECT now(), clock_timestamp(), (pace::json -> 'starts' -> -1 ->> 0)::float8 " +
      "FROM conviction_fleet.accounts JOIN conviction_fleet.runs ON name = account WHERE run_id = NEW.run_id; " +
      "RETURN NULL; END$$",
  );
  await sql.query(
    "CREATE TRIGGER keep_grants AFTER UPDATE ON conviction_fleet.requests FOR EACH ROW " +
      "WHEN (NEW.state = 'intent') EXECUTE FUNCTION keep_grant()",
  );
}

/** How many starts the database has granted under a rate, and most of them in any second. */
export async function grantedIn({ query }: Sql): Promise<{ readonly grants: number; readonly inASecond: number }> {
  const rows = await query("SELECT at_ms FROM grants ORDER BY at_ms");
  return { grants: rows.length, inASecond: mostInASecond(rows.map((row) => Number(row["at_ms"]))) };
}

/** Waits until a condition of the tables holds, and says when, by the clock of the database. */
export async function whenSeen({ query }: Sql, condition: string): Promise<string> {
  let seen: unknown;
  await eventually(async () => {
    seen = (await query(`SELECT clock_timestamp()::text AS seen WHERE EXISTS (${condition})`))[0]?.["seen"];
    return seen !== undefined;
  });
  return String(seen);
}
