/** Quantifiers over sets of names are computed again. */
import { verifyText } from "../../../src/verify/text/verify_text.ts";
import { Ground, KNOWLEDGE } from "../../../src/verify/knowledge.ts";
import { compare } from "../../../src/verify/compare.ts";
import { madeMarket, MARKET_DAYS } from "../../agent/made_market.ts";
import { equal } from "../../assert.ts";

const market = await madeMarket();
const view = market.at(MARKET_DAYS.today);

/** How many claims of a text are proven, false and unknown. */
function counts(text: string): string {
  const report = verifyText(text, view);
  return `${report.proven} ${report.false} ${report.unknown}`;
}

/** The names by volatility, the lowest first. */
const ranked = view.companies.flatMap(({ ticker }) => {
  const subject = new Ground(view, { companies: [ticker] }, KNOWLEDGE).subject(ticker);
  const ground = new Ground(view, { companies: [ticker] }, KNOWLEDGE);
  const found = subject && compare("volatility", subject, ground);
  const value = subject && ground.read("volatility", subject);
  return typeof found === "object" && typeof value === "number" ? [{ ticker, value, count: found.count }] : [];
}).toSorted((one, other) => one.value - other.value);
const all = ranked.length;

/** What is said of the third calmest name, and whether that holds. */
const QUANTIFIED: readonly { readonly said: string; readonly holds: boolean }[] = [
  { said: "less than for all of N names", holds: false },
  { said: "less than for every one of the N companies", holds: false },
  { said: "less than for each of N names", holds: false },
  { said: "lower than for all other companies", holds: false },
  { said: "less than most of N names", holds: true },
  { said: "less than for half of N names", holds: true },
  { said: "less than for 3 in 4 of N names", holds: true },
  { said: "less than for 199 in 200 of N names", holds: false },
  { said: "more than for half of N names", holds: false },
  { said: "less than for none of N names", holds: false },
];

for (const { said, holds } of QUANTIFIED) {
  Deno.test(`a name that all but two exceed: "${said}" is ${holds ? "proven" : "refused"}`, () => {
    const { ticker = "", value = NaN } = ranked[2] ?? {};
    const figure = `${ticker}'s volatility is ${(100 * value).toFixed(1)} % a year, from a year of daily returns`;
    equal(counts(`${figure}, ${said.replace("N", String(all))}.`), holds ? "2 0 0" : "1 1 0");
  });
}

Deno.test("the calmest of all is less volatile than all others, and nothing is said of a set of another size", () => {
  const { ticker = "", value = NaN } = ranked[0] ?? {};
  const figure = `${ticker}'s volatility is ${(100 * value).toFixed(1)} % a year, from a year of daily returns`;
  equal(counts(`${figure}, less than for all of ${all} names.`), "2 0 0");
  equal(counts(`${figure}, less than for all of 7 names.`), "1 0 1");
});
