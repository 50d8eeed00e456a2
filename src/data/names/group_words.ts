/** Words that name a sector or an industry. */
export interface GroupWords {
  /** GICS sector that they name, or that the industry is part of. */
  readonly sector: string;
  /** Of an industry: how an answer calls it, and which names of industries in the data belong to it. */
  readonly industry?: { readonly name: string; readonly pattern: RegExp };
  /** Words that name it anywhere. */
  readonly strong: readonly string[];
  /** Words that name it before "stocks", after "which", or as the object of the request. */
  readonly plain: readonly string[];
}

function sector(name: string, strong: string, plain: string): GroupWords {
  return { sector: name, strong: list(strong), plain: list(plain) };
}

/** An industry in a sector: its name, the industries of the data that belong to it, its words. */
function industry(of: string, name: string, words: {
  readonly pattern: RegExp;
  readonly strong: string;
  readonly plain?: string;
}): GroupWords {
  const { pattern, strong, plain = "" } = words;
  return { sector: of, industry: { name, pattern }, strong: list(strong), plain: list(plain) };
}

function list(words: string): string[] {
  return words.split(",").map((word) => word.trim()).filter((word) => word !== "");
}

const TECH = "Information Technology";
const HEALTH = "Health Care";
const FINANCE = "Financials";
const INDUSTRY = "Industrials";
const RETAIL = "Consumer Discretionary";
const STAPLES = "Consumer Staples";
const MEDIA = "Communication Services";

const SECTORS: readonly GroupWords[] = [
  sector(
    TECH,
    "information technology, big tech, technology hardware, technologiesektor, technologieaktien, tech aktien, " +
      "technologiewerte, techwerte, informationstechnik, valeurs technologiques, secteur technologique, " +
      "sector tecnologico, tecnologicas, settore tecnologico, titoli tecnologici, setor de tecnologia",
    "tech, technology, techs, technologie, technologique, technologiques, tecnologia, tecnologico, tecnologica, tecnologici",
  ),
  sector(
    HEALTH,
    "health care, healthcare, gesundheitssektor, gesundheitswesen, gesundheitswerte, secteur de la sante, " +
      "sector salud, sector sanitario, settore sanitario, setor de saude",
    "health, medical, gesundheit, sante, salud, sanita, sanitario, saude",
  ),
  sector(
    FINANCE,
    "financials, financial services, finanzsektor, finanzwerte, finanztitel, secteur financier, valeurs financieres, " +
      "sector financiero, financieras, settore finanziario, titoli finanziari, setor financeiro",
    "financial, finance, finanz, finanzen, finanzas, finanza",
  ),
  sector(
    "Energy",
    "energiesektor, energiewerte, energieaktien, secteur de l energie, secteur energetique, sector energetico, " +
      "energeticas, settore energetico, titoli energetici, setor de energia, energiesector",
    "energy, energie, energia, energetico, energetica, energetici",
  ),
  sector(
    "Utilities",
    "utilities, versorger, versorgern, services publics, servicios publicos, nutsbedrijven",
    "utility",
  ),
  sector(INDUSTRY, "industrials, industriewerte, industrietitel, industriels, industriales, industriali", "industrial"),
  sector(
    "Materials",
    "basic materials, grundstoffe, rohstoffwerte, materiaux, materiali di base",
    "materials, materiales",
  ),
  sector(
    "Real Estate",
    "real estate, immobilienwerte, immobiliensektor, immobilier, sector inmobiliario, settore immobiliare",
    "property, immobilien, inmobiliario, immobiliare",
  ),
  sector(
    RETAIL,
    "consumer discretionary, consumer cyclical, consumer cyclicals, zyklischer konsum",
    "discretionary, consumer, consumers",
  ),
  sector(STAPLES, "consumer staples, consumer defensive, consumer non cyclicals, basiskonsumguter", "staples"),
  sector(
    MEDIA,
    "communication services, telecommunication services, telecommunications services, telecom, telecoms, telcos, " +
      "telecommunications, telekommunikation, telekomwerte, telecommunications",
    "communication, communications, telco",
  ),
];

const INDUSTRIES: readonly GroupWords[] = [
  industry(FINANCE, "Banks", {
    pattern: /^(?!.*(?:investment|custody)).*\bbanks?\b/,
    strong: "banks, banking, bankers, lenders, banken, bankaktien, bankwerte, bankensektor, bankentitel, banques, " +
      "secteur bancaire, valeurs bancaires, bancos, sector bancario, banche, settore bancario, titoli bancari, setor bancario",
    plain: "bank, banque, banco, banca, lender, bancaire, bancario",
  }),
  industry(FINANCE, "Regional Banks", {
    pattern: /^regional banks$/,
    strong: "regional banks, regionalbanken",
    plain: "regional bank",
  }),
  industry(FINANCE, "Insurance", {
    pattern: /^(?!.*brokers).*\b(?:insurance|reinsurance)\b/,
    strong:
      "insurers, insurance companies, versicherer, versicherern, versicherungen, versicherungswerte, assureurs, assurances, " +
      "aseguradoras, assicurazioni, assicuratori, seguradoras, verzekeraars",
    plain: "insurance, insurer, versicherung, assurance, seguros",
  }),
  industry(FINANCE, "Investment Banking & Brokerage", {
    pattern: /investment banking|brokerage/,
    strong: "investment banks, brokers, brokerages, investmentbanken",
    plain: "investment bank, investment banking, broker, brokerage",
  }),
  industry(FINANCE, "Asset Management", {
    pattern: /asset management/,
    strong: "asset managers, fund managers, vermogensverwalter",
    plain: "asset manager, asset management",
  }),
  industry(FINANCE, "Consumer Finance", {
    pattern: /^consumer finance$/,
    strong: "credit card companies, card issuers, consumer lenders",
    plain: "consumer finance, credit card",
  }),
  industry("Energy", "Oil & Gas", {
    pattern: /\boil\b/,
    strong: "oil and gas, oil companies, oil stocks, oil producers, olaktien, olwerte, olkonzerne, petrolieres, " +
      "petroleras, petrolifere, petroliferas, oliemaatschappijen",
    plain: "oil, petroleum, petrol, ol",
  }),
  industry("Energy", "Integrated Oil & Gas", {
    pattern: /integrated oil/,
    strong: "oil majors, big oil, integrated oil, supermajors, olmultis, majors petrolieres",
    plain: "oil major",
  }),
  industry("Energy", "Oil & Gas Exploration & Production", {
    pattern: /exploration/,
    strong: "explorers, oil explorers, oil and gas exploration, exploration and production, shale producers, frackers",
    plain: "e and p, shale, exploration",
  }),
  industry("Energy", "Oil & Gas Refining & Marketing", {
    pattern: /refining/,
    strong: "refiners, oil refiners, refineries, raffinerien",
    plain: "refining, refiner",
  }),
  industry("Energy", "Oil & Gas Equipment & Services", {
    pattern: /oil.*equipment/,
    strong: "oil services, oil service companies, oilfield services, oil service stocks",
    plain: "oil service, oilfield",
  }),
  industry("Energy", "Oil & Gas Drilling", {
    pattern: /drilling/,
    strong: "drillers, oil drillers",
    plain: "drilling",
  }),
  industry(TECH, "Semiconductors", {
    pattern: /semiconductor/,
    strong:
      "semiconductors, semis, chipmakers, chip makers, chip stocks, chips, halbleiter, halbleitern, halbleiteraktien, " +
      "halbleiterwerte, chiphersteller, semi conducteurs, semiconducteurs, semiconductores, semiconduttori, halfgeleiders",
    plain: "semiconductor, chip, chipmaker, chip maker, semi",
  }),
  industry(TECH, "Software", {
    pattern: /^(?!internet).*\bsoftware\b(?! and supplies)/,
    strong: "software companies, software makers, softwareaktien, softwarewerte",
    plain: "software",
  }),
  industry(TECH, "Computer Hardware", {
    pattern: /computer hardware|technology hardware|computer storage/,
    strong: "hardware makers, computer makers",
    plain: "hardware",
  }),
  industry(TECH, "Internet Software & Services", {
    pattern: /^internet software/,
    strong: "internet companies, internet stocks",
    plain: "internet",
  }),
  industry(TECH, "Networking Equipment", { pattern: /networking/, strong: "", plain: "networking, network equipment" }),
  industry(HEALTH, "Pharmaceuticals", {
    pattern: /^pharmaceuticals/,
    strong:
      "pharma, big pharma, pharmaceuticals, drugmakers, drug makers, pharmaaktien, pharmawerte, pharmakonzerne, " +
      "laboratoires pharmaceutiques, farmaceuticas, farmaceutiche, farmaceutici",
    plain: "pharmaceutical, drugmaker, farma",
  }),
  industry(HEALTH, "Biotechnology", {
    pattern: /^biotechnology/,
    strong: "biotech, biotechs, biotechnology, biotechwerte",
    plain: "biotechnologie, biotecnologia",
  }),
  industry(HEALTH, "Health Care Equipment", {
    pattern: /health care equipment/,
    strong: "medtech, medical devices, medical device makers, device makers, medizintechnik",
    plain: "medical device, medical equipment",
  }),
  industry(HEALTH, "Managed Health Care", {
    pattern: /managed health/,
    strong: "health insurers, managed care, hmos, krankenversicherer",
    plain: "health insurance, health insurer",
  }),
  industry(HEALTH, "Health Care Facilities", {
    pattern: /health care facilities/,
    strong: "hospitals, hospital operators, krankenhauser",
    plain: "hospital",
  }),
  industry(INDUSTRY, "Airlines", {
    pattern: /airlines/,
    strong: "airlines, air lines, fluggesellschaften, airline aktien, compagnies aeriennes, aerolineas, " +
      "compagnie aeree, companhias aereas, luchtvaartmaatschappijen",
    plain: "airline, fluglinie, fluggesellschaft, aerolinea, luchtvaart",
  }),
  industry(INDUSTRY, "Aerospace & Defense", {
    pattern: /aerospace/,
    strong:
      "defense contractors, defence contractors, defense stocks, defence stocks, aerospace, rustungsaktien, rustungswerte",
    plain: "defense, defence, rustung",
  }),
  industry(INDUSTRY, "Railroads", {
    pattern: /railroads|rail transportation/,
    strong: "railroads, railways, railroad operators, eisenbahnen",
    plain: "railroad, railway, rail, rails",
  }),
  industry(INDUSTRY, "Air Freight & Logistics", {
    pattern: /air freight/,
    strong: "air freight, parcel carriers",
    plain: "logistics, freight, parcel",
  }),
  industry(INDUSTRY, "Trucking", { pattern: /trucking/, strong: "truckers", plain: "trucking, trucker" }),
  industry(INDUSTRY, "Industrial Conglomerates", {
    pattern: /industrial conglomerates/,
    strong: "industrial conglomerates, conglomerates",
    plain: "conglomerate",
  }),
  industry("Materials", "Chemicals", {
    pattern: /chemicals/,
    strong: "chemical companies, chemicals, chemieaktien, chemiewerte, chimie, quimicas",
    plain: "chemical, chemie",
  }),
  industry("Materials", "Metals & Mining", {
    pattern: /^(?:gold|silver|copper|steel|aluminum|precious metals|diversified metals).*|mining/,
    strong: "miners, mining companies, mineras, minieri, minenaktien, minenwerte",
    plain: "mining, miner, metals",
  }),
  industry("Materials", "Gold", {
    pattern: /^gold\b/,
    strong: "gold miners, gold stocks, goldminen, goldaktien",
    plain: "gold mining, gold miner",
  }),
  industry("Materials", "Steel", { pattern: /^steel/, strong: "steelmakers, steel makers", plain: "steel" }),
  industry("Real Estate", "REITs", { pattern: /\breits?\b|real estate investment/, strong: "reits", plain: "reit" }),
  industry(RETAIL, "Automobile Manufacturers", {
    pattern: /automobile manufacturers|auto manufacturers/,
    strong:
      "automakers, auto makers, carmakers, car makers, autobauer, autohersteller, automobilhersteller, autoaktien, " +
      "constructeurs automobiles, fabricantes de automoviles, case automobilistiche, montadoras, autofabrikanten",
    plain: "auto, autos, car, automobile, automaker, carmaker, automotive",
  }),
  industry(RETAIL, "Homebuilders", {
    pattern: /homebuilding|homebuilders/,
    strong: "homebuilders, home builders, housebuilders",
    plain: "homebuilder, homebuilding",
  }),
  industry(RETAIL, "Restaurants", {
    pattern: /restaurants/,
    strong: "restaurants, restaurant chains",
    plain: "restaurant",
  }),
  industry(RETAIL, "Hotels, Resorts & Cruise Lines", {
    pattern: /hotels(?!.*reit)|cruise/,
    strong: "cruise lines, hotels, cruise operators, hotel operators, kreuzfahrtlinien",
    plain: "hotel, cruise, cruise line",
  }),
  industry(RETAIL, "Casinos & Gaming", {
    pattern: /casinos/,
    strong: "casinos, casino operators",
    plain: "casino, gaming",
  }),
  industry(RETAIL, "Media", {
    pattern: /broadcasting|cable|publishing|advertising|movies|^media/,
    strong: "media companies, medienwerte, broadcasters, cable companies",
    plain: "media, broadcaster, cable, medien",
  }),
  industry(RETAIL, "Retail", {
    pattern: /^(?!.*reit).*(?:retail|stores|super centers)/,
    strong: "retailers, einzelhandler, einzelhandelswerte, detaillants, minoristas, varejistas",
    plain: "retail, retailer, einzelhandel, dettaglio, varejo",
  }),
  industry(RETAIL, "Apparel, Accessories & Luxury Goods", {
    pattern: /apparel accessories/,
    strong: "luxury goods, luxury stocks, apparel makers",
    plain: "luxury, apparel, clothing, fashion",
  }),
  industry(STAPLES, "Soft Drinks", {
    pattern: /soft drinks/,
    strong: "soft drinks, soft drink makers, beverage companies",
    plain: "soft drink, beverage, beverages",
  }),
  industry(STAPLES, "Tobacco", {
    pattern: /tobacco/,
    strong: "tobacco companies, cigarette makers, tabakaktien, tabakwerte, tabaqueras",
    plain: "tobacco, cigarette, tabak",
  }),
  industry(STAPLES, "Brewers", { pattern: /brewers/, strong: "brewers, breweries, brauereien", plain: "brewer, beer" }),
  industry(STAPLES, "Packaged Foods & Meats", {
    pattern: /packaged foods/,
    strong: "packaged foods, food makers, food companies, food producers",
    plain: "food, packaged food, foods",
  }),
  industry(STAPLES, "Household Products", { pattern: /household products/, strong: "", plain: "household" }),
  industry("Utilities", "Electric Utilities", {
    pattern: /electric utilities/,
    strong: "electric utilities, power companies, stromversorger",
    plain: "electric utility, power",
  }),
];

/** The groups of our own table: sectors, then industries. */
export const GROUP_WORDS: readonly GroupWords[] = [...SECTORS, ...INDUSTRIES];

/** Words that mean every company of the data. */
export const ALL_WORDS: readonly string[] = list(
  "the market, the whole market, the entire market, the universe, the whole universe, all names, all stocks, all companies, " +
    "all shares, all tickers, all of them, every stock, every name, every company, each stock, each company, the stocks, everything, " +
    "s and p 500 stocks, s and p 500 companies, s and p 500 names, s and p stocks, s and p companies, " +
    "stocks of the s and p, stocks in the s and p, stocks of the s and p 500, stocks in the s and p 500, companies in the s and p 500, companies of the s and p 500, members of the s and p 500, " +
    "alle aktien, alle werte, alle titel, alle unternehmen, der markt, dem markt, den markt, der gesamtmarkt, " +
    "toutes les actions, toutes les entreprises, toutes les societes, toutes les valeurs, le marche, todas las acciones, todas las empresas, el mercado, " +
    "tutte le azioni, tutti i titoli, il mercato, todas as acoes, o mercado, alle aandelen, de markt",
);

/** Words for companies after which "which" asks among all: "which stock is the riskiest". */
export const ANY_WORDS: readonly string[] = list(
  "stock, stocks, share, shares, name, names, company, companies, equity, equities, ticker, tickers, aktie, aktien, " +
    "unternehmen, titel, wert, werte, action, actions, entreprise, entreprises, valeur, valeurs, accion, acciones, empresa, " +
    "empresas, azione, azioni, titolo, titoli, azienda, aziende, acao, acoes, aandeel, aandelen",
);
