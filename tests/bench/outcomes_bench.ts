/**
 * Outcomes of the embedded analyst's theses after 63 trading days, over every S&P 500 name of the developers'
 * data, at dates that do not overlap, scored as by `deno task -q conviction score`. The README's paragraph on honesty quotes this.
 */
import { connect } from "conviction";
import { dayText } from "../../src/calendar/day.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { scoreTheses } from "../../src/score/score_runs.ts";
import { pricePort } from "../../src/setup/score_prices.ts";
import { blockLines } from "../../src/view/block_lines.ts";
import { scoreBlocks } from "../../src/view/score_blocks.ts";
import { missingSp500, sp500Folder } from "./sp500_folder.ts";

const HORIZON = 63;
/** A year of returns precedes the first thesis. */
const HISTORY = 253;
/** A name listed all the time: its days are those of the market. */
const CALENDAR = "AAPL";
const NO_LISTS = { cells: [], drivers: [], risks: [], claims: [], warnings: [], files: [], selected: [] };

/** Prints the score, or that the data is missing. */
export async function benchOutcomes(print: (line: string) => void): Promise<void> {
  const missing = missingSp500();
  if (missing !== undefined) return print(`Outcomes: NOT RUN, ${missing} is missing`);
  await using folder = await sp500Folder();
  for (const line of await score(folder.path)) print(line);
}

async function score(folder: string): Promise<string[]> {
  const dataset = await openFolder(folder);
  const report = scoreTheses(await askAll(dataset, folder), pricePort(dataset), { horizons: [HORIZON] });
  const runs = [{ folder: "of this bench", service: "embedded" }];
  const lines = blockLines(scoreBlocks(report, { runs, data: dataset.notice }), 120);
  return ["Outcomes", ...lines.map((line) => `  ${line}`.trimEnd())];
}

/** A thesis on each name at every 63rd trading day. */
async function askAll(dataset: Dataset, folder: string): Promise<ThesisRow[]> {
  const research = connect({ data: folder });
  const view = dataset.at(dataset.asOf);
  const days = Array.from(view.prices(CALENDAR)[0]?.days ?? [], dayText);
  const rows: ThesisRow[] = [];
  for (let at = HISTORY; at + HORIZON < days.length; at += HORIZON) {
    for (const { ticker } of view.companies) {
      const input = `Analyse the company listed under ticker "${ticker}"`;
      const row = { row: rows.length + 1, ticker, attempts: 1, ...NO_LISTS, requestedAsOf: days[at] };
      try {
        const { agent_thesis, metadata } = await research.reason({ input, metadata: { as_of: days[at] ?? "" } });
        const { score, drawdown_probability: drawdownProbability, as_of: asOf, horizon } = metadata ?? {};
        rows.push({ ...row, status: "done", ...agent_thesis, score, drawdownProbability, asOf, horizon });
      } catch {
        rows.push({ ...row, status: "failed" }); // not listed yet
      }
    }
  }
  return rows;
}
