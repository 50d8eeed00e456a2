import type { ThesisRow } from "../run/thesis_row.ts";
import { claimChanges } from "./claim_changes.ts";
import type { ChangeKind, RowChange, ThesisSide } from "./comparison.ts";
import { type ChangedPoints, changedPoints } from "./match_points.ts";
import type { RowPair } from "./match_rows.ts";
import { CHANGE_KINDS, rankMove } from "./weight.ts";

/** The percentile of a score in its run. */
type PlaceOf = (score: number) => number | undefined;

/** The percentiles of both runs. */
export interface ThesisPlaces {
  readonly before: PlaceOf;
  readonly after: PlaceOf;
}

/** Smallest move in percentile points that counts as a change. */
const MIN_RANK_MOVE = 20;
/** Tolerance for percentiles in binary floating point. */
const ROUNDING = 1e-9;
/** A chance of a fall counts as changed when it crosses this. */
const DRAWDOWN_LINE = 0.25;

/** Whether a row has a thesis. */
export function hasThesisRow(row: ThesisRow | undefined): row is ThesisRow {
  return row?.status === "done" || row?.status === "partial";
}

/**
 * Compares one name.
 * @param pair The row in both runs; at least one side exists.
 * @param places The percentiles of both runs.
 * @returns `undefined` without a change.
 */
export function compareRows(pair: RowPair, places: ThesisPlaces): RowChange | undefined {
  const { before, after } = pair;
  if (!hasThesisRow(before)) return hasThesisRow(after) ? oneSided(pair, { kind: "new", places }) : undefined;
  if (!hasThesisRow(after)) return oneSided(pair, { kind: "gone", places });
  const sides = { before: sideOf(before, places.before), after: sideOf(after, places.after) };
  const points = changedPoints(before, after);
  const kinds = CHANGE_KINDS.filter((kind) => TESTS[kind]?.(sides, points) ?? false);
  if (kinds.length === 0) return undefined;
  return {
    ...{ ticker: after.ticker, company: after.company ?? before.company, kinds, ...sides },
    newDrivers: points.newDrivers.map(({ text }) => text),
    vanishedDrivers: points.vanishedDrivers.map(({ text }) => text),
    newRisks: points.newRisks.map(({ text }) => text),
    vanishedRisks: points.vanishedRisks.map(({ text }) => text),
    claims: claimChanges({ before, after }, { kinds, points }),
  };
}

/** A row in both runs. */
interface Sides {
  readonly before: ThesisSide;
  readonly after: ThesisSide;
}

const TESTS: Readonly<Partial<Record<ChangeKind, (sides: Sides, points: ChangedPoints) => boolean>>> = {
  flipped: ({ before, after }) => direction(before) !== direction(after),
  drawdown_crossed: ({ before, after }) => isAcross(before.drawdownProbability, after.drawdownProbability),
  rank_moved: (sides) => Math.abs(rankMove(sides)) >= MIN_RANK_MOVE - ROUNDING,
  risks: (_, { newRisks, vanishedRisks }) => newRisks.length + vanishedRisks.length > 0,
  drivers: (_, { newDrivers, vanishedDrivers }) => newDrivers.length + vanishedDrivers.length > 0,
};

function direction({ signal = "" }: ThesisSide): string {
  return signal.trim().toLowerCase();
}

function isAcross(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return (before >= DRAWDOWN_LINE) !== (after >= DRAWDOWN_LINE);
}

/** A change of a name that only one run has a thesis for; it lists no texts, because all of them are new or gone. */
function oneSided(
  { before, after }: RowPair,
  { kind, places }: { readonly kind: "new" | "gone"; readonly places: ThesisPlaces },
): RowChange {
  return {
    ...{ ticker: after?.ticker ?? before?.ticker ?? "", company: after?.company ?? before?.company, kinds: [kind] },
    before: before && sideOf(before, places.before),
    after: after && sideOf(after, places.after),
    ...{ newDrivers: [], vanishedDrivers: [], newRisks: [], vanishedRisks: [], claims: [] },
  };
}

function sideOf(row: ThesisRow, placeOf: PlaceOf): ThesisSide {
  const { row: number, status, signal, confidence, score, rank, drawdownProbability, asOf } = row;
  const percentile = score === undefined ? undefined : placeOf(score);
  return { row: number, status, signal, confidence, score, rank, percentile, drawdownProbability, asOf };
}
