import { deepEqual, equal } from "../../assert.ts";
import { combineTrades } from "../../../src/data/insider/combine_trades.ts";
import type { Filing, InsiderTrade } from "../../../src/data/records.ts";

const TRADE: InsiderTrade = {
  ...{ person: "Doe Jane", cik: "0000000007", roles: ["officer"], day: "2024-05-01", code: "P", shares: 1000 },
  ...{ price: 10.5, held: 5000, filed: "2024-05-03", known: "2024-05-06", source: "form.xml" },
};
const ASSUMED: InsiderTrade = { ...TRADE, isFilingAssumed: true };

Deno.test("a trade of two files is that of the one with a filing day", () => {
  const late = { ...TRADE, filed: "2024-05-20", known: "2024-05-21", source: "submission.txt" };
  const row = { ...ASSUMED, person: "DOE JANE", source: "table.csv" };
  deepEqual(combineTrades([row, late]), [late]);
  deepEqual(combineTrades([late, row]), [late]);
});

Deno.test("two alike lots of one form are two trades, also where a second file has them", () => {
  equal(combineTrades([TRADE, TRADE, { ...ASSUMED, source: "table.csv" }]).length, 2);
});

Deno.test("an assumed filing day gives way to that of the list of filings, by the number of the form", () => {
  const filing: Filing = {
    ...{
      accession: "0000000042-24-000001",
      form: "4",
      filed: "2024-05-20",
      items: [],
      known: "2024-05-21",
      source: "s",
    },
  };
  const [trade] = combineTrades([{ ...ASSUMED, accession: filing.accession }], [filing]);
  deepEqual([trade?.filed, trade?.known, trade?.isFilingAssumed], ["2024-05-20", "2024-05-21", undefined]);
  const [other] = combineTrades([ASSUMED], [filing]);
  deepEqual([other?.filed, other?.isFilingAssumed], ["2024-05-03", true]);
});

Deno.test("an amendment and what it amends are both kept, and trades are in the order of what is known", () => {
  const amended = { ...TRADE, shares: 900, amends: "2024-05-03", filed: "2024-05-10", known: "2024-05-13" };
  deepEqual(combineTrades([amended, TRADE]), [TRADE, amended]);
});

Deno.test("alike trades of two persons are one only where they leave the same number of shares, and are on the market", () => {
  const other = { ...TRADE, person: "Fund", cik: "8", roles: ["ten_percent"] as const };
  deepEqual(combineTrades([other, TRADE]), [{ ...TRADE, roles: ["officer", "ten_percent"] }]);
  equal(combineTrades([{ ...other, held: 7000 }, TRADE]).length, 2);
  equal(combineTrades([{ ...other, code: "A" }, { ...TRADE, code: "A" }]).length, 2);
});
