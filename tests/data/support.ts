import type { Bar, Basis, Company, Frequency, PriceSeries } from "../../src/data/dataset.ts";
import { seriesOf } from "../../src/data/series.ts";
import { sharedPath } from "../needs.ts";
import { parse } from "../../src/text/csv_read.ts";

/** The 505 companies of the S&P 500 of 2017. */
export function readSp500(): Company[] {
  const [, ...rows] = parse(Deno.readTextFileSync(sharedPath("companies/nyse_securities_2017.csv")));
  return rows.map(({ cells }) => ({
    ticker: cells[0] ?? "",
    name: cells[1] ?? "",
    sector: cells[3] ?? "",
    cik: (cells[8] ?? "").padStart(10, "0"),
  }));
}

/** Rows of a CSV text as objects by the header. */
export function records(text: string): Record<string, string>[] {
  const [header, ...rows] = parse(text);
  const names = header?.cells ?? [];
  return rows.map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
}

/** Text of a gzip file. */
export async function readGzip(path: string): Promise<string> {
  const file = await Deno.open(path);
  return await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
}

/** A series of closes on consecutive days or months. */
export function series(
  ticker: string,
  { from, count, frequency = "daily", basis = "price" }: {
    from: string;
    count: number;
    frequency?: Frequency;
    basis?: Basis;
  },
): PriceSeries {
  const bars = Array.from({ length: count }, (_, at): Bar => {
    const day = new Date(`${from}T00:00:00Z`);
    if (frequency === "daily") day.setUTCDate(day.getUTCDate() + at);
    else day.setUTCMonth(day.getUTCMonth() + at);
    return { date: day.toISOString().slice(0, 10), close: 100 + at };
  });
  return seriesOf({ ticker, frequency, basis, currency: "USD", source: "test" }, bars);
}

/** The source that {@linkcode series} names. */
export const SOURCE = { id: "test", title: "Made for a test", sha256: "00" };
