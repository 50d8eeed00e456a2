import { ADDITIONS } from "./additions.ts";
import { CHARACTERS } from "./characters.ts";
import { COMPANIES } from "./companies.ts";
import { COMPARISON } from "./comparison.ts";
import { HEDGES } from "./hedges.ts";
import type { FaultKind } from "./kind.ts";
import { MARKUP } from "./markup.ts";
import { MEASURES } from "./measures.ts";
import { NEGATION } from "./negation.ts";
import { NUMBERS_IN_WORDS } from "./numbers_in_words.ts";
import { ORDER } from "./order.ts";
import { PARAPHRASES } from "./paraphrases.ts";
import { QUANTIFIERS } from "./quantifiers.ts";
import { SHAPE } from "./shape.ts";
import { TIME } from "./time.ts";
import { UNITS } from "./units.ts";

/** What a liar, an editor, a translator or a language model does to a sentence: written without a look at the phrases. */
export const BLIND_KINDS: readonly FaultKind[] = [
  ...NUMBERS_IN_WORDS,
  ...QUANTIFIERS,
  ...NEGATION,
  ...HEDGES,
  ...COMPARISON,
  ...COMPANIES,
  ...ORDER,
  ...TIME,
  ...UNITS,
  ...MEASURES,
  ...ADDITIONS,
  ...CHARACTERS,
  ...MARKUP,
  ...SHAPE,
  ...PARAPHRASES,
];
