import { equal } from "../assert.ts";
import { calledName, companyLabel, wordsAfter } from "../../src/data/company_label.ts";

const COMPANIES = [
  { ticker: "AAPL", name: "Apple Inc.", label: "Apple (AAPL)", owner: "Apple's" },
  { ticker: "GM", name: "General Motors Company", label: "General Motors (GM)", owner: "General Motors'" },
  { ticker: "MCD", name: "McDonald's Corp.", label: "McDonald's (MCD)", owner: "McDonald's" },
  { ticker: "CLX", name: "The Clorox Company", label: "Clorox (CLX)", owner: "Clorox's" },
  {
    ticker: "IBM",
    name: "International Business Machines",
    label: "International Business Machines (IBM)",
    owner: "IBM's",
  },
  { ticker: "BAC", name: "BANK OF AMERICA CORP", label: "Bank of America (BAC)", owner: "Bank of America's" },
  { ticker: "GS", name: "GS", label: "GS", owner: "GS's" },
  { ticker: "VOLV-B.ST", name: "VOLV-B.ST", label: "VOLV-B.ST", owner: "VOLV-B.ST's" },
];
for (const { ticker, name, label, owner } of COMPANIES) {
  Deno.test(`${JSON.stringify(name)} is ${label}, then ${owner}, and ${ticker} among others`, () => {
    const called = calledName({ ticker, name }, 3);
    equal(companyLabel({ ticker, name }), label);
    equal(`${called}${wordsAfter(called, "'s")}`, owner);
    equal(calledName({ ticker, name }, 4), ticker);
  });
}
