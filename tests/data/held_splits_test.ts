import { deepEqual } from "../assert.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { type FiledFact, NO_RECORDS, type StockSplit } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";

const DAYS = ["2014-06-04", "2014-06-05", "2014-06-06", "2014-06-09", "2014-06-10", "2014-06-11"];
const SPLIT: StockSplit = { day: "2014-06-09", ratio: 7, known: "2014-06-09", source: "splits" };

/** As of a report that is known three sessions later, where nothing records it. */
const STATED: FiledFact = {
  ...{ tag: "us-gaap/StockholdersEquityNoteStockSplitConversionRatio1", unit: "pure", end: "2014-06-06", value: 7 },
  ...{ form: "10-Q", accession: "0000000001-14-000001", filed: "2014-06-10", known: "2014-06-11", source: "reports" },
};

const FILES = [
  { when: "goes on beyond it, adjusted", closes: [92, 92.5, 92.2, 93.7, 94.3, 93.9], asOf: "2014-06-06", held: [7] },
  { when: "goes on beyond it, not adjusted", closes: [644, 647, 645, 93.7, 94.3, 93.9], asOf: "2014-06-06", held: [] },
  { when: "is seen after it", closes: [92, 92.5, 92.2, 93.7, 94.3, 93.9], asOf: "2014-06-09", held: [] },
  { when: "ends before it", closes: [644, 647, 645], asOf: "2014-06-06", held: [] },
  {
    ...{ when: "goes on, adjusted, when a report states it", closes: [92, 92.5, 92.2, 93.7, 94.3, 93.9] },
    ...{ asOf: "2014-06-05", held: [7], isStated: true },
  },
  {
    ...{
      when: "is seen between its day and that of the report that states it",
      closes: [644, 647, 645, 93.7, 94.3, 93.9],
    },
    ...{ asOf: "2014-06-09", held: [7], isStated: true }, // the counts of reports are still of before it
  },
  {
    ...{ when: "goes on, not adjusted, when a report states it", closes: [644, 647, 645, 93.7, 94.3, 93.9] },
    ...{ asOf: "2014-06-05", held: [], isStated: true },
  },
  {
    ...{ when: "ends before a report states it", closes: [92, 92.5, 92.2, 93.7, 94.3] },
    ...{ asOf: "2014-06-05", held: [], isStated: true },
  },
] as const;

for (const { when, closes, asOf, held, ...more } of FILES) {
  Deno.test(`closes of a view ${held.length > 0 ? "hold" : "do not hold"} a split where their file ${when}`, () => {
    const name = { ticker: "AAA", frequency: "daily", basis: "price", currency: "USD", source: "a.csv" } as const;
    const dataset = createDataset({
      ...{ name: "Made", notice: "Made up.", companies: [{ ticker: "AAA", name: "AAA" }] },
      sources: [{ id: "a.csv", title: "Made up", sha256: "0" }],
      series: [seriesOf(name, closes.map((close, at) => ({ date: DAYS[at] ?? "", close })))],
      records: [{
        ...{ ticker: "AAA", shelves: ["splits"], first: SPLIT.known, last: SPLIT.known },
        load: () => "isStated" in more ? { ...NO_RECORDS, facts: [STATED] } : { ...NO_RECORDS, splits: [SPLIT] },
      }],
    });
    const view = dataset.at(asOf);
    const [series] = view.prices("AAA");
    deepEqual(series === undefined ? undefined : view.splitsHeld(series).map(({ ratio }) => ratio), [...held]);
  });
}
