import type { RecordReader, RecordsRead } from "../../../src/data/filings/record_file.ts";
import type { InsiderTrade } from "../../../src/data/records.ts";
import { combineTrades } from "../../../src/data/insider/combine_trades.ts";

/** A row of a made form; what is absent is left out of the XML. */
export interface MadeRow {
  readonly day?: string;
  readonly code?: string;
  readonly shares?: string;
  readonly price?: string;
  readonly way?: string;
  readonly held?: string;
  /** Stands at the end of the row as it is. */
  readonly more?: string;
}

/** A made form, in the elements of the SEC's own. */
export interface MadeForm {
  readonly type?: string;
  readonly owners?: readonly { readonly name: string; readonly cik?: string; readonly is?: readonly string[] }[];
  readonly ticker?: string;
  readonly rows?: readonly MadeRow[];
  /** Between the owners and the table, as it is. */
  readonly before?: string;
  /** Behind the table, as it is. */
  readonly after?: string;
}

/** A usual purchase. */
export const BOUGHT: MadeRow = { day: "2024-05-01", code: "P", shares: "1000", price: "10.5", way: "A", held: "5000" };

/** The XML of a form. */
export function formXml(
  { type = "4", owners = [{ name: "Doe Jane", cik: "0000000007", is: ["isOfficer"] }], ticker = "MADE", ...form }:
    MadeForm,
): string {
  const { rows = [BOUGHT], before = "", after = "" } = form;
  return [
    '<?xml version="1.0"?>',
    `<ownershipDocument><documentType>${type}</documentType><periodOfReport>2024-05-01</periodOfReport>`,
    `<issuer><issuerCik>0000000042</issuerCik><issuerName>Made Inc.</issuerName>`,
    `<issuerTradingSymbol>${ticker}</issuerTradingSymbol></issuer>`,
    ...owners.map(ownerXml),
    before,
    `<nonDerivativeTable>${rows.map(rowXml).join("")}</nonDerivativeTable>`,
    after,
    "</ownershipDocument>",
  ].join("\n");
}

function ownerXml({ name, cik = "", is = [] }: NonNullable<MadeForm["owners"]>[number]): string {
  const relation = is.map((one) => `<${one}>true</${one}>`).join("");
  return `<reportingOwner><reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>${name}</rptOwnerName>` +
    `</reportingOwnerId><reportingOwnerRelationship>${relation}</reportingOwnerRelationship></reportingOwner>`;
}

/** A row of the table that is not of derivatives. */
export function rowXml({ day, code, shares, price, way, held, more = "" }: MadeRow): string {
  const value = (name: string, text: string | undefined) =>
    text === undefined ? "" : `<${name}><value>${text}</value></${name}>`;
  return "<nonDerivativeTransaction><securityTitle><value>Common Stock</value></securityTitle>" +
    `${value("transactionDate", day)}<transactionCoding>` +
    `${
      code === undefined ? "" : `<transactionCode>${code}</transactionCode>`
    }</transactionCoding><transactionAmounts>` +
    `${value("transactionShares", shares)}${value("transactionPricePerShare", price)}` +
    `${value("transactionAcquiredDisposedCode", way)}</transactionAmounts><postTransactionAmounts>` +
    `${value("sharesOwnedFollowingTransaction", held)}</postTransactionAmounts>${more}</nonDerivativeTransaction>`;
}

/** A form as a full submission, filed on a day. */
export function submission(
  xml: string,
  { filed = "20240503", type = "4" }: { readonly filed?: string; readonly type?: string } = {},
): string {
  return `<SEC-DOCUMENT>0000000042-24-000001.txt : ${filed}
<SEC-HEADER>0000000042-24-000001.hdr.sgml : ${filed}
ACCESSION NUMBER:\t\t0000000042-24-000001
CONFORMED SUBMISSION TYPE:\t${type}
FILED AS OF DATE:\t\t${filed}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${type}
<TEXT>
<XML>
${xml}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

/** Reads a text that comes in pieces of so many characters. */
export async function readPieces(
  reader: RecordReader,
  text: string,
  { file = "made.xml", size = 4096, latest }: {
    readonly file?: string;
    readonly size?: number;
    readonly latest?: string;
  } = {},
): Promise<RecordsRead> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
  }
  return await reader.read(pieces(), { file, ...(latest !== undefined && { latest }) });
}

/** All trades that were read, of each company each once. */
export function tradesIn({ companies }: RecordsRead): readonly InsiderTrade[] {
  return companies.flatMap(({ records }) => combineTrades(records.trades));
}
