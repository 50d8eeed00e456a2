import type { CompanyIndex } from "./company_index.ts";
import type { Hit } from "./find_names.ts";
import { type Span, wordKind } from "./words.ts";

/** Words that look like tickers. */
export interface FoundTickers {
  readonly hits: readonly Hit[];
  /** Written like a ticker, but not in the data. */
  readonly unknown: readonly Span[];
}

interface Token extends Span {
  readonly raw: string;
  readonly before: string;
  readonly after: string;
}

const TOKEN =
  /(?<![\p{L}\p{N}$.'’/-])\^?[A-Za-z][A-Za-z0-9]{0,5}(?:[.\-/][A-Za-z]{1,2})?(?![\p{L}\p{N}]|['’](?!s\b)|[-/][\p{L}\p{N}])/gu;
/** No leading or following word below is longer, blanks included. */
const LOOK_CHARS = 40;
/** A share class after a blank, as in "brk b". */
const CLASS = /^ [A-Z](?![\p{L}\p{N}.])/iu;
/** What may precede the subject of a request. */
const LEADS =
  /(?:^|[,:;(.?!]|\b(?:analy[sz]e|assess|evaluate|examine|research|review|compare|cover|buy|sell|hold|short|long|own|about|of|on|for|in|into|with|and|or|vs\.?|versus|than|to|between|against|is|are|does|did|has|will|can|should|would|was|like|please|company|stock))\s*$/i;
/** What may follow it. */
const FOLLOWS =
  /^(?:['’]s\b|\s*(?:$|[,;:?!)]|\.(?:\s|$))|\s+(?:and|or|vs|versus|with|against|to|than|is|has|was|will|looks?|stock|shares?|holding|doing|as|at|over|in|by|for|from|since|today|after|before|this|next)\b)/i;

/** Finds tickers without any marking. */
export function findTickers(text: string, index: CompanyIndex): FoundTickers {
  const isShouted = !/\p{Ll}/u.test(text) && /\s\S+\s/.test(text);
  const hits: Hit[] = [];
  const unknown: Span[] = [];
  for (const token of tokensOf(text, index)) {
    const { start, end, raw } = token;
    const company = index.byTicker(raw);
    const isCapitals = raw === raw.toUpperCase() && !isShouted;
    if (company) {
      if (mayBeTicker(token, isCapitals)) hits.push({ start, end, company });
    } else if (isCapitals && raw.length <= 7 && mayBeUnknown(token)) {
      unknown.push({ start, end });
    }
  }
  return { hits, unknown };
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

/** Some tickers are English words: such a word must be in capitals and in the place of a subject. */
function mayBeTicker(token: Token, isCapitals: boolean): boolean {
  const { raw, before, after } = token;
  if (isInitial(token)) return false;
  const kind = raw.length === 1 ? "function" : wordKind(raw);
  const isLed = LEADS.test(before);
  const isFollowed = FOLLOWS.test(after);
  if (!isCapitals) return kind === "none" && raw.length > 1 && (isLed || isFollowed);
  if (kind === "none") return true;
  if (kind === "other") return isLed && !/^\s+\p{Ll}+s\b/u.test(after);
  return isLed && isFollowed;
}

/** The "A." of "A. O. Smith". */
function isInitial({ raw, before, after }: Token): boolean {
  return raw.length === 1 && (/^\.\s*\p{Lu}/u.test(after) || /\b\p{Lu}\.\s*$/u.test(before));
}

function mayBeUnknown(token: Token): boolean {
  const kind = wordKind(token.raw);
  return !isInitial(token) && (kind === "none" || kind === "other" && LEADS.test(token.before));
}
