/** Made companies with columns of a caller's own tables. */
import { dayNumber } from "../../src/calendar/day.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Bar, Dataset } from "../../src/data/dataset.ts";
import type { OwnColumn } from "../../src/data/own_column.ts";
import { seriesOf } from "../../src/data/series.ts";
import { tradingDays } from "../trading_days.ts";

/** Their tickers. */
export const OWNED = ["AAPL", "MSFT", "IBM", "KO", "PEP", "JPM", "BAC", "XOM", "CVX", "GE", "BA"];
const SOURCE = { id: "made.csv", title: "Made", sha256: "0" };
const TABLE = { id: "own/scores.csv", title: "Own table own/scores.csv", sha256: "1" };
const days = tradingDays("2016-01-04", 520);
/** Its last day. */
export const LAST_OWN_DAY = days.at(-1) ?? "";

/** A column of which each row is known a day later. */
export function ownColumn(
  ticker: string,
  name: string,
  rows: readonly (readonly [day: string, value: number])[],
): OwnColumn {
  const at = Int32Array.from(rows, ([day]) => dayNumber(day));
  const values = Float64Array.from(rows, ([, value]) => value);
  return { name, ticker, days: at, known: at.map((day) => day + 1), values, source: TABLE.id };
}

/** The companies with these columns. */
export function ownWorld(own: readonly OwnColumn[]): Dataset {
  return createDataset({
    ...{ name: "Made", notice: "Made up.", sources: [SOURCE, TABLE], own },
    companies: OWNED.map((ticker) => ({ ticker, name: ticker === "AAPL" ? "Apple Inc." : `${ticker} Corp.` })),
    series: OWNED.map((ticker, at) =>
      seriesOf(
        { ticker, frequency: "daily", basis: "price", currency: "USD", source: SOURCE.id },
        days.map((date, on): Bar => ({ date, close: 100 + at + 10 * Math.sin(on / (20 + at)) })),
      )
    ),
  });
}

/** A column of each of them. */
export const SCORED: readonly OwnColumn[] = OWNED.map((ticker, at) =>
  ownColumn(ticker, "scores.my_factor", [["2016-03-01", 2], ["2017-03-01", at], ["2017-06-01", 1.5 * at - 3]])
);
/** Five columns of one company. */
export const MORE: readonly OwnColumn[] = ["a_1", "b_2", "c_3", "d_4", "e_5"].map((name, at) =>
  ownColumn("AAPL", `s.${name}`, [["2017-01-03", at]])
);

/** In a world of both, of which the first have a sign, these say all that is said of own columns. */
export const OWN_QUESTIONS: readonly string[] = [
  ...OWNED.map((ticker) => `Analyse ${ticker}`),
  ...["Compare AAPL and BA", "my_factor of PEP"],
  ...["my_factor of MSFT over 2017", "my_factor of MSFT over 2016-01", "What is s.a_1 of BA?"],
  ...["Rank AAPL, MSFT and KO by my_factor", "Which of KO and MSFT has the lowest my_factor?"],
];
