import { gzipSync } from "node:zlib";
import { missingShared, sharedPath } from "../needs.ts";
import { readGzip } from "../data/support.ts";
import { tradingDays } from "../trading_days.ts";
import { xorshift } from "../xorshift.ts";

const FACTS = [
  "AAPL_CIK0000320193",
  "GOOGL_CIK0001652044",
  "NVDA_CIK0001045810",
  "TSLA_CIK0001318605",
  "SNOW_CIK0001640147",
];
const FILINGS = [
  "AAPL_CIK0000320193",
  "MSFT_CIK0000789019",
  "NVDA_CIK0001045810",
  "TSLA_CIK0001318605",
  "MRVL_CIK0001835632",
];
const PATHS = [
  ...FACTS.map((name) => `sec/companyfacts/${name}.json.gz`),
  ...FILINGS.map((name) => `sec/submissions/${name}.json.gz`),
];
const TRADES = "insider/form4_transactions_dedup.csv.gz";
const SECTORS = ["Energy", "Materials", "Industrials", "Utilities", "Financials", "Information Technology"];
const DAYS = 1_259;

/** What is missing of the developers' files; nothing where they are at hand. */
export function missingFiled(): string | undefined {
  return missingShared(...PATHS, TRADES);
}

/** A folder of made names. */
export interface FiledFolder {
  /** Made names. */
  readonly names: number;
  /** Whether files are packed with gzip. Default: yes. */
  readonly isPacked?: boolean;
}

/**
 * Writes a data folder of made names: real companyfacts and submissions of five companies each, under other tickers and
 * CIKs, a real table of insiders' trades under the same tickers, and made prices up to 2026-09.
 */
export async function makeFiledFolder(path: string, { names, isPacked = true }: FiledFolder): Promise<void> {
  const texts = await Promise.all(PATHS.map((file) => readGzip(sharedPath(file))));
  const days = tradingDays("2021-09-01", DAYS);
  for (const room of ["prices", "sec/companyfacts", "sec/submissions", "insider"]) {
    await Deno.mkdir(`${path}/${room}`, { recursive: true });
  }
  const write = (file: string, text: string) => writeText(`${path}/${file}`, text, { isPacked });
  const tickers = Array.from({ length: names }, (_, at) => tickerOf(at));
  for (const [at, ticker] of tickers.entries()) {
    const cik = String(9_000_000 + at).padStart(10, "0");
    const [facts = "", filings = ""] = [texts[at % FACTS.length], texts[FACTS.length + at % FILINGS.length]];
    await write(`sec/companyfacts/CIK${cik}.json`, underCik(facts, cik));
    await write(`sec/submissions/CIK${cik}.json`, underTicker(underCik(filings, cik), ticker));
    await write(`prices/${ticker}.csv`, pricesOf(days, at + 1));
  }
  await write("prices/^GSPC.csv", pricesOf(days, names + 1));
  const rows = tickers.map((ticker, at) =>
    `${ticker},Made ${ticker} Inc,${SECTORS[at % SECTORS.length]},${9_000_000 + at}`
  );
  await Deno.writeTextFile(`${path}/companies.csv`, ["ticker,name,sector,cik", ...rows, ""].join("\n"));
  await write("insider/trades.csv", await tradesOf(tickers));
}

/** Letters alone, so that no ticker looks like another word. */
function tickerOf(at: number): string {
  const letter = (place: number) => String.fromCharCode(65 + Math.floor(at / 26 ** place) % 26);
  return `Q${letter(2)}${letter(1)}${letter(0)}`;
}

function underCik(text: string, cik: string): string {
  return text.replace(/"cik"\s*:\s*"?\d+"?/, `"cik":"${cik}"`);
}

function underTicker(text: string, ticker: string): string {
  return text.replace(/"tickers"\s*:\s*\[[^\]]*\]/, `"tickers":["${ticker}"]`);
}

function pricesOf(days: readonly string[], seed: number): string {
  const next = xorshift(seed);
  let close = 100;
  const rows = days.map((day) => {
    close *= Math.exp((next() - 0.5) / 25);
    const [high, low] = [close * 1.01, close * 0.99];
    return [day, close, high, low, close, Math.floor(1_000_000 * next())].join(",");
  });
  return ["date,open,high,low,close,volume", ...rows, ""].join("\n");
}

/** The rows of the real table, each of its tickers as one of the made ones. */
async function tradesOf(tickers: readonly string[]): Promise<string> {
  const [header = "", ...rows] = (await readGzip(sharedPath(TRADES))).trimEnd().split(/\r?\n/);
  const made = new Map<string, string>();
  const renamed = rows.map((row) => {
    const [real = ""] = row.split(",", 1);
    const ticker = made.get(real) ?? tickers[made.size % tickers.length] ?? "";
    made.set(real, ticker);
    return row.replace(/^[^,]*,(?:"[^"]*"|[^,]*),/, `${ticker},Made ${ticker} Inc,`);
  });
  return [header, ...renamed, ""].join("\n");
}

async function writeText(path: string, text: string, { isPacked }: { readonly isPacked: boolean }): Promise<void> {
  if (isPacked) await Deno.writeFile(`${path}.gz`, gzipSync(text, { level: 1 }));
  else await Deno.writeTextFile(path, text);
}
