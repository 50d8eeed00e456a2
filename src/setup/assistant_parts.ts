import { createDesks } from "../agent/desk.ts";
import { createTools } from "../agent/tools.ts";
import type { Dataset } from "../data/dataset.ts";
import type { AssistantParts } from "../mcp/assistant.ts";
import { VERIFY_TEXT } from "./verify_text_tool.ts";
import type { Difference, TellDifference } from "../agent/change_tool.ts";
import { changeWords } from "../compare/change_words.ts";
import { compareRows } from "../compare/compare_rows.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { type ThesisRow, toThesisRow } from "../run/thesis_row.ts";

/**
 * What assistants are answered with, from a dataset.
 * @param asOf Day of a question that names none, `YYYY-MM-DD`. Default: the dataset's own.
 */
export function assistantParts(dataset: Dataset, asOf?: string): AssistantParts {
  const desks = createDesks(dataset);
  return { tools: createTools({ tell: tellDifference, more: [VERIFY_TEXT] }), desk: (day) => desks(day ?? asOf), asOf };
}

const UNCHANGED: Difference = {
  summary: "unchanged",
  kinds: [],
  new_drivers: [],
  vanished_drivers: [],
  new_risks: [],
  vanished_risks: [],
  came_true: [],
  figures: [],
};

/** Compares two answers as two nights of a list are compared; there are no ranks, because there is no list. */
export const tellDifference: TellDifference = (ticker, { before, after }) => {
  const pair = { before: rowOf(ticker, before), after: rowOf(ticker, after) };
  const { change } = compareRows(pair, { before: () => undefined, after: () => undefined });
  if (change === undefined) return UNCHANGED;
  return {
    summary: changeWords(change),
    kinds: [...change.kinds],
    new_drivers: [...change.newDrivers],
    vanished_drivers: [...change.vanishedDrivers],
    new_risks: [...change.newRisks],
    vanished_risks: [...change.vanishedRisks],
    came_true: (change.cameTrue ?? []).map(({ metric, text }) => text ?? metric),
    figures: change.claims.map(({ metric, before, after }) => ({
      metric,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    })),
  };
};

/** An answer as the only row of a list. */
function rowOf(ticker: string, result: ReasoningResult): ThesisRow {
  const input = { row: 1, line: 1, ticker, cells: [ticker] };
  const asked = { request: {}, identity: "", idempotencyKey: "", attempts: 1 };
  return toThesisRow({ outcome: { status: "done", input, asked, result, files: [] }, warnings: [] });
}
