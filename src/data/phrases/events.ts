import type { Phrases } from "./phrase.ts";

export const EVENTS_PHRASES = {} satisfies Phrases;
