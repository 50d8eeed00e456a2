import { wordsAfter } from "../../data/company_label.ts";
import type { Unit } from "../../data/metrics/metric.ts";
import { type Part, type Phrase, type PhraseId, piecesOf } from "../../data/phrases/phrase.ts";
import { VALUE_SLOT } from "../../data/slot.ts";
import type { Stretch } from "../../data/texts/sentences.ts";
import type { Vocabulary } from "../../data/vocabulary.ts";

/** A slot of a phrase as a sentence fills it. */
export interface SlotMatch extends Stretch {
  readonly slot: string;
  readonly text: string;
  /** Of a judgement, the values that are spelled so. */
  readonly words?: readonly string[];
  /** Tickers of the companies that it names. */
  readonly whom?: readonly string[];
}

/** A phrase of ours that a sentence says, whatever it says in its slots. */
export interface PhraseMatch {
  readonly id: PhraseId;
  readonly phrase: Phrase;
  /** Its slots and the phrases of its parts, in the order of the sentence. */
  readonly pieces: readonly (SlotMatch | { readonly part: string; readonly said: readonly PhraseMatch[] })[];
}

/** Phrases that are read: those of what is filed, quoted or a caller's own are not. */
const TAKEN: readonly Phrase["takes"][] = [undefined, "metric", "span"];
/** Tries of a piece of a phrase, for one sentence: a sentence that needs more is not read so. */
const MOST_TRIES = 20_000;
const MOST_PHRASES = 60;

const NUMBER = String.raw`\d[\d,]*(?:\.\d+)?`;
// forms of ours, and of others: `7 Feb 2018`, of a span also without its year, and `2018-02-07`; `$4.2bn`, and `4.2 bn USD`
const DAY = String.raw`\d{4}-\d\d-\d\d|\d\d? [A-Z][a-z]{2}\b(?: \d{4})?`;
const MONEY = String.raw`-?(?:[$€£¥]|[A-Z]{3} )?${NUMBER}(?: ?(?:m|bn)\b)?(?: [A-Z]{3}\b)?`;
const SHAPES: Readonly<Partial<Record<Unit, RegExp>>> = {
  fraction: new RegExp(String.raw`[-+]?${NUMBER} ?%`, "y"),
  currency: new RegExp(MONEY, "y"),
  score: new RegExp(String.raw`[-+]?${NUMBER}`, "y"),
  ratio: new RegExp(String.raw`[-+]?${NUMBER}(?: ?%|×)?`, "y"),
  count: new RegExp(String.raw`[-+]?${NUMBER}(?:st|nd|rd|th)?`, "y"),
  date: new RegExp(DAY, "y"),
};
const VALUE_SHAPE = new RegExp(String.raw`${DAY}|[-+]?${NUMBER}(?: ?%|×)|${MONEY}|[-+]?${NUMBER}`, "y");
const MOST_NAME_CHARS = 120;

/** Whom a text names for a slot, by ticker: none for a slot that says nothing of it, `undefined` where it cannot stand there. */
export type Named = (slot: string, text: string) => readonly string[] | undefined;

/** Reads sentences as phrases of a vocabulary: every way in which one is said whole. */
export function phraseReader(vocabulary: Vocabulary): (sentence: string, named: Named) => Generator<PhraseMatch> {
  const sentences = (vocabulary.byRole.get("") ?? []).flatMap((id) => {
    const phrase = vocabulary.phrases[id];
    return phrase === undefined || !TAKEN.includes(phrase.takes) ? [] : [{ id, phrase, anchors: anchorsOf(phrase) }];
  });
  return function* (sentence, named) {
    const reading = new Reading(sentence, { vocabulary, named });
    for (const { id, phrase, anchors } of sentences) {
      if (!anchors.every((words) => sentence.includes(words))) continue;
      for (const { said, end } of reading.phrase(id, phrase, 0)) {
        if (end === sentence.length) yield said;
      }
    }
  };
}

/** The words that every sentence of a phrase has. */
function anchorsOf(phrase: Phrase): readonly string[] {
  return piecesOf(phrase).flatMap((piece) => {
    const words = "words" in piece ? piece.words.replace(/^'s/, "") : "";
    return words.trim().length > 2 ? [words] : [];
  });
}

interface Found {
  readonly said: PhraseMatch;
  readonly end: number;
}

/** One sentence, read with a bounded number of tries. */
class Reading {
  readonly #text: string;
  readonly #vocabulary: Vocabulary;
  readonly #named: Named;
  #tries = 0;

  constructor(
    text: string,
    { vocabulary, named }: { readonly vocabulary: Vocabulary; readonly named: Named },
  ) {
    this.#text = text;
    this.#vocabulary = vocabulary;
    this.#named = named;
  }

  /** Every way in which a phrase is said from a place on. */
  *phrase(id: PhraseId, phrase: Phrase, start: number): Generator<Found> {
    for (const { pieces, end } of this.#pieces(phrase, 0, start)) yield { said: { id, phrase, pieces }, end };
  }

  *#pieces(
    phrase: Phrase,
    index: number,
    at: number,
  ): Generator<{ readonly pieces: PhraseMatch["pieces"]; readonly end: number }> {
    if (++this.#tries > MOST_TRIES) return;
    const piece = piecesOf(phrase)[index];
    if (piece === undefined) {
      yield { pieces: [], end: at };
      return;
    }
    if ("words" in piece) {
      const words = index === 0 ? piece.words : wordsAfter(this.#text.slice(0, at), piece.words);
      if (this.#text.startsWith(words, at)) yield* this.#pieces(phrase, index + 1, at + words.length);
      return;
    }
    for (const { said, end } of this.#filled(phrase, piece.slot, { index, at })) {
      for (const rest of this.#pieces(phrase, index + 1, end)) {
        yield { pieces: [said, ...rest.pieces], end: rest.end };
      }
    }
  }

  *#filled(
    phrase: Phrase,
    slot: string,
    { index, at }: { readonly index: number; readonly at: number },
  ): Generator<{ readonly said: PhraseMatch["pieces"][number]; readonly end: number }> {
    const part = phrase.parts?.[slot];
    if (part !== undefined) {
      for (const { said, end } of this.#part(part, at)) yield { said: { part: slot, said }, end };
      return;
    }
    const words = phrase.words?.[slot];
    if (words !== undefined) {
      const spelled = Map.groupBy(Object.entries(words), ([, spelling]) => spelling);
      for (const [text, values] of [...spelled].toSorted(([one], [other]) => other.length - one.length)) {
        if (!this.#text.startsWith(text, at)) continue;
        const end = at + text.length;
        yield { said: { slot, text, start: at, end, words: values.map(([value]) => value) }, end };
      }
      return;
    }
    const next = piecesOf(phrase)[index + 1];
    for (const end of this.#endsOf(slot, next !== undefined && "words" in next ? next.words : undefined, at)) {
      const text = this.#text.slice(at, end);
      const whom = this.#named(slot, text);
      if (whom !== undefined) yield { said: { slot, text, start: at, end, whom }, end };
    }
  }

  /** Where a figure, a day or a name may end that begins at a place. */
  *#endsOf(slot: string, next: string | undefined, at: number): Generator<number> {
    const unit = this.#vocabulary.metrics[slot]?.unit;
    const shape = slot === VALUE_SLOT ? VALUE_SHAPE : unit === undefined ? undefined : SHAPES[unit];
    if (shape !== undefined) {
      shape.lastIndex = at;
      const found = shape.exec(this.#text);
      if (found !== null) yield shape.lastIndex;
      return;
    }
    if (unit !== "name") return;
    const window = this.#text.slice(at, at + MOST_NAME_CHARS);
    if (next !== undefined) {
      for (let end = 1; end < window.length; end++) {
        if (window.startsWith(wordsAfter(window.slice(0, end), next), end)) yield at + end;
      }
      return;
    }
    for (const { index } of window.matchAll(/(?<=[\w)])(?=[ ,;:.(]|$)/g)) if (index > 0) yield at + index;
  }

  *#part({ role, join, least = 1, most = Infinity }: Part, at: number): Generator<
    { readonly said: readonly PhraseMatch[]; readonly end: number }
  > {
    const one = (start: number, separator = "") => this.#ofRole(role, start, separator);
    const more = function* (said: readonly PhraseMatch[], end: number): Generator<
      { readonly said: readonly PhraseMatch[]; readonly end: number }
    > {
      if (said.length < Math.min(most, MOST_PHRASES)) {
        for (const separator of separatorsOf(join)) {
          for (const next of one(end, separator)) yield* more([...said, next.said], next.end);
        }
      }
      if (said.length >= least) yield { said, end };
    };
    if (most > 0) { for (const first of one(at)) yield* more([first.said], first.end); }
    if (least === 0) yield { said: [], end: at };
  }

  *#ofRole(role: string, at: number, separator = ""): Generator<Found> {
    if (!this.#text.startsWith(separator, at)) return;
    for (const id of this.#vocabulary.byRole.get(role) ?? []) {
      const phrase = this.#vocabulary.phrases[id];
      if (phrase !== undefined) yield* this.phrase(id, phrase, at + separator.length);
    }
  }
}

function separatorsOf(join: Part["join"]): readonly string[] {
  switch (join) {
    case "list":
      return [", ", " and "];
    case "semicolon":
      return ["; "];
    default:
      return [""];
  }
}
