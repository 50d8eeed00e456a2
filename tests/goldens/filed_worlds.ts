/** The companies whose reports `filed_measures.py` made, each with some closes up to its day. */
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { inOrder, NO_RECORDS } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";
import { filing, type Row, stored } from "../verify/made_filings.ts";
import FILED from "./filed_measures.json" with { type: "json" };

function rowOf(text: string): Row {
  const [tag = "", period = "", value] = text.split(" ");
  return [tag.replace(/^Entity/, "dei/$&"), period, Number(value)];
}

export const FILED_WORLDS = FILED.made.map(({ of, reports }) => {
  const [ticker = "", day = ""] = of.split(" ");
  const facts = inOrder(reports.flatMap(({ form, filed, rows }) => filing(form, filed, rows.map(rowOf))));
  const bars = FILED.closes.map((close, at) => ({
    date: new Date(Date.parse(day) - (FILED.closes.length - 1 - at) * 864e5).toISOString().slice(0, 10),
    close,
  }));
  const dataset = createDataset({
    name: "Made reports",
    notice: "",
    companies: [{ ticker, name: ticker, sector: "Energy" }],
    sources: [{ id: "made", title: "Made", sha256: "" }],
    series: [seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: "made" }, bars)],
    records: [stored(ticker, { ...NO_RECORDS, facts })],
  });
  return { ticker, day, dataset };
});
