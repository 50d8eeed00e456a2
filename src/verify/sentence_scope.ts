import type { Draft, Saying } from "../data/claim.ts";
import { onceEach } from "../data/once_each.ts";
import { type List, type Phrase, piecesOf } from "../data/phrases/phrase.ts";
import { aboutOf } from "../data/slot.ts";
import { comparedValue, figureOf, measureScore } from "./figures.ts";
import { bandOf } from "./band.ts";
import { judgement } from "./judgements.ts";
import type { Ground } from "./knowledge.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type About, type AboutKind, readAbout } from "../data/about.ts";

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

/** Beside metrics what companies are ranked by. */
const RANKED: readonly AboutKind[] = ["span", "criteria"];
/** Slots that name the companies of a phrase, or say that none is left out. */
const SETTLED: readonly string[] = ["ticker", "name", "companies", "complete"];

/**
 * Holds the companies of a sentence against those of its answer. A sentence that names no single company speaks of all of
 * them ("of these", "for all of them", "the highest"), so it may pass over only those that lack what it ranks.
 * @param saying Untrusted.
 * @returns What is wrong; `undefined` when it is about the right ones.
 */
export function wrongCompanies(saying: Saying, ground: Ground): string | undefined {
  const { companies, knowledge: { vocabulary: { phrases, metrics } } } = ground;
  const phrase = Object.hasOwn(phrases, saying.phrase) ? phrases[saying.phrase] : undefined;
  if (phrase === undefined) return undefined;
  const wrong = problemOfAnswer(ground);
  if (wrong !== undefined) return wrong;
  const stranger = tickersIn(saying).find((ticker) => !companies.includes(ticker));
  if (stranger !== undefined) return `${stranger} is no company of the answer`;
  if (new Set(saying.about).size < saying.about.length) return "a company counts twice";
  if (piecesOf(phrase).some((piece) => "slot" in piece && SETTLED.includes(piece.slot))) return undefined;
  const of = readAbout(saying.of ?? phrase.of ?? "");
  const isRanked = of?.kind === "metric" ? Object.hasOwn(metrics, of.metric) : of && RANKED.includes(of.kind);
  const ranked = isRanked ? of : undefined;
  const passed = companies.find((ticker) => !saying.about.includes(ticker) && hasValue(ticker, ranked, ground));
  return passed === undefined ? undefined : `"${saying.phrase}" passes over ${passed}`;
}

/** An answer is about companies of the data, each once: what is highest, or a mean, depends on them. */
export function problemOfAnswer({ companies, given }: Ground): string | undefined {
  if (new Set(companies).size < companies.length) return "the answer is about a company twice";
  const known = tickersOf(given);
  const stranger = companies.find((ticker) => !known.has(ticker));
  return stranger === undefined ? undefined : `${stranger} is no company of the data`;
}

const tickersOf = onceEach(({ companies }: DatasetView) => new Set(companies.map(({ ticker }) => ticker)));

/** Whom a sentence and its parts are about. */
function tickersIn({ about, parts }: Saying): readonly string[] {
  return [...about, ...Object.values(parts).flat().flatMap(tickersIn)];
}

/** Whether a company has what is ranked; where nothing is, every company counts. */
function hasValue(ticker: string, ranked: About | undefined, ground: Ground): boolean {
  if (ranked === undefined) return true;
  const subject = ground.subject(ticker);
  return subject !== undefined && comparedValue(ranked, subject, ground) !== undefined;
}
