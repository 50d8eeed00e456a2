import type { Claim, MetricId } from "../data/claim.ts";
import type { Figure } from "./scan.ts";
import type { Sentence } from "./sentence.ts";
import { LABELS } from "./terms.ts";

/** Tolerance for a value rounded to the last shown digit, which may be exactly half a step off. */
const HALF_STEP = 0.5 + 1e-9;
const RANK_BEFORE = /\d (?:out )?of (?:the )?$/;
const LABEL_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(${Object.keys(LABELS).join("|")}),?(?: is| was| of| at)?:? \(?$`,
  "iu",
);

/**
 * Finds the claims of a sentence that a figure may show: by value, unit, and position.
 * @param figure One of the sentence's figures.
 */
export function claimsOfFigure(figure: Figure, sentence: Sentence): readonly Claim[] {
  const labelled = metricsNamedBefore(sentence.plain.slice(0, figure.start));
  const fitting = sentence.claims.filter((claim) =>
    agrees(figure, claim, sentence.plain) && (labelled?.includes(claim.metric) ?? true)
  );
  return isBesideItsName(figure, sentence, fitting) ? fitting : [];
}

function metricsNamedBefore(text: string): readonly MetricId[] | undefined {
  if (RANK_BEFORE.test(text)) return ["peers"];
  return LABELS[LABEL_BEFORE.exec(text)?.[1]?.toLowerCase() ?? ""];
}

function agrees(figure: Figure, claim: Claim, plain: string): boolean {
  if (figure.kind === "date") return claim.unit === "date" && claim.value === plain.slice(figure.start, figure.end);
  if (typeof claim.value !== "number" || !isOfUnit(figure, claim)) return false;
  const value = claim.unit === "fraction" ? claim.value * 100 : claim.value;
  return Math.abs(value - figure.value) <= HALF_STEP * figure.step;
}

function isOfUnit({ kind, currency, signed, step, value }: Figure, claim: Claim): boolean {
  switch (claim.unit) {
    case "fraction":
      return kind === "percent";
    case "currency":
      return kind === "money" && currency === claim.currency;
    case "count":
      return kind === "number" && step === 1 && !signed;
    case "score":
      return kind === "number" && (signed || value === 0);
    case "ratio":
      return kind === "number";
    default:
      return false;
  }
}

/**
 * In a sentence about several companies, a figure belongs to the last name before it; in a sentence that
 * begins with a figure, to the first name after it. This detects swapped tickers.
 */
function isBesideItsName(figure: Figure, sentence: Sentence, fitting: readonly Claim[]): boolean {
  const isOfOne = ({ unit, entities }: Claim) => unit !== "date" && entities.length === 1;
  const subjects = new Set(sentence.claims.filter(isOfOne).flatMap(({ entities }) => entities));
  if (subjects.size < 2 || !fitting.every(isOfOne)) return true;
  const names = sentence.mentions.filter(({ tickers }) => tickers.some((ticker) => subjects.has(ticker)));
  const [first] = sentence.figures;
  const namesComeFirst = names.some(({ end }) => first !== undefined && end <= first.start);
  const name = namesComeFirst
    ? names.findLast(({ end }) => end <= figure.start)
    : names.find(({ start }) => start >= figure.end);
  return fitting.some(({ entities }) => entities.some((ticker) => name?.tickers.includes(ticker)));
}
