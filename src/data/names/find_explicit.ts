import type { Company } from "../dataset.ts";
import type { Hit } from "./find_names.ts";
import { type InstrumentHit, instrumentOf } from "./find_instruments.ts";
import { readSecurityNumber, type SecurityNumber } from "./security_number.ts";
import { normaliseTicker } from "../ticker.ts";
import { otherTickersOf } from "./aliases.ts";
import { wordKind } from "./words.ts";
import type { Place } from "../../terms/places.ts";
import { matching, pattern } from "../../terms/fold.ts";

/** Tokens that a request marks as tickers, by quotes, signs or words. */
export interface ExplicitTokens {
  readonly hits: readonly Hit[];
  /** Marked as a ticker, but not in the data. */
  readonly unknown: readonly Place[];
  readonly identifiers: readonly (SecurityNumber & Place)[];
  readonly instruments: readonly InstrumentHit[];
  /** The request quotes a ticker; the rest of the text is ignored. */
  readonly isDecisive: boolean;
}

interface Token extends Place {
  readonly text: string;
  /** Where the token itself starts, in the marking around it. */
  readonly tokenStart: number;
  readonly isQuoted: boolean;
  /** Preceded by the word "ticker" or "symbol". */
  readonly isLabelled: boolean;
  /** Certainly meant as a ticker, so unknown if the data lacks it. */
  readonly isTicker: boolean;
}

const TICKER = String.raw`\^?[A-Za-z0-9]{1,6}(?:[.\-/][A-Za-z]{1,2})?`;
const LABEL = /\b(?:tickers?|symbols?)(?:\s+symbols?)?\s*(?:is\b|of\b|[:=])?\s*$/i;
const QUOTED = /(?<![\p{LC}\p{N}])(["“”„'‘`«「])([^"“”'’`»」\n]{1,80})["”’'`»」](?![\p{LC}\p{N}])/gu;
const MARKED: readonly RegExp[] = [
  pattern`\$(?<token>\^?[A-Za-z]{1,6}(?:[.\-/][A-Za-z])?)(?![A-Za-z0-9])`,
  new RegExp(matching`\b(?:NASDAQ|NYSE|AMEX|NYSEARCA|BATS|XNAS|XNYS)\s*:\s*(?<token>${TICKER})(?![A-Za-z0-9])`, "gi"),
  new RegExp(matching`\b(?<token>${TICKER}):(?:NASDAQ|NYSE|AMEX|NYSEARCA|BATS|XNAS|XNYS|US)(?![A-Za-z0-9])`, "gi"),
  pattern`(?<![A-Za-z0-9$.])(?<token>[A-Z]{1,5})\.(?:US|OQ|O|N)(?![A-Za-z0-9]|\.\w)`,
  pattern`(?<![A-Za-z0-9$.])(?<token>[a-z]{1,5})\.us(?![A-Za-z0-9]|\.\w)`,
  pattern`\b(?<token>${TICKER})\s+U[SNQW](?:\s+Equity)?\b`,
  new RegExp(matching`\b(?:ticker|symbol)(?:\s+symbol)?\s*[:=]?\s+(?<token>\$?${TICKER})(?![A-Za-z0-9])`, "gi"),
  // with a weight behind it, in a list: SO, ALL and ON are tickers there
  /(?<=(?:^|[,;:?(\n]|\band)\s{0,2})(?<token>(?!(?:VAR|ES|CI)\b)[A-Z]{1,5}(?:[.\-/][A-Z])?)(?=\s[+-]?\d{1,4}(?:\.\d+)?\s?%)/g,
  /\bCIK\s*:?\s*(?<token>\d{1,10})\b/gi,
  /\b(?<token>\d{10})\b/g,
];

/** How a token is looked up. */
interface TokenLookup {
  readonly resolve: (token: string) => Company | undefined;
  readonly byTicker: (token: string) => Company | undefined;
}

/** Finds the tokens that a request marks as tickers. */
export function findExplicit(text: string, lookup: TokenLookup): ExplicitTokens {
  const quoted = sort(quotedTokens(text), lookup);
  const isDecisive =
    quoted.hits.length + quoted.unknown.length + quoted.identifiers.length + quoted.instruments.length > 0;
  if (isDecisive) return { ...quoted, isDecisive };
  return { ...sort(markedTokens(text), lookup), isDecisive };
}

function quotedTokens(text: string): Token[] {
  return [...text.matchAll(QUOTED)].map((match) => {
    const [whole, , content = ""] = match;
    const isLabelled = LABEL.test(text.slice(0, match.index));
    const looksLikeOne = new RegExp(`^\\$?${TICKER}$`).test(content) &&
      content === content.toUpperCase() && wordKind(content) === "none" && /[A-Z]/.test(content);
    return {
      text: content.trim(),
      start: match.index,
      end: match.index + whole.length,
      tokenStart: match.index + 1,
      isQuoted: true,
      isLabelled,
      isTicker: isLabelled || looksLikeOne,
    };
  });
}

function markedTokens(text: string): Token[] {
  return MARKED.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const token = match.groups?.token ?? "";
      const start = match.index;
      const [whole] = match;
      const isTicker = whole.startsWith("$") || token === token.toUpperCase();
      const isLabelled = /^(?:ticker|symbol)/i.test(whole);
      const tokenStart = start + whole.lastIndexOf(token);
      return { text: token, start, end: start + whole.length, tokenStart, isQuoted: false, isLabelled, isTicker };
    })
  );
}

function sort(
  tokens: readonly Token[],
  { resolve, byTicker }: TokenLookup,
): Omit<ExplicitTokens, "isDecisive"> {
  const hits: Hit[] = [];
  const unknown: Place[] = [];
  const identifiers: (SecurityNumber & Place)[] = [];
  const instruments: InstrumentHit[] = [];
  for (const { text, start, end, tokenStart, isTicker, isQuoted, isLabelled } of tokens) {
    const kind = wordKind(text);
    const isPlain = isLabelled ? kind === "function" : kind !== "none";
    const isPlainWord = isPlain && !isTicker && text !== text.toUpperCase();
    const company = isPlainWord ? undefined : resolve(text);
    const number = readSecurityNumber(text);
    const place = isQuoted ? { start: start + 1, end: end - 1 } : { start: tokenStart, end: tokenStart + text.length };
    const known = isTicker || isQuoted ? instrumentOf(text, byTicker) : undefined;
    if (company) {
      const isRenamed = byTicker(text) === undefined && otherTickersOf(normaliseTicker(text)).includes(company.ticker);
      hits.push({ start, end, company, ...(isRenamed && { isRenamed }) });
    } else if (known) instruments.push({ ...known, text, start, end });
    else if (number) identifiers.push({ start, end, ...number });
    else if (isTicker && text !== "") unknown.push(place);
  }
  return { hits, unknown, identifiers, instruments };
}
