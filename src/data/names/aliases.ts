/** Names that people give a firm, and the tickers it is listed under. */
interface FirmNames {
  /** Main share class first. */
  readonly tickers: readonly string[];
  /** In lower case, words separated by blanks, `and` for `&`. */
  readonly names: readonly string[];
}

/** Tickers, a colon, and names separated by commas; on a line one firm, or several that have usual names alone. */
const TABLE = `
  GOOGL GOOG: alphabet, google
  FB META: facebook, meta, meta platforms
  AMZN: amazon, amazon com
  BRK.B BRK.A BRK: berkshire hathaway, berkshire
  JPM: jpmorgan chase, jpmorgan, j p morgan, jp morgan
  PEP: pepsico, pepsi, pepsi cola
  KO: coca cola, coke, cocacola
  XOM: exxon mobil, exxon, exxonmobil
  CVX: chevron
  WMT: wal mart, walmart
  MCD: mcdonalds, mc donalds
  DIS: walt disney, disney
  PG: procter and gamble, p and g, procter, procter gamble
  JNJ: johnson and johnson, j and j, johnson johnson
  AXP: american express, amex
  BAC: bank of america, bofa, b of a
  C: citigroup, citi, citibank
  WFC: wells fargo
  GS: goldman sachs, goldman
  MS: morgan stanley
  USB: us bancorp, us bank, u s bank
  BK: bank of new york mellon, bank of ny mellon, bny mellon, bny
  COF: capital one
  SCHW: charles schwab, schwab
  GM: general motors, gm
  GE: general electric, ge
  F: ford motor, ford
  HOG: harley davidson, harley
  IBM: international business machines, ibm, big blue
  HPE: hewlett packard enterprise
  HPQ: hp inc, hewlett packard, hp
  AMD: advanced micro devices, amd
  INTC: intel
  NVDA: nvidia
  TXN: texas instruments
  QCOM: qualcomm
  MSFT: microsoft
  CRM: salesforce com, salesforce
  VRSN: verisign
  NFLX: netflix
  EBAY: ebay
  PYPL: paypal
  T: at and t
  VZ: verizon
  TMUS: t mobile
  CMCSA: comcast
  TWX: time warner
  FOXA FOX: twenty first century fox, 21st century fox, fox corp, fox
  NWSA NWS: news corp, news corporation
  DISCA DISCK WBD: discovery communications, discovery channel, warner bros discovery
  UAA UA: under armour, under armor
  NKE: nike
  TIF: tiffany and co, tiffany, tiffanys
  SBUX: starbucks
  CMG: chipotle mexican grill, chipotle
  YUM: yum brands
  HD: home depot
  LOW: lowes
  TGT: target
  COST: costco
  KR: kroger
  CVS: cvs health, cvs
  WBA: walgreens boots alliance, walgreens
  BBBY: bed bath and beyond, bed bath beyond
  GPS GAP: gap, the gap
  MDLZ: mondelez
  KHC: kraft heinz, kraft, heinz
  GIS: general mills
  K: kelloggs, kellogg
  CPB: campbell soup, campbells, campbell
  HSY: hershey, hersheys
  PM: philip morris international, philip morris
  MO: altria
  CL: colgate palmolive, colgate
  KMB: kimberly clark
  EL: estee lauder
  UNH: united health, unitedhealth group, unitedhealth
  LLY: eli lilly, lilly
  MRK: merck
  BMY: bristol myers squibb, bristol myers, bristol squibb
  ABT: abbott laboratories, abbott
  ESRX: express scripts
  TMO: thermo fisher scientific, thermo fisher
  BA: boeing
  LMT: lockheed martin, lockheed
  NOC: northrop grumman, northrop
  RTN RTX: raytheon
  UTX RTX: united technologies
  GD: general dynamics
  HON: honeywell
  CAT: caterpillar
  DE: deere, john deere
  MMM: 3m, minnesota mining
  UPS: united parcel service
  FDX: fedex, federal express
  DAL: delta air lines, delta airlines, delta
  AAL: american airlines
  UAL: united continental, united airlines
  LUV: southwest airlines
  UNP: union pacific
  NSC: norfolk southern
  DD: du pont, dupont, e i du pont
  DOW: dow chemical
  FCX: freeport mcmoran, freeport
  NEM: newmont mining, newmont
  SLB: schlumberger
  HAL: halliburton
  BHI BHGE BKR: baker hughes
  COP: conocophillips, conoco phillips, conoco
  OXY: occidental petroleum, occidental, oxy
  APC: anadarko petroleum, anadarko
  CHK: chesapeake energy, chesapeake
  KMI: kinder morgan
  ED: consolidated edison, con edison, con ed, coned
  PCG: pg and e, pacific gas and electric
  GT: goodyear
  HRB: h and r block, h r block, block h and r
  ETFC: e trade, etrade
  TROW: t rowe price, t rowe
  SPGI: s and p global, standard and poors
  HIG: hartford financial, the hartford
  MMC: marsh and mclennan, marsh mclennan
  AMP: ameriprise
  LB: l brands, victorias secret
  RL: ralph lauren, polo ralph lauren
  KORS: michael kors
  M: macys
  JWN: nordstrom
  KEY: keycorp, key corp, keybank
  HBAN: huntington
  RF: regions financial
  STI: suntrust
  FITB: fifth third
  MTB: m and t bank, m and t
  BBT: bb and t
  PNC: pnc
  ADM: archer daniels midland, archer daniels
  SYY: sysco
  WMB: williams
  YHOO: yahoo
  PCLN BKNG: priceline, booking holdings, booking com
  XRX: xerox
  GLW: corning
  ORCL: oracle
  CSCO: cisco
  DELL: dell
  TSLA: tesla, tesla motors
  NEE: nextera energy, nextera
  SO: southern company
  D: dominion
  DUK: duke energy
  IFF: international flavors and fragrances
  CB: chubb
  V: visa
  MA: mastercard, master card
  LUK: leucadia
  RAI: reynolds american, rj reynolds
  MJN: mead johnson
  MON: monsanto
  WFM: whole foods
  CCL: carnival cruise, carnival
  RCL: royal caribbean
  MAR: marriott
  EXPE: expedia
  GILD: gilead
  REGN: regeneron
  BIIB: biogen
  CELG: celgene
  AMGN: amgen
  SHW: sherwin williams
  SNA: snap on
  SWK: stanley black and decker, black and decker
  BF.B BF.A: brown forman, jack daniels
  STZ: constellation brands
  TAP: molson coors
  SJM: jm smucker, smuckers, smucker
  MKC: mccormick
  CLX: clorox
  AZO: autozone
  AAP: advance auto parts, advance auto
  GWW: grainger
  ITW: illinois tool works
  EMR: emerson electric, emerson
  ROK: rockwell automation
  COL: rockwell collins
  ICE: intercontinental exchange
  NDAQ: nasdaq omx, nasdaq inc
  BLK: blackrock, black rock
  AAPL: apple; ABBV: abbvie; ACN: accenture; ADBE: adobe; ADSK: autodesk; AIG: american international group; BBY: best buy
  AMAT: applied materials; AMT: american tower; AVGO: broadcom, avago; BAX: baxter; BSX: boston scientific; CI: cigna
  CMI: cummins; CTSH: cognizant; DHR: danaher; EA: electronic arts; EQIX: equinix; HUM: humana; ILMN: illumina; INTU: intuit
  ISRG: intuitive surgical; LRCX: lam research; MCK: mckesson; MCO: moodys; MDT: medtronic; MET: metlife; PFE: pfizer
  MU: micron, micron technology; PSX: phillips 66; STX: seagate; SYK: stryker; VLO: valero; VRTX: vertex, vertex pharmaceuticals
  WDC: western digital; WM: waste management; ZTS: zoetis
`;

/** The firms of our own table, in its order. */
export const FIRMS: readonly FirmNames[] = TABLE.trim().split(/[\n;]/).map((line) => {
  const [tickers = "", names = ""] = line.trim().split(": ");
  return { tickers: tickers.split(" "), names: names.split(", ") };
});

/**
 * Whether a company of the data is the firm of a row: its ticker is one of the row's and its name holds one of the
 * row's names. A ticker can pass to another firm, which must not inherit the names of the first.
 * @param words Those of the data's name in lower case; empty where it has none.
 */
export function isFirm(words: readonly string[], { names }: FirmNames): boolean {
  if (words.length === 0) return true;
  const wanted = new Set(names.map((name) => name.replaceAll(" ", "")));
  return words.some((_, start) => {
    let letters = "";
    return words.slice(start).some((word) => wanted.has(letters += word));
  });
}

/** Tickers that were changed, the newest last; none of them has meant another large firm since 2010. */
const RENAMED = `
  FB META, PCLN BKNG, UTX RTX, ANTM ELV, WLTW WTW, HCN WELL, COH TPR, KORS CPRI, SYMC NLOK GEN, LUK JEF, BBT TFC,
  CBG CBRE, COG CTRA, CTL LUMN, DISCA WBD, DPS KDP, HCP PEAK DOC, HRS LHX, JEC J, LB BBWI, TMK GL, ABC COR, ADS BFH,
  PKI RVTY, FISV FI, VIAB VIAC PARA, BLL BALL, GPS GAP, MYL VTRS, ARNC HWM, BHI BHGE BKR, FBHS FBIN, YHOO AABA,
  SQ XYZ, KRFT KHC, WAG WBA, KFT MDLZ
`;

const CHAINS = RENAMED.trim().split(/,\s*/).map((chain) => chain.trim().split(/\s+/));

const SAME_LISTING: ReadonlyMap<string, readonly string[]> = new Map(
  CHAINS.flatMap((chain) => chain.map((ticker) => [ticker, chain.filter((one) => one !== ticker)] as const)),
);

/** The former and later tickers of the same listing: `META` for `FB`. */
export function otherTickersOf(ticker: string): readonly string[] {
  return SAME_LISTING.get(ticker) ?? [];
}
