import type { SQLOutputValue } from "node:sqlite";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { RowComparer } from "../run/ranks.ts";
import { inTurns } from "./in_turns.ts";
import type { LedgerReader } from "./ledger_reader.ts";

/**
 * Two figures of each thesis. The database finds them in a third of the time it takes to make objects of the answers;
 * they come as JSON, because a number that it reads may differ from ours in its last digit. An answer that is nested
 * too deep for it comes whole.
 */
const FIGURES = "SELECT r.row, octet_length(q.result) AS weight, " +
  "CASE WHEN json_valid(q.result) THEN q.result -> '$.metadata.score' END AS score, " +
  "CASE WHEN json_valid(q.result) THEN q.result -> '$.metadata.as_of' END AS as_of, " +
  "CASE WHEN NOT json_valid(q.result) THEN q.result END AS whole " +
  "FROM rows r LEFT JOIN requests q ON q.id = r.request AND q.state IN ('done', 'partial') " +
  "WHERE r.row > ? ORDER BY r.row LIMIT ?";

/**
 * Learns of all theses what must be known before the first row can be written.
 * @throws The signal's reason, when it aborts.
 */
export async function surveyRun(reader: LedgerReader, signal: AbortSignal): Promise<RowComparer> {
  const requests = reader.requestsByState();
  const expected = (requests.get("done") ?? 0) + (requests.get("partial") ?? 0);
  const others = new RowComparer(expected);
  if (expected === 0) return others;
  for await (const page of inTurns(reader.pages(FIGURES), signal, { every: 1 })) {
    for (const { score, as_of, whole } of page) {
      others.add(typeof whole === "string" ? figuresOf(whole) : { score: numberOf(score), asOf: textOf(as_of) });
    }
  }
  return others;
}

function figuresOf(answer: string): { readonly score: number | undefined; readonly asOf: string | undefined } {
  const { metadata } = JSON.parse(answer) as ReasoningResult;
  return { score: metadata?.score, asOf: metadata?.as_of };
}

function numberOf(json: SQLOutputValue | undefined): number | undefined {
  const value: unknown = typeof json === "string" ? JSON.parse(json) : undefined;
  return typeof value === "number" ? value : undefined;
}

function textOf(json: SQLOutputValue | undefined): string | undefined {
  const value: unknown = typeof json === "string" ? JSON.parse(json) : undefined;
  return typeof value === "string" ? value : undefined;
}
