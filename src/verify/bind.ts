import type { Claim } from "../data/claim.ts";
import { claimsOfFigure } from "./claims_of_figure.ts";
import { isNamed, strangersIn, type Subjects } from "./naming.ts";
import { type Figure, plainMarks } from "./scan.ts";
import type { Sentence } from "./sentence.ts";

/** What came of binding one sentence. */
export interface Binding {
  /** Figures, names and claims looked at. */
  readonly total: number;
  /** Figures and names of the sentence that no claim answers for, as they stand there. */
  readonly unbound: readonly string[];
  /** Claims that the sentence does not show, or shows under another name. */
  readonly unshown: readonly string[];
}

/** A figure with the claims that it may stand for. */
type Bound = readonly [Figure, readonly Claim[]];

/**
 * Binds each figure and each name of a sentence to a claim of that sentence, and each claim to what is shown.
 *
 * Claims stand in the order in which the sentence shows them, so that two figures that change places are caught.
 * @param sentence The finished sentence, taken apart.
 * @param subjects Who the answer is about.
 * @returns Nothing unbound and nothing unshown when the sentence says what its claims say.
 */
export function bind(sentence: Sentence, subjects: Subjects): Binding {
  const { plain, mentions, figures, claims } = sentence;
  const bound = figures.map((figure): Bound => [figure, claimsOfFigure(figure, sentence)]);
  const free = bound.filter(([, own]) => own.length === 0).map(([{ start, end }]) => plain.slice(start, end));
  const strangers = strangersIn(sentence, subjects);
  const shown = shownInOrder(claims, bound, plain);
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

function shownInOrder(claims: readonly Claim[], bound: readonly Bound[], plain: string): ReadonlySet<Claim> {
  const found = new Set<Claim>();
  let last = -1;
  for (const claim of claims) {
    const next = bound.findIndex(([figure, own], at) =>
      at > last && own.includes(claim) && covers(claim, figure, plain)
    );
    if (next < 0) continue;
    found.add(claim);
    last = next;
  }
  return found;
}

/** Claims whose measure is named out of their order: the names of two measures changed places. */
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

/** Whether `shown` stands there, with the figure's sign, digits and per cent inside it. */
function covers(claim: Claim, { kind, digitsStart, digitsEnd, end }: Figure, plain: string): boolean {
  const shown = plainMarks(claim.shown);
  // the last place to begin at or before the figure is the only one that can cover it
  const at = plain.lastIndexOf(shown, digitsStart);
  return shown !== "" && at >= 0 && at + shown.length >= (kind === "percent" ? end : digitsEnd);
}
