import type { Company } from "../../src/data/dataset.ts";

/** Real names as a list of 2017 wrote them: ticker, name, sector, industry. */
const NAMES = `
  AAPL|Apple Inc.|Information Technology|Computer Hardware
  MSFT|Microsoft Corp.|Information Technology|Systems Software
  IBM|International Business Machines|Information Technology|IT Consulting & Other Services
  GOOGL|Alphabet Inc Class A|Information Technology|Internet Software & Services
  GOOG|Alphabet Inc Class C|Information Technology|Internet Software & Services
  FB|Facebook|Information Technology|Internet Software & Services
  NVDA|Nvidia Corporation|Information Technology|Semiconductors
  INTC|Intel Corp.|Information Technology|Semiconductors
  AMAT|Applied Materials Inc|Information Technology|Semiconductor Equipment
  ADBE|Adobe Systems Inc|Information Technology|Application Software
  CRM|Salesforce.com|Information Technology|Internet Software & Services
  IT|Gartner Inc|Information Technology|IT Consulting & Other Services
  V|Visa Inc.|Information Technology|Internet Software & Services
  MA|Mastercard Inc.|Information Technology|Internet Software & Services
  AMZN|Amazon.com Inc|Consumer Discretionary|Internet & Direct Marketing Retail
  TGT|Target Corp.|Consumer Discretionary|General Merchandise Stores
  GPS|Gap (The)|Consumer Discretionary|Apparel Retail
  WMT|Wal-Mart Stores|Consumer Staples|Hypermarkets & Super Centers
  F|Ford Motor|Consumer Discretionary|Automobile Manufacturers
  GM|General Motors|Consumer Discretionary|Automobile Manufacturers
  MCD|McDonald's Corp.|Consumer Discretionary|Restaurants
  SBUX|Starbucks Corp.|Consumer Discretionary|Restaurants
  NKE|Nike|Consumer Discretionary|Apparel, Accessories & Luxury Goods
  DIS|The Walt Disney Company|Consumer Discretionary|Broadcasting & Cable TV
  FOXA|Twenty-First Century Fox Class A|Consumer Discretionary|Publishing
  FOX|Twenty-First Century Fox Class B|Consumer Discretionary|Publishing
  NWSA|News Corp. Class A|Consumer Discretionary|Publishing
  NWS|News Corp. Class B|Consumer Discretionary|Publishing
  UAA|Under Armour|Consumer Discretionary|Apparel, Accessories & Luxury Goods
  UA|Under Armour|Consumer Discretionary|Apparel, Accessories & Luxury Goods
  PCLN|Priceline.com Inc|Consumer Discretionary|Internet & Direct Marketing Retail
  PEP|PepsiCo Inc.|Consumer Staples|Soft Drinks
  KO|Coca Cola Company|Consumer Staples|Soft Drinks
  PG|Procter & Gamble|Consumer Staples|Personal Products
  JNJ|Johnson & Johnson|Health Care|Health Care Equipment
  PFE|Pfizer Inc.|Health Care|Pharmaceuticals
  LLY|Lilly (Eli) & Co.|Health Care|Pharmaceuticals
  ABT|Abbott Laboratories|Health Care|Health Care Equipment
  ANTM|Anthem Inc.|Health Care|Managed Health Care
  UNH|United Health Group Inc.|Health Care|Managed Health Care
  A|Agilent Technologies Inc|Health Care|Health Care Equipment
  ALXN|Alexion Pharmaceuticals|Health Care|Biotechnology
  BIIB|BIOGEN IDEC Inc.|Health Care|Biotechnology
  JPM|JPMorgan Chase & Co.|Financials|Banks
  BAC|Bank of America Corp|Financials|Banks
  C|Citigroup Inc.|Financials|Banks
  WFC|Wells Fargo|Financials|Banks
  KEY|KeyCorp|Financials|Banks
  MTB|M&T Bank Corp.|Financials|Banks
  GS|Goldman Sachs Group|Financials|Investment Banking & Brokerage
  MS|Morgan Stanley|Financials|Investment Banking & Brokerage
  AXP|American Express Co|Financials|Consumer Finance
  BRK.B|Berkshire Hathaway|Financials|Multi-Sector Holdings
  ALL|Allstate Corp|Financials|Property & Casualty Insurance
  PGR|Progressive Corp.|Financials|Property & Casualty Insurance
  AIG|American International Group, Inc.|Financials|Property & Casualty Insurance
  MMC|Marsh & McLennan|Financials|Insurance Brokers
  SPGI|S&P Global, Inc.|Financials|Diversified Financial Services
  L|Loews Corp.|Financials|Multi-Sector Holdings
  XOM|Exxon Mobil Corp.|Energy|Integrated Oil & Gas
  CVX|Chevron Corp.|Energy|Integrated Oil & Gas
  MRO|Marathon Oil Corp.|Energy|Oil & Gas Exploration & Production
  DVN|Devon Energy Corp.|Energy|Oil & Gas Exploration & Production
  VLO|Valero Energy|Energy|Oil & Gas Refining & Marketing & Transportation
  HAL|Halliburton Co.|Energy|Oil & Gas Equipment & Services
  DUK|Duke Energy|Utilities|Electric Utilities
  ED|Consolidated Edison|Utilities|Electric Utilities
  PCG|PG&E Corp.|Utilities|MultiUtilities
  NEE|NextEra Energy|Utilities|MultiUtilities
  BA|Boeing Company|Industrials|Aerospace & Defense
  DE|Deere & Co.|Industrials|Construction & Farm Machinery & Heavy Trucks
  CAT|Caterpillar Inc.|Industrials|Construction & Farm Machinery & Heavy Trucks
  GE|General Electric|Industrials|Industrial Conglomerates
  MMM|3M Company|Industrials|Industrial Conglomerates
  HON|Honeywell Int'l Inc.|Industrials|Industrial Conglomerates
  UTX|United Technologies|Industrials|Industrial Conglomerates
  DAL|Delta Air Lines|Industrials|Airlines
  LUV|Southwest Airlines|Industrials|Airlines
  AAL|American Airlines Group|Industrials|Airlines
  UAL|United Continental Holdings|Industrials|Airlines
  UNP|Union Pacific|Industrials|Railroads
  CSX|CSX Corp.|Industrials|Railroads
  T|AT&T Inc|Telecommunications Services|Integrated Telecommunications Services
  VZ|Verizon Communications|Telecommunications Services|Integrated Telecommunications Services
  DOW|Dow Chemical|Materials|Diversified Chemicals
  DD|Du Pont (E.I.)|Materials|Diversified Chemicals
  FCX|Freeport-McMoran Cp & Gld|Materials|Copper
  NEM|Newmont Mining Corp. (Hldg. Co.)|Materials|Gold
  SPG|Simon Property Group Inc|Real Estate|REITs
  O|Realty Income Corporation|Real Estate|Retail REITs
  VNO|Vornado Realty Trust|Real Estate|REITs
`;

/** Companies to resolve names against; nothing is known of them but this. */
export const NAMED: readonly Company[] = NAMES.trim().split("\n").map((line) => {
  const [ticker = "", name = "", sector = "", industry = ""] = line.trim().split("|");
  return { ticker, name, sector, industry };
});
