import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { crc32 } from "node:zlib";

/** What is sealed together. The plan of a request never changes; what became of it is sealed once something has. */
const SEALED = {
  rows: "row, line, ticker, company, cells, problem, request, is_repeat",
  plan: "id, identity, body, first_row",
  answer:
    "id, idempotency_key, round, state, attempts, billable, strikes, started_at, seconds, result, files, error, " +
    "reused_from",
  checks: "request, outcome",
  meta: "name, value",
} as const;

/**
 * What a ledger knows of itself, in one record: the commits of its run, and the sums of the seals of all records of the
 * run and of `meta`. Each write changes its sum, so that a value that changed in any other way is found.
 */
export const CHAIN_SCHEMA =
  "CREATE TABLE chain (commits INTEGER NOT NULL, digest INTEGER NOT NULL, meta INTEGER NOT NULL) STRICT;";
/** Digests are compared modulo this: from a million rows on their sums are no longer exact in JavaScript. */
export const DIGESTS = 2 ** 52;
/** So many seals take about 5 ms. */
const TURN_RECORDS = 1_000;
/** What a ledger knows of itself. */
export const CHAIN = `SELECT commits, digest & ${DIGESTS - 1} AS digest FROM chain`;
/** Counts a commit. */
export const COUNT_COMMIT = "UPDATE chain SET commits = commits + 1 RETURNING commits";
/** Whether a ledger has a chain: one of an earlier version has none. */
export const HAS_CHAIN = "SELECT 1 FROM sqlite_schema WHERE name = 'chain'";

const META_SUM = `(SELECT coalesce(sum(${sealOf("meta")}), 0) FROM meta)`;
/** The record of the run, and whether it is as it was written, as of one moment. */
export const RECORD = "SELECT (SELECT value FROM meta WHERE name = 'run') AS run, " +
  "(SELECT value FROM meta WHERE name = 'finished_at') AS finished_at";
/** As {@linkcode RECORD}, in a ledger that has a chain. */
export const SEALED_RECORD = `${RECORD}, coalesce((SELECT meta FROM chain), ${META_SUM}) = ${META_SUM} AS is_whole`;

/** Makes the seal of a record available to the statements of a database. */
export function addSeal(database: DatabaseSync): void {
  const seal = (...values: readonly SQLOutputValue[]) => crc32(JSON.stringify(values));
  database.function("seal_of", { deterministic: true, varargs: true }, seal);
}

/** Begins the chain of a ledger that is written from here on. */
export function beginChain(database: DatabaseSync): void {
  database.exec(`INSERT INTO chain SELECT 0, ${digestSql(database)}, ${META_SUM}`);
}

/** Keeps the chain up to date with what this connection writes after the plan; a second call adds tables. */
export function keepChain(database: DatabaseSync): void {
  const keep = (on: string, change: string, sum = "digest") => {
    const name = on.replaceAll(/\W+/g, "_");
    database.exec(
      `CREATE TEMP TRIGGER IF NOT EXISTS ${name} AFTER ${on} BEGIN UPDATE chain SET ${sum} = ${change}; END`,
    );
  };
  const isOpen = "old.state IN ('planned', 'intent') AND new.state IN ('planned', 'intent')";
  keep(`UPDATE ON requests WHEN NOT (${isOpen})`, `digest + ${answerSeal("new.")} - ${answerSeal("old.")}`);
  for (const table of hasChecks(database) ? ["checks", "meta"] as const : ["meta"] as const) {
    const sum = table === "meta" ? "meta" : "digest";
    keep(`INSERT ON ${table}`, `${sum} + ${sealOf(table, "new.")}`, sum);
    keep(`UPDATE ON ${table}`, `${sum} + ${sealOf(table, "new.")} - ${sealOf(table, "old.")}`, sum);
  }
}

/** Statements that sum the seals of the records after one, as they are, for one turn of the event loop. */
export function sealPagesOf(database: DatabaseSync): string[] {
  return sealsOf(database).map(([table, seal]) =>
    `SELECT coalesce(sum(${seal}), 0) AS digest, max(rowid) AS last ` +
    `FROM (SELECT rowid, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${TURN_RECORDS})`
  );
}

function digestSql(database: DatabaseSync): string {
  const sums = sealsOf(database).map(([table, seal]) => `(SELECT coalesce(sum(${seal}), 0) FROM ${table})`);
  return sums.join(" + ");
}

/** The tables of a run, and the seal of a record of each. */
function sealsOf(database: DatabaseSync): (readonly [table: string, seal: string])[] {
  return [
    ["rows", sealOf("rows")],
    ["requests", `${sealOf("plan")} + ${answerSeal()}`],
    ...(hasChecks(database) ? [["checks", sealOf("checks")] as const] : []),
  ];
}

function hasChecks(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'checks'").get() !== undefined;
}

function answerSeal(from = ""): string {
  return `iif(${from}state IN ('planned', 'intent'), 0, ${sealOf("answer", from)})`;
}

function sealOf(what: keyof typeof SEALED, from = ""): string {
  return `seal_of('${what}', ${SEALED[what].replaceAll(/\w+/g, `${from}$&`)})`;
}
