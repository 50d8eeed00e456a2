import { equal } from "../assert.ts";
import { readSecurityNumber } from "../../src/data/names/security_number.ts";

const CASES = [
  ["037833100", "cusip"], // AAPL
  ["594918104", "cusip"], // MSFT
  ["459200101", "cusip"], // IBM
  ["38259P508", "cusip"], // GOOGL before 2015
  ["02079K305", "cusip"], // GOOGL
  ["02079k305", "cusip"],
  ["037833101", undefined],
  ["US0378331005", "isin"],
  ["US02079K3059", "isin"],
  ["DE0007164600", "isin"], // SAP
  ["US0378331006", undefined],
  ["US0378331050", undefined],
  ["ABCDEFGHI", undefined],
  ["AAPL", undefined],
  ["", undefined],
] as const;

for (const [text, kind] of CASES) {
  Deno.test(`${JSON.stringify(text)} is ${kind ?? "no number of a security"}`, () => {
    equal(readSecurityNumber(text)?.kind, kind);
  });
}
