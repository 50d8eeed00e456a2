import { deepEqual, equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { missingShared, testOnShared } from "../needs.ts";
import fc from "fast-check";
import type { Company } from "../../src/data/dataset.ts";
import { openFilers } from "../../src/data/names/filers.ts";
import { createResolver } from "../../src/data/names/resolve.ts";
import { openHistory } from "../worlds/history.ts";
import { readSp500 } from "./support.ts";

const COMPANIES: readonly Company[] = [
  { ticker: "AAPL", name: "Apple Inc.", cik: "0000320193", aliases: ["Apple Computer"] },
  { ticker: "BRK.B", name: "Berkshire Hathaway Inc. Class B", cik: "0001067983" },
  { ticker: "BF.B", name: "Brown-Forman Corporation" },
  { ticker: "GOOGL", name: "Alphabet Inc. Class A", cik: "0001652044", aliases: ["Google"] },
  { ticker: "GOOG", name: "Alphabet Inc. Class C", cik: "0001652044" },
  { ticker: "AON", name: "Aon plc" },
  { ticker: "LLY", name: "Lilly (Eli) & Co." },
  { ticker: "T", name: "AT&T Inc." },
  { ticker: "CSCO", name: "Cisco Systems, Inc." },
  { ticker: "HP", name: "Helmerich & Payne" },
  { ticker: "HPQ", name: "HP Inc." },
  { ticker: "AA1", name: "Twin Corp." },
  { ticker: "AA2", name: "Twin Inc." },
  { ticker: "NSRGY", name: "Nestlé S.A." },
];

const TOKENS = [
  ["AAPL", "AAPL"],
  [" aapl ", "AAPL"],
  ["$AAPL", "AAPL"],
  ["NASDAQ:AAPL", "AAPL"],
  ["NYSE: BRK.B", "BRK.B"],
  ["AAPL US Equity", "AAPL"],
  ["AAPL US", "AAPL"],
  ["aapl.us", "AAPL"],
  ["BRK.B", "BRK.B"],
  ["BRK-B", "BRK.B"],
  ["BRK/B", "BRK.B"],
  ["brk b", "BRK.B"],
  ["BRKB", "BRK.B"],
  ["BRK/B US Equity", "BRK.B"],
  ["BF/B", "BF.B"],
  ["Apple", "AAPL"],
  ["Apple Inc", "AAPL"],
  ["APPLE INC.", "AAPL"],
  ["Apple, Incorporated", "AAPL"],
  ["apple computer", "AAPL"],
  ["Aon", "AON"],
  ["Aon PLC", "AON"],
  ["Brown Forman", "BF.B"],
  ["Eli Lilly", "LLY"],
  ["Eli Lilly and Company", "LLY"],
  ["at&t", "T"],
  ["AT and T", "T"],
  ["Cisco", "CSCO"],
  ["Google", "GOOGL"],
  ["Alphabet", "GOOGL"],
  ["Alphabet Inc. Class C", "GOOG"],
  ["HP", "HP"],
  ["HP Inc.", "HPQ"],
  ["Nestle", "NSRGY"],
  ["320193", "AAPL"],
  ["0000320193", "AAPL"],
  ["CIK 320193", "AAPL"],
  ["CIK0000320193", "AAPL"],
  ["Twin Corp.", "AA1"],
  ["Twin", undefined],
  ["AAP", undefined],
  ["AAPLE", undefined],
  ["BRK", undefined],
  ["BRK.A", undefined],
  ["Appel", undefined],
  ["037833100", undefined],
  ["1", undefined],
  ["Inc.", undefined],
  ["", undefined],
  ["   ", undefined],
  ["$", undefined],
  ["constructor", undefined],
] as const;

for (const [token, ticker] of TOKENS) {
  Deno.test(`${JSON.stringify(token)} is ${ticker ?? "unknown"}`, () => {
    equal(createResolver(COMPANIES).resolve(token)?.ticker, ticker);
  });
}

Deno.test("any text is read without a throw, and the result is a company of the data", () => {
  const { resolve, mentions } = createResolver(COMPANIES);
  const piece = fc.oneof(
    anyText(),
    fc.constantFrom(
      "$",
      '"',
      "ticker",
      "AAPL",
      "Apple",
      "(",
      "A.",
      "&",
      "'s",
      "BRK/B",
      "sector",
      "\n",
      "Twin",
      "not",
      "except",
      "and",
      "all names",
      "SPY",
      "Google",
    ),
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
    const text = pieces.join(" ");
    const found = mentions(text);
    const all = [resolve(text), ...found.companies, ...found.unknown.flatMap((one) => one.nearest)];
    ok(all.every((one) => one === undefined || COMPANIES.includes(one)));
    ok(found.unknown.every((one) => one.text !== "" && text.includes(one.text)));
    ok(found.instruments.every((one) => one.text !== "" && text.includes(one.text)));
    const grouped = found.groups.flatMap((group) => group.companies);
    ok([...found.excluded, ...grouped].every((one) => COMPANIES.includes(one)));
    ok(found.excluded.every((one) => !found.companies.includes(one) && !grouped.includes(one)));
    ok(found.places.every(({ start, end, company }) => start < end && found.companies.includes(company)));
  }));
});

Deno.test("every company of the sample is found by ticker, name, aliases and CIK", async () => {
  const { companies } = (await openHistory()).at("2017-12-29");
  const { resolve } = createResolver(companies);
  for (const company of companies) {
    for (const token of [company.ticker, company.name, company.cik ?? "", ...company.aliases ?? []]) {
      equal(resolve(token), company, token);
    }
  }
});

testOnShared(
  missingShared("companies/nyse_securities_2017.csv"),
  "each of 505 real tickers and names resolves to itself, except for the second class of one company",
  () => {
    const companies = readSp500();
    const { resolve } = createResolver(companies);
    equal(companies.length, 505);
    deepEqual(companies.filter((one) => resolve(one.ticker) !== one), []);
    const others = companies.filter((one) => resolve(one.name) !== one);
    deepEqual(others.map((one) => [one.ticker, resolve(one.name)?.ticker]), [["UAA", "UA"]]);
  },
);

Deno.test("no filer is meant by a word of a question that is ordinary, and a capital still names one", async () => {
  const { mentions } = createResolver(await openFilers());
  const named = (text: string) => mentions(text).companies.map(({ ticker }) => ticker);
  deepEqual(named("What is the total dividend paid by Oracle, and how complete is the information on its range?"), [
    "ORCL",
  ]);
  deepEqual(named("Analyse Insight Enterprises and Principal Financial"), ["NSIT", "PFG"]);
});
