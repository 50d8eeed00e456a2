import type { Claim } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { isNamed, strangersIn, type Subjects } from "./naming.ts";
import { type Figure, plainMarks } from "./scan.ts";
import type { Sentence } from "./sentence.ts";
import { LABELS } from "./terms.ts";

/** The result of binding one sentence. */
export interface Binding {
  /** Number of figures, names and claims checked. */
  readonly total: number;
  /** Figures and names of the sentence without a claim, as written. */
  readonly unbound: readonly string[];
  /** Claims that the sentence does not show, or shows under a wrong name. */
  readonly unshown: readonly string[];
}

/**
 * Binds each figure and name of a sentence to a claim of that sentence, and each claim to what is shown.
 *
 * Claims are in the order in which the sentence shows them, one for each figure, so that swapped figures
 * are detected.
 * @returns Empty `unbound` and `unshown` when the sentence matches its claims.
 */
export function bind(sentence: Sentence, subjects: Subjects): Binding {
  const { plain, mentions, figures, claims } = sentence;
  const bound = claimByFigure(sentence);
  const free = figures.filter((figure) => !bound.has(figure)).map(({ start, end }) => plain.slice(start, end));
  const strangers = strangersIn(sentence, subjects);
  const shown = new Set(bound.values());
  const displaced = displacedBy(sentence);
  const unshown = claims.filter((claim) =>
    !shown.has(claim) || displaced.has(claim) || !isNamed(claim, sentence, subjects)
  );
  return {
    total: figures.length + Math.max(mentions.length, strangers.length) + claims.length,
    unbound: [...free, ...strangers],
    unshown: unshown.map((claim) => `${claim.id} ${claim.shown}`),
  };
}

function claimByFigure(sentence: Sentence): ReadonlyMap<Figure, Claim> {
  const { figures, claims, plain } = sentence;
  const bound = new Map<Figure, Claim>();
  let next = 0;
  for (const figure of figures) {
    const fitting = claimsOfFigure(figure, sentence);
    const at = claims.findIndex((claim, k) => k >= next && fitting.includes(claim) && covers(claim, figure, plain));
    const claim = claims[at];
    if (claim === undefined) continue;
    bound.set(figure, claim);
    next = at + 1;
  }
  return bound;
}

/** Claims whose measures are named out of order, which means that two names are swapped. */
function displacedBy({ terms, claims }: Sentence): ReadonlySet<Claim> {
  const displaced = new Set<Claim>();
  let last = 0;
  for (const { metrics } of terms) {
    const isMeant = ({ metric, of }: Claim) => metrics.includes(of ?? metric);
    const next = claims.findIndex((claim, at) => at >= last && isMeant(claim));
    if (next >= 0) last = next;
    else claims.filter(isMeant).forEach((claim) => displaced.add(claim));
  }
  return displaced;
}

/** Whether `shown` is at the figure and covers its sign, digits and per cent sign. */
function covers(claim: Claim, { kind, digitsStart, digitsEnd, end }: Figure, plain: string): boolean {
  const shown = plainMarks(claim.shown);
  // only the last occurrence that begins at or before the figure can cover it
  const at = plain.lastIndexOf(shown, digitsStart);
  return shown !== "" && at >= 0 && at + shown.length >= (kind === "percent" ? end : digitsEnd);
}

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
function claimsOfFigure(figure: Figure, sentence: Sentence): readonly Claim[] {
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
