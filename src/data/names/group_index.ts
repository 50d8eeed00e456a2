import type { Company } from "../dataset.ts";
import { nameWords } from "./company_name.ts";

/** Companies that a request names together. */
export interface Group {
  /** As the data spells it; our own name for an industry of several, and for a sector that the data lacks. */
  readonly name: string;
  /** A sector, an industry, or every company of the data. */
  readonly kind: "sector" | "industry" | "all";
  /** Those of the data, without the ones that the request excludes; empty if it has none. */
  readonly companies: readonly Company[];
}

/** How a phrase counts: anywhere, in the place of a subject, or only where nothing else is named. */
export type Strength = "strong" | "plain" | "all" | "any";

/** Words that name a group. */
export interface GroupPhrase {
  /** In lower case, without accents. */
  readonly words: readonly string[];
  readonly strength: Strength;
  readonly group: Group;
}

/** The phrases that name a group of the data; the earlier of two with the same words counts. */
export function groupPhrases(companies: readonly Company[]): readonly GroupPhrase[] {
  const all: Group = { name: "all names", kind: "all", companies };
  const data = { companies, industries: normalised(companies, "industry"), sectors: normalised(companies, "sector") };
  const phrases = [
    ...ALL_WORDS.map((words) => phraseOf(words, { strength: "all", group: all })),
    ...ANY_WORDS.map((words) => phraseOf(words, { strength: "any", group: all })),
    ...GROUP_WORDS.flatMap((words) => tablePhrases(words, data)),
    ...ownPhrases(data),
  ];
  return [...new Map(phrases.toReversed().map((phrase) => [phrase.words.join(" "), phrase])).values()];
}

/** Each sector of the data, in the order of its first company. */
export function sectorGroups(companies: readonly Company[]): readonly Group[] {
  return [...normalised(companies, "sector")].map(([name, members]) => ({
    name: members[0]?.sector ?? name,
    kind: "sector",
    companies: members,
  }));
}

/** A column of the companies, in lower case, to the companies of each of its values. */
type Column = ReadonlyMap<string, readonly Company[]>;

interface GroupedData {
  readonly companies: readonly Company[];
  readonly industries: Column;
  readonly sectors: Column;
}

function normalised(companies: readonly Company[], column: "sector" | "industry"): Column {
  return Map.groupBy(companies.filter((one) => one[column] !== undefined), (one) => plain(one[column] ?? ""));
}

function tablePhrases(words: GroupWords, data: GroupedData): GroupPhrase[] {
  const group = groupOf(words, data);
  const name = plain(words.industry?.name ?? words.sector);
  // the name of a sector of one word, like "energy", is an ordinary word too
  const isPlain = words.strong.length === 0 || !name.includes(" ") && !words.strong.includes(name);
  return [
    ...words.plain.map((one) => phraseOf(one, { strength: "plain", group })),
    ...(words.sector === "Information Technology" && !words.industry
      ? [phraseOf("it", { strength: "plain", group })]
      : []),
    phraseOf(name, { strength: isPlain ? "plain" : "strong", group }),
    ...words.strong.map((one) => phraseOf(one, { strength: "strong", group })),
  ].toReversed();
}

/** The sectors and industries that only the data has, and its own names of industries. */
function ownPhrases({ sectors, industries }: GroupedData): GroupPhrase[] {
  const known = new Set(GROUP_WORDS.filter(({ industry }) => !industry).flatMap(sectorSpellings));
  const ownSectors = [...sectors].filter(([name]) => !known.has(name)).flatMap(([name, companies]) => {
    const group: Group = { name: companies[0]?.sector ?? name, kind: "sector", companies };
    return [phraseOf(name, { strength: "plain", group })];
  });
  const ownIndustries = [...industries].flatMap(([name, companies]) => {
    const group: Group = { name: companies[0]?.industry ?? name, kind: "industry", companies };
    const one = name.replace(/s$/, "");
    const isLong = name.includes(" ");
    return [
      phraseOf(name, { strength: isLong ? "strong" : "plain", group }),
      ...(one === name ? [] : [phraseOf(one, { strength: "plain", group })]),
    ];
  });
  return [...ownSectors, ...ownIndustries];
}

/** The group of a row of our table; of data without industries, the sector that the industry is part of. */
function groupOf(words: GroupWords, { industries, sectors }: GroupedData): Group {
  const { industry } = words;
  if (industry && industries.size > 0) {
    const found = [...industries].filter(([name]) => industry.pattern.test(name));
    const [only, ...others] = found;
    const name = others.length === 0 ? only?.[1][0]?.industry : undefined;
    return { name: name ?? industry.name, kind: "industry", companies: found.flatMap(([, companies]) => companies) };
  }
  const row = GROUP_WORDS.find((one) => one.sector === words.sector && !one.industry) ?? words;
  const spellings = new Set(sectorSpellings(row));
  const companies = [...sectors].filter(([name]) => spellings.has(name)).flatMap(([, members]) => members);
  return { name: companies[0]?.sector ?? words.sector, kind: "sector", companies };
}

function sectorSpellings({ sector, strong, plain: loose }: GroupWords): string[] {
  return [plain(sector), ...strong, ...loose];
}

function phraseOf(words: string, rest: Omit<GroupPhrase, "words">): GroupPhrase {
  return { words: words.split(" "), ...rest };
}

function plain(name: string): string {
  return nameWords(name).join(" ");
}

/** Words that name a sector or an industry. */
interface GroupWords {
  /** GICS sector that they name, or that the industry is part of. */
  readonly sector: string;
  /** Of an industry: how an answer calls it, and which names of industries in the data belong to it. */
  readonly industry?: { readonly name: string; readonly pattern: RegExp };
  /** Words that name it anywhere. */
  readonly strong: readonly string[];
  /** Words that name it before "stocks", after "which", or as the object of the request. */
  readonly plain: readonly string[];
}

/**
 * Sectors, then industries: the sector, with the name of an industry in it; the pattern of the data's names of it; strong
 * words; plain ones.
 */
const TABLE = String.raw`
  Information Technology | | information technology, big tech, technology hardware, technologiesektor, technologieaktien, tech aktien, technologiewerte, techwerte, informationstechnik, valeurs technologiques, secteur technologique, sector tecnologico, tecnologicas, settore tecnologico, titoli tecnologici, setor de tecnologia | tech, technology, techs, technologie, technologique, technologiques, tecnologia, tecnologico, tecnologica, tecnologici
  Health Care | | health care, healthcare, gesundheitssektor, gesundheitswesen, gesundheitswerte, secteur de la sante, sector salud, sector sanitario, settore sanitario, setor de saude | health, medical, gesundheit, sante, salud, sanita, sanitario, saude
  Financials | | financials, financial services, finanzsektor, finanzwerte, finanztitel, secteur financier, valeurs financieres, sector financiero, financieras, settore finanziario, titoli finanziari, setor financeiro | financial, finance, finanz, finanzen, finanzas, finanza
  Energy | | energiesektor, energiewerte, energieaktien, secteur de l energie, secteur energetique, sector energetico, energeticas, settore energetico, titoli energetici, setor de energia, energiesector | energy, energie, energia, energetico, energetica, energetici
  Utilities | | utilities, versorger, versorgern, services publics, servicios publicos, nutsbedrijven | utility
  Industrials | | industrials, industriewerte, industrietitel, industriels, industriales, industriali | industrial
  Materials | | basic materials, grundstoffe, rohstoffwerte, materiaux, materiali di base | materials, materiales
  Real Estate | | real estate, immobilienwerte, immobiliensektor, immobilier, sector inmobiliario, settore immobiliare | property, immobilien, inmobiliario, immobiliare
  Consumer Discretionary | | consumer discretionary, consumer cyclical, consumer cyclicals, zyklischer konsum | discretionary, consumer, consumers
  Consumer Staples | | consumer staples, consumer defensive, consumer non cyclicals, basiskonsumguter | staples
  Communication Services | | communication services, telecommunication services, telecommunications services, telecom, telecoms, telcos, telecommunications, telekommunikation, telekomwerte, telecommunications | communication, communications, telco
  Financials > Banks | ^(?!.*(?:investment|custody)).*\bbanks?\b | banks, banking, bankers, lenders, banken, bankaktien, bankwerte, bankensektor, bankentitel, banques, secteur bancaire, valeurs bancaires, bancos, sector bancario, banche, settore bancario, titoli bancari, setor bancario | bank, banque, banco, banca, lender, bancaire, bancario
  Financials > Regional Banks | ^regional banks$ | regional banks, regionalbanken | regional bank
  Financials > Insurance | ^(?!.*brokers).*\b(?:insurance|reinsurance)\b | insurers, insurance companies, versicherer, versicherern, versicherungen, versicherungswerte, assureurs, assurances, aseguradoras, assicurazioni, assicuratori, seguradoras, verzekeraars | insurance, insurer, versicherung, assurance, seguros
  Financials > Investment Banking & Brokerage | investment banking|brokerage | investment banks, brokers, brokerages, investmentbanken | investment bank, investment banking, broker, brokerage
  Financials > Asset Management | asset management | asset managers, fund managers, vermogensverwalter | asset manager, asset management
  Financials > Consumer Finance | ^consumer finance$ | credit card companies, card issuers, consumer lenders | consumer finance, credit card
  Energy > Oil & Gas | \boil\b | oil and gas, oil companies, oil stocks, oil producers, olaktien, olwerte, olkonzerne, petrolieres, petroleras, petrolifere, petroliferas, oliemaatschappijen | oil, petroleum, petrol, ol
  Energy > Integrated Oil & Gas | integrated oil | oil majors, big oil, integrated oil, supermajors, olmultis, majors petrolieres | oil major
  Energy > Oil & Gas Exploration & Production | exploration | explorers, oil explorers, oil and gas exploration, exploration and production, shale producers, frackers | e and p, shale, exploration
  Energy > Oil & Gas Refining & Marketing | refining | refiners, oil refiners, refineries, raffinerien | refining, refiner
  Energy > Oil & Gas Equipment & Services | oil.*equipment | oil services, oil service companies, oilfield services, oil service stocks | oil service, oilfield
  Energy > Oil & Gas Drilling | drilling | drillers, oil drillers | drilling
  Information Technology > Semiconductors | semiconductor | semiconductors, semis, chipmakers, chip makers, chip stocks, chips, halbleiter, halbleitern, halbleiteraktien, halbleiterwerte, chiphersteller, semi conducteurs, semiconducteurs, semiconductores, semiconduttori, halfgeleiders | semiconductor, chip, chipmaker, chip maker, semi
  Information Technology > Software | ^(?!internet).*\bsoftware\b(?! and supplies) | software companies, software makers, softwareaktien, softwarewerte | software
  Information Technology > Computer Hardware | computer hardware|technology hardware|computer storage | hardware makers, computer makers | hardware
  Information Technology > Internet Software & Services | ^internet software | internet companies, internet stocks | internet
  Information Technology > Networking Equipment | networking |  | networking, network equipment
  Health Care > Pharmaceuticals | ^pharmaceuticals | pharma, big pharma, pharmaceuticals, drugmakers, drug makers, pharmaaktien, pharmawerte, pharmakonzerne, laboratoires pharmaceutiques, farmaceuticas, farmaceutiche, farmaceutici | pharmaceutical, drugmaker, farma
  Health Care > Biotechnology | ^biotechnology | biotech, biotechs, biotechnology, biotechwerte | biotechnologie, biotecnologia
  Health Care > Health Care Equipment | health care equipment | medtech, medical devices, medical device makers, device makers, medizintechnik | medical device, medical equipment
  Health Care > Managed Health Care | managed health | health insurers, managed care, hmos, krankenversicherer | health insurance, health insurer
  Health Care > Health Care Facilities | health care facilities | hospitals, hospital operators, krankenhauser | hospital
  Industrials > Airlines | airlines | airlines, air lines, fluggesellschaften, airline aktien, compagnies aeriennes, aerolineas, compagnie aeree, companhias aereas, luchtvaartmaatschappijen | airline, fluglinie, fluggesellschaft, aerolinea, luchtvaart
  Industrials > Aerospace & Defense | aerospace | defense contractors, defence contractors, defense stocks, defence stocks, aerospace, rustungsaktien, rustungswerte | defense, defence, rustung
  Industrials > Railroads | railroads|rail transportation | railroads, railways, railroad operators, eisenbahnen | railroad, railway, rail, rails
  Industrials > Air Freight & Logistics | air freight | air freight, parcel carriers | logistics, freight, parcel
  Industrials > Trucking | trucking | truckers | trucking, trucker
  Industrials > Industrial Conglomerates | industrial conglomerates | industrial conglomerates, conglomerates | conglomerate
  Materials > Chemicals | chemicals | chemical companies, chemicals, chemieaktien, chemiewerte, chimie, quimicas | chemical, chemie
  Materials > Metals & Mining | ^(?:gold|silver|copper|steel|aluminum|precious metals|diversified metals).*|mining | miners, mining companies, mineras, minieri, minenaktien, minenwerte | mining, miner, metals
  Materials > Gold | ^gold\b | gold miners, gold stocks, goldminen, goldaktien | gold mining, gold miner
  Materials > Steel | ^steel | steelmakers, steel makers | steel
  Real Estate > REITs | \breits?\b|real estate investment | reits | reit
  Consumer Discretionary > Automobile Manufacturers | automobile manufacturers|auto manufacturers | automakers, auto makers, carmakers, car makers, autobauer, autohersteller, automobilhersteller, autoaktien, constructeurs automobiles, fabricantes de automoviles, case automobilistiche, montadoras, autofabrikanten | auto, autos, car, automobile, automaker, carmaker, automotive
  Consumer Discretionary > Homebuilders | homebuilding|homebuilders | homebuilders, home builders, housebuilders | homebuilder, homebuilding
  Consumer Discretionary > Restaurants | restaurants | restaurants, restaurant chains | restaurant
  Consumer Discretionary > Hotels, Resorts & Cruise Lines | hotels(?!.*reit)|cruise | cruise lines, hotels, cruise operators, hotel operators, kreuzfahrtlinien | hotel, cruise, cruise line
  Consumer Discretionary > Casinos & Gaming | casinos | casinos, casino operators | casino, gaming
  Consumer Discretionary > Media | broadcasting|cable|publishing|advertising|movies|^media | media companies, medienwerte, broadcasters, cable companies | media, broadcaster, cable, medien
  Consumer Discretionary > Retail | ^(?!.*reit).*(?:retail|stores|super centers) | retailers, einzelhandler, einzelhandelswerte, detaillants, minoristas, varejistas | retail, retailer, einzelhandel, dettaglio, varejo
  Consumer Discretionary > Apparel, Accessories & Luxury Goods | apparel accessories | luxury goods, luxury stocks, apparel makers | luxury, apparel, clothing, fashion
  Consumer Staples > Soft Drinks | soft drinks | soft drinks, soft drink makers, beverage companies | soft drink, beverage, beverages
  Consumer Staples > Tobacco | tobacco | tobacco companies, cigarette makers, tabakaktien, tabakwerte, tabaqueras | tobacco, cigarette, tabak
  Consumer Staples > Brewers | brewers | brewers, breweries, brauereien | brewer, beer
  Consumer Staples > Packaged Foods & Meats | packaged foods | packaged foods, food makers, food companies, food producers | food, packaged food, foods
  Consumer Staples > Household Products | household products |  | household
  Utilities > Electric Utilities | electric utilities | electric utilities, power companies, stromversorger | electric utility, power
`;

/** The groups of our own table. */
const GROUP_WORDS: readonly GroupWords[] = TABLE.trim().split("\n").map((line) => {
  const [group = "", pattern = "", strong = "", plain = ""] = line.split(" |").map((cell) => cell.trim());
  const [sector = "", name] = group.split(" > ");
  const industry = name === undefined ? undefined : { name, pattern: new RegExp(pattern) };
  return { sector, ...(industry && { industry }), strong: list(strong), plain: list(plain) };
});

function list(words: string): string[] {
  return words.split(",").map((word) => word.trim()).filter((word) => word !== "");
}

/** Words that mean every company of the data. */
const ALL_WORDS: readonly string[] = list(
  "the market, the whole market, the entire market, the universe, the whole universe, all names, all stocks, all companies, " +
    "all shares, all tickers, all of them, every stock, every name, every company, each stock, each company, the stocks, the companies, the names, the sample, everything, " +
    "s and p 500 stocks, s and p 500 companies, s and p 500 names, s and p stocks, s and p companies, " +
    "stocks of the s and p, stocks in the s and p, stocks of the s and p 500, stocks in the s and p 500, companies in the s and p 500, companies of the s and p 500, members of the s and p 500, " +
    "alle aktien, alle werte, alle titel, alle unternehmen, der markt, dem markt, den markt, der gesamtmarkt, " +
    "toutes les actions, toutes les entreprises, toutes les societes, toutes les valeurs, le marche, todas las acciones, todas las empresas, el mercado, " +
    "tutte le azioni, tutti i titoli, il mercato, todas as acoes, o mercado, alle aandelen, de markt",
);

/** Words for companies after which "which" asks among all: "which stock is the riskiest". */
const ANY_WORDS: readonly string[] = list(
  "stock, stocks, share, shares, name, names, company, companies, equity, equities, ticker, tickers, aktie, aktien, " +
    "unternehmen, titel, wert, werte, action, actions, entreprise, entreprises, valeur, valeurs, accion, acciones, empresa, " +
    "empresas, azione, azioni, titolo, titoli, azienda, aziende, acao, acoes, aandeel, aandelen",
);
