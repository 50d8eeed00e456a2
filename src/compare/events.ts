import type { VerificationClaim } from "../protocol/verification.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { Consensus, RowEvent } from "./comparison.ts";
import { foldTicker } from "./match_rows.ts";
import { isDay } from "../calendar/day.ts";
import { cellNumber, isBlankCell } from "../text/cell_number.ts";
import { excerpt } from "../text/control.ts";

/** Standardised unexpected earnings (SUE) above this are a beat. */
const MIN_BEAT = 1;
const SURPRISE = "sue";
const INSIDER_TRANSACTION = "insider_transaction";
/** Transaction code of Form 4: open-market purchase. */
const PURCHASE = "P";

/**
 * Finds the events of a run: those that the service reports and, where it reports none of any kind, those of its figures.
 * @param options Rows of the earlier run, and the names of the later one's columns.
 * @returns In the order of the rows; each event of a ticker once, without those of the earlier run.
 */
export function eventsIn(
  rows: Iterable<ThesisRow>,
  { known = [], header = [] }: { readonly known?: Iterable<ThesisRow>; readonly header?: readonly string[] } = {},
): readonly RowEvent[] {
  const carried = new Set(
    Array.from(eventsOf(known), (event) => JSON.stringify([...nameOf(event), ...stateOf(event)])),
  );
  const seen = new Set<string>();
  const events: RowEvent[] = [];
  for (const event of eventsOf(rows, header)) {
    const name = JSON.stringify(nameOf(event));
    const isCarried = carried.has(JSON.stringify([...nameOf(event), ...stateOf(event)]));
    if (!seen.has(name) && !isCarried) events.push(event);
    seen.add(name);
  }
  return events;
}

/** Whether a claim reports an event, so that an alert tells it whole. */
export function isEvent(claim: VerificationClaim): boolean {
  return kindOfClaim(claim) !== undefined;
}

function* eventsOf(
  rows: Iterable<ThesisRow>,
  header: readonly string[] = [],
): Generator<RowEvent, void, undefined> {
  for (const of of rows) {
    for (const event of eventsOfRow(of)) {
      const consensus = consensusOf(event, { row: of, header });
      yield consensus === undefined ? event : { ...event, consensus };
    }
  }
}

function* eventsOfRow({ ticker, row, claims, events }: ThesisRow): Generator<RowEvent, void, undefined> {
  for (const event of events ?? []) {
    const kind = event.kind === "EARNINGS_BEAT" || event.kind === "INSIDER_BUY" ? event.kind : undefined;
    if (kind !== undefined) {
      yield { kind, ticker: foldTicker(event.ticker) === foldTicker(ticker) ? ticker : event.ticker, row, event };
    }
  }
  if (events !== undefined) return; // its figures are of every day, its events of one
  for (const claim of claims) {
    const kind = kindOfClaim(claim);
    if (kind !== undefined) yield { kind, ticker, row, claim };
  }
}

function kindOfClaim({ metric, value, transaction_code }: VerificationClaim): RowEvent["kind"] | undefined {
  if (metric === SURPRISE && Number(value) > MIN_BEAT) return "EARNINGS_BEAT";
  return metric === INSIDER_TRANSACTION && transaction_code === PURCHASE ? "INSIDER_BUY" : undefined;
}

/** A claim's id is unique only within an answer, so the ticker is part of the name. */
function nameOf({ ticker, kind, event, claim }: RowEvent): readonly string[] {
  return [foldTicker(ticker), event === undefined ? claim?.id ?? "" : `${kind} ${event.day}`];
}

/** What makes an event of the same name another one: the figures of one day change from night to night, its day does not. */
function stateOf({ claim }: RowEvent): readonly unknown[] {
  return claim === undefined ? [] : [claim.as_of, claim.value];
}

const EPS = "consensus_eps";
const PERIOD = "consensus_period";
const MAX_CELL_CHARS = 40;
/** Reports round earnings per share to cents, so that a smaller difference does not count; the rest is slack of the sum. */
const IN_LINE = 0.005 + 1e-9;

/** Judges a beat against the consensus that its row's own columns give. */
function consensusOf(
  event: RowEvent,
  { row, header }: { readonly row: ThesisRow; readonly header: readonly string[] },
): Consensus | undefined {
  if (event.kind !== "EARNINGS_BEAT") return undefined;
  const [eps, period] = [EPS, PERIOD].map((name) => cellOf(name, row, header));
  if (eps === undefined && period === undefined) return undefined;
  if (eps === undefined) return ownPast(`the list has no column ${EPS}`);
  if (period === undefined) return ownPast(`the list has no column ${PERIOD}`);
  if (isBlankCell(eps)) return ownPast(`${EPS} is empty`);
  const expected = eps.includes("%") ? undefined : cellNumber(eps);
  if (expected === undefined) return ownPast(`${EPS} "${excerpt(eps, MAX_CELL_CHARS)}" is not a number`);
  if (!isDay(period)) return ownPast(`${PERIOD} "${excerpt(period, MAX_CELL_CHARS)}" is not a day like 2024-12-31`);
  return against({ expected, period }, event, row);
}

function against(
  { expected, period }: { readonly expected: number; readonly period: string },
  { event, ticker }: RowEvent,
  row: ThesisRow,
): Consensus {
  const company = foldTicker(event?.ticker ?? row.subject ?? ticker);
  if (![row.ticker, row.subject ?? ""].map(foldTicker).includes(company)) {
    return ownPast("the event is of another company than the row");
  }
  const valuesOf = (name: string) => {
    const figures = (event?.figures ?? []).filter(({ metric }) => metric === name).map(({ value }) => value);
    return [...new Set([...valuesIn(row, name, company), ...figures])];
  };
  const [quarter, ...others] = valuesOf("sue_quarter");
  if (quarter === undefined || others.length > 0) return ownPast("the answer does not name one quarter");
  if (quarter !== period) return ownPast(`${PERIOD} ${period} is not the quarter to ${excerpt(`${quarter}`, 40)}`);
  const [eps, ...more] = valuesOf("eps_quarter");
  if (eps === undefined && valuesOf("eps_derived").length > 0) {
    return ownPast("EPS of that quarter is computed from the year, not reported");
  }
  if (typeof eps !== "number" || more.length > 0) return ownPast("the answer states no EPS of that quarter");
  const [split] = valuesOf("split_day");
  if (split !== undefined) {
    return ownPast(
      `prices show a move on ${excerpt(`${split}`, 40)} that may be a split: EPS may be in other shares`,
    );
  }
  const above = eps - expected;
  const verdict = Math.abs(above) <= IN_LINE ? "in_line" : above > 0 ? "above" : "below";
  return { basis: "consensus", consensusEps: expected, eps, verdict };
}

/** Different values of a company's figure; a claim of which the id names another company is not its. */
function valuesIn({ claims }: ThesisRow, metric: string, company: string): readonly (number | string)[] {
  const own = claims.filter((claim) => claim.metric === metric);
  const isNamed = (id: string) => foldTicker(id) === `${company}.${foldTicker(metric)}`;
  const found = own.filter(({ id }) => isNamed(id) || !id.includes("."));
  return [...new Set(found.map(({ value }) => value))];
}

function cellOf(name: string, { cells }: ThesisRow, header: readonly string[]): string | undefined {
  const at = header.findIndex((one) => one.trim().toLowerCase() === name);
  return at < 0 ? undefined : (cells[at] ?? "").trim();
}

function ownPast(note: string): Consensus {
  return { basis: "own_past", note };
}
