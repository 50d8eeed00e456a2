/** Files and forms that people keep: what is said of them, in place of silence. */
import { match } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { tradingDays } from "../trading_days.ts";
import { ask, ports, textOf } from "./ask.ts";

const DAYS = tradingDays("2023-06-01", 400);
const PLAIN = `Date,Open,High,Low,Close,Volume\n${
  DAYS.map((day, at) => `${day}${`,${20 + at % 5 / 10}`.repeat(4)},900000\n`).join("")
}`;
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
      /^XLF is a fund that holds financial stocks, not a company\. The data hold no company that can be asked about\.$/,
  },
  {
    when: "a fund is asked for beside a company",
    ...{ files: { "QRST.csv": PLAIN, "AAXF.csv": PLAIN, "AGG.csv": PLAIN }, asks: "Analyse AGG" },
    says: /^AGG is a fund .+ \("Analyse (?:QRST|AAXF)"\)/,
  },
  {
    when: "texts are asked for, of which a folder holds none",
    ...{ files: { "QRST.csv": PLAIN }, asks: "What does the 10-K of QRST say about competition?" },
    says:
      /^10-K and competition cannot be given: the data hold no texts\. .* To add texts: `conviction data fetch QRST`/,
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
    says: /^Quarst's insiders bought and did not sell .+\. In the filings read, 6 of them bought 6,000 shares/,
  },
  {
    when: "an amendment says that a purchase was a grant",
    files: { "QRST.csv": PLAIN, ...formsOf({}, { type: "4/A", code: "A", amends: "2024-11-04", filed: "20241112" }) },
    ...{ asks: WHO, says: /^Quarst's insiders neither bought nor sold on the open market/ },
  },
  {
    when: "an amendment restates a holding alone",
    files: {
      "QRST.csv": PLAIN,
      ...formsOf({}, { type: "4/A", isHolding: true, amends: "2024-11-04", filed: "20241112" }),
    },
    ...{
      asks: WHO,
      says: /^Quarst's insiders bought and did not sell .+\. In the filings read, 1 of them bought 1,000 shares/,
    },
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
