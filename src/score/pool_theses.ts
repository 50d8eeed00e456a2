import type { ThesisRow } from "../run/thesis_row.ts";
import { entryDay } from "./forward_outcome.ts";
import type { PriceHistory, PricePort } from "./price_port.ts";
import type { ScoreReport } from "./score_report.ts";
import { thesisDay } from "./thesis_day.ts";

type Fields = "signal" | "confidence" | "score" | "drawdownProbability" | "askedAt" | "horizon";
/** What a row must have to be scored. */
type Scored = Pick<ThesisRow, Fields | "ticker" | "asOf" | "requestedAsOf">;

/** A thesis to score. */
export interface PooledThesis extends Pick<ThesisRow, Fields> {
  /** As the data spells it. */
  readonly ticker: string;
  /** Its day, `YYYY-MM-DD`. */
  readonly day: string;
  /** The prices of its company, the best series first. */
  readonly histories: readonly PriceHistory[];
}

/** The theses of several runs. */
export interface Pool extends Pick<ScoreReport, "rows" | "withoutThesis" | "withoutDay" | "repeated"> {
  /** In order of day and ticker, one per company and day. */
  readonly theses: readonly PooledThesis[];
}

/**
 * Pools the theses of runs. Of several theses with the same company and entry close, the one requested first counts,
 * regardless of the order of rows.
 * @param rows Of any number of runs.
 */
export function poolTheses(rows: Iterable<Scored>, prices: PricePort): Pool {
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

function toThesis(row: Scored, { day, prices }: { day: string; prices: PricePort }): PooledThesis {
  const ticker = prices.tickerOf(row.ticker);
  const { signal, confidence, score, drawdownProbability, askedAt, horizon } = row;
  const histories = prices.closesOf(ticker);
  return { ticker, day, histories, signal, confidence, score, drawdownProbability, askedAt, horizon };
}

/** Adds a thesis; false when its company and day already have one. */
function addFirst(first: Map<string, PooledThesis>, thesis: PooledThesis): boolean {
  const key = `${entryDay(thesis.histories, thesis.day) ?? thesis.day} ${thesis.ticker}`;
  const known = first.get(key);
  if (known === undefined || orderOf(thesis) < orderOf(known)) first.set(key, thesis);
  return known === undefined;
}

/** Sort key: time of the request, then every scored field, which makes the order deterministic. */
function orderOf({ askedAt, day, signal, confidence, score, drawdownProbability, horizon }: PooledThesis): string {
  return JSON.stringify([askedAt ?? "~", day, signal, confidence, score, drawdownProbability, horizon]);
}

function inOrder(one: PooledThesis, other: PooledThesis): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1;
  return one.ticker < other.ticker ? -1 : one.ticker > other.ticker ? 1 : 0;
}
