/** Files and forms that people keep: what is said of them, in place of silence. */
import { equal, match, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { tradingDays } from "../trading_days.ts";
import { ask, ports, textOf } from "./ask.ts";

const DAYS = tradingDays("2023-06-01", 400);
const prices = (close: (at: number) => number | "null") =>
  `Date,Open,High,Low,Close,Volume\n${
    DAYS.map((day, at) => `${[day, ...[0, 1, 2, 3].map(() => close(at))].join(",")},900000\n`).join("")
  }`;
const PLAIN = prices((at) => 20 + at % 5 / 10);
const LAST = DAYS.at(-1) ?? "";

/** A form of an officer, as it is filed: a purchase of 1,000 shares at 20.20 unless said otherwise. */
interface Form {
  readonly type?: string;
  readonly person?: string;
  readonly symbol?: string;
  readonly code?: string;
  readonly amends?: string;
  readonly isHolding?: boolean;
  readonly filed?: string;
}

function formOf(
  at: number,
  { type = "4", person = "Roe Rita", symbol = "QRST", code = "P", amends, isHolding, filed = "20241104" }: Form,
): string {
  const day = "2024-11-01";
  const held = `<postTransactionAmounts><sharesOwnedFollowingTransaction><value>${
    1000 + at
  }</value></sharesOwnedFollowingTransaction></postTransactionAmounts>`;
  const amount = (name: string, value: string) => `<${name}><value>${value}</value></${name}>`;
  const row = isHolding ? `<nonDerivativeHolding>${held}</nonDerivativeHolding>` : [
    `<nonDerivativeTransaction><transactionDate><value>${day}</value></transactionDate>`,
    `<transactionCoding><transactionCode>${code}</transactionCode></transactionCoding><transactionAmounts>`,
    amount("transactionShares", "1000"),
    amount("transactionPricePerShare", "20.20"),
    amount("transactionAcquiredDisposedCode", "A"),
    `</transactionAmounts>${held}</nonDerivativeTransaction>`,
  ].join("");
  const xml = [
    `<?xml version="1.0"?><ownershipDocument><documentType>${type}</documentType><periodOfReport>${day}</periodOfReport>`,
    amends === undefined ? "" : `<dateOfOriginalSubmission>${amends}</dateOfOriginalSubmission>`,
    `<issuer><issuerCik>0000900001</issuerCik><issuerName>Quarst Corp</issuerName><issuerTradingSymbol>${symbol}</issuerTradingSymbol></issuer>`,
    `<reportingOwner><reportingOwnerId><rptOwnerCik>00017${
      String(person.length + person.charCodeAt(0)).padStart(5, "0")
    }</rptOwnerCik><rptOwnerName>${person}</rptOwnerName></reportingOwnerId>`,
    "<reportingOwnerRelationship><isOfficer>1</isOfficer></reportingOwnerRelationship></reportingOwner>",
    `<nonDerivativeTable>${row}</nonDerivativeTable></ownershipDocument>`,
  ].join("");
  const number = `0001000000-24-${String(at + 1).padStart(6, "0")}`;
  return [
    `<SEC-DOCUMENT>${number}.txt : ${filed}`,
    `<SEC-HEADER>${number}.hdr.sgml : ${filed}`,
    `ACCESSION NUMBER:\t\t${number}`,
    `CONFORMED SUBMISSION TYPE:\t${type}`,
    `CONFORMED PERIOD OF REPORT:\t20241101`,
    `FILED AS OF DATE:\t\t${filed}`,
    `</SEC-HEADER>\n<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>1\n<FILENAME>form4.xml\n<TEXT>\n<XML>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`,
  ].join("\n");
}

const formsOf = (...forms: readonly Form[]) =>
  Object.fromEntries(
    forms.map((form, at) => [`sec/ownership/0001000000-24-${String(at + 1).padStart(6, "0")}.txt`, formOf(at, form)]),
  );

const SYMBOLS = ["NYSE: QRST", "(QRST)", "QRST, QRST.B", "NONE", "qrst", "QRST"];
const PEOPLE = ["Ames Ann", "Bold Ben", "Cole Carl", "Dunn Dora", "Eyre Edwin", "Ford Felicia"];
const WHO = "Did insiders of QRST buy?";

const CASES = [
  {
    when: "a fund is all that a folder holds",
    ...{ files: { "XLF.csv": PLAIN }, asks: "Analyse XLF" },
    says:
      /^XLF is a fund that holds financial stocks, not a company\. The data holds no company that can be asked about\.$/,
  },
  {
    when: "a fund is asked for beside a company",
    ...{ files: { "QRST.csv": PLAIN, "AAXF.csv": PLAIN, "AGG.csv": PLAIN }, asks: "Analyse AGG" },
    says: /^AGG is a fund .+ \("Analyse (?:QRST|AAXF)"\)/,
  },
  {
    when: "each close of a file is null",
    ...{ files: { "QRST.csv": prices(() => "null"), "AAPL.csv": PLAIN }, asks: "Analyse QRST" },
    says: /^QRST\.csv is there but was not read: line 1: No row has a close: 400 rows without one\.$/,
  },
  {
    when: "texts are asked for, of which a folder holds none",
    ...{ files: { "QRST.csv": PLAIN }, asks: "What does the 10-K of QRST say about competition?" },
    says: /^Cannot be answered: "10-K" \(the data holds no texts\)/,
  },
  {
    when: "one issuer's ticker is written in six ways",
    ...{
      files: {
        "QRST.csv": PLAIN,
        ...formsOf(...PEOPLE.map((person, at): Form => ({ person, symbol: SYMBOLS[at] ?? "" }))),
      },
      asks: WHO,
    },
    says: /^QRST's insiders bought and did not sell .+: 6 bought 6,000 shares/,
  },
  {
    when: "an amendment says that a purchase was a grant",
    files: { "QRST.csv": PLAIN, ...formsOf({}, { type: "4/A", code: "A", amends: "2024-11-04", filed: "20241112" }) },
    ...{ asks: WHO, says: /^QRST's insiders neither bought nor sold on the market/ },
  },
  {
    when: "an amendment restates a holding alone",
    files: {
      "QRST.csv": PLAIN,
      ...formsOf({}, { type: "4/A", isHolding: true, amends: "2024-11-04", filed: "20241112" }),
    },
    ...{ asks: WHO, says: /^QRST's insiders bought and did not sell .+: 1 bought 1,000 shares/ },
  },
] as const;

for (const { when, files, asks, says } of CASES) {
  Deno.test(`what cannot be read or answered has a reason: ${when}`, async () => {
    await inFolder(files, async (folder) => {
      const dataset = await openFolder(folder, { asOf: LAST });
      match(textOf(await ask(asks, ports({ dataset }))), says);
    });
  });
}

Deno.test("listings of another exchange are never the receipt of that name", async () => {
  const files = { "VOD.csv": PLAIN, "VOD.L.csv": PLAIN, "SAP.csv": PLAIN, "RIO.csv": PLAIN, "BRK-B.csv": PLAIN };
  await inFolder(files, async (folder) => {
    const dataset = await openFolder(folder, { asOf: LAST });
    const about = async (ticker: string) =>
      textOf(await ask(`Analyse the company listed under ticker "${ticker}"`, ports({ dataset }))).slice(0, 90);
    for (const spelling of ["VOD LN Equity", "LON:VOD", "VOD.LSE"]) match(await about(spelling), /^VOD\.L\b/);
    match(await about("VOD US Equity"), /^VOD(?!\.L)/);
    match(await about("BRK/B US Equity"), /^BRK\.B\b/);
    for (const absent of ["SAP GY Equity", "7203 JT Equity", "ETR:SAP", "RIO AU"]) {
      ok(/^The data does not know "|and not in the data/.test(await about(absent)), await about(absent));
    }
  });
});

Deno.test("an ISIN and a WKN are refused by name, and no other company is meant by them", async () => {
  await inFolder({ "AAPL.csv": PLAIN, "600519.SS.csv": PLAIN, "0700.HK.csv": PLAIN }, async (folder) => {
    const dataset = await openFolder(folder, { asOf: LAST });
    for (
      const [ticker, says] of [["US0378331005", /is an ISIN, which cannot be resolved offline/], [
        "865985",
        /does not know "865985"/,
      ], ["700", /does not know "700"/]] as const
    ) {
      match(textOf(await ask(`Analyse the company listed under ticker "${ticker}"`, ports({ dataset }))), says);
    }
    equal(dataset.problems.length, 0);
  });
});
