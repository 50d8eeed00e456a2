import { VOCABULARY } from "../data/vocabulary.ts";
import { READERS } from "./domains/readers.ts";
import type { Knowledge } from "./domains/reading.ts";

/** The knowledge of the domains that are read. */
export const KNOWLEDGE: Knowledge = { vocabulary: VOCABULARY, readers: READERS };
