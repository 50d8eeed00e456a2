import type { AskedMeasure } from "./asked.ts";
import { blanked } from "./found_time.ts";
import { BEST, END_WORDS, HIGHEST, LOWEST, MEASURE_WORDS, type MeasureWords, WORST } from "./measure_words.ts";

interface Found extends AskedMeasure {
  readonly start: number;
}

/** Characters before and after a measure in which a word like "highest" is of it. */
const BEFORE_CHARS = 28;
const AFTER_CHARS = 24;

/**
 * Finds the measures that a question asks for.
 * @param folded The question, folded, without names and times.
 * @param text As it is written, as long.
 */
export function readMeasures(folded: string, text: string): readonly AskedMeasure[] {
  const found: Found[] = [];
  let rest = folded;
  const take = (words: RegExp, measureAt: (at: number, end: number) => Omit<AskedMeasure, "text">) => {
    const matches = [...rest.matchAll(words)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }));
    for (const { start, end } of matches) {
      found.push({ start, text: text.slice(start, end).trim(), ...measureAt(start, end) });
    }
    if (matches.length > 0) rest = blanked(rest, matches);
  };
  for (const { metric, end, words } of END_WORDS) take(words, () => ({ metric, end }));
  for (const row of MEASURE_WORDS) {
    take(row.words, (start, end) => {
      const asked = row.way ?? endOf(row, {
        before: rest.slice(Math.max(0, start - BEFORE_CHARS), start),
        after: rest.slice(end, end + AFTER_CHARS),
      });
      return { metric: row.metric, ...(asked && { end: asked }) };
    });
  }
  return found.length > 0 ? firstOfEach(found) : alone(folded, text);
}

function endOf(
  { good, isLoss }: MeasureWords,
  { before, after }: { readonly before: string; readonly after: string },
): AskedMeasure["end"] {
  const beside = `${before.replace(/^.*[.?!,;\ufffc]/s, "")} ${/^[^.?!,;\ufffc]*/.exec(after)?.[0] ?? ""}`;
  if (HIGHEST.test(beside)) return isLoss ? "lowest" : "highest";
  if (LOWEST.test(beside)) return isLoss ? "highest" : "lowest";
  if (good === undefined) return undefined;
  if (BEST.test(beside)) return good;
  if (WORST.test(beside)) return good === "highest" ? "lowest" : "highest";
  return undefined;
}

/** "Best" and "worst" of nothing in particular are of the score. */
function alone(folded: string, text: string): readonly AskedMeasure[] {
  const best = BEST.exec(folded);
  const worst = WORST.exec(folded);
  const match = best ?? worst;
  if (match === null) return [];
  const word = text.slice(match.index, match.index + match[0].length);
  return [{ metric: "score", end: best ? "highest" : "lowest", text: word }];
}

function firstOfEach(found: readonly Found[]): readonly AskedMeasure[] {
  const byMetric = new Map<string, AskedMeasure>();
  for (const { metric, end, text } of found.toSorted((one, other) => one.start - other.start)) {
    const known = byMetric.get(metric);
    if (known === undefined || known.end === undefined && end !== undefined) {
      byMetric.set(metric, { metric, text, ...(end && { end }) });
    }
  }
  return [...byMetric.values()];
}
