import { ADDITIONS } from "./additions.ts";
import { ALLOWED_CLAIMS } from "./allowed_claims.ts";
import { ALLOWED_FIGURES } from "./allowed_figures.ts";
import { ALLOWED_LISTS } from "./allowed_lists.ts";
import { ALLOWED_NAMES } from "./allowed_names.ts";
import { ALLOWED_ORDER } from "./allowed_order.ts";
import { ALLOWED_PHRASES } from "./allowed_phrases.ts";
import { ALLOWED_WORDS } from "./allowed_words.ts";
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
import type { StructuralKind } from "./structural.ts";
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

/** What a writer does who knows the phrases: one that is allowed, with claims that agree with it, in place of another. */
export const ALLOWED_KINDS: readonly StructuralKind[] = [
  ...ALLOWED_WORDS,
  ...ALLOWED_ORDER,
  ...ALLOWED_NAMES,
  ...ALLOWED_FIGURES,
  ...ALLOWED_PHRASES,
  ...ALLOWED_LISTS,
  ...ALLOWED_CLAIMS,
];
