import type { Place } from "../../terms/places.ts";
import { matching } from "../../terms/fold.ts";

/** Words that take the name behind them out of the request. */
const BEFORE = new RegExp(
  matching`(?:\b(?:but\s+not|and\s+not|except(?:\s+for|ing)?|(?:everything|anything|anyone|everyone|all|any|every\s+\w+)\s+but|excluding|excl\.?|exclude|without|other\s+than|apart\s+from|aside\s+from|
  besides|minus|ex|less|leaving\s+out|leave\s+out|omitting|omit|ignoring|ignore|bar|barring|outside(?:\s+of)?|
  ohne|au(?:ß|ss)er|nicht|bis\s+auf|ausgenommen|abgesehen\s+von|sauf|hormis|except[ée]e?|sans|
  hors|mais\s+pas|excepto|salvo|menos|sin|pero\s+no|tranne|eccetto|senza|esclus[oaie]|ma\s+non|exceto|sem|mas\s+n[ãa]o|behalve|zonder|maar\s+niet)
  |(?:^\s*|[,;]\s+|[\p{L}\p{N})]\s+)not)[\s-]+
  (?:(?:for|the|all|any|in|von|der|die|das|den|dem|le|la|les|el|los|las|il|lo|i|gli|o|os|as|a|de|het|d'|l')[\s-]*)?$`,
  "iu",
);
/** Before "not" these ask, or deny something else. */
const ASKING_NOT =
  /\b(?:why|if|or|warum|pourquoi|perch[eé]|qu[eé]|whether|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|i|am)\s+(?:not|nicht|pas|no|non)[\s-]+(?:the\s+)?$/i;
const AFTER =
  /^\s+(?:is\s+|are\s+|be\s+)?(?:excluded|left\s+out|omitted|ausgenommen|ausgeschlossen|exclus?e?s?|exclu[ií]d[oa]s?|esclus[oaie])\b/i;
/** What joins further names to one that is taken out. */
const CHAIN = /^\s*(?:,|&|and|or|nor|und|oder|noch|et|ou|ni|y|o|e|né|en|of)\s*(?:,\s*)?(?:the\s+|for\s+)?$/i;
/** No look back is longer. */
const LOOK_CHARS = 40;

/**
 * Which of the names in a text it takes out: "AAPL but not MSFT", "banks except JPMorgan and Citi".
 * @param spans The names, in order of place.
 */
export function excludedAmong<Name extends Place>(text: string, spans: readonly Name[]): ReadonlySet<Name> {
  const excluded = new Set<Name>();
  for (const [at, span] of spans.entries()) {
    const previous = spans[at - 1];
    const isChained = previous !== undefined && excluded.has(previous) &&
      CHAIN.test(text.slice(previous.end, span.start));
    if (isChained || isTakenOut(text, span)) excluded.add(span);
  }
  return excluded;
}

function isTakenOut(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - LOOK_CHARS), start).replace(/["'“”„‘’«»$(]+$/u, "");
  if (AFTER.test(text.slice(end, end + LOOK_CHARS))) return true;
  return BEFORE.test(before) && !ASKING_NOT.test(before);
}
