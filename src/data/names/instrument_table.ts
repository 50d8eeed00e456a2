import { EXCHANGE_OF } from "../currency.ts";

/** What is traded or computed, and is no company of the data. */
export type InstrumentKind =
  | "fund"
  | "index"
  | "crypto"
  | "currency"
  | "commodity"
  | "future"
  | "option"
  | "bond"
  | "adr"
  | "listing";

/** A fund, an index or the like that our table knows. */
export interface KnownInstrument {
  readonly kind: InstrumentKind;
  /** What it is, ends the sentence "SPY is ...": `a fund that holds the S&P 500`. */
  readonly what: string;
  /** The same where the request has its name and not its ticker. */
  readonly whatNamed?: string;
  /** Tickers under which the data may hold it as its benchmark; the index under a fund is not among them. */
  readonly tickers: readonly string[];
}

/** Tickers, a colon, and what the fund holds. */
const FUNDS = `
  SPY IVV VOO SPLG: the S&P 500
  RSP: the S&P 500 in equal weights
  VTI ITOT SCHB: the US stock market
  QQQ QQQM: the Nasdaq-100
  DIA: the Dow Jones Industrial Average
  IWM VTWO: the Russell 2000
  IJH MDY: US mid caps
  IJR VB: US small caps
  XLK VGT: technology stocks
  XLF VFH: financial stocks
  XLE VDE: energy stocks
  XLV VHT: health care stocks
  XLI: industrial stocks
  XLU VPU: utilities
  XLP VDC: consumer staples
  XLY VCR: consumer discretionary stocks
  XLB: materials stocks
  XLRE VNQ IYR: real estate stocks
  XLC VOX: communication services
  SMH SOXX SOXQ: semiconductor stocks
  XBI IBB: biotechnology stocks
  KRE KBE KBWB: bank stocks
  XOP OIH: oil stocks
  XRT: retail stocks
  XHB ITB: homebuilders
  JETS: airlines
  ITA XAR: aerospace and defense stocks
  GDX GDXJ: gold miners
  ARKK ARKG ARKW: innovation stocks
  TAN ICLN: clean energy stocks
  IGV: software stocks
  VUG IWF SPYG: growth stocks
  VTV IWD SPYV: value stocks
  MTUM: stocks with momentum
  USMV SPLV: stocks of low volatility
  QUAL: quality stocks
  VIG SCHD DVY VYM NOBL: stocks that pay dividends
  EFA IEFA VEA: stocks of developed markets outside the US
  EEM IEMG VWO: stocks of emerging markets
  VT ACWI URTH: the world's stocks
  EWJ: Japanese stocks
  EWG: German stocks
  FXI MCHI KWEB: Chinese stocks
  EWZ: Brazilian stocks
  INDA: Indian stocks
  GLD IAU GLDM: gold
  SLV: silver
  USO BNO: oil futures
  UNG: natural gas futures
  DBC: commodities
  AGG BND: US bonds
  TLT IEF SHY GOVT BIL: US Treasuries
  LQD VCIT: corporate bonds
  HYG JNK: high-yield bonds
  TIP: inflation-linked Treasuries
  MUB: municipal bonds
  VXX UVXY VIXY: VIX futures
  TQQQ SQQQ: a multiple of the Nasdaq-100's daily move
  SPXL UPRO SPXS SH SDS SSO: a multiple of the S&P 500's daily move
  IBIT GBTC FBTC BITO: bitcoin
  VFIAX FXAIX: the S&P 500
  VTSAX: the US stock market
`;

/** Names separated by `|`, a colon, the index, and its tickers. */
const INDICES = `
  s&p 500|s&p500|s & p 500|s and p 500|sp500|sp 500|spx|the s&p|us500: the S&P 500: ^GSPC ^SPX SPX GSPC SP500
  s&p 400|s&p midcap 400: the S&P MidCap 400: ^MID
  s&p 600: the S&P SmallCap 600: ^SP600
  dow jones industrial average|dow jones|djia|the dow: the Dow Jones Industrial Average: ^DJI DJI
  nasdaq-100|nasdaq 100|nasdaq100|ndx: the Nasdaq-100: ^NDX NDX
  nasdaq composite|nasdaq-composite|the nasdaq: the Nasdaq Composite: ^IXIC IXIC
  russell 2000|russell2000: the Russell 2000: ^RUT RUT
  russell 1000: the Russell 1000: ^RUI
  russell 3000: the Russell 3000: ^RUA
  wilshire 5000: the Wilshire 5000: ^W5000
  vix|the vix: the VIX: ^VIX VIX
  ftse 100|ftse100|footsie|ftse: the FTSE 100: ^FTSE
  ftse mib: the FTSE MIB: FTSEMIB.MI
  dax|dax 40|dax40: the DAX: ^GDAXI
  mdax: the MDAX: ^MDAXI
  cac 40|cac40|cac: the CAC 40: ^FCHI
  euro stoxx 50|eurostoxx 50|eurostoxx|euro stoxx: the Euro Stoxx 50: ^STOXX50E
  stoxx 600|stoxx europe 600|stoxx600: the STOXX Europe 600: ^STOXX
  ibex 35|ibex35|ibex: the IBEX 35: ^IBEX
  aex: the AEX: ^AEX
  smi index|swiss market index: the Swiss Market Index: ^SSMI
  nikkei 225|nikkei225|nikkei: the Nikkei 225: ^N225
  topix: the TOPIX: ^TOPX
  hang seng index|hang seng: the Hang Seng: ^HSI
  shanghai composite: the Shanghai Composite: 000001.SS
  csi 300: the CSI 300: 000300.SS
  kospi: the KOSPI: ^KS11
  sensex: the BSE Sensex: ^BSESN
  nifty 50|nifty: the Nifty 50: ^NSEI
  asx 200: the S&P/ASX 200: ^AXJO
  tsx composite|tsx 60: the S&P/TSX Composite: ^GSPTSE
  bovespa|ibovespa: the Bovespa: ^BVSP
  msci world: the MSCI World: MXWO
  msci emerging markets: the MSCI Emerging Markets: MXEF
`;

/** Names of what else has a price, separated by `|`. */
const OTHERS: Readonly<Partial<Record<InstrumentKind, string>>> = {
  crypto: `
  bitcoin|btc|btcusd
  ethereum|ether
  dogecoin|doge
  solana
  litecoin
  ripple|xrp
  cryptocurrency|cryptocurrencies|cryptos
  `,
  commodity: `
  gold price|price of gold|spot gold|xauusd|goldpreis
  silver price|price of silver|xagusd
  crude oil|wti|brent|brent crude|wti crude|oil price|oil prices|price of oil|ölpreis|rohöl
  natural gas
  copper price
  `,
  bond: `
  treasuries|treasury bonds|us treasuries|t-bills|treasury bills|10-year treasury|10-year yield|10 year treasury
  bund|bunds|bundesanleihen
  `,
  currency: `
  the dollar|us dollar|dollar index|dxy
  the euro
  the yen|japanese yen
  sterling|british pound
  swiss franc
  `,
};

/** What they are, by kind. */
const WHAT: Readonly<Partial<Record<InstrumentKind, string>>> = {
  crypto: "a cryptocurrency",
  commodity: "a commodity or its price",
  bond: "government debt",
  currency: "a currency",
};

/** Tickers of foreign firms with receipts or shares in New York: name, home market and its currency. */
const FOREIGN = `
  BABA: alibaba: Alibaba: Hong Kong: HKD
  TSM: tsmc|taiwan semiconductor: Taiwan Semiconductor: Taipei: TWD
  TM: toyota|toyota motor: Toyota: Tokyo: JPY
  SONY SNE: sony: Sony: Tokyo: JPY
  HMC: honda: Honda: Tokyo: JPY
  SAP: sap|sap se: SAP: Frankfurt: EUR
  SIEGY: siemens: Siemens: Frankfurt: EUR
  VWAGY: volkswagen|vw: Volkswagen: Frankfurt: EUR
  BMWYY: bmw: BMW: Frankfurt: EUR
  MBGYY DDAIF: mercedes|mercedes-benz|daimler: Mercedes-Benz: Frankfurt: EUR
  BAYRY: bayer: Bayer: Frankfurt: EUR
  BASFY: basf: BASF: Frankfurt: EUR
  DB: deutsche bank: Deutsche Bank: Frankfurt: EUR
  ALIZY: allianz: Allianz: Frankfurt: EUR
  ADDYY: adidas: Adidas: Frankfurt: EUR
  NSRGY: nestle|nestlé: Nestlé: Zurich: CHF
  NVS: novartis: Novartis: Zurich: CHF
  RHHBY: roche: Roche: Zurich: CHF
  UBS: ubs: UBS: Zurich: CHF
  CS: credit suisse: Credit Suisse: Zurich: CHF
  ASML: asml: ASML: Amsterdam: EUR
  PHG: philips: Philips: Amsterdam: EUR
  ING: ing group: ING: Amsterdam: EUR
  LVMUY: lvmh: LVMH: Paris: EUR
  LRLCY: l'oréal|l'oreal|loreal: L'Oréal: Paris: EUR
  TTE TOT: totalenergies: TotalEnergies: Paris: EUR
  SNY: sanofi: Sanofi: Paris: EUR
  EADSY: airbus: Airbus: Paris: EUR
  BNPQY: bnp paribas|bnp: BNP Paribas: Paris: EUR
  E: eni: Eni: Milan: EUR
  RACE: ferrari: Ferrari: Milan: EUR
  ENLAY: enel: Enel: Milan: EUR
  SAN: santander|banco santander: Santander: Madrid: EUR
  BBVA: bbva: BBVA: Madrid: EUR
  TEF: telefonica|telefónica: Telefónica: Madrid: EUR
  IDEXY: inditex: Inditex: Madrid: EUR
  SHEL: royal dutch shell|shell: Shell: London: GBP
  BP: british petroleum|bp: BP: London: GBP
  HSBC: hsbc: HSBC: London: GBP
  VOD: vodafone: Vodafone: London: GBP
  AZN: astrazeneca: AstraZeneca: London: GBP
  GSK: glaxosmithkline|gsk|glaxo: GSK: London: GBP
  UL: unilever: Unilever: London: GBP
  DEO: diageo: Diageo: London: GBP
  RIO: rio tinto: Rio Tinto: London: GBP
  BHP: bhp: BHP: Sydney: AUD
  BCS: barclays: Barclays: London: GBP
  NVO: novo nordisk: Novo Nordisk: Copenhagen: DKK
  ERIC: ericsson: Ericsson: Stockholm: SEK
  EQNR: equinor: Equinor: Oslo: NOK
  NOK: nokia: Nokia: Helsinki: EUR
  SSNLF: samsung|samsung electronics: Samsung Electronics: Seoul: KRW
  TCEHY: tencent: Tencent: Hong Kong: HKD
  BIDU: baidu: Baidu: Hong Kong: HKD
  JD: jd.com: JD.com: Hong Kong: HKD
  INFY: infosys: Infosys: Mumbai: INR
  HDB: hdfc bank: HDFC Bank: Mumbai: INR
  VALE: vale: Vale: São Paulo: BRL
  PBR: petrobras: Petrobras: São Paulo: BRL
  RY: royal bank of canada: Royal Bank of Canada: Toronto: CAD
  SHOP: shopify: Shopify: Toronto: CAD
`;

/**
 * A ticker with each code of the exchange that it names: `VOD.L` among those of `VOD LN`, `LON:VOD` and `VOD.LSE`.
 * @param token In capitals.
 */
export function listingsOf(token: string): readonly string[] {
  const [, before = "", base = "", after = ""] = /^(?:([A-Z]+):)?([A-Z0-9-]+)(?:[. ]([A-Z]+))?$/.exec(token) ?? [];
  const exchange = EXCHANGE_OF.get(before || after);
  if (exchange === undefined || before !== "" && after !== "") return [];
  return [...EXCHANGE_OF].flatMap(([code, { place }]) => place === exchange.place ? [`${base}.${code}`] : []);
}

/** Coins whose pairs with a currency are written like `BTC-USD`. */
export const COINS: ReadonlySet<string> = new Set(
  "BTC ETH SOL XRP DOGE ADA LTC BNB DOT AVAX MATIC LINK USDT USDC SHIB TRX BCH XLM".split(" "),
);

/** Currencies whose pairs are written like `EURUSD`. */
export const CURRENCIES: ReadonlySet<string> = new Set(
  "USD EUR GBP JPY CHF CAD AUD NZD CNY CNH HKD SGD SEK NOK DKK INR KRW BRL MXN ZAR TRY PLN".split(" "),
);

const FUND_ROWS = rows(FUNDS).flatMap(([tickers = "", holds = ""]) =>
  tickers.split(" ").map((ticker): readonly [string, KnownInstrument] => [
    ticker,
    {
      kind: "fund",
      what: `a fund that ${/^a multiple/.test(holds) ? "aims at" : "holds"} ${holds}`,
      tickers: [ticker],
    },
  ])
);

const INDEX_ROWS = rows(INDICES).map(([names = "", name = "", tickers = ""]) => ({
  names: names.split("|"),
  known: { kind: "index" as const, what: `an index, ${name}`, whatNamed: "an index", tickers: tickers.split(" ") },
}));

const FOREIGN_ROWS = rows(FOREIGN).map(([tickers = "", names = "", name = "", place = "", currency = ""]) => ({
  tickers: tickers.split(" "),
  names: names.split("|"),
  known: {
    kind: "adr" as const,
    what: `${name}, listed at home in ${place}, in ${currency}`,
    whatNamed: `listed at home in ${place}, in ${currency}`,
    tickers: tickers.split(" "),
  },
}));

const OTHER_ROWS = (Object.entries(OTHERS) as [InstrumentKind, string][]).flatMap(([kind, table]) =>
  rows(table).map(([names = ""]) => ({
    names: names.split("|"),
    known: { kind, what: WHAT[kind] ?? "", tickers: [] },
  }))
);

/** Instruments by ticker, in capitals. */
export const INSTRUMENT_TICKERS: ReadonlyMap<string, KnownInstrument> = new Map([
  ...FUND_ROWS,
  ...INDEX_ROWS.flatMap(({ known }) => known.tickers.map((ticker) => [ticker, known] as const)),
  ...FOREIGN_ROWS.flatMap(({ tickers, known }) => tickers.map((ticker) => [ticker, known] as const)),
]);

/** Instruments by name, in lower case. */
export const INSTRUMENT_NAMES: ReadonlyMap<string, KnownInstrument> = new Map(
  [...INDEX_ROWS, ...FOREIGN_ROWS, ...OTHER_ROWS].flatMap(({ names, known }) =>
    names.map((name) => [name, known] as const)
  ),
);

function rows(table: string): string[][] {
  return table.trim().split("\n").map((line) => line.trim().split(/: +/));
}
