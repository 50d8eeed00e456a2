import { deepEqual, equal } from "../assert.ts";
import { missingShared, testOnShared } from "../needs.ts";
import type { Company } from "../../src/data/dataset.ts";
import { createResolver } from "../../src/data/names/resolve.ts";
import { readSp500 } from "./support.ts";

const IT = "Information Technology";
const COMPANIES: readonly Company[] = [
  { ticker: "AAPL", name: "Apple Inc.", sector: IT, cik: "0000320193" },
  { ticker: "MSFT", name: "Microsoft Corp.", sector: IT },
  { ticker: "IBM", name: "International Business Machines Corp.", sector: IT, aliases: ["Big Blue"] },
  { ticker: "ADBE", name: "Adobe Systems Inc.", sector: IT },
  { ticker: "NOW", name: "ServiceNow Inc.", sector: IT },
  { ticker: "IT", name: "Gartner Inc.", sector: IT },
  { ticker: "ALL", name: "Allstate Corp", sector: "Financials" },
  { ticker: "JPM", name: "JPMorgan Chase & Co.", sector: "Financials" },
  { ticker: "SPGI", name: "S&P Global, Inc.", sector: "Financials" },
  { ticker: "A", name: "Agilent Technologies Inc", sector: "Health Care" },
  { ticker: "O", name: "Realty Income Corporation", sector: "Real Estate" },
  { ticker: "T", name: "AT&T Inc", sector: "Communication Services" },
  { ticker: "CAT", name: "Caterpillar Inc.", sector: "Industrials" },
  { ticker: "KEY", name: "KeyCorp", sector: "Financials" },
  { ticker: "COST", name: "Costco Co.", sector: "Consumer Staples" },
  { ticker: "BRK.B", name: "Berkshire Hathaway Inc.", sector: "Financials" },
  { ticker: "DUK", name: "Duke Energy", sector: "Utilities" },
  { ticker: "TGT", name: "Target Corp.", sector: "Consumer Discretionary" },
  { ticker: "LOW", name: "Lowe's Cos.", sector: "Consumer Discretionary" },
  { ticker: "L", name: "Loews Corp.", sector: "Financials" },
  { ticker: "GNS", name: "General Systems Inc.", sector: "Industrials" },
];

/** Companies, then `/sector`, `?unknown (nearest)` and `#identifier`. */
const REQUESTS: readonly (readonly [request: string, found: string])[] = [
  // only a quoted ticker counts
  ['Analyse the company listed under ticker "AAPL" (Apple Inc.)', "AAPL"],
  ['Analyse the company listed under ticker "AAPL" (Microsoft Corp.)', "AAPL"],
  ['Analyse the company listed under ticker "ALL"', "ALL"],
  ['Analyse the company listed under ticker "a"', "A"],
  ['Analyse the company listed under ticker "BRK-B"', "BRK.B"],
  ["Analyse the company listed under ticker “brk/b”", "BRK.B"],
  ['Analyse the company listed under ticker "Apple Inc"', "AAPL"],
  ['Analyse the company listed under ticker "0000320193"', "AAPL"],
  ['Analyse the company listed under ticker "ZZZZ" (Apple Inc.)', "?ZZZZ"],
  ['Analyse the company listed under ticker "APPL" (Apple Inc.)', "?APPL (AAPL)"],
  ['Analyse the company listed under ticker "ON" (Apple Inc.)', "?ON"],
  ['Analyse the company listed under ticker "037833100" (Apple Inc.)', "#cusip 037833100"],
  ['Analyse the company listed under ticker "AAPL". Is the momentum of Adobe holding up?', "AAPL"],
  ['Compare "AAPL" with "MSFT"', "AAPL MSFT"],
  ['Analyse "Apple Inc."', "AAPL"],
  ['What does "cost" mean for IBM?', "IBM"],
  ["What does 'value' mean for Apple's and Microsoft's margins?", "AAPL MSFT"],
  // marked tickers
  ["$aapl momentum", "AAPL"],
  ["Compare $AAPL and $ZZZZ", "AAPL ?ZZZZ"],
  ["Is $5 cheap?", ""],
  ["NASDAQ:AAPL momentum", "AAPL"],
  ["What is the risk of Apple (NASDAQ: AAPL)?", "AAPL"],
  ["AAPL US Equity", "AAPL"],
  ["Analyse ticker cat", "CAT"],
  ["Analyse the ticker symbol: ZZZZ", "?ZZZZ"],
  ["Analyse CIK 320193", "AAPL"],
  // unmarked tickers
  ["Analyse AAPL", "AAPL"],
  ["analyse aapl", "AAPL"],
  ["aapl", "AAPL"],
  ["Rank IBM AAPL MSFT by volatility", "IBM AAPL MSFT"],
  ["What is the cash flow of ibm and how does msft compare?", "IBM MSFT"],
  ["Compare MSFT with AAPL, then MSFT with IBM", "MSFT AAPL IBM"],
  ["BRK/B against T", "BRK.B T"],
  ["analyse brk b", "BRK.B"],
  ["How risky is A?", "A"],
  // a text without small letters is a sentence in capitals only if its Latin words are one
  ["分析 AAPL", "AAPL"],
  ["分析 AAPL 的风险", "AAPL"],
  ["比较AAPL和MSFT", "AAPL MSFT"],
  ["分析CAT的风险", "CAT"],
  ["AAPL の リスク は?", "AAPL"],
  ["AAPL의 위험", "AAPL"],
  ["נתח את AAPL בבקשה", "AAPL"],
  ["حلل AAPL من فضلك", "AAPL"],
  ["วิเคราะห์ AAPL ครับ", "AAPL"],
  ["АНАЛИЗ AAPL СЕГОДНЯ", "AAPL"],
  ["• AAPL\n• MSFT", "AAPL MSFT"],
  ["• IBM\n• ALL\n• CAT", "IBM ALL CAT"],
  ["🍎 AAPL ?", "AAPL"],
  ["🚀 CAT 🚀", "CAT"],
  ["— AAPL —", "AAPL"],
  ["AAPL MSFT ZZZZ", "AAPL MSFT ?ZZZZ"],
  ["分析 ZZZZ 的风险", "?ZZZZ"],
  ["分析Apple的风险", "AAPL"],
  ["分析“CAT”的风险", "CAT"],
  ["分析US0378331005的风险", "#isin US0378331005"],
  ["买A股", ""],
  ["AI 股票 的 风险", ""],
  ["BUY ALL STOCKS NOW", "/all names 21"],
  ["• BUY ALL STOCKS NOW!", "/all names 21"],
  // English words that are tickers
  ["Analyse ALL", "ALL"],
  ["Analyse all risks of IBM", "IBM"],
  ["Analyse ALL risks of IBM", "IBM"],
  ["ANALYSE ALL RISKS OF IBM", "IBM"],
  ["Is CAT cheap?", "CAT"],
  ["Which of CAT or JPM has the highest margin?", "CAT JPM"],
  ["Which of JPM or CAT has the highest margin?", "JPM CAT"],
  ["Analyse CAT momentum", "CAT"],
  ["Compare CAT and KEY", "CAT KEY"],
  ["Give me the KEY risks of IBM", "IBM"],
  ["Is it safe?", ""],
  ["A risk of IBM", "IBM"],
  ["Is IBM safe? In General, yes", "IBM"],
  ["What will IBM cost at a low price now?", "IBM"],
  ["analyse cat", "?cat (CAT)"],
  ["The ticker is AAPL", "AAPL"],
  ["Analyse IT", "IT"],
  // names
  ["Compare Apple and Microsoft", "AAPL MSFT"],
  ["compare apple and microsoft", "AAPL MSFT"],
  ["Is the momentum of Adobe holding up?", "ADBE"],
  ["Analyse Apple's drawdown", "AAPL"],
  ["Analyse Lowe's against Loews", "LOW L"],
  ["Is International Business Machines Corporation better than Apple, Inc.?", "IBM AAPL"],
  ["What of Big Blue?", "IBM"],
  ["Analyse AT&T", "T"],
  ["Apple Inc. (AAPL): what next?", "AAPL"],
  ["Does Target lose to Costco?", "TGT COST"],
  ["target the risks of IBM", "IBM"],
  ["Is Duke Energy safe?", "DUK"],
  ["Is Apple iPhone growth slowing?", "AAPL"],
  ["Is MSFT ahead of the S&P 500?", "MSFT"],
  ["Analyse S&P Global", "SPGI"],
  ["Analyse General Systems", "GNS"],
  // unknown names
  ["Analyse ZZZZ", "?ZZZZ"],
  ["Compare YYYY, ZZZZ and AAPL", "AAPL ?YYYY ?ZZZZ"],
  ["Analyse Foobar Industries", "?Foobar Industries"],
  ["analyse foobar", "?foobar"],
  ["analyse microsft", "?microsft (MSFT)"],
  ["Analyse Apple Hospitality", "?Apple Hospitality"],
  ["Compare Apple with Foobar Industries", "AAPL ?Foobar Industries"],
  ["Compare AAPL, MSFT and FOOB", "AAPL MSFT ?FOOB"],
  ["Analyse A. O. Smith", "?A. O. Smith"],
  ["Is Microsoft's AI and AWS business growing?", "MSFT ?AWS"],
  ["Analyse IBM for European investors in January", "IBM"],
  // sectors
  ["Which risks does the technology sector run?", "/Information Technology 6"],
  ["How do tech stocks look?", "/Information Technology 6"],
  ["Analyse the IT sector", "/Information Technology 6"],
  ["What do banks face in a recession?", "/Financials 6"],
  ["Which risks does the healthcare industry run?", "/Health Care 1"],
  ["Analyse energy", "/Energy 0"],
  ["What is the outlook for utilities?", "/Utilities 1"],
  ["How does IBM compare with the technology sector?", "IBM /Information Technology 6"],
  ["Is it a good time to sell bank stocks?", "/Financials 6"],
  // numbers of securities
  ["Analyse 037833100", "#cusip 037833100"],
  ["Analyse US0378331005", "#isin US0378331005"],
  ["Compare 037833100 with IBM", "IBM #cusip 037833100"],
  ["Analyse 037833101", "?037833101"],
  // nothing
  ["Which stock should I buy?", "/all names 21"],
  ["What moves markets?", ""],
  ["Analyse the market", "/all names 21"],
  ["What is EPS?", ""],
  ["What is SUE?", ""],
  ["Hello", ""],
  ["", ""],
];

function describe(request: string, companies = COMPANIES): string {
  const mentions = createResolver(companies).mentions(request);
  const { companies: found, groups, unknown, identifiers } = mentions;
  return [
    ...found.map((one) => one.ticker),
    ...groups.map(({ name, companies }) => `/${name} ${companies.length}`),
    ...unknown.map(({ text, nearest }) => `?${text}${nearest[0] ? ` (${nearest[0].ticker})` : ""}`),
    ...identifiers.map(({ kind, text }) => `#${kind} ${text}`),
  ].join(" ");
}

for (const [request, found] of REQUESTS) {
  Deno.test(`${JSON.stringify(request)} is about ${found || "nothing"}`, () => equal(describe(request), found));
}

Deno.test("IT is the sector when no company has that ticker", () => {
  equal(describe("Analyse IT", COMPANIES.filter((one) => one.ticker !== "IT")), "/Information Technology 5");
});

Deno.test("a sector is found and named in the data's spelling", () => {
  const spelled = COMPANIES.map((one) => one.sector === IT ? { ...one, sector: "Technology" } : one);
  equal(describe("Which risks does the information technology sector run?", spelled), "/Technology 6");
});

Deno.test("a sector that only the data has is found", () => {
  const own = [...COMPANIES, { ticker: "PAAS", name: "Pan American Silver", sector: "Precious Metals" }];
  equal(describe("How do precious metals stocks look?", own), "/Precious Metals 1");
});

Deno.test("at most three companies are offered for an unknown one, the nearest first", () => {
  const alike = ["AAAB", "AAAC", "AAAD", "AABB", "ZZZZ"].map((ticker) => ({ ticker, name: `${ticker} Corp` }));
  const { unknown } = createResolver(alike).mentions('ticker "AAAA"');
  deepEqual(unknown.map((one) => one.nearest.map(({ ticker }) => ticker)), [["AAAB", "AAAC", "AAAD"]]);
});

Deno.test("text after the first 10,000 characters of a request is ignored", () => {
  equal(describe(`IBM ${"and so on ".repeat(1000)} MSFT`), "IBM");
});

testOnShared(
  missingShared("companies/nyse_securities_2017.csv"),
  "each of 505 real companies is found in a sentence by ticker and by name",
  () => {
    const companies = readSp500();
    const { mentions } = createResolver(companies);
    const wrong = companies.flatMap(({ ticker, name }) =>
      [
        `Analyse the company listed under ticker "${ticker}" (${name})`,
        `Analyse ${ticker}`,
        `What are the risks of ${ticker}?`,
        `Analyse ${name}`,
        `analyse ${name.toLowerCase()}`,
      ].filter((request) => {
        const { companies: [first, ...others], unknown, groups } = mentions(request);
        return first?.ticker !== ticker || others.length > 0 || unknown.length > 0 || groups.length > 0;
      })
    );
    deepEqual(wrong, ["Analyse Under Armour", "analyse under armour"]); // UAA; UA has the same name
  },
);
