import type { VerificationClaim } from "../protocol/verification.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { isEvent } from "./events.ts";

/** Makes smaller copies of the rows of one run. */
export interface RowShrinker {
  /** Of a row that is compared with another run: all but the parts of its figures that nothing reads. */
  later(row: ThesisRow): ThesisRow;
  /** Of the other run's row: the same, without the texts that only a reader of that run looks at. */
  earlier(row: ThesisRow): ThesisRow;
  /** Of a row that is not compared: of its figures only events, and those that page and workbook show by themselves. */
  alone(row: ThesisRow): ThesisRow;
}

/** What drives drawdown risk, and the parts of the score. */
const SHOWN = /^(?:volatility(?:_recent)?|score_[a-z]+|within)$/;

/**
 * Figures are most of a row, and a comparison holds two runs: of 20,000 names each, rows take half the memory when they
 * are shrunk as they are read. Equal texts of figures become one text.
 */
export function createRowShrinker(): RowShrinker {
  const texts = new Map<string, string>();
  const shared = (text: string): string => {
    const known = texts.get(text) ?? text;
    texts.set(known, known);
    return known;
  };
  const shrunk = (claim: VerificationClaim) => isEvent(claim) ? claim : measureOf(claim, shared);
  const later = (row: ThesisRow): ThesisRow => ({ ...row, claims: row.claims.map(shrunk) });
  return {
    later,
    earlier: (row) => ({ ...later(row), reasoning: undefined, question: undefined }),
    alone: (row) => ({ ...row, claims: row.claims.filter((claim) => isEvent(claim) || SHOWN.test(claim.metric)) }),
  };
}

/** What a comparison reads of a figure. */
function measureOf({ id, metric, value, shown, unit }: VerificationClaim, shared: (text: string) => string) {
  return {
    id: shared(id),
    metric: shared(metric),
    value: typeof value === "string" ? shared(value) : value,
    ...shown === undefined ? {} : { shown: shared(shown) },
    ...unit === undefined ? {} : { unit: shared(unit) },
  };
}
