import type { CompanyEvent } from "../protocol/company_event.ts";
import type { VerificationClaim } from "../protocol/verification.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { RowEvent } from "./comparison.ts";
import { consensusOf } from "./consensus.ts";
import { foldTicker } from "./match_rows.ts";

/** Standardised unexpected earnings (SUE) above this are a beat. */
const MIN_BEAT = 1;
const SURPRISE = "sue";
const INSIDER_TRANSACTION = "insider_transaction";
/** Transaction code of Form 4: open-market purchase. */
const PURCHASE = "P";

/**
 * Finds the events of a run: those that the service reports and, where it reports none of any kind, those of its figures.
 * @param rows Its rows.
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
  const told = new Set<string>();
  const events: RowEvent[] = [];
  for (const event of eventsOf(rows, header)) {
    const name = JSON.stringify(nameOf(event));
    const isCarried = carried.has(JSON.stringify([...nameOf(event), ...stateOf(event)]));
    if (!told.has(name) && !isCarried) events.push(event);
    told.add(name);
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
    const kind = kindOf(event);
    if (kind !== undefined) yield { kind, ticker: spelled(event.ticker, ticker), row, event };
  }
  if (events !== undefined) return; // its figures are of every day, its events of one
  for (const claim of claims) {
    const kind = kindOfClaim(claim);
    if (kind !== undefined) yield { kind, ticker, row, claim };
  }
}

function kindOf({ kind }: CompanyEvent): RowEvent["kind"] | undefined {
  return kind === "EARNINGS_BEAT" || kind === "INSIDER_BUY" ? kind : undefined;
}

function kindOfClaim({ metric, value, transaction_code }: VerificationClaim): RowEvent["kind"] | undefined {
  if (metric === SURPRISE && Number(value) > MIN_BEAT) return "EARNINGS_BEAT";
  return metric === INSIDER_TRANSACTION && transaction_code === PURCHASE ? "INSIDER_BUY" : undefined;
}

/** As the list spells it; an answer may be about further companies. */
function spelled(ticker: string, listed: string): string {
  return foldTicker(ticker) === foldTicker(listed) ? listed : ticker;
}

/** A claim's id is unique only within an answer, so the ticker is part of the name. */
function nameOf({ ticker, kind, event, claim }: RowEvent): readonly string[] {
  return [foldTicker(ticker), event === undefined ? claim?.id ?? "" : `${kind} ${event.day}`];
}

/** What makes an event of the same name another one: the figures of one day change from night to night, its day does not. */
function stateOf({ claim }: RowEvent): readonly unknown[] {
  return claim === undefined ? [] : [claim.as_of, claim.value];
}
