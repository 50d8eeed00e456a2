import type { VerificationClaim } from "../protocol/verification.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { RowEvent } from "./comparison.ts";
import { foldTicker } from "./match_rows.ts";

/** Standardised unexpected earnings (SUE) above this are a beat. */
const MIN_BEAT = 1;
const SURPRISE = "sue";
const INSIDER_TRANSACTION = "insider_transaction";
/** Transaction code of Form 4: open-market purchase. */
const PURCHASE = "P";

/**
 * Finds events in the claims of a run.
 * @param rows Its rows.
 * @param known Rows of the earlier run.
 * @returns In the order of the rows; each claim of a ticker once, without claims of the earlier run.
 */
export function eventsIn(rows: Iterable<ThesisRow>, known: Iterable<ThesisRow> = []): readonly RowEvent[] {
  const carried = new Set(
    Array.from(eventsOf(known), (event) => JSON.stringify([...nameOf(event), ...stateOf(event)])),
  );
  const told = new Set<string>();
  const events: RowEvent[] = [];
  for (const event of eventsOf(rows)) {
    const name = JSON.stringify(nameOf(event));
    const isCarried = carried.has(JSON.stringify([...nameOf(event), ...stateOf(event)]));
    if (!told.has(name) && !isCarried) events.push(event);
    told.add(name);
  }
  return events;
}

/** Whether a claim reports an event, so that an alert tells it whole. */
export function isEvent(claim: VerificationClaim): boolean {
  return kindOf(claim) !== undefined;
}

function* eventsOf(rows: Iterable<ThesisRow>): Generator<RowEvent, void, undefined> {
  for (const { ticker, row, claims } of rows) {
    for (const claim of claims) {
      const kind = kindOf(claim);
      if (kind !== undefined) yield { kind, ticker, row, claim };
    }
  }
}

function kindOf({ metric, value, transaction_code }: VerificationClaim): RowEvent["kind"] | undefined {
  if (metric === SURPRISE && Number(value) > MIN_BEAT) return "EARNINGS_BEAT";
  return metric === INSIDER_TRANSACTION && transaction_code === PURCHASE ? "INSIDER_BUY" : undefined;
}

/** A claim's id is unique only within an answer, so the ticker is part of the name. */
function nameOf({ ticker, claim }: RowEvent): readonly string[] {
  return [foldTicker(ticker), claim.id];
}

function stateOf({ claim: { as_of, value } }: RowEvent): readonly unknown[] {
  return [as_of, value];
}
