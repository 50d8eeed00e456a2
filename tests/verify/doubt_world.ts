/** Companies of which something is missing or doubted that the other made worlds have: a currency, prices, shares, their own bars. */
import type { Bar, Dataset } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { FiledFact } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";
import { heldTexts } from "../held_texts.ts";
import { walk } from "../made_prices.ts";
import { madeText, spoken } from "../made_text.ts";
import { madeReports, type Reporting } from "./made_reports.ts";

/** Its day, long after the bars of ENDS. */
const LAST = "2020-12-31";
const SOURCE = { id: "made.csv", title: "Made of random numbers", sha256: "0" };

/** BARE states no currency, HALF and SAME have one series, LEAP falls far on a day of heavy trade. */
const PRICED: Readonly<Record<string, { readonly currency?: string; readonly bars: readonly Bar[] }>> = {
  BARE: { currency: "", bars: barsOf(1) },
  MORE: { bars: barsOf(2) },
  HALF: { bars: barsOf(3) },
  SAME: { bars: barsOf(3) },
  LEAP: { bars: barsOf(4).map((bar, at, all) => at < all.length - 9 ? bar : leapt(bar, at === all.length - 9)) },
  ENDS: { bars: barsOf(5).filter(({ date }) => date < "2020-06-01") },
};

/** MORE's closes seem to be of other shares, ENDS filed nothing since its bars ended, GONE has no prices at all. */
const REPORTING: readonly Reporting[] = [
  { ticker: "BARE", by: "years" },
  { ticker: "MORE", by: "years", change: withFloat },
  { ticker: "ENDS", by: "quarters", until: 2018 },
  { ticker: "GONE", by: "quarters" },
];

/** Companies of which a figure is missing, or doubted, for each such reason. */
export function doubtWorld(): Dataset {
  const series = Object.entries(PRICED).map(([ticker, { currency = "USD", bars }]) =>
    seriesOf({ ticker, frequency: "daily", basis: "price", currency, source: SOURCE.id }, bars)
  );
  return createDataset({
    ...{ name: "Doubts", notice: "Made up.", sources: [SOURCE], series },
    companies: [...Object.keys(PRICED), "GONE"].map((ticker) => ({ ticker, name: `${ticker} Holdings Inc.` })),
    records: madeReports(REPORTING),
    texts: [heldTexts("ENDS", [madeText({ kind: "call", day: "2020-03-10", text: spoken({ positive: 9 }) })])],
  });
}

/** What they are asked. */
export const DOUBT_QUESTIONS: readonly string[] = [
  ...[...Object.keys(PRICED), "GONE"].map((ticker) => `Analyse ${ticker}`),
  "Compare BARE, MORE and HALF",
  "What is BARE's P/E?",
  "What is MORE's P/E?",
  "When did GONE file its last 10-K?",
  "What was LEAP's close on 2020-12-25?",
];

function barsOf(seed: number): readonly Bar[] {
  return walk("MADE", { first: "2018-01-02", last: LAST, seed });
}

/** Less by far more than any day's move, on a day that trades ten times as much as the others. */
function leapt(bar: Bar, isDay: boolean): Bar {
  return { date: bar.date, close: 0.5 * bar.close, volume: (bar.volume ?? 0) * (isDay ? 20 : 1) };
}

/** A public float on the cover that is many times what all shares cost. */
function withFloat(fact: FiledFact): readonly FiledFact[] {
  const float = { ...fact, tag: "dei/EntityPublicFloat", unit: "USD", value: fact.value * 10_000 };
  return fact.tag.startsWith("dei/") ? [fact, float] : [fact];
}
