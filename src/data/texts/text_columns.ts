import type { FileOwner } from "../filings/record_file.ts";
import { isTicker, normaliseTicker } from "../ticker.ts";

/** How tables of texts name their columns, in lower case and without other characters than letters and digits. */
const SPELLINGS = {
  ticker: ["ticker", "tickers", "symbol", "symbols", "stock", "stocks"],
  time: ("publishedat publicationtime published pubdate createdat createdutc datetime timestamp publisheddate " +
    "publishdate created time date day").split(" "),
  title: ["title", "headline"],
  text: ["text", "body", "content", "fulltext", "transcript", "article", "message", "tweet", "summary", "description"],
  kind: ["kind", "type", "doctype"],
  accession: ["accession", "accessionnumber", "accessionno"],
  section: ["section", "item"],
  form: ["form", "formtype"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A column of a table of texts. */
export type TextColumn = keyof typeof SPELLINGS;

/** The names of a table by their columns; several of a time, and of a text where one may be empty. */
export type TextColumns = Readonly<Record<TextColumn, readonly string[]>>;

/** Finds the columns among names; `undefined` where these are not of texts. */
export function textColumns(names: readonly string[]): TextColumns | undefined {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  if (plain.some((name) => NO_TEXTS.has(name))) return undefined;
  const own = (column: TextColumn) => SPELLINGS[column].flatMap((one) => names[plain.indexOf(one)] ?? []);
  const columns: TextColumns = {
    ticker: own("ticker"),
    time: own("time"),
    title: own("title"),
    text: own("text"),
    kind: own("kind"),
    accession: own("accession"),
    section: own("section"),
    form: own("form"),
  };
  const hasText = columns.text.length + columns.title.length > 0;
  return hasText && columns.time.length + columns.accession.length > 0 ? columns : undefined;
}

/** Tables of prices, trades and figures have these. */
const NO_TEXTS = new Set(["close", "adjclose", "price", "volume", "transactioncode", "shares", "value"]);

/**
 * The companies of a cell: `AAPL`, `AAPL|MSFT`, `$AAPL $MSFT`, `["AAPL", "MSFT"]`.
 * @returns `undefined` where it holds something else than tickers; none where it is empty.
 */
export function ownersIn(cell: string): readonly FileOwner[] | undefined {
  const bare = cell.replace(/[[\]'"{}()]/g, " ").trim();
  if (bare === "" || /^(?:-|none|n\/a|nan|null)$/i.test(bare)) return [];
  const parts = bare.split(/\s*[,;|]\s*/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    return words.length > 1 && words.every((word) => isTicker(word.replace(/^\$/, ""))) ? words : [part.trim()];
  }).filter((part) => part !== "");
  const tickers = parts.map((part) => normaliseTicker(part));
  if (!tickers.every((ticker) => isTicker(ticker))) return undefined;
  return [...new Set(tickers)].map((ticker) => ({ tickers: [ticker] }));
}
