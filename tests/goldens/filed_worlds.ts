/** The companies whose reports, notices and insiders the scripts beside this file made, each with some bars up to its day. */
import { nextSession, sessionBefore } from "../../src/calendar/exchange_days.ts";
import type { Bar, Dataset } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { filingKnown } from "../../src/data/filings/filing_known.ts";
import { inOrder, type InsiderRole, type InsiderTrade, NO_RECORDS, type Records } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";
import { filing, type Row, stored } from "../verify/made_filings.ts";
import FILED from "./filed_measures.json" with { type: "json" };
import RECORDS from "./record_measures.json" with { type: "json" };

/** A company of made records. */
export interface MadeCompany {
  readonly ticker: string;
  readonly day: string;
  readonly dataset: Dataset;
}

function rowOf(text: string): Row {
  const [tag = "", period = "", value] = text.split(" ");
  return [tag.replace(/^Entity/, "dei/$&"), period, Number(value)];
}

const factsOf = (
  reports: readonly { readonly form: string; readonly filed: string; readonly rows: readonly string[] }[],
) => inOrder(reports.flatMap(({ form, filed, rows }) => filing(form, filed, rows.map(rowOf))));

function company(
  { ticker, day }: Pick<MadeCompany, "ticker" | "day">,
  bars: Readonly<Record<string, readonly Bar[]>>,
  records: Records,
): MadeCompany {
  const series = Object.entries(bars).map(([ticker, bars]) =>
    seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: "made" }, bars)
  );
  const dataset = createDataset({
    name: "Made reports",
    notice: "",
    companies: [{ ticker, name: ticker, sector: "Energy" }],
    sources: [{ id: "made", title: "Made", sha256: "" }],
    ...(series.length > 1 && { benchmark: "MARKET" }),
    ...{ series, records: [stored(ticker, records)] },
  });
  return { ticker, day, dataset };
}

export const FILED_WORLDS = FILED.made.map(({ of, reports }) => {
  const [ticker = "", day = ""] = of.split(" ");
  const bars = FILED.closes.map((close, at) => ({
    date: new Date(Date.parse(day) - (FILED.closes.length - 1 - at) * 864e5).toISOString().slice(0, 10),
    close,
  }));
  return company({ ticker, day }, { [ticker]: bars }, { ...NO_RECORDS, facts: factsOf(reports) });
});

/** So many sessions up to a day. */
export function sessionsUntil(day: string, count = 300): readonly string[] {
  const days = [day];
  while (days.length < count) days.unshift(sessionBefore(days[0] ?? ""));
  return days;
}

/** Sessions and prices by the rule of `record_measures.py`. */
function madeBars() {
  const days = sessionsUntil(RECORDS.day);
  const own = days.map((date, at): Bar => {
    const cents = 4000 + 37 * at % 101 * 3 + 2 * at;
    return {
      ...{ date, close: cents / 100, low: (cents - 50) / 100, high: (cents + 60) / 100 },
      volume: 500 + 53 * at % 97,
    };
  });
  return { own, market: days.map((date, at) => ({ date, close: (9000 + 29 * at % 67 * 2 + at) / 100 })) };
}

const { own, market } = madeBars();

/** Companies with notices of results, splits and trades of insiders. */
export const RECORD_WORLDS = RECORDS.made.map(({ of: ticker, reports, filings, splits, trades }) => {
  const source = "made";
  return company({ ticker, day: RECORDS.day }, { [ticker]: own, MARKET: market }, {
    facts: factsOf(reports),
    filings: inOrder(filings.map((one, at) => {
      const filing = { ...one, items: one.items.split(" "), accession: `0000000008-24-00000${at}`, source };
      return { ...filing, known: filingKnown(filing) };
    })),
    splits: splits.map((split) => ({ ...split, known: split.day, source })),
    trades: inOrder(trades.map(({ roles, planned, amends, assumed, ...one }): InsiderTrade => ({
      ...{ ...one, roles: roles as readonly InsiderRole[], known: nextSession(one.filed), source },
      ...(planned === "yes" && { isPlanned: true }),
      ...(amends !== null && { amends }),
      ...(assumed && { isFilingAssumed: true }),
    }))),
  });
});
