import pg from "pg";
import { LostConnectionError, type Query, type Sql } from "./ports.ts";

/** A connection that is refused or cut, and a server that starts, stops, ends a silent or sorts out two transactions. */
const TRANSIENT =
  /^(?:08\w{3}|25P03|57P0[123]|40001|40P01|ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH)$/;
const CUT = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/i;
const CONNECT_MS = 5_000;
/** A network that is cut says nothing: a statement that is silent for so long is tried on another connection. */
const SILENT_MS = 30_000;
/**
 * A transaction asks for durability, whatever the role's setting. The server ends one whose host is silent for as long
 * as a lease allows: its locks would stop every other host until the connection is found dead, which takes hours.
 */
const BEGIN = "BEGIN; SET LOCAL synchronous_commit = on; SET LOCAL idle_in_transaction_session_timeout = '10s'";

/** A pool of connections to the database of a fleet. */
export interface Postgres extends Sql, AsyncDisposable {
  /** Runs a text for a library: several statements without values give a result each, as `pg` returns them. */
  execute(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/**
 * Opens a pool; nothing is sent yet.
 * @param url Like `postgres://user@host/database`; a password in it is in no message.
 */
export function openPostgres(url: string, { connections }: { readonly connections: number }): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: "conviction-fleet",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENT_MS,
    keepAlive: true,
  });
  pool.on("error", () => {}); // the end of an idle connection: the next statement opens another
  return {
    query: async (text, values = []) => {
      try {
        return (await pool.query(text, [...values])).rows;
      } catch (error) {
        throw explained(error);
      }
    },
    transact: async (work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw explained(error);
      });
      client.on("error", ignore); // its statement reports the same
      const query: Query = async (text, values) =>
        // Without values several statements may stand in one text.
        (await (values === undefined ? client.query(text) : client.query(text, [...values]))).rows;
      try {
        await query(BEGIN);
        const result = await work(query);
        await query("COMMIT");
        release(client);
        return result;
      } catch (error) {
        const reason = explained(error);
        const isBroken = reason instanceof LostConnectionError || await query("ROLLBACK").then(() => false, () => true);
        release(client, isBroken);
        throw reason;
      }
    },
    execute: (text, values) => pool.query(text, values),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

function ignore(): void {}

function release(client: pg.PoolClient, isBroken = false): void {
  client.off("error", ignore);
  client.release(isBroken);
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  if (!TRANSIENT.test(code) && !CUT.test(error.message)) return error;
  return new LostConnectionError(`it cannot be reached (${code || error.message})`);
}
