import type { Phrases } from "./phrase.ts";

export const VALUE_PHRASES = {} satisfies Phrases;
