import { deepEqual, equal } from "../assert.ts";
import { createResolver } from "../../src/data/names/resolve.ts";
import { NAMED } from "./made_names.ts";

/**
 * Phrasings and what they name: companies, `/group and its number of companies`, `-excluded`, `@kind instrument`,
 * `=name>answered for+other classes`, `~old ticker>new`, `?unknown>nearest`.
 */
const PHRASINGS: Readonly<Record<string, readonly (readonly [request: string, named: string])[]>> = {
  "the failures of analyst_today.md, section 5": [
    ["Analyse Apple as of June 2016", "AAPL"],
    ["How did GE do in 2016?", "GE"],
    ["AAPL on 2016-11-15", "AAPL"],
    ["How was AAPL last year?", "AAPL"],
    ["Is Coca Cola safer than Pepsi?", "KO PEP"],
    ["Which risks does the energy sector with utilities run?", "/Energy 6 /Utilities 4"],
    ["Analyse AAPL but not MSFT", "AAPL -MSFT"],
    ["Analyse l'action de Boeing", "BA"],
    ["IT is down. What about CAT?", "CAT"],
    ["Alphabet vs Meta", "GOOGL FB =Alphabet>GOOGL+GOOG"],
    ["Exxon or Chevron?", "XOM CVX"],
    ["Analyse Key Corp", "KEY"],
    ["analyse target", "TGT"],
    ["Is microsft a buy?", "?microsft>MSFT"],
    ["Analyse J.P. Morgan", "JPM"],
    ["analyse berkshire", "BRK.B"],
    ["Which bank is the riskiest?", "/Banks 6"],
    ["How risky are the oil majors?", "/Integrated Oil & Gas 2"],
    ["Analyse the semiconductor industry", "/Semiconductors 3"],
    ["How do airlines look?", "/Airlines 4"],
    ["What is Walmart's momentum?", "WMT"],
    ["Ford or General Motors", "F GM"],
    ["Is ALL a buy?", "ALL"],
    ["Analyse Gap", "GPS"],
    ["Visa and Mastercard", "V MA"],
    ["Analyse Amazn", "?Amazn>AMZN"],
    ["Analysiere Apple und Microsoft", "AAPL MSFT"],
    ["JPMorgan Chase & Co", "JPM"],
    ["BRK.B vs BRK/B", "BRK.B"],
    ["Johnson and Johnson", "JNJ"],
  ],
  "usual names": [
    ["P&G against J&J", "PG JNJ"],
    ["Coke or Pepsi?", "KO PEP"],
    ["Is Wal-Mart cheap?", "WMT"],
    ["Is Wal Mart cheap?", "WMT"],
    ["BofA, Citi and Wells Fargo", "BAC C WFC"],
    ["Amex or Visa?", "AXP V"],
    ["GM vs Ford", "GM F"],
    ["How is Disney?", "DIS"],
    ["McDonalds vs Starbucks", "MCD SBUX"],
    ["Is McDonald's safe?", "MCD"],
    ["Facebook", "FB"],
    ["J.P.Morgan", "JPM"],
    ["JP Morgan and Goldman", "JPM GS"],
    ["Analyse Deere", "DE"],
    ["Is John Deere safe?", "DE"],
    ["Is Eli Lilly safe?", "LLY"],
    ["Delta or Southwest Airlines", "DAL LUV"],
    ["Is Du Pont safe?", "DD"],
    ["DuPont", "DD"],
    ["Bank of America", "BAC"],
    ["AT and T", "T"],
    ["ExxonMobil", "XOM"],
    ["UnitedHealth vs Anthem", "UNH ANTM"],
    ["about visa", "V"],
    ["compare target and gap", "TGT GPS"],
    ["gap", "GPS"],
    ["Find the gap between Apple and Visa", "AAPL V"],
    ["What is the target price of Apple?", "AAPL"],
    ["Did Apple beat the market?", "AAPL"],
    ["Is the Dow Chemical Company safe?", "DOW"],
    ["Are Texas oil companies safe?", "/Oil & Gas 6"],
  ],
  "share classes": [
    ["Analyse Google", "GOOGL =Google>GOOGL+GOOG"],
    ["Analyse GOOG", "GOOG"],
    ["GOOG and GOOGL", "GOOG GOOGL"],
    ["Alphabet class C", "GOOG"],
    ["Alphabet Class A", "GOOGL"],
    ["Analyse News Corp", "NWSA =News Corp>NWSA+NWS"],
    ["Analyse Under Armour", "UAA =Under Armour>UAA+UA"],
    ["Is BRK-B safe?", "BRK.B"],
    ["Analyse BRK.A", "?BRK.A>BRK.B"],
    ["tech without Alphabet", "/Information Technology 12 -GOOGL -GOOG"],
  ],
  "misspelt names, which are offered and never taken": [
    ["Is Nvdia a buy?", "?Nvdia>NVDA"],
    ["compare apple and microsft", "AAPL ?microsft>MSFT"],
    ["compare amazn with nvidia", "NVDA ?amazn>AMZN"],
    ["analyse starbuks", "?starbuks>SBUX"],
    ["Is Boeng safe?", "?Boeng>BA"],
    ["Analyse Microsotf", "?Microsotf>MSFT"],
    ["Chevrn or Exxon?", "XOM ?Chevrn>CVX"],
  ],
  "tickers that are words": [
    ["Is T cheap?", "T"],
    ["How risky is A?", "A"],
    ["Compare A and T", "A T"],
    ["Rank DE, CAT and HON", "DE CAT HON"],
    ["Is DE a buy?", "DE"],
    ["Wie ist die Lage der Bank of America?", "BAC"],
    ["Analyse ALL risks of IBM", "IBM"],
    ["Is ON a buy?", "?ON>"],
    ["Is O safe?", "O"],
    ["ALL vs PGR", "ALL PGR"],
    ["El riesgo de Apple", "AAPL"],
    ["Was ist all das Risiko von Boeing?", "BA"],
    ["IT versus IBM", "IT IBM"],
    ["Is it all down to CAT?", "CAT"],
  ],
  "changed tickers": [
    ["Analyse META", "FB ~META>FB"],
    ["BKNG vs AMZN", "PCLN AMZN ~BKNG>PCLN"],
    ["Analyse RTX", "UTX ~RTX>UTX"],
    ["Is ELV safe?", "ANTM ~ELV>ANTM"],
    ['Analyse the company listed under ticker "META"', "FB ~META>FB"],
    ["Analyse PCLN", "PCLN"],
  ],
  "tickers with an exchange": [
    ["Analyse AAPL.US", "AAPL"],
    ["MSFT:NASDAQ", "MSFT"],
    ["NASDAQ:MSFT", "MSFT"],
    ["NYSE: BA", "BA"],
    ["AAPL.O vs MSFT.OQ", "AAPL MSFT"],
    ["AAPL US Equity", "AAPL"],
    ["Analyse SAP.DE", "@listing SAP.DE"],
    ["VOD.L risk", "@listing VOD.L"],
    ["7203.T", "@listing 7203.T"],
    ["LON:VOD", "@listing LON:VOD"],
    ["VOD LN Equity", "@listing VOD LN Equity"],
    ["BMW.DE vs F", "F @listing BMW.DE"],
    ["Analyse 600519.SS", "@listing 600519.SS"],
  ],
  groups: [
    ["Energy vs tech", "/Energy 6 /Information Technology 14"],
    ["Compare energy, utilities and materials", "/Energy 6 /Utilities 4 /Materials 4"],
    ["Are insurers riskier than banks?", "/Property & Casualty Insurance 3 /Banks 6"],
    ["pharma vs biotech", "/Pharmaceuticals 2 /Biotechnology 2"],
    ["What do chip makers risk?", "/Semiconductors 3"],
    ["Which REITs are calm?", "/REITs 3"],
    ["How do oil stocks look?", "/Oil & Gas 6"],
    ["Analyse the banking sector", "/Banks 6"],
    ["Which airline is the safest?", "/Airlines 4"],
    ["automakers", "/Automobile Manufacturers 2"],
    ["soft drinks", "/Soft Drinks 2"],
    ["Analyse the railroads", "/Railroads 2"],
    ["How do gold miners look?", "/Gold 1"],
    ["Analyse the apparel retail industry", "/Apparel Retail 1"],
    ["Which cannabis stocks are safe?", "?cannabis stocks>"],
    ["Analyse the crypto sector", "?crypto sector>"],
    ["How does IBM compare with the technology sector?", "IBM /Information Technology 14"],
    ["Is Apple the riskiest of the tech stocks?", "AAPL /Information Technology 14"],
    ["Is Apple a good buy in tech?", "AAPL"],
    ["Is JPMorgan a good bank?", "JPM"],
    ["Is it a good time to buy?", ""],
  ],
  "the whole universe": [
    ["Analyse the market", "/all names 91"],
    ["Which stock is the riskiest?", "/all names 91"],
    ["Rank all names by risk", "/all names 91"],
    ["S&P 500 stocks with the lowest risk", "/all names 91"],
    ["the universe", "/all names 91"],
    ["top 10 riskiest names", "/all names 91"],
    ["Welche Aktie ist am sichersten?", "/all names 91"],
    ["Which of AAPL and MSFT is the safer stock?", "AAPL MSFT"],
  ],
  exclusions: [
    ["banks except JPMorgan", "/Banks 5 -JPM"],
    ["banks except JPMorgan and Citi", "/Banks 4 -JPM -C"],
    ["tech without Apple", "/Information Technology 13 -AAPL"],
    ["the energy sector excluding Exxon", "/Energy 5 -XOM"],
    ["all names except banks", "/all names 85 -JPM -BAC -C -WFC -KEY -MTB"],
    ["everything but utilities", "/all names 87 -DUK -ED -PCG -NEE"],
    ["AAPL and MSFT, not IBM", "AAPL MSFT -IBM"],
    ["Technologie ohne Apple und Microsoft", "/Information Technology 12 -AAPL -MSFT"],
    ["les banques sauf Citigroup", "/Banks 5 -C"],
    ["bancos excepto Wells Fargo", "/Banks 5 -WFC"],
    ["le banche tranne Citigroup", "/Banks 5 -C"],
    ["bancos exceto JPMorgan", "/Banks 5 -JPM"],
    ["banken behalve Citigroup", "/Banks 5 -C"],
    ["tech ex-Apple", "/Information Technology 13 -AAPL"],
    ["Why not MSFT?", "MSFT"],
    ["Is Apple not risky?", "AAPL"],
    ["Should I buy MSFT instead of AAPL?", "MSFT AAPL"],
    ["Not AAPL", "-AAPL"],
  ],
  instruments: [
    ["Analyse SPY", "@fund SPY"],
    ["analyse qqq", "@fund qqq"],
    ["XLK vs AAPL", "AAPL @fund XLK"],
    ["How volatile is the S&P 500?", "@index S&P 500"],
    ["Is AAPL ahead of the S&P 500?", "AAPL @index S&P 500"],
    ["Analyse S&P Global", "SPGI"],
    ["^GSPC", "@index ^GSPC"],
    ["How is the DAX?", "@index DAX"],
    ["the Nikkei and the FTSE 100", "@index Nikkei @index FTSE 100"],
    ["BTC-USD", "@crypto BTC-USD"],
    ["btc-usd", "@crypto btc-usd"],
    ["Is bitcoin safe?", "@crypto bitcoin"],
    ["EURUSD", "@currency EURUSD"],
    ["EUR/USD outlook", "@currency EUR/USD"],
    ["ES=F", "@future ES=F"],
    ["AAPL240119C00150000", "@option AAPL240119C00150000"],
    ["Analyse TSM", "@adr TSM"],
    ["Is Toyota safer than Ford?", "F @adr Toyota"],
    ["GLD or gold miners?", "/Gold 1 @fund GLD"],
    ['Analyse the company listed under ticker "SPY"', "@fund SPY"],
    ["Is the gold price high?", "@commodity gold price"],
  ],
  "six languages": [
    ["Wie riskant ist die Aktie von Boeing?", "BA"],
    ["Wie hoch ist die Wahrscheinlichkeit eines Kursverlusts bei Boeing?", "BA"],
    ["Vergleiche Banken mit Versicherern", "/Banks 6 /Property & Casualty Insurance 3"],
    ["Welche Bank ist am riskantesten?", "/Banks 6"],
    ["Wie sicher ist die Deutsche Bahn AG?", "?Deutsche Bahn AG>"],
    ["Quelle est la volatilité d'Apple ?", "AAPL"],
    ["Le secteur de l'énergie est-il risqué ?", "/Energy 6"],
    ["Quelle banque est la plus risquée ?", "/Banks 6"],
    ["Compare Apple et Microsoft", "AAPL MSFT"],
    ["¿Cuál es el riesgo de Apple?", "AAPL"],
    ["Analiza la acción de Microsoft", "MSFT"],
    ["Compara Apple y Microsoft", "AAPL MSFT"],
    ["El sector energético excepto Exxon", "/Energy 5 -XOM"],
    ["Analizza l'azione di Coca-Cola", "KO"],
    ["Il settore energetico è rischioso?", "/Energy 6"],
    ["Confronta Apple e Microsoft", "AAPL MSFT"],
    ["Qual é o risco da Apple?", "AAPL"],
    ["Analise a ação da Microsoft", "MSFT"],
    ["Vergelijk Apple en Microsoft", "AAPL MSFT"],
    ["Analyseer het aandeel Apple", "AAPL"],
  ],
  "names that nobody knows": [
    ["Does Buffett like Coke?", "KO ?Buffett>"],
    ["Is Microsoft's AWS business growing?", "MSFT ?AWS>NWS"],
    ['What about "Foobar"?', "?Foobar>"],
    ["Analyse Foobar Industries and Apple", "AAPL ?Foobar Industries>"],
    ["Is Apple safer than Zorblatt?", "AAPL ?Zorblatt>"],
    ["aapl, msft & foob", "AAPL MSFT ?foob>"],
    ["AAPL/MSFT", "AAPL MSFT"],
    ["Compare Apple, Zorblatt Widgets and IBM", "AAPL IBM ?Zorblatt Widgets>"],
    ["Is Microsoft Azure growing?", "MSFT ?Azure>"],
    ["Nenne mir die Schwankungsbreite von IBM", "IBM"],
    ["Quanto è rischiosa Boeing?", "BA"],
    ["Devo comprar ações da Apple?", "AAPL"],
    ["APPLE VS ZORBL", "AAPL ?ZORBL>"],
    ["Quel est le risque de la Société Générale ?", "?Société Générale>"],
    ["Which Is The Safest Bank In The Data?", "/Banks 6"],
    ["Is IBM safe in January? Thanks.", "IBM"],
  ],
};

const { mentions } = createResolver(NAMED);

function named(request: string): string {
  const { companies, groups, excluded, instruments, readings, unknown } = mentions(request);
  return [
    ...companies.map(({ ticker }) => ticker),
    ...groups.map(({ name, companies }) => `/${name} ${companies.length}`),
    ...excluded.map(({ ticker }) => `-${ticker}`),
    ...instruments.map(({ kind, text }) => `@${kind} ${text}`),
    ...readings.map(({ text, company, why, others }) =>
      why === "class"
        ? `=${text}>${[company, ...others].map(({ ticker }) => ticker).join("+")}`
        : `~${text}>${company.ticker}`
    ),
    ...unknown.map(({ text, nearest }) => `?${text}>${nearest[0]?.ticker ?? ""}`),
  ].join(" ");
}

for (const [about, phrasings] of Object.entries(PHRASINGS)) {
  Deno.test(`of ${about}, each of ${phrasings.length} phrasings is understood`, () => {
    const wrong = phrasings.map(([request, expected]) => ({ request, expected, got: named(request) }))
      .filter(({ expected, got }) => got !== expected);
    deepEqual(wrong, []);
  });
}

Deno.test("a company that the data lacks lends its usual names to nobody", () => {
  const { mentions } = createResolver([{ ticker: "META", name: "Metallurgy Partners" }]);
  deepEqual(mentions("Analyse Facebook").companies, []);
});

Deno.test("the later ticker of a firm is found by its earlier one", () => {
  const { mentions } = createResolver([{ ticker: "META", name: "Meta Platforms Inc." }]);
  equal(mentions("Analyse FB").companies[0]?.ticker, "META");
  equal(mentions("Analyse Facebook").companies[0]?.ticker, "META");
});

Deno.test("usual names are known of a folder that has tickers alone", () => {
  const { mentions } = createResolver(
    ["AAPL", "GOOG", "GOOGL", "KO", "MU", "XOM"].map((ticker) => ({ ticker, name: ticker })),
  );
  const { companies, readings } = mentions("Compare Coke, Exxon, Apple, Micron and Google");
  deepEqual(companies.map(({ ticker }) => ticker), ["KO", "XOM", "AAPL", "MU", "GOOGL"]);
  deepEqual(readings.map(({ others }) => others.map(({ ticker }) => ticker)), [["GOOG"]]);
});

Deno.test("a fund stays a fund though the data has prices of it", () => {
  const companies = [{ ticker: "SPY", name: "SPY" }, { ticker: "AAPL", name: "Apple Inc." }];
  const { companies: found, instruments, groups } = createResolver(companies).mentions("Compare SPY and AAPL");
  deepEqual(found.map(({ ticker }) => ticker), ["AAPL"]);
  deepEqual(instruments.map(({ text, kind }) => [text, kind]), [["SPY", "fund"]]);
  deepEqual(groups, []);
  const [all] = createResolver(companies).mentions("Which stock is the riskiest?").groups;
  deepEqual(all?.companies.map(({ ticker }) => ticker), ["AAPL"]);
});

Deno.test("a foreign listing that the data holds is a company", () => {
  const companies = [{ ticker: "SAP.DE", name: "SAP SE" }, { ticker: "TSM", name: "TSM" }];
  const { companies: found, instruments } = createResolver(companies).mentions("Compare SAP.DE and TSM");
  deepEqual(found.map(({ ticker }) => ticker), ["SAP.DE", "TSM"]);
  deepEqual(instruments, []);
});

Deno.test("without industries in the data, banks are the sector that they belong to", () => {
  const companies = NAMED.map(({ ticker, name, sector }) => ({ ticker, name, ...(sector && { sector }) }));
  const [group] = createResolver(companies).mentions("Which bank is the riskiest?").groups;
  deepEqual([group?.name, group?.kind], ["Financials", "sector"]);
});

Deno.test("which sector is asked about names each sector of the data", () => {
  const { groups } = mentions("Which sector is the riskiest?");
  equal(groups.length, 11);
  equal(groups.flatMap(({ companies }) => companies).length, NAMED.length);
});

Deno.test("a company is found at each place where a request names it", () => {
  const { places } = mentions("60 % Apple, 40 % MSFT; is Apple too much?");
  deepEqual(places.map(({ start, end, company }) => [start, end, company.ticker]), [
    [5, 10, "AAPL"],
    [17, 21, "MSFT"],
    [26, 31, "AAPL"],
  ]);
});
