import type { RunSeries } from "../run/ticker_history.ts";
import { type ListRecord, listRecord } from "../score/list_record.ts";
import type { PricePort } from "../score/price_port.ts";
import { openHistory } from "./history/history.ts";
import { bySeries } from "./history/ticker_nights.ts";

/** The record of the runs that share list, service and question. */
export interface SeriesRecord {
  readonly series: RunSeries;
  readonly record: ListRecord;
}

/**
 * Scores what the history of a list says against prices, also of runs whose folders were removed.
 * @param prices Source of later prices.
 * @returns One for each list, service and question.
 */
export async function listRecords(folder: string, prices: PricePort): Promise<SeriesRecord[]> {
  const history = await openHistory(folder, { mayWrite: true });
  return history.read((parts) => {
    const all = parts.flatMap(({ store, runs }) => [...runs.values()].map((run) => ({ store, run })));
    return bySeries(all, ({ run }) => run.series).map(({ series, same }) => ({
      series,
      record: listRecord(same.flatMap(({ store, run }) => store.nightsOfRun(run)), prices),
    }));
  });
}
