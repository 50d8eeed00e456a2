import { deepEqual, equal, match } from "../../assert.ts";
import { gunzipSync } from "node:zlib";
import { OWNERSHIP_SUBMISSION, OWNERSHIP_XML } from "../../../src/data/insider/ownership_files.ts";
import { TRADE_TABLE } from "../../../src/data/insider/trade_table.ts";
import { missingShared, sharedPath, testOnShared, testOnSharedAtNight } from "../../needs.ts";
import { readPieces, tradesIn } from "./made_form.ts";

const SEC = "sec";
const TABLE = "insider/form4_transactions_dedup.csv.gz";

/** The trades of files of the SEC: form, owner, and each transaction as day, code, shares, price, shares held. */
const FORMS = [
  {
    file: "ownership_xml/374WaterForm4.xml",
    whose: "SCWO Melkote Rajesh Ramaswamy (officer)",
    trades: ["2025-04-30 A 757756 0 757756"],
  },
  { file: "ownership_xml/form3.snow.xml", whose: "", trades: [] },
  {
    file: "ownership_xml/form4.snow.xml",
    whose: "SNOW Scarpelli Michael (officer)",
    trades: [
      ...["2022-12-13 M 200000 8.88 301097", "2022-12-13 S 73170 150.841 227927", "2022-12-13 S 74907 151.814 153020"],
      ...["2022-12-13 S 41986 152.655 111034", "2022-12-13 S 5496 153.872 105538", "2022-12-13 S 4441 154.76 101097"],
    ],
  },
  {
    file: "ownership_xml/form5.snow.xml",
    whose: "SNOW McMahon John Dennis (director)",
    trades: ["2021-12-23 G 61386 0 54666"],
  },
  {
    file: "full_submissions/AAPL_Form4_2022.txt.gz",
    whose: "AAPL Adams Katherine L. (officer)",
    trades: [
      ...["2022-05-04 S 9136 159.94 468198", "2022-05-04 S 5316 160.82 462882", "2022-05-04 S 4006 161.93 458876"],
      ...["2022-05-04 S 900 162.77 457976", "2022-05-04 S 1550 163.94 456426", "2022-05-04 S 1800 165.06 454626"],
      "2022-05-04 S 2292 165.95 452334",
    ],
  },
] as const;

async function textOf(path: string): Promise<string> {
  const bytes = await Deno.readFile(sharedPath(path));
  return new TextDecoder().decode(path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}

for (const { file, whose, trades } of FORMS) {
  const path = `${SEC}/${file}`;
  testOnShared(missingShared(path), `every transaction of ${file} is read`, async () => {
    const text = await textOf(path);
    const reader = file.includes(".txt") ? OWNERSHIP_SUBMISSION : OWNERSHIP_XML;
    equal(reader.looksLike(text.slice(0, 16_384), file), true);
    const read = await readPieces(reader, text, { file });
    deepEqual(read.problems, []);
    const found = tradesIn(read);
    const [company] = read.companies;
    const [first] = found;
    equal(first ? `${company?.owner.tickers} ${first.person} (${first.roles})` : "", whose);
    deepEqual(found.map(({ day, code, shares, price, held }) => `${day} ${code} ${shares} ${price} ${held}`), trades);
  });
}

testOnShared(
  missingShared(`${SEC}/full_submissions/AAPL_Form4_2022.txt.gz`),
  "a full submission says when it was filed; those of other forms are left to other readers",
  async () => {
    const text = await textOf(`${SEC}/full_submissions/AAPL_Form4_2022.txt.gz`);
    const [trade] = tradesIn(await readPieces(OWNERSHIP_SUBMISSION, text));
    deepEqual(
      [trade?.accession, trade?.filed, trade?.known, trade?.isFilingAssumed],
      ["0000320193-22-000061", "2022-05-06", "2022-05-09", undefined],
    );
    for (const file of ["JPM_8-K_2026-06-24", "META_8-K_2025-12-19", "NVDA_8-K_2026-03-02"]) {
      const other = await textOf(`${SEC}/full_submissions/${file}.txt.gz`);
      equal(OWNERSHIP_SUBMISSION.looksLike(other.slice(0, 16_384), file), false);
    }
  },
);

testOnSharedAtNight(
  missingShared(TABLE),
  "a table of 89,881 rows is read whole, but for its one impossible day",
  async () => {
    const text = await textOf(TABLE);
    const read = await readPieces(TRADE_TABLE, text, { file: "form4.csv", latest: "2026-11-20", size: 65_536 });
    const trades = read.companies.flatMap(({ records }) => records.trades);
    equal(trades.length, 89_880);
    const [skipped, ...others] = read.problems.filter(({ kind }) => kind !== "remark");
    equal(others.length, 0);
    equal(skipped?.line, 78_754);
    match(skipped?.message ?? "", /24 May 2028 is in the future/);
    const counts = Object.fromEntries(
      [...Map.groupBy(trades, ({ code }) => code)].map(([code, of]) => [code, of.length]),
    );
    deepEqual([counts["A"], counts["M"], counts["F"], counts["G"], counts["J"]], [
      34_551,
      21_661,
      11_201,
      2_899,
      1_312,
    ]);
    deepEqual([counts["P"], counts["S"]], [2_754, 14_167]); // a sale is of 2028
    const zoned = trades.find(({ cik, day }) => cik === "0002007480" && day === "2026-05-12");
    equal(zoned?.shares, 816);
    const alphabet = read.companies.filter(({ owner }) => owner.tickers?.includes("GOOG"));
    deepEqual(alphabet.map(({ owner, records }) => [owner.tickers, records.trades.length]), [[["GOOG", "GOOGL"], 416]]);
  },
);
