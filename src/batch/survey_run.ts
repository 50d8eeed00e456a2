import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { RunCounts } from "../run/counts.ts";
import type { ManifestFile } from "../run/manifest.ts";
import type { SavedFile } from "../run/outcome.ts";
import { type Comparison, RowComparer } from "../run/ranks.ts";
import { inTurns } from "./in_turns.ts";
import { type LedgerReader, statusOf } from "./ledger_reader.ts";
import type { LedgerRecord } from "./ledger_rows.ts";
import type { RequestState } from "./ledger_schema.ts";

/** What must be known of all rows before the first can be written. */
export interface Survey {
  readonly counts: RunCounts;
  readonly others: Comparison;
  readonly downloads: readonly ManifestFile[];
}

const ROWS = "SELECT r.row, q.first_row, q.identity, q.state, q.attempts, q.files, " +
  "CASE WHEN q.state IN ('done', 'partial') THEN q.result END AS result " +
  "FROM rows r LEFT JOIN requests q ON q.id = r.request WHERE r.row > ? ORDER BY r.row LIMIT 512";

/** Goes through a run once; what rows share is counted once. */
export async function surveyRun(reader: LedgerReader, signal: AbortSignal): Promise<Survey> {
  const requests = reader.requestsByState();
  const others = new RowComparer((requests.get("done") ?? 0) + (requests.get("partial") ?? 0));
  const statuses = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
  const sums = { rows: 0, requests: 0, attempts: 0, files: 0, claimsTotal: 0, claimsVerified: 0 };
  const downloads: ManifestFile[] = [];
  for await (const record of inTurns(reader.pages(ROWS), signal)) {
    const row = Number(record["row"]);
    sums.rows++;
    statuses[record["state"] === null ? "invalid" : statusOf(String(record["state"]) as RequestState)]++;
    const isFirst = row === record["first_row"];
    if (isFirst) {
      sums.requests++;
      sums.attempts += Number(record["attempts"]);
    }
    if (typeof record["result"] !== "string") continue;
    const result = JSON.parse(record["result"]) as ReasoningResult;
    others.add({ row, identity: String(record["identity"]), result });
    if (!isFirst) continue;
    const saved = filesOf(record);
    sums.files += saved.length;
    sums.claimsTotal += result.metadata?.verification?.claims_total ?? 0;
    sums.claimsVerified += result.metadata?.verification?.claims_verified ?? 0;
    for (const { path, bytes, sha256 } of saved) downloads.push({ path, bytes, sha256 });
  }
  return { counts: { ...sums, statuses }, others, downloads };
}

function filesOf({ files }: LedgerRecord): readonly SavedFile[] {
  return typeof files === "string" ? JSON.parse(files) as SavedFile[] : [];
}
