import type { Bar, Company, LoadedDataset, PriceSeries } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import { once } from "../once.ts";
import { tradingDays } from "../trading_days.ts";
import { xorshift } from "../xorshift.ts";

/** Ticker, name, GICS sector and sub-industry of companies as lists of the S&P 500 had them in early 2018. */
const LISTED = `
AAPL|Apple Inc.|Information Technology|Computer Hardware
MSFT|Microsoft Corp.|Information Technology|Systems Software
GOOGL|Alphabet Inc Class A|Information Technology|Internet Software & Services
GOOG|Alphabet Inc Class C|Information Technology|Internet Software & Services
FB|Facebook, Inc.|Information Technology|Internet Software & Services
IBM|International Business Machines|Information Technology|IT Consulting & Other Services
INTC|Intel Corp.|Information Technology|Semiconductors
NVDA|Nvidia Corporation|Information Technology|Semiconductors
AMD|Advanced Micro Devices Inc|Information Technology|Semiconductors
IT|Gartner Inc|Information Technology|IT Consulting & Other Services
V|Visa Inc.|Information Technology|Internet Software & Services
MA|Mastercard Inc.|Information Technology|Internet Software & Services
GE|General Electric|Industrials|Industrial Conglomerates
MMM|3M Company|Industrials|Industrial Conglomerates
BA|Boeing Company|Industrials|Aerospace & Defense
CAT|Caterpillar Inc.|Industrials|Construction Machinery & Heavy Trucks
DE|Deere & Co.|Industrials|Construction Machinery & Heavy Trucks
AAL|American Airlines Group|Industrials|Airlines
DAL|Delta Air Lines Inc.|Industrials|Airlines
UAL|United Continental Holdings|Industrials|Airlines
XOM|Exxon Mobil Corp.|Energy|Integrated Oil & Gas
CVX|Chevron Corp.|Energy|Integrated Oil & Gas
COP|ConocoPhillips|Energy|Oil & Gas Exploration & Production
NEE|NextEra Energy|Utilities|MultiUtilities
DUK|Duke Energy|Utilities|Electric Utilities
SO|Southern Co.|Utilities|Electric Utilities
JPM|JPMorgan Chase & Co.|Financials|Banks
BAC|Bank of America Corp|Financials|Banks
WFC|Wells Fargo|Financials|Banks
KEY|KeyCorp|Financials|Banks
BRK.B|Berkshire Hathaway|Financials|Multi-Sector Holdings
ALL|Allstate Corp|Financials|Property & Casualty Insurance
TROW|T. Rowe Price Group|Financials|Asset Management & Custody Banks
KO|Coca-Cola Company (The)|Consumer Staples|Soft Drinks
PEP|PepsiCo Inc.|Consumer Staples|Soft Drinks
PG|Procter & Gamble|Consumer Staples|Personal Products
WMT|Wal-Mart Stores|Consumer Staples|Hypermarkets & Super Centers
F|Ford Motor|Consumer Discretionary|Automobile Manufacturers
GM|General Motors|Consumer Discretionary|Automobile Manufacturers
GPS|Gap Inc.|Consumer Discretionary|Apparel Retail
TGT|Target Corp.|Consumer Discretionary|General Merchandise Stores
BBY|Best Buy Co. Inc.|Consumer Discretionary|Computer & Electronics Retail
AMZN|Amazon.com Inc.|Consumer Discretionary|Internet & Direct Marketing Retail
NWSA|News Corp. Class A|Consumer Discretionary|Publishing
T|AT&T Inc.|Telecommunication Services|Integrated Telecommunication Services
VZ|Verizon Communications|Telecommunication Services|Integrated Telecommunication Services
JNJ|Johnson & Johnson|Health Care|Health Care Supplies
PFE|Pfizer Inc.|Health Care|Pharmaceuticals
A|Agilent Technologies Inc|Health Care|Health Care Equipment
`;

/** The companies of the made market. */
export const COMPANIES: readonly Company[] = LISTED.trim().split("\n").map((line) => {
  const [ticker = "", name = "", sector = "", industry = ""] = line.split("|");
  return { ticker, name, sector, industry };
});

/** Tickers of a sector or sub-industry of it, in order of the list. */
export function membersOf(group: string): string {
  return COMPANIES.filter(({ sector, industry }) => sector === group || industry === group)
    .map(({ ticker }) => ticker).join(" ");
}

const FIRST = "2013-02-08";
const LAST = "2018-02-07";
const DAYS = tradingDays(FIRST, 1400).filter((day) => day <= LAST);

/** The last trading day on or before a day. */
export function tradedBy(day: string): string {
  return DAYS.findLast((one) => one <= day) ?? FIRST;
}

function walk(ticker: string, seed: number): PriceSeries {
  const random = xorshift(seed);
  let close = 20 + 80 * random();
  const spread = 0.02 + 0.03 * random();
  const bars = DAYS.map((date): Bar => {
    close *= 1 + spread * (random() - 0.493);
    return { date, close, volume: 1_000_000 + Math.round(4_000_000 * random()) };
  });
  return seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: "made" }, bars);
}

/** The first bar and the last day of the market. */
export const MARKET_DAYS = { first: FIRST, today: LAST } as const;

/** Five years of made daily bars, from 2013-02-08 to 2018-02-07. */
export const madeMarket = once((): LoadedDataset => {
  const tickers = [...COMPANIES.map(({ ticker }) => ticker), "^GSPC"];
  return createDataset({
    name: "Made market",
    notice: "Made for a test.",
    companies: COMPANIES,
    benchmark: "^GSPC",
    sources: [{ id: "made", title: "Made for a test", sha256: "00" }],
    series: tickers.map((ticker, at) => walk(ticker, 20180207 + 7919 * at)),
  });
});
