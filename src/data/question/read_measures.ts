import { ASKABLE, FAMILIES, type MetricId, type Metrics } from "../metrics/metric.ts";
import { rowAsked } from "../metrics/price_rows.ts";
import type { Hit } from "../names/find_names.ts";
import type { Mentions } from "../names/mentions.ts";
import type { AskedMeasure } from "./asked.ts";
import { blanked, byStart, overlaps, type Place, placesOf } from "../../terms/places.ts";
import { BEST, END_WORDS, HIGHEST, LEAST, LOWEST, MEASURE_WORDS, type MeasureWords, WORST } from "./measure_words.ts";

/** A measure, and where a question names it. */
export interface FoundMeasure extends Place {
  readonly asked: AskedMeasure;
}

/** Measures by their names in results, like `trend_200d`. */
const IDS = ASKABLE.filter((id) => id.includes("_")).map((id) => [id, new RegExp(`\\b${id}\\b`, "g")] as const);

/** Characters before and after a measure in which a word like "highest" is of it. */
const BEFORE_CHARS = 28;
const AFTER_CHARS = 24;

/**
 * Finds the measures that a question asks for.
 * @param folded The question, folded, without names and times.
 * @returns Each place, in order.
 */
export function findMeasures(folded: string, text: string): readonly FoundMeasure[] {
  const found: FoundMeasure[] = [];
  let rest = folded;
  const names = MEASURE_WORDS.flatMap(({ words, isName }) => isName ? placesOf(rest, words) : []);
  const take = (
    { words, isName }: Pick<MeasureWords, "words" | "isName">,
    measureAt: (at: number, end: number) => Omit<AskedMeasure, "text">,
  ) => {
    const matches = placesOf(rest, words).filter((place) => !isName || !names.some((name) => isLonger(name, place)));
    for (const { start, end } of matches) {
      found.push({ start, end, asked: { text: text.slice(start, end).trim(), ...measureAt(start, end) } });
    }
    if (matches.length > 0) rest = blanked(rest, matches);
  };
  for (const [metric, words] of IDS) take({ words }, () => ({ metric }));
  for (const { metric, end, words } of END_WORDS) take({ words }, () => ({ metric, end }));
  for (const row of MEASURE_WORDS) {
    take(row, (start, end) => {
      const before = rest.slice(Math.max(0, start - BEFORE_CHARS), start);
      const after = rest.slice(end, end + AFTER_CHARS);
      const asked = row.way === undefined ? endOf(row, { before, after }) : wayOf(row.way, { before, after });
      const isWorst = row.isLoss && asked === undefined &&
        /^(?:worst|largest|biggest|deepest)\b/.test(rest.slice(start, end));
      if (isWorst) return { metric: row.metric, end: "lowest" };
      return { metric: row.metric, ...(asked && { end: asked }) };
    });
  }
  return found.length > 0 ? cheapestBy(found).toSorted(byStart) : alone(folded, text);
}

/** "12-month return to risk" is no 12-month return. */
function isLonger(name: Place, place: Place): boolean {
  return overlaps(name, place) && name.end - name.start > place.end - place.start;
}

const VALUE: Metrics = FAMILIES.value;

/** "By P/E, the cheapest first" is an end of that measure. */
function cheapestBy(found: readonly FoundMeasure[]): readonly FoundMeasure[] {
  const cheap = found.find(({ asked: { metric, end } }) => metric === "earnings_yield" && end !== undefined);
  const by = found.find(({ asked: { metric, end } }) => (VALUE[metric]?.neutral ?? false) && end === undefined);
  if (cheap === undefined || by === undefined) return found;
  const isLow = VALUE[by.asked.metric]?.ask?.startsWith("low ");
  const [good, bad] = isLow ? ["lowest", "highest"] as const : ["highest", "lowest"] as const;
  const asked: AskedMeasure = { ...by.asked, end: cheap.asked.end === "highest" ? good : bad };
  return found.flatMap((one) => one === by ? { ...one, asked } : one === cheap ? { ...cheap, asked } : one);
}

/** The measures that a question asks for, each once. */
export function readMeasures(folded: string, text: string): readonly AskedMeasure[] {
  return firstOfEach(findMeasures(folded, text));
}

interface Beside {
  readonly before: string;
  readonly after: string;
}

/** What fell least did best. */
function wayOf(way: "highest" | "lowest", { before, after }: Beside): AskedMeasure["end"] {
  const isLeast = LEAST.test(after) || /\b(?:am wenigsten|le moins|menos|meno) ?$/.test(before);
  return isLeast ? way === "lowest" ? "highest" : "lowest" : way;
}

function endOf(
  { good, isLoss }: MeasureWords,
  { before, after }: Beside,
): AskedMeasure["end"] {
  const own = before.replace(/^.*[.?!,;\ufffc]/s, "");
  const last = own.replace(/^.*\b(?:and|but|with)\b/s, ""); // "the best momentum and the lowest volatility"
  const isSaid = [HIGHEST, LOWEST, BEST, WORST].some((words) => words.test(last));
  const beside = isSaid ? last : `${own} ${/^[^.?!,;\ufffc]*/.exec(after)?.[0] ?? ""}`;
  if (HIGHEST.test(beside)) return isLoss ? "lowest" : "highest";
  if (LOWEST.test(beside)) return isLoss ? "highest" : "lowest";
  if (good === undefined) return undefined;
  if (BEST.test(beside)) return good;
  if (WORST.test(beside)) return good === "highest" ? "lowest" : "highest";
  return undefined;
}

/** "Best" and "worst" of nothing in particular are of the score. */
function alone(folded: string, text: string): readonly FoundMeasure[] {
  const best = BEST.exec(folded);
  const worst = WORST.exec(folded);
  const match = best ?? worst;
  if (match === null) return [];
  const { index: start, 0: word } = match;
  const end = start + word.length;
  return [{ start, end, asked: { metric: "score", end: best ? "highest" : "lowest", text: text.slice(start, end) } }];
}

/** Of each measure the first place, and the first end that is asked for. */
export function firstOfEach(
  found: readonly FoundMeasure[],
  references: readonly Reference[] = [],
): readonly AskedMeasure[] {
  const byMetric = new Map<string, AskedMeasure>();
  for (const { asked: { metric, end, text } } of found) {
    const known = byMetric.get(metric);
    if (known === undefined || known.end === undefined && end !== undefined) {
      const against = references.filter(({ of }) => of === metric).map(({ company }) => company.ticker);
      byMetric.set(metric, { metric, text, ...(end && { end }), ...(against.length > 0 && { against }) });
    }
  }
  return [...byMetric.values()];
}

/** A company against which a measure is asked for, and where it is named. */
type Reference = Hit & { readonly of: MetricId };

/** Between a measure and what it is measured against: whose it is, over how long, and "to". Blanks are names and times. */
const AGAINST =
  /^(?:(?:[\s\ufffc,()]|'s\b|\b(?:of|for|over|the|its|their|and|stock|shares?|past|last|\d+[ -]?(?:years?|months?|days?)) )*\b(?:to|against|over|relative to|with respect to|in excess of) (?:the )?| (?:vs\.?|versus) )$/;

/**
 * The companies to which a beta, and over which an excess return, is asked for, as in "AAPL's beta to MSFT", and what is
 * named without them. Where a question compares two companies, as in "compare AAPL's beta to MSFT's", there are none.
 */
export function referencesIn(folded: string, found: readonly FoundMeasure[], named: Mentions) {
  const { companies, places, spans } = named;
  const blank = blanked(folded, places);
  const references = found.flatMap(({ end, asked: { metric, text } }): readonly Reference[] => {
    if (rowAsked(metric)?.takes.against === undefined) return [];
    const behind = places.filter((one) => one.start >= end && folded[one.end] !== "'");
    const gapTo = ({ start }: Place) => blank.slice(end, start);
    const first = behind.findIndex((one) => AGAINST.test(gapTo(one)) || gapTo(one) === " " && /perform/i.test(text));
    const last = behind.findIndex((one, at) => at >= first && folded.slice(one.end, behind[at + 1]?.start) !== " and ");
    return first === -1 ? [] : behind.slice(first, last + 1).map((one) => ({ ...one, of: metric }));
  });
  const isOther = (one: Place) => !references.some((other) => overlaps(one, other));
  const left = companies.filter((one) => places.some((place) => isOther(place) && place.company === one));
  const isCompared = /\bcompar/.test(folded) && companies.length < 3;
  if (isCompared || left.length === 0) return { references: [], named };
  const own = { companies: left, places: places.filter(isOther), spans: spans.filter(isOther) };
  return { references, named: { ...named, ...own } };
}
