import { Ledger } from "./ledger.ts";
import type { LedgerRecord } from "./ledger_rows.ts";

/** What a request is before it is sent, and its first row. */
const PLANNED = ["id", "identity", "body", "first_row", "idempotency_key", "round"] as const;
/** What becomes of it. */
const BECAME = [
  "state",
  "attempts",
  "billable",
  "strikes",
  "started_at",
  "seconds",
  "result",
  "files",
  "error",
] as const;
const INPUT = ["line", "ticker", "company", "cells"] as const;

const SHARED_SQL = {
  after: `SELECT ${[...PLANNED, ...BECAME].map((name) => `q.${name}`).join(", ")}, ` +
    `${INPUT.map((name) => `r.${name}`).join(", ")}, r.request IS NOT q.id AS is_about_list ` +
    "FROM requests q JOIN rows r ON r.row = q.first_row WHERE q.id > ? ORDER BY q.id LIMIT 1000",
  // The request about the list shares its first row with another request, or with none: then the row has no request.
  putRow: "INSERT INTO rows (row, line, ticker, company, cells, request, is_repeat) VALUES (?, ?, ?, ?, ?, ?, 0) " +
    "ON CONFLICT (row) DO UPDATE SET request = coalesce(excluded.request, request)",
  putRequest: `INSERT INTO requests (${[...PLANNED, ...BECAME].join(", ")}) ` +
    `VALUES (${[...PLANNED, ...BECAME].map(() => "?").join(", ")})`,
  follow: `UPDATE requests SET idempotency_key = ?, round = ?, ${BECAME.map((name) => `${name} = ?`).join(", ")} ` +
    "WHERE id = ?",
  counted: "SELECT attempts, billable, started_at FROM requests WHERE id = ?",
} as const;

/** The columns of a request that many hosts share, by the names they have in the ledger. */
export const SHARED_COLUMNS: readonly string[] = [...PLANNED, ...BECAME, ...INPUT, "is_about_list"];

/** A request and its first row with the columns {@linkcode SHARED_COLUMNS}. */
export type SharedRequest = LedgerRecord;

/** A ledger whose requests are also kept elsewhere: one host has all of them, another only those it works on. */
export class SharedLedger extends Ledger {
  /** All requests in order, in pages; what changes meanwhile may be read before or after. */
  *sharedRequests(): Generator<readonly SharedRequest[], void, undefined> {
    for (let after = 0;;) {
      const page = this.tables.all(SHARED_SQL.after, after);
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      after = Number(last["id"]);
    }
  }

  /** Takes in requests that this ledger does not have. */
  load(requests: readonly SharedRequest[]): void {
    this.tables.transact(() => {
      for (const request of requests) {
        const { id = null, first_row = null, is_about_list } = request;
        const input = INPUT.map((name) => request[name] ?? null);
        this.tables.run(SHARED_SQL.putRequest, ...[...PLANNED, ...BECAME].map((name) => request[name] ?? null));
        this.tables.run(SHARED_SQL.putRow, first_row, ...input, is_about_list === 1 ? null : id);
      }
    });
  }

  /** Takes over what became of requests elsewhere. */
  follow(requests: readonly SharedRequest[]): void {
    this.tables.transact(() => {
      for (const request of requests) {
        const values = ["idempotency_key", "round", ...BECAME, "id"].map((name) => request[name] ?? null);
        this.tables.run(SHARED_SQL.follow, ...values);
      }
    });
  }

  /** How often a request was sent, how many of these attempts may have run with its key, and when the last began. */
  countedOf(id: number): { readonly attempts: number; readonly billable: number; readonly startedAt: string | null } {
    const { attempts, billable, started_at = null } = this.tables.get(SHARED_SQL.counted, id) ?? {};
    const startedAt = started_at === null ? null : String(started_at);
    return { attempts: Number(attempts), billable: Number(billable), startedAt };
  }
}
