import type { Claim } from "../data/claim.ts";
import { claimsOfFigure } from "./claims_of_figure.ts";
import { isNamed, strangersIn, type Subjects } from "./naming.ts";
import { type Figure, plainMarks } from "./scan.ts";
import type { Sentence } from "./sentence.ts";

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
