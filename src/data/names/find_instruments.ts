import { EXCHANGE_OF } from "../currency.ts";
import type { Company } from "../dataset.ts";
import { normaliseTicker } from "../ticker.ts";
import { COINS, CURRENCIES, INSTRUMENT_NAMES, INSTRUMENT_TICKERS, type KnownInstrument } from "./instrument_table.ts";
import type { Hit } from "./find_names.ts";
import { wordKind } from "./words.ts";
import { overlaps, type Place } from "../../terms/places.ts";

/** A fund, an index, a currency or a listing elsewhere that a request names. */
export interface Instrument extends Pick<KnownInstrument, "kind" | "what" | "tickers"> {
  /** As the request words it. */
  readonly text: string;
}

/** An instrument and where a request names it. */
export type InstrumentHit = Instrument & Place;

const NAMES = new RegExp(
  String.raw`(?<![\p{LC}\p{N}&.:^$-])(?:${
    [...INSTRUMENT_NAMES.keys()].sort((one, other) => other.length - one.length)
      .map((name) =>
        name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", String.raw`\s`).replace(/^the.*/, "$&(?!\\s?\\d)")
          .replace(
            "s&p",
            String.raw`s\s?&\s?p`,
          )
      )
      .join("|")
  })(?![\p{LC}\p{N}&]|[.:=-][\p{LC}\p{N}])`,
  "giu",
);
/** Names that are ordinary words in lower case. */
const NEED_CAPITAL = new Set(
  "dax cac ftse aex vix sap ubs bp vale shell eni ing nifty vw bmw doge ether ripple spx wti dji".split(" "),
);

/** A run of signs that may be a ticker with its exchange. */
const TOKEN =
  /(?<![\p{LC}\p{N}.=^$])(?:[A-Z]{1,6}\d{6}[CP]\d{8}|[\^$]?[A-Za-z0-9]{1,9}(?:-[A-Z0-9]{1,5}(?=\.[A-Z]))?)(?:[.:\-/=!][A-Za-z0-9]{1,6}!?|\d!)?(?![\p{LC}\p{N}]|[.\-/=:][\p{LC}\p{N}])/gu;
const TERMINAL =
  /(?<![\p{LC}\p{N}])([A-Z0-9]{1,6}) (GY|GR|LN|FP|NA|IM|SM|SW|VX|HK|JP|JT|CN|CT|AU|SS|DC|KS)(?: Equity\b|(?=\s*(?:$|[,;?!)]|\.\s|\.$)))/gu;

const PREFIXED = /(?<![\p{LC}\p{N}.$^])[A-Z]{2,5}:[A-Z0-9]{1,9}(?![\p{LC}\p{N}]|[.\-/=:][\p{LC}\p{N}])/gu;

/** Companies of the data that a text names with their exchange, as terminals and web pages do: `VOD LN`, `LON:VOD`. */
export function findListed(text: string, byTicker: (ticker: string) => Company | undefined): Hit[] {
  return [...text.matchAll(TERMINAL), ...text.matchAll(PREFIXED)].flatMap(({ 0: named, index: start }) => {
    const company = byTicker(named);
    return company === undefined ? [] : [{ start, end: start + named.length, company }];
  });
}

/**
 * Finds instruments that are no companies, by our table and by the shape of their tickers.
 * @param text With what a request marks as a company of the data blanked out.
 * @param byTicker The company of a ticker in the data.
 */
export function findInstruments(text: string, byTicker: (ticker: string) => Company | undefined): InstrumentHit[] {
  const found: InstrumentHit[] = [];
  const add = (span: Place, known: KnownInstrument | undefined) => {
    if (known === undefined || found.some((one) => overlaps(one, span))) return;
    const { kind, what, tickers } = known;
    found.push({ text: text.slice(span.start, span.end), kind, what, tickers, start: span.start, end: span.end });
  };
  for (const match of text.matchAll(NAMES)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!isPartOfMore(text, span)) add(span, byName(match[0], byTicker));
  }
  for (const match of text.matchAll(TERMINAL)) {
    const span = { start: match.index, end: match.index + match[0].length };
    add(span, listing(match[1] ?? "", match[2] ?? ""));
  }
  for (const match of text.matchAll(TOKEN)) {
    add({ start: match.index, end: match.index + match[0].length }, instrumentOf(match[0], byTicker));
  }
  return found.sort((one, other) => one.start - other.start);
}

/** "the Dow Chemical Company" is no index, and "S&P 500 stocks" are companies. */
function isPartOfMore(text: string, { start, end }: Place): boolean {
  const after = text.slice(end, end + 20);
  if (/^the\s/i.test(text.slice(start, end)) && /^\s+\p{Lu}\p{Ll}/u.test(after)) return true;
  if (/^\s+(?:stocks|companies|names|members|constituents|shares)\b/i.test(after)) return true;
  return /\b(?:stocks|companies|names|members)\s+(?:in|of|from)\s+(?:the\s+)?$/i.test(
    text.slice(Math.max(0, start - 30), start),
  );
}

function byName(text: string, byTicker: (ticker: string) => Company | undefined): KnownInstrument | undefined {
  const lower = text.toLowerCase().replace(/\s+/g, " ").replace(/^s ?& ?p/, "s&p");
  if (NEED_CAPITAL.has(lower) && text === lower) return undefined;
  const known = INSTRUMENT_NAMES.get(lower);
  // a foreign firm that the data holds is a company
  if (known === undefined || known.kind === "adr" && known.tickers.some(byTicker)) return undefined;
  return { ...known, what: known.whatNamed ?? known.what };
}

/**
 * What a ticker is if not a company of the data.
 * @param token As a person writes it, in any case; a word of small letters is not one.
 * @param byTicker The company of a ticker in the data. A fund stays a fund though the data has prices of it, unless its
 * name there is that of something else.
 */
export function instrumentOf(
  token: string,
  byTicker: (ticker: string) => Company | undefined,
): KnownInstrument | undefined {
  const bare = token.replace(/^\$/, "");
  const ticker = normaliseTicker(token);
  const company = byTicker(bare);
  if (company !== undefined) return fundOf(company);
  if (bare === bare.toLowerCase() && !/[\d=^!]/.test(bare) && !/[-/.]/.test(bare)) {
    return COINS.has(ticker) && ticker.length === 3 ? undefined : lowerFund(ticker);
  }
  // "Gld" is part of a name, and "risk.is" lacks a blank
  if (bare !== bare.toUpperCase() && (bare !== bare.toLowerCase() || /[.:]/.test(bare))) return undefined;
  const known = wordKind(ticker) === "none" && ticker.length > 1 ? INSTRUMENT_TICKERS.get(ticker) : undefined;
  return known ?? shapeOf(bare.toUpperCase());
}

/** Tickers in small letters that are no words. */
function lowerFund(ticker: string): KnownInstrument | undefined {
  const known = INSTRUMENT_TICKERS.get(ticker);
  return known?.kind === "fund" && !/^(?:DIA|TAN|JETS|SHY|TIP|VT|SH|SSO|BIL|QUAL|ITA|VIG|BND|SMH|VOX)$/.test(ticker)
    ? known
    : undefined;
}

const FUND_NAME = /\bETFs?\b|\bETN\b|\bSPDR\b|\biShares\b|\bProShares\b|\bindex fund\b|\bSelect Sector\b/i;

/** The fund that a company of the data really is. */
export function fundOf({ ticker, name }: Company): KnownInstrument | undefined {
  const known = INSTRUMENT_TICKERS.get(ticker);
  const isNamed = name !== ticker;
  if (known?.kind === "fund" && (!isNamed || /fund|trust|shares|vanguard|invesco|QQQ|ETF|SPDR/i.test(name))) {
    return known;
  }
  return isNamed && FUND_NAME.test(name) ? { kind: "fund", what: `a fund, ${name}`, tickers: [ticker] } : undefined;
}

const MONEY = "(?:USD|EUR|GBP|JPY|CHF|USDT)";

/** Names of the Federal Reserve's rates and of its other series. */
const STATISTIC =
  /^(?:DGS\d+(?:MO)?|GS\d+|D?TB\d\w*|T\d+Y\w+|DFF|FEDFUNDS|SOFR|DEX[A-Z]{4}|BAML\w+|UNRATE|CPI[AL]\w{4}|GDPC?1?|VIXCLS|MORTGAGE\d+US|M[12]SL|WALCL|PAYEMS|[IC]CSA|UMCSENT|INDPRO|HOUST|PCE(?:PI)?\w*|DTWEX\w+|TEDRATE|DCOIL\w+|CSUSHPI\w+)$/;

/** What a ticker of the data is, where it is of no company. */
export function noCompany(ticker: string): string | undefined {
  const { kind = "fund", what } = INSTRUMENT_TICKERS.get(ticker) ?? instrumentOf(ticker, () => undefined) ?? {};
  return ["index", "currency", "crypto", "future"].includes(kind) ? what : undefined;
}

function shapeOf(token: string): KnownInstrument | undefined {
  const [, base = "", rest = ""] = /^\^?([A-Z0-9]+)[.:](.+)$/.exec(token) ?? [];
  if (token.startsWith("^")) return { kind: "index", what: "an index", tickers: [token] };
  if (/^[A-Z]{1,6}\d{6}[CP]\d{8}$/.test(token)) return { kind: "option", what: "an option", tickers: [] };
  if (STATISTIC.test(token)) return { kind: "index", what: "a rate or another statistic", tickers: [token] };
  if (/=F$/.test(token) || /^[A-Z]{1,3}\d!$/.test(token)) return { kind: "future", what: "a future", tickers: [] };
  const pair = /^([A-Z]{3})[-/]?([A-Z]{3})(?:=X)?$/.exec(token);
  if (pair && CURRENCIES.has(pair[1] ?? "") && CURRENCIES.has(pair[2] ?? "")) {
    return { kind: "currency", what: `a pair of currencies, ${pair[1]} in ${pair[2]}`, tickers: [] };
  }
  const coin = new RegExp(`^([A-Z]{3,5})[-/]?${MONEY}$`).exec(token)?.[1] ?? token;
  if (COINS.has(coin) && (coin !== token || /^(?:BTC|ETH|XRP|DOGE)$/.test(coin))) {
    return { kind: "crypto", what: "a cryptocurrency", tickers: [] };
  }
  if (/^[A-Z]{3,5}-(?:USD|EUR|GBP)$/.test(token)) {
    return { kind: "crypto", what: "priced in a currency, as a coin is", tickers: [] };
  }
  return base === "" ? undefined : listing(base, rest) ?? (token.includes(":") ? listing(rest, base) : undefined);
}

function listing(ticker: string, code: string): KnownInstrument | undefined {
  const exchange = EXCHANGE_OF.get(code);
  const isInitials = ticker.length === 1 && code.length === 1; // the "V.F." of a firm's name
  if (exchange === undefined || isInitials || !/^[A-Z0-9-]{1,9}$/.test(ticker)) return undefined;
  return { kind: "listing", what: `listed in ${exchange.place}, in ${exchange.currency}`, tickers: [] };
}
