import type { Phrases } from "./phrase.ts";

export const INSIDER_PHRASES = {} satisfies Phrases;
