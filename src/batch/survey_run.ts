import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { RunCounts } from "../run/counts.ts";
import type { ManifestFile } from "../run/manifest.ts";
import type { SavedFile } from "../run/outcome.ts";
import { type Comparison, RowComparer } from "../run/ranks.ts";
import type { LedgerReader } from "./ledger_reader.ts";
import type { LedgerRecord } from "./ledger_rows.ts";
import { inTurns } from "./in_turns.ts";

/** What must be known of all rows before the first can be written. */
export interface Survey {
  readonly counts: RunCounts;
  readonly others: Comparison;
  readonly downloads: readonly ManifestFile[];
}

const ROWS = "SELECT r.row, q.first_row, q.identity, q.attempts, q.files, " +
  "CASE WHEN q.state IN ('done', 'partial') THEN q.result END AS result " +
  "FROM rows r LEFT JOIN requests q ON q.id = r.request WHERE r.row > ? ORDER BY r.row LIMIT 512";

/** Goes through a run once; what rows share is counted once. */
export async function surveyRun(reader: LedgerReader, signal: AbortSignal): Promise<Survey> {
  const { rows, statuses } = reader.rowCounts();
  const sums = { requests: 0, attempts: 0, files: 0, claimsTotal: 0, claimsVerified: 0 };
  const others = new RowComparer(statuses.done + statuses.partial);
  const downloads: ManifestFile[] = [];
  for await (const record of inTurns(reader.pages(ROWS), signal)) {
    const row = Number(record["row"]);
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
  return { counts: { rows, ...sums, statuses }, others, downloads };
}

function filesOf({ files }: LedgerRecord): readonly SavedFile[] {
  return typeof files === "string" ? JSON.parse(files) as SavedFile[] : [];
}
