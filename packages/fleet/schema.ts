import { InputError } from "../../src/protocol/errors.ts";
import type { Query, Sql } from "./ports.ts";

/** Raised with each change of the tables. */
export const FLEET_VERSION = 2;

/** The counts of a run, and how each follows from requests that count so many `times`. */
const COUNT_BY = {
  sent: "times * attempts",
  billable: "times * billable",
  retries: "times * retries",
  under_way: "times * (state = 'intent')::int",
  settled: "times * (state NOT IN ('planned', 'skipped', 'intent'))::int",
  failed: "times * (state = 'failed')::int",
} as const;
const COUNTS = Object.keys(COUNT_BY);
const COUNT_ALL = Object.entries(COUNT_BY).map(([name, sum]) => `coalesce(sum(${sum}), 0) AS ${name}`).join(", ");
const COUNTED = "run_id, state, attempts, billable, retries";

/**
 * `changed` orders what a conductor has not seen yet. States stand in no index, so that an update rewrites no index.
 * The counts of a run say of its requests how many attempts were made, may have run, and were further attempts, and how
 * many are under way, settled and failed; the database keeps them with each change, so that no writer can forget one and
 * a repeated write counts once. All but the further attempts are kept only where a limit needs them: its row is one
 * place that all hosts write.
 * `files_mark` names what all hosts must see where the files of its answers go; `kept_by` is the fence of the worker that
 * put those of a request there.
 */
const SCHEMA = `
CREATE SCHEMA IF NOT EXISTS conviction_fleet;
CREATE TABLE conviction_fleet.meta (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE conviction_fleet.accounts (
  name text PRIMARY KEY,
  pace text NOT NULL DEFAULT '{"starts":[]}',
  paused_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE TABLE conviction_fleet.runs (
  run_id text PRIMARY KEY,
  fingerprint text NOT NULL,
  record text NOT NULL,
  settings text NOT NULL,
  account text NOT NULL REFERENCES conviction_fleet.accounts (name),
  honours_keys boolean NOT NULL DEFAULT false,
  requests integer NOT NULL,
  is_counted boolean NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  billable integer NOT NULL DEFAULT 0,
  retries integer NOT NULL DEFAULT 0,
  under_way integer NOT NULL DEFAULT 0,
  settled integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  stop text,
  files_mark text,
  is_finished boolean NOT NULL DEFAULT false
);
CREATE INDEX runs_by_fingerprint ON conviction_fleet.runs (fingerprint) WHERE NOT is_finished;
CREATE TABLE conviction_fleet.shards (
  run_id text NOT NULL REFERENCES conviction_fleet.runs (run_id) ON DELETE CASCADE,
  shard integer NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, shard)
);
CREATE SEQUENCE conviction_fleet.changes;
CREATE TABLE conviction_fleet.requests (
  run_id text NOT NULL,
  shard integer NOT NULL,
  id integer NOT NULL,
  fence bigint,
  kept_by bigint,
  changed bigint NOT NULL DEFAULT 0,
  identity text NOT NULL,
  body text NOT NULL,
  first_row integer NOT NULL,
  idempotency_key text NOT NULL,
  round integer NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  billable integer NOT NULL,
  strikes integer NOT NULL,
  retries integer NOT NULL DEFAULT 0,
  started_at text,
  seconds double precision,
  result text,
  files text,
  error text,
  line integer NOT NULL,
  ticker text NOT NULL,
  company text,
  cells text NOT NULL,
  is_about_list integer NOT NULL,
  PRIMARY KEY (run_id, shard, id),
  FOREIGN KEY (run_id, shard) REFERENCES conviction_fleet.shards (run_id, shard) ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE FUNCTION conviction_fleet.count_changes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE conviction_fleet.runs r SET ${COUNTS.map((name) => `${name} = r.${name} + c.${name}`).join(", ")}
  FROM (
    SELECT run_id, ${COUNT_ALL} FROM (
      SELECT 1 AS times, ${COUNTED} FROM new_rows UNION ALL SELECT -1, ${COUNTED} FROM old_rows
    ) changed GROUP BY run_id
  ) c WHERE r.run_id = c.run_id AND (r.is_counted OR c.retries <> 0);
  RETURN NULL;
END $$;
CREATE TRIGGER count_changes AFTER UPDATE ON conviction_fleet.requests
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION conviction_fleet.count_changes();
`;

/** Sets the counts of a run anew; nobody may write its requests meanwhile. */
export const COUNT_AGAIN = "UPDATE conviction_fleet.runs r SET " +
  `${COUNTS.map((name) => `${name} = c.${name}`).join(", ")} FROM (SELECT ${COUNT_ALL} FROM ` +
  `(SELECT 1 AS times, ${COUNTED} FROM conviction_fleet.requests WHERE run_id = $1) q) c WHERE r.run_id = $1`;

/** Many hosts make the tables at once; one of them does. */
const SCHEMA_LOCK = 6_042_021;

/** The settings of a server that must hold, and what each may be; with another a power cut forgets what was sent. */
const DURABLE: readonly (readonly [name: string, refused: readonly string[]])[] = [
  ["fsync", ["off"]],
  ["full_page_writes", ["off"]],
  ["synchronous_commit", ["off", "local"]],
];

/**
 * Makes the tables where there are none.
 * @throws {InputError} when a setting of the server would forget acknowledged writes, or the tables have another version.
 */
export async function joinFleet(sql: Sql): Promise<void> {
  for (const [name, refused] of DURABLE) {
    const [found] = await sql.query(`SELECT current_setting('${name}') AS value`);
    const value = String(found?.["value"]);
    if (!refused.includes(value)) continue;
    const state = `its setting ${name} is ${value}, so a power cut would forget requests that were sent`;
    throw new InputError(`Cannot use this PostgreSQL for a fleet: ${state}; set ${name} = on`);
  }
  await sql.transact(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    if (!await hasTables(query)) {
      await query(SCHEMA);
      await query("INSERT INTO conviction_fleet.meta VALUES ('version', $1)", [String(FLEET_VERSION)]);
    }
    const [found] = await query("SELECT value FROM conviction_fleet.meta WHERE name = 'version'");
    const version = String(found?.["value"]);
    if (version === String(FLEET_VERSION)) return;
    const state = `its tables have version ${version}, this Conviction uses version ${FLEET_VERSION}`;
    throw new InputError(`Cannot join the fleet: ${state}; finish its runs with the version that began them`);
  });
}

async function hasTables(query: Query): Promise<boolean> {
  const [found] = await query("SELECT to_regclass('conviction_fleet.meta') IS NOT NULL AS is_there");
  return found?.["is_there"] === true;
}
