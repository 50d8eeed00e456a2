import type { Phrases } from "./phrase.ts";

export const QUALITY_PHRASES = {} satisfies Phrases;
