import { createAnalyst } from "../src/agent/analyst.ts";
import type { Agent } from "../src/agent/ports.ts";
import type { Dataset } from "../src/data/dataset.ts";
import type { DoneOutcome } from "../src/run/outcome.ts";
import { RowComparer } from "../src/run/ranks.ts";
import { type ThesisRow, toThesisRow } from "../src/run/thesis_row.ts";
import { verify } from "../src/verify/verify.ts";

const none = (what: string) => () => Promise.reject(new Error(`Cannot ${what}: no files are made here`));

/** The analyst over a dataset, without files: what a screen of it asks. */
export function nightAgent(dataset: Dataset): Agent {
  return createAnalyst({
    ...{ dataset, verify, runCode: none("run code"), storeFile: none("store a file") },
    ...{ drawPriceChart: none("draw"), drawItemChart: none("draw") },
  });
}

/** The rows of a run about a list of tickers on a day, as their comparison reads them. */
export async function nightRows(agent: Agent, tickers: readonly string[], asOf: string): Promise<readonly ThesisRow[]> {
  const outcomes: DoneOutcome[] = [];
  const ranks = new RowComparer(tickers.length);
  for (const [at, ticker] of tickers.entries()) {
    const outcome = await outcomeOf(agent, { row: at + 1, ticker, asOf });
    outcomes.push(outcome);
    ranks.add({ ...outcome.result.metadata, asOf: outcome.result.metadata?.as_of });
  }
  return outcomes.map((outcome) => toThesisRow(ranks.rank(outcome)));
}

async function outcomeOf(
  agent: Agent,
  { row, ticker, asOf }: { readonly row: number; readonly ticker: string; readonly asOf: string },
): Promise<DoneOutcome> {
  const input = `Analyse ${ticker}`;
  for await (const step of agent({ input, asOf, files: false, signal: new AbortController().signal })) {
    if (step.kind !== "conclusion" || step.conclusion.kind !== "thesis") continue;
    return {
      ...{ status: "done", input: { row, line: row + 1, ticker, cells: [ticker] }, result: step.conclusion.result },
      asked: { request: { input }, identity: `${row}`, idempotencyKey: `${row}`, attempts: 1 },
      files: [],
    };
  }
  throw new TypeError(`no thesis about ${ticker}`);
}
