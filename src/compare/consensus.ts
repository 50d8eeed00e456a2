import { isDay } from "../calendar/day.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { cellNumber, isBlankCell } from "../text/cell_number.ts";
import { excerpt } from "../text/control.ts";
import type { Consensus, RowEvent } from "./comparison.ts";
import { foldTicker } from "./match_rows.ts";

const EPS = "consensus_eps";
const PERIOD = "consensus_period";
const MAX_CELL_CHARS = 40;
/** Reports round earnings per share to cents, so that a smaller difference is none; the rest is slack of the sum. */
const IN_LINE = 0.005 + 1e-9;

/**
 * Judges a beat against the consensus that its row's own columns give.
 * @param event Of this row.
 * @param options The row, and the names of its cells.
 * @returns Nothing for another event, or where the list has none of the columns.
 */
export function consensusOf(
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
  if (!isDay(period)) return ownPast(`${PERIOD} "${excerpt(period, MAX_CELL_CHARS)}" is not a day like 2017-09-30`);
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
  if (eps === undefined && valuesOf("eps_reckoned").length > 0) {
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
