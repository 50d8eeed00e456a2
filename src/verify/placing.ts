import type { Draft, Saying } from "../data/claim.ts";
import { onceEach } from "../data/once_each.ts";
import type { List, Phrase } from "../data/phrases/phrase.ts";
import { aboutOf } from "../data/slot.ts";
import { figureOf, measureScore } from "./figures.ts";
import { bandOf } from "./band.ts";
import { judgement } from "./judgements.ts";
import type { Ground } from "./knowledge.ts";

/** Where a sentence stands, and on which side what it stands in argues, where it argues one. */
export interface Placed {
  readonly side?: Draft["side"] | undefined;
  readonly list: List;
  readonly ground: Ground;
}

/**
 * Whether a sentence may stand in a list of the answer. A sentence of evidence says by its list on which side it is: a
 * driver that is not marked supports the view, a risk contradicts it; of a neutral view, a risk speaks against the name.
 */
export function isPlaced(
  { about, parts }: Saying,
  { phrase, list, ground, side }: Placed & { readonly phrase: Phrase },
): boolean {
  if (!(phrase.lists ?? ["reasoning"]).includes(list)) return false;
  const isMarked = (parts["mark"] ?? []).length > 0;
  const of = aboutOf(phrase, undefined);
  if (of?.kind !== "metric" || phrase.parts?.["mark"] === undefined || isMarked) return true;
  const [subject] = about.flatMap((ticker) => ground.subject(ticker) ?? []);
  const score = subject && measureScore(of.metric, subject, ground);
  if (score === undefined) return false;
  const found = bandOf("side", score);
  if (side !== undefined) return found !== "neither" && (found === side) === (list === "drivers");
  return list === "drivers" ? maySupport(score, ground) : mayContradict(score, ground);
}

/** Of a view, what clearly points its way; without one, what is clearly on a side; of a neutral one nothing without a mark. */
function maySupport(score: number, ground: Ground): boolean {
  const view = viewOf(ground);
  if (view === undefined) return bandOf("side", score) !== "neither";
  return !view.isNeutral && bandOf("side", score) !== "neither" && score * view.score > 0;
}

function mayContradict(score: number, ground: Ground): boolean {
  const view = viewOf(ground);
  const way = view === undefined || view.isNeutral ? 1 : Math.sign(view.score) || 1;
  return bandOf("side", score * way) === "against";
}

interface View {
  readonly score: number;
  readonly isNeutral: boolean;
}

/** The view of the answer, made once; `undefined` without a score. */
const viewOf = onceEach((ground: Ground): View | undefined => {
  const subjects = ground.subjects();
  if (subjects.length === 0) return undefined;
  const score = figureOf({ metric: "score" }, subjects, ground);
  if (typeof score !== "number") return undefined;
  return { score, isNeutral: judgement("signal", { subjects, ground }) === "neutral" };
});
