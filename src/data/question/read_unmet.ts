import { VOCABULARY } from "../vocabulary.ts";
import type { Shelf } from "../records.ts";
import type { Asked, Unsupported } from "./asked.ts";
import { blanked, type Place, takenBy } from "../../terms/places.ts";
import { isMetricId } from "../metrics/metric.ts";
import { ratiosIn } from "./measure_words.ts";
import { CORRELATION, OF_TEXTS, UNMET_WORDS } from "./unmet_words.ts";

/** A piece of a question that the data cannot answer, and where it stands. */
export type FoundUnmet = Unsupported & Place;

/**
 * Finds what a question asks for that the data does not hold.
 * @param folded The question, folded, without names and times.
 * @param options `text`: as it is written, as long. `isGroup`: it is about a sector or a portfolio as one.
 * @returns In order of their places.
 */
export function readUnmet(
  folded: string,
  { text, isGroup }: { readonly text: string; readonly isGroup: boolean },
): readonly FoundUnmet[] {
  return takenBy(
    blanked(folded, ratiosIn(folded)),
    isGroup ? UNMET_WORDS : [...UNMET_WORDS, CORRELATION],
    ({ why }, { start, end }, _, rest): FoundUnmet | undefined =>
      // `trend_200d` is no column
      isMetricId(rest.slice(start, end)) ? undefined : { start, end, text: text.slice(start, end), why },
  ).found;
}

const NO_TEXTS = "the data hold no texts";

/** Why a measure of what is filed is left out where none of it is held. */
const NONE: Readonly<Partial<Record<string, string>>> = {
  facts: "the data hold no reports",
  trades: "the data hold no insider filings",
  texts: NO_TEXTS,
};

/**
 * Leaves out the measures that are read from records of which the data hold none: nothing is known of them for any
 * company. A question for nothing else is then one that the data does not answer.
 * @param shelves The kinds of records of which there are any.
 */
export function dropUnavailable(read: Asked, shelves: readonly Shelf[]): Asked {
  const asked = shelves.includes("texts") ? read : { ...read, unmet: read.unmet.map(withoutTexts) };
  const left = asked.measures.flatMap((one) => {
    const shelf = VOCABULARY.metrics[one.metric]?.shelf;
    const why = shelf === undefined || shelves.some((held) => held === shelf) ? undefined : NONE[shelf];
    return why === undefined ? [] : [{ one, why }];
  });
  if (left.length === 0) return asked;
  const measures = asked.measures.filter((measure) => !left.some(({ one }) => one === measure));
  const isAlone = measures.length === 0 && asked.kind !== "view";
  return {
    ...asked,
    measures,
    unmet: [...asked.unmet, ...left.map(({ one: { text }, why }) => ({ text, why }))],
    ...(isAlone && { kind: "view" as const, isUnsupported: true }),
  };
}

/** What texts say is left out for a plainer reason where there are none. */
function withoutTexts(unmet: Unsupported): Unsupported {
  return unmet.why === OF_TEXTS ? { ...unmet, why: NO_TEXTS } : unmet;
}
