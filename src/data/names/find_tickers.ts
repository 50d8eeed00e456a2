import type { CompanyIndex } from "./company_index.ts";
import type { Hit } from "./find_names.ts";
import { type WordKind, wordKind } from "./words.ts";
import type { Place } from "../../terms/places.ts";

/** Words that look like tickers. */
export interface FoundTickers {
  readonly hits: readonly Hit[];
  /** Written like a ticker, but not in the data. */
  readonly unknown: readonly Place[];
}

interface Token extends Place {
  readonly raw: string;
  readonly before: string;
  readonly after: string;
}

/** Letters without case may adjoin: Chinese and Japanese have no blanks, Korean and Hebrew attach particles. */
const TOKEN =
  /(?<![\p{LC}\p{N}$.'’/-])\^?[A-Za-z][A-Za-z0-9]{0,9}(?:[.\-/][A-Za-z]{1,2})?(?![\p{LC}\p{N}]|['’](?!s\b)|[-/][\p{LC}\p{N}])/gu;
/** Between two tickers: "AAPL/MSFT", but not "BRK/B". */
const PAIR = /(?<=(?<![\p{LC}\p{N}.])[A-Z]{2,6})\/(?=[A-Z]{2,6}(?![\p{LC}\p{N}]))/gu;
/** No leading or following word below is longer, blanks included. */
const LOOK_CHARS = 40;
/** A share class after a blank, as in "brk b". */
const CLASS = /^ [A-Z](?![\p{L}\p{N}.])/iu;
/** What may precede the subject of a request. */
const LEADS =
  /(?:^|[,:;(.?!¿¡&+•‣◦\p{So}\uFE0F]|\n[ \t]*[-*]|\b(?:analysiere|vergleiche|bewerte|prüfe|analysez|comparez|évalue|analiza|analizar|compara|evalúa|analizza|confronta|valuta|analise|avalie|analyseer|vergelijk|und|oder|mit|gegen|von|bei|für|als|ist|et|ou|avec|contre|que|est|y|o|u|con|contra|es|e|ed|è|com|ou|é|of|en|met|dan|rank|sort|list|show|ticker|aktie|action|acción|azione|ação|aandeel|analy[sz]e|assess|evaluate|examine|research|review|compare|cover|buy|sell|hold|short|long|own|about|of|on|for|in|into|with|and|or|vs\.?|versus|than|to|between|against|is|are|does|did|has|will|can|should|would|was|like|please|company|stock))\s*$/iu;
/** What may follow it. */
const FOLLOWS =
  /^(?:['’]s\b|\s*(?:$|[,;:?!)]|\.(?:\s|$)|\n[ \t]*[-*•‣◦])|\s+(?:and|or|vs|versus|with|against|to|than|is|has|was|will|looks?|stock|shares?|holding|doing|as|at|over|in|by|for|from|since|today|after|before|this|next|a\s+(?:buy|sell|hold|good|safe|risky)|an\s+|the\s+|risky|riskier|safe|safer|cheap|cheaper|expensive|volatile|likely|going|up|down|better|worse|und|oder|mit|gegen|als|ist|war|et|ou|avec|contre|que|est|y|o|con|contra|es|e|è|com|é|en|met|dan)\b)/iu;
/** What follows one of two or more that are compared. */
const JOINS = /^\s*(?:[,/&+]|\b(?:and|or|vs\.?|versus|against|und|oder|gegen|et|ou|contre|y|o|e|con|contra)\b)/i;
/** A neighbour that is a ticker as well. */
const NEIGHBOUR = /^[\s,;/&+]*(\^?[A-Z][A-Z0-9.]{1,5})(?![\p{L}\p{N}])/u;
const NEIGHBOUR_BEFORE = /(?<![\p{L}\p{N}])(\^?[A-Z][A-Z0-9.]{1,5})[\s,;/&+]*$/u;

/**
 * Finds tickers without any marking.
 * @param options Whether the text names a company otherwise; then a word like "IT" needs a clearer place.
 */
export function findTickers(
  text: string,
  index: CompanyIndex,
  { hasNames }: { readonly hasNames: boolean },
): FoundTickers {
  const shouted = isShouted(text, index);
  const hits: Hit[] = [];
  const unknown: Place[] = [];
  const tokens = tokensOf(text.replace(PAIR, " "), index);
  const isClear = ({ raw }: Token) => raw.length > 1 && wordKind(raw) === "none" && index.byTicker(raw) !== undefined;
  const hasOthers = hasNames ||
    tokens.some((one) => isClear(one) || one.raw === one.raw.toUpperCase() && isOtherWord(one, index));
  for (const token of tokens) {
    const { start, end, raw } = token;
    const isCapitals = raw === raw.toUpperCase() && !shouted;
    const known = index.byTicker(raw) ??
      (isCapitals && wordKind(raw) === "none" ? index.byJoinedTicker(raw) : undefined);
    const company = known ?? (isCapitals ? index.byOtherTicker(raw) : undefined);
    if (company) {
      const isMeant = mayBeTicker(token, {
        isCapitals,
        hasOthers,
        isTicker: (word) => index.byTicker(word) !== undefined,
      });
      if (isMeant) hits.push({ start, end, company, ...(known === undefined && { isRenamed: true }) });
    } else if (isCapitals && raw.length <= 7 && mayBeUnknown(token, hasOthers)) {
      unknown.push({ start, end });
    }
  }
  return { hits, unknown };
}

/** Whether a text is prose in capitals, where these mark no ticker: three Latin words, and one that is no ticker. */
function isShouted(text: string, index: CompanyIndex): boolean {
  if (/\p{Ll}/u.test(text)) return false;
  const words = text.match(/(?=\p{Lu})\p{sc=Latin}[\p{LC}\p{M}\p{N}]*/gu) ?? [];
  const isOrdinary = (word: string) => ["function", "other"].includes(wordKind(word)) && !index.byTicker(word);
  return words.length >= 3 && words.some((word) => !/^[A-Z0-9]{1,6}$/.test(word) || isOrdinary(word));
}

/** The words of a text; a share class after a blank is part of a word only if the data has that ticker. */
function tokensOf(text: string, index: CompanyIndex): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index: start } of text.matchAll(TOKEN)) {
    if (start < (tokens.at(-1)?.end ?? 0)) continue;
    const whole = word + (CLASS.exec(text.slice(start + word.length))?.[0] ?? "");
    const raw = index.byTicker(whole) ? whole : word;
    const end = start + raw.length;
    tokens.push({
      raw,
      start,
      end,
      before: text.slice(Math.max(0, start - LOOK_CHARS), start),
      after: text.slice(end, end + LOOK_CHARS),
    });
  }
  return tokens;
}

/** A word in capitals that is a ticker, in the place of a subject: CAT. */
function isOtherWord(token: Token, index: CompanyIndex): boolean {
  return wordKind(token.raw) === "other" && LEADS.test(token.before) && index.byTicker(token.raw) !== undefined;
}

/** How a token is judged. */
interface Judged {
  readonly isCapitals: boolean;
  readonly hasOthers: boolean;
  readonly isTicker: (word: string) => boolean;
}

/** Single letters that are words in none of our languages. */
const LONE_LETTER = /^[B-DF-HJ-NP-XZ]$/;

/** Some tickers are words: such a word must be in capitals and in the place of a subject. */
function mayBeTicker(token: Token, { isCapitals, hasOthers, isTicker }: Judged): boolean {
  const { raw, before, after } = token;
  if (isInitial(token)) return false;
  const kind = raw.length === 1 ? "function" : wordKind(raw);
  const isLed = LEADS.test(before);
  const isFollowed = FOLLOWS.test(after);
  if (!isCapitals) return kind === "none" && raw.length > 1 && (isLed || isFollowed);
  if (kind === "none") return true;
  if (isBeside(token, kind, isTicker)) return true;
  if (kind === "other") { // not "CAT scans"
    return (isLed || /\p{Lo}\s*$/u.test(before)) && (isFollowed || !/^\s+\p{Ll}+s\b/u.test(after));
  }
  if (LONE_LETTER.test(raw)) return isLed || isFollowed;
  // "IT is down. What about CAT?" begins with a pronoun
  const startsSentence = /(?:^|[.?!¿¡])\s*$/.test(before);
  if (hasOthers && startsSentence && !JOINS.test(after)) return false;
  return isLed && isFollowed;
}

/** Whether a ticker that is no word stands beside it; beside a function word it must be an entry of a list. */
function isBeside({ before, after }: Token, kind: WordKind, isTicker: (word: string) => boolean): boolean {
  return [NEIGHBOUR.exec(after), NEIGHBOUR_BEFORE.exec(before)].some((found) => {
    const word = found?.[1];
    if (word === undefined || wordKind(word) !== "none" || !isTicker(word)) return false;
    return kind === "other" || /[,;/&+]/.test(found?.[0] ?? "");
  });
}

/** The "A." of "A. O. Smith", and of "A股". */
function isInitial({ raw, before, after }: Token): boolean {
  return raw.length === 1 && (/^(?:\.\s*\p{Lu}|\p{Lo})/u.test(after) || /(?:\b\p{Lu}\.\s*|\p{Lo})$/u.test(before));
}

function mayBeUnknown(token: Token, hasOthers: boolean): boolean {
  const { raw, before, after } = token;
  const kind = wordKind(raw);
  if (isInitial(token) || kind === "acronym") return false;
  if (kind === "none") return true;
  if (kind === "other") return LEADS.test(before);
  // "Is NOW a buy?"
  return !hasOthers && raw.length > 1 && raw.length <= 4 && LEADS.test(before) && FOLLOWS.test(after) &&
    before.trim() !== "";
}
