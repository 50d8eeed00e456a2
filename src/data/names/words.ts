/** Function words and qualifiers; in capitals they are more often emphasis than a ticker. */
const FUNCTION_WORDS = words(`
  a i all an and any are as at be best big but by can did do does down each ever every few for from full
  go good great had has have he her here high his how if in into is it its just key kind last less let like
  live long low main many may me more most much my near new next no not now of off old on once one only open
  or other our out over own past per plus post pre real run safe same see self she short should so some still
  such sure tell than that the their them then there these they this those to too top true try two under up
  us use very via was way we well were what when where which while who whom whose why will wise with would yes
  yet you your about above across after again against ahead along also always among around back before behind
  being below between beyond both bull bear could despite down during either else enough especially even
  first five four fresh further give given hence hold holding however instead later least made major make
  mean might must neither never nor often please rather really right said second show since than third three
  through thus together toward twice until upon versus vs whether within without worth
  fast flat free hot cold rare solid strong weak fair fine nice clean clear
  analyse analyze analysis assess compare evaluate examine review research
`);

/** Abbreviations of finance, none of them a company. */
const ACRONYMS = words(`
  ai api ar bps ceo cfo coo cpi cusip ebit ebitda eps es esg etf etfs eu fcf fed fx fy gaap gdp hr ifrs ipo isin
  it lbo ltm ma ml mom nav nyse nasdaq pe peg pm pr ps q1 q2 q3 q4 qoq r rd roa roe roi roic sec sp spx sql tam
  tbd ttm tv uk un usa usd eur gbp jpy var vix wacc xbrl yoy ytd h1 h2 am etc ok otc adr reit reits
`);

/** Nouns and verbs common in requests, and other words that are also tickers. */
const OTHER_WORDS = words(`
  account act age air alpha amp angle answer app arm art article asset assets average ball bank banks
  bar base basis bid bill board bond bonds book boost break brief buy buyback call capex car care case cash cat
  catalyst cause chain change chart check chief child china city class coin col come company companies con
  confidence consumer core corporate cost costs coo country cover credit crisis currency cut data date day days
  deal dealer debt decade decline deep demand detail dividend dividends dollar doubt downside drawdown
  driver drivers drop earn earnings east ease eat economy edge energy equity estimate europe event events evidence
  exit exposure face fact facts factor factors fall figures file filing filings fit flow forecast form forward fox
  fun fund funds future gain game gap gas general gold group grow growth guidance half happen hard head hear heat
  hedge help history home hope horizon hour ice idea impact income index industry inflation info insider interest
  investor investors issue issues item job join keep land law lead leg lever leverage level lie life light line link
  liquidity list look loss losses love macro man margin margins market markets mas mat match matter met metals
  metric metrics mid mind miss model momentum money month months mos mother move name names need net news note
  number numbers oil opinion option options order outlook page part path pay peak peer peers people performance
  person pick picture place plan play point points policy pool portfolio position price prices pricing product
  profit profits pros public pull push put quality quarter quarters question quick rank rate rates ratio read
  reason reasons recession regulation report request result results return returns revenue revenues reversal
  rich ride rise risk risks road rock rule rules safety sale sales save say sector sectors sell sentiment sense
  set share shares ship shop side signal site size sky snow so space spend spot spread staples star start state
  statement stay step stock stocks stop story style sum summary sun supply switch table take talk target tariff tax
  tap team tech technology tell term test text the thesis thing think threat time times total trade trading trend
  trends turn understand upside valuation value view views volatility volume vote wait want war watch wave week
  weeks weight win winner wish wolf word words work world write year years yield yields zone
  january february march april june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday america american asia british canada chinese england european france french
  german germany global india international japan japanese london russia states united western york
  ares coach cos cost discover keys lab lake main motion progressive southern
`);

/** Kind of an ordinary word; `none` for any other word. */
export type WordKind = "function" | "acronym" | "other" | "none";

/** The kind of a word, in any case. */
export function wordKind(word: string): WordKind {
  const lower = word.toLowerCase();
  if (ACRONYMS.has(lower)) return "acronym";
  if (FUNCTION_WORDS.has(lower)) return "function";
  return OTHER_WORDS.has(lower) ? "other" : "none";
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** A range of a text. */
export interface Span {
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

/** Whether two ranges share a character. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The text with some ranges replaced by blanks, so that indexes stay the same. */
export function blank(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { start, end } of spans) {
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  }
  return rest;
}
