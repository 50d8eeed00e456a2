import { sha256 } from "../../src/disk/digest.ts";
import { patientSql } from "./patient_sql.ts";
import type { Sql } from "./ports.ts";
import { joinFleet } from "./schema.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { InputError } from "../../src/protocol/errors.ts";
import type { Settings } from "../../src/setup/settings.ts";
import { openLeases, type PgBossLeases } from "./pg_boss.ts";
import { openPostgres } from "./postgres.ts";

const URL_NAME = "CONVICTION_FLEET_URL";
const ACCOUNT_DIGITS = 16;

/** A fleet that this process has joined. */
export interface Fleet extends AsyncDisposable {
  readonly sql: Sql;
  readonly leases: PgBossLeases;
}

/**
 * Joins the fleet of the environment: checks the server, and makes the tables where there are none.
 * @throws {InputError} when no database is named, or it cannot be used.
 */
export async function joinNamedFleet(
  { env, clock }: { env(name: string): string | undefined; readonly clock: Clock },
  { note, ...options }: { readonly connections: number; note(line: string): void },
): Promise<Fleet> {
  const { url, host } = namedDatabase(env);
  const sql = openPostgres(url, options);
  try {
    await joinFleet(sql);
    const patient = patientSql(sql, {
      clock,
      onOutage: (reason) => {
        const state = reason === undefined ? "is there again" : `is waited for: ${reason}`;
        note(`The database of the fleet, ${host}, ${state}.`);
      },
    });
    const leases = await openLeases(sql, patient.query);
    return {
      sql: patient,
      leases,
      [Symbol.asyncDispose]: async () => {
        await leases[Symbol.asyncDispose]();
        await sql[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await sql[Symbol.asyncDispose]();
    if (error instanceof InputError || !(error instanceof Error)) throw error;
    throw new InputError(`Cannot join the fleet of ${host}: ${error.message}; see ${URL_NAME}`, { cause: error });
  }
}

function namedDatabase(env: (name: string) => string | undefined): { readonly url: string; readonly host: string } {
  const url = env(URL_NAME);
  const like = "like postgres://user@host/database";
  if (!url) {
    throw new InputError(`Cannot join a fleet: ${URL_NAME} is not set; set it to the address of its database, ${like}`);
  }
  const { protocol = "", host = "" } = URL.parse(url) ?? {};
  if (/^postgres(?:ql)?:$/.test(protocol)) return { url, host };
  // The value is not shown: it may hold a password.
  throw new InputError(`Cannot use ${URL_NAME}: it is no address ${like}`);
}

/** Names what a rate is counted for: an address and a key, which cannot be read back. */
export function accountOf(settings: Settings): string {
  const text = settings.kind === "remote" ? `${settings.baseUrl} ${settings.apiKey ?? ""}` : settings.kind;
  return sha256(text).slice(0, ACCOUNT_DIGITS);
}
