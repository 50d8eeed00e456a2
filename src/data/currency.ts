import type { PriceSeries, StoredSeries } from "./dataset.ts";
import type { SessionSeries } from "./session.ts";

/** What a currency's column says of a hundredth of it, in which some exchanges price: pence as `GBX`. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBp: "GBX", GBX: "GBX", GBx: "GBX", ZAc: "ZAC", ILA: "ILA" };

/**
 * The code of a currency as a file writes it: ISO 4217, or of a hundredth of one, as `GBX` for pence.
 * @returns Empty for any other text.
 */
export function currencyCode(text: string): string {
  const bare = text.trim();
  return HUNDREDTHS[bare] ?? (/^[A-Za-z]{3}$/.test(bare) ? bare.toUpperCase() : "");
}

/** What a list of companies states of currencies: by ticker, and by `*` of all others. */
export type Currencies = ReadonlyMap<string, string>;

/** Where `data fetch` keeps prices of services that give those of the United States in US dollars. */
const IN_DOLLARS = /^prices\/(?:tiingo|eodhd|alphavantage(?:_daily)?)\//;

/**
 * The currency of a ticker's prices by what is stated, or by their source; empty where nothing says. What is stated of all
 * is not of one whose ending is that of an exchange with another.
 */
function currencyOf(ticker: string, currencies: Currencies, source = ""): string {
  const all = IN_DOLLARS.test(source) ? "USD" : currencies.get("*") ?? "";
  const home = EXCHANGE_OF.get(/\.([^.]+)$/.exec(ticker)?.[1] ?? "")?.currency ?? all;
  return currencies.get(ticker) ?? (home.slice(0, 2) === all.slice(0, 2) ? all : "");
}

/** A series in the currency that is stated of it, where its file states none. */
export function seriesIn(series: StoredSeries, currencies: Currencies): StoredSeries {
  const currency = series.currency === "" ? currencyOf(series.ticker, currencies, series.source) : "";
  if (currency === "") return series;
  let loaded: PriceSeries | undefined;
  return { ...series, currency, load: () => loaded ??= { ...series.load(), currency } };
}

/** The same for sessions. */
export function sessionsIn(sessions: SessionSeries, currencies: Currencies): SessionSeries {
  return { ...sessions, currency: currencyOf(sessions.ticker, currencies) };
}

/** Suffixes of price services, prefixes and codes of terminals: place and currency. */
const EXCHANGES = `
  DE F ETR FRA XETRA GY GR: Frankfurt: EUR
  L LON LSE LN: London: GBP
  PA EPA FP: Paris: EUR
  AS AMS NA: Amsterdam: EUR
  BR EBR BB: Brussels: EUR
  MI BIT IM: Milan: EUR
  MC BME SM: Madrid: EUR
  LS ELI PL: Lisbon: EUR
  VI VIE AV: Vienna: EUR
  SW VX SWX VTX: Zurich: CHF
  ST STO SS.ST: Stockholm: SEK
  CO CPH DC: Copenhagen: DKK
  OL OSL NO: Oslo: NOK
  HE HEL FH: Helsinki: EUR
  IR ISE ID: Dublin: EUR
  TO V TSE TSX CVE CT CN: Toronto: CAD
  T TYO JP JT: Tokyo: JPY
  HK HKG HKEX: Hong Kong: HKD
  SS SHA CH: Shanghai: CNY
  SZ SHE: Shenzhen: CNY
  TW TPE TT: Taipei: TWD
  KS KRX KQ: Seoul: KRW
  NS BO NSE BOM: Mumbai: INR
  AX ASX AU: Sydney: AUD
  NZ NZE: Wellington: NZD
  SI SGX SP: Singapore: SGD
  SA BVMF BZ: São Paulo: BRL
  MX BMV MM: Mexico City: MXN
  JO JSE SJ: Johannesburg: ZAR
  IS IST: Istanbul: TRY
  WA WSE: Warsaw: PLN
`;

/** Where a share is traded. */
export interface Exchange {
  readonly place: string;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** Exchanges by suffix, prefix and terminal code, in capitals. */
export const EXCHANGE_OF: ReadonlyMap<string, Exchange> = new Map(
  EXCHANGES.trim().split("\n").map((line) => line.trim().split(/: +/)).flatMap((
    [codes = "", place = "", currency = ""],
  ) => codes.split(" ").map((code) => [code, { place, currency }] as const)),
);
