import { VOCABULARY, type Vocabulary } from "../data/vocabulary.ts";
import { READERS } from "./domains/readers.ts";
import type { Readers } from "./domains/reading.ts";

/** What the analyst can measure and say. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  /** One for each measure of its domains. */
  readonly readers: Readers;
}

/** The knowledge of the domains that are read. */
export const KNOWLEDGE: Knowledge = { vocabulary: VOCABULARY, readers: READERS };
