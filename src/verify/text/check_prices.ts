import { closeClaim } from "./check_closes.ts";
import { measureClaim } from "./check_measures.ts";
import { moveClaim, returnClaim } from "./check_returns.ts";
import { comparisonClaims } from "./compared_companies.ts";
import { type PriceContext, type PriceMarks, priceMarks } from "./price_marks.ts";
import type { CompanyPlace } from "./sentence_marks.ts";
import type { CheckedClaim } from "./text_report.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** What is decided on in a sentence about prices, and where. */
export function priceClaims(
  text: string,
  companies: readonly CompanyPlace[],
  context: PriceContext,
): readonly CheckedClaim[] {
  const marks = priceMarks(text, companies, context.view.asOf);
  if (marks === undefined) return [];
  const compared = comparisonClaims(marks, context);
  if (compared.length > 0) return compared;
  const found = marks.figures.flatMap((figure) => figureClaim(marks, figure, context) ?? []);
  const moves = marks.moves.flatMap((move) => moveClaim(marks, move, context) ?? []);
  return [...found, ...moves];
}

function figureClaim(marks: PriceMarks, figure: WrittenFigure, context: PriceContext): CheckedClaim | undefined {
  return measureClaim(marks, figure, context) ?? returnClaim(marks, figure, context) ??
    closeClaim(marks, figure, context);
}
