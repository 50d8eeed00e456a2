import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { RowComparer } from "../../run/ranks.ts";
import { FIRST_PAGE_ROWS, type LedgerReader, rowsInATurn } from "../ledger/ledger_reader.ts";
import { inTurns, type Turns } from "../../pace/yielding.ts";

/**
 * Figures of each thesis, a page of rows in one record: SQLite extracts them faster than the answers are parsed.
 * Scores are returned as JSON, because SQLite may parse a number to another last digit. Answers that are nested too
 * deeply for SQLite are returned whole.
 */
const FIGURES = "SELECT max(row) AS row, count(*) AS count, sum(octet_length(result)) AS bytes, " +
  "group_concat(CASE WHEN is_known THEN '[' || (result -> '$.metadata.score') || ',' || " +
  "coalesce(result -> '$.metadata.frequency', 'null') || ']' END) AS scores, " +
  "max(CASE WHEN is_known THEN result ->> '$.metadata.as_of' END) AS as_of, " +
  "json_group_array(result) FILTER (WHERE NOT is_known) AS whole " +
  "FROM (SELECT r.row, q.result, json_valid(q.result) AS is_known " +
  "FROM rows r LEFT JOIN requests q ON q.id = r.request AND q.state IN ('done', 'partial') " +
  "WHERE r.row > ? ORDER BY r.row LIMIT ?)";

const ANY_THESIS = "SELECT 1 FROM requests WHERE state IN ('done', 'partial') LIMIT 1";
/** Upper bound on the theses; an exact count would read an index of a million states in one turn. */
const LAST_ID = "SELECT coalesce(max(id), 0) AS id FROM requests";

/**
 * Reads from all theses what ranking the first row needs.
 * @throws What `turns` throws.
 */
export async function surveyRun(reader: LedgerReader, turns: Turns): Promise<RowComparer> {
  const others = new RowComparer(Number(reader.all(LAST_ID)[0]?.["id"]));
  if (reader.all(ANY_THESIS).length === 0) return others;
  for await (const { scores, asOf, whole } of inTurns(pagesOf(reader), turns, { every: 1 })) {
    others.add({ asOf });
    for (const { score, frequency } of scores) others.add({ score, frequency });
    for (const answer of whole) {
      const { metadata } = JSON.parse(answer) as ReasoningResult;
      others.add({ score: metadata?.score, asOf: metadata?.as_of, frequency: metadata?.frequency });
    }
  }
  return others;
}

/** Figures of a page of rows. */
interface Figures {
  readonly scores: readonly { readonly score: number; readonly frequency: string | undefined }[];
  readonly asOf: string | undefined;
  readonly whole: readonly string[];
}

function* pagesOf(reader: LedgerReader): Generator<Figures, void, undefined> {
  for (let after = 0, size = FIRST_PAGE_ROWS;;) {
    const [page = {}] = reader.all(FIGURES, after, size);
    const { row, count, bytes, scores, as_of, whole } = page;
    if (typeof row !== "number") return;
    yield {
      scores: listOf(`[${scores ?? ""}]`).flatMap((pair) => {
        const [score, frequency] = pair as readonly unknown[];
        return typeof score === "number" ? [{ score, frequency: frequency as string | undefined ?? undefined }] : [];
      }),
      asOf: typeof as_of === "string" ? as_of : undefined,
      whole: listOf(String(whole)).filter((answer) => typeof answer === "string"),
    };
    after = row;
    size = rowsInATurn(Number(bytes) / Number(count));
  }
}

function listOf(json: string): readonly unknown[] {
  return JSON.parse(json) as unknown[];
}
