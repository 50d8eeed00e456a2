import type { ThesisRow } from "../run/thesis_row.ts";
import { entryDay } from "./forward_outcome.ts";
import type { PriceHistory, PricePort } from "./price_port.ts";
import { thesisDay } from "./thesis_day.ts";

type Fields = "signal" | "confidence" | "score" | "drawdownProbability" | "askedAt" | "horizon";

/** What is judged of a thesis. */
export interface PooledThesis extends Pick<ThesisRow, Fields> {
  /** As the data has it. */
  readonly ticker: string;
  /** Day it is about, `YYYY-MM-DD`. */
  readonly day: string;
  /** The prices of its company, the best series first. */
  readonly histories: readonly PriceHistory[];
}

/** The theses of several runs. */
export interface Pool {
  /** In order of day and ticker, one for each company and day. */
  readonly theses: readonly PooledThesis[];
  /** Rows that were looked at. */
  readonly rows: number;
  /** Rows without a thesis. */
  readonly withoutThesis: number;
  /** Theses that say no day. */
  readonly withoutDay: number;
  /** Theses of a company and day that another one counts for. */
  readonly repeated: number;
}

/**
 * Pools the theses of runs. Of several about one company and one close the one asked first counts, whatever the order
 * of the rows.
 * @param rows Of any number of runs.
 * @param prices Which company a ticker means, and where its closes are.
 */
export function poolTheses(rows: Iterable<ThesisRow>, prices: PricePort): Pool {
  const first = new Map<string, PooledThesis>();
  const counts = { rows: 0, withoutThesis: 0, withoutDay: 0, repeated: 0 };
  for (const row of rows) {
    counts.rows++;
    const day = thesisDay(row);
    if (row.signal === undefined) counts.withoutThesis++;
    else if (day === undefined) counts.withoutDay++;
    else if (!addFirst(first, toThesis(row, { day, prices }))) counts.repeated++;
  }
  return { ...counts, theses: [...first.values()].sort(inOrder) };
}

function toThesis(row: ThesisRow, { day, prices }: { day: string; prices: PricePort }): PooledThesis {
  const ticker = prices.tickerOf(row.ticker);
  const { signal, confidence, score, drawdownProbability, askedAt, horizon } = row;
  const histories = prices.closesOf(ticker);
  return { ticker, day, histories, signal, confidence, score, drawdownProbability, askedAt, horizon };
}

/** False when another thesis counts for both. */
function addFirst(first: Map<string, PooledThesis>, thesis: PooledThesis): boolean {
  const key = `${entryDay(thesis.histories, thesis.day) ?? thesis.day} ${thesis.ticker}`;
  const known = first.get(key);
  if (known === undefined || orderOf(thesis) < orderOf(known)) first.set(key, thesis);
  return known === undefined;
}

/** By when it was asked, then by all that is judged: equal ones are the same to us. */
function orderOf({ askedAt, day, signal, confidence, score, drawdownProbability, horizon }: PooledThesis): string {
  return JSON.stringify([askedAt ?? "~", day, signal, confidence, score, drawdownProbability, horizon]);
}

function inOrder(one: PooledThesis, other: PooledThesis): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1;
  return one.ticker < other.ticker ? -1 : one.ticker > other.ticker ? 1 : 0;
}
