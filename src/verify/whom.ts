import type { Saying } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type About, type AboutKind, readAbout } from "../data/about.ts";
import { onceEach } from "../data/once_each.ts";
import { piecesOf } from "../data/phrases/phrase.ts";
import { comparedValue } from "./figures.ts";
import type { Ground } from "./knowledge.ts";

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
export function problemOfWhom(saying: Saying, ground: Ground): string | undefined {
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
