import { deepEqual, equal, ok } from "../../assert.ts";
import { itemNumber } from "../../../src/data/filings/report_items.ts";
import { looksLikeSubmission, type SubmissionPart, SubmissionScanner } from "../../../src/data/filings/submission.ts";

const MADE = `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
<SEC-DOCUMENT>0001234567-24-000001.txt : 20240201
<SEC-HEADER>0001234567-24-000001.hdr.sgml : 20240201
<ACCEPTANCE-DATETIME>20240201163004
ACCESSION NUMBER:\t\t0001234567-24-000001
CONFORMED SUBMISSION TYPE:\t8-K/A
CONFORMED PERIOD OF REPORT:\t20240131
ITEM INFORMATION:\t\tResults of Operations and Financial Condition
ITEM INFORMATION:\t\tA title of another year
ITEM INFORMATION:\t\tFinancial Statements and Exhibits
FILED AS OF DATE:\t\t20240201
DATE AS OF CHANGE:\t\t20240202

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\tMADE: & SONS
\t\tCENTRAL INDEX KEY:\t\t\t0001234567

\tFILING VALUES:
\t\tFORM TYPE:\t\t8-K/A

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\tMADE SUBSIDIARY
\t\tCENTRAL INDEX KEY:\t\t\t98765
</SEC-HEADER>
<DOCUMENT>
<TYPE>8-K/A
<SEQUENCE>1
<FILENAME>made.htm
<DESCRIPTION>REPORT
<TEXT>
<XBRL>
<?xml version='1.0'?>
<html>${"x".repeat(9000)}
<b/></html>
</XBRL>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>GRAPHIC
<TEXT>
begin 644 made.jpg
M<TEXT>
end
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
-----END PRIVACY-ENHANCED MESSAGE-----
`;

/** The parts, with the pieces of one text together. */
function partsOf(text: string, piece: number): readonly SubmissionPart[] {
  const scanner = new SubmissionScanner();
  const parts: SubmissionPart[] = [];
  const pieces = Array.from(
    { length: Math.ceil(text.length / piece) },
    (_, at) => text.slice(at * piece, (at + 1) * piece),
  );
  for (const part of [...pieces.flatMap((one) => [...scanner.feed(one)]), ...scanner.end()]) {
    const last = parts.at(-1);
    if (part.kind === "text" && last?.kind === "text") parts.splice(-1, 1, { ...last, text: last.text + part.text });
    else parts.push(part);
  }
  return parts;
}

Deno.test("a full submission is taken apart into its head and its documents, however the text is cut", () => {
  const expected: SubmissionPart[] = [
    {
      kind: "header",
      header: {
        ...{ accession: "0001234567-24-000001", form: "8-K/A", filed: "2024-02-01", period: "2024-01-31" },
        accepted: "2024-02-01T16:30:04",
        items: ["2.02", "9.01"],
        unknownItems: ["A title of another year"],
        parties: [
          { role: "filer", cik: "0001234567", name: "MADE: & SONS" },
          { role: "filer", cik: "0000098765", name: "MADE SUBSIDIARY" },
        ],
      },
    },
    { kind: "document", type: "8-K/A", name: "made.htm", line: 35 },
    { kind: "text", text: `\n<?xml version='1.0'?>\n<html>${"x".repeat(9000)}\n<b/></html>\n\n` },
    { kind: "document", type: "GRAPHIC", name: "", line: 45 },
    { kind: "text", text: "begin 644 made.jpg\nM<TEXT>\nend\n" },
  ];
  for (const piece of [1, 2, 3, 7, 100, 4096, 5000, MADE.length]) {
    deepEqual(partsOf(MADE, piece), expected, `in pieces of ${piece}`);
    deepEqual(
      partsOf(MADE.replaceAll("\n", "\r\n"), piece).map((part) =>
        part.kind === "text" ? { ...part, text: part.text.replaceAll("\r", "") } : part
      ),
      expected,
    );
  }
});

Deno.test("a full submission that ends early has what was there", () => {
  const [head, document, text] = partsOf(MADE.slice(0, MADE.indexOf("xxxx") + 4), 1000);
  equal(head?.kind, "header");
  equal(document?.kind, "document");
  ok(text?.kind === "text" && text.text.endsWith("<html>xxxx"));
  deepEqual(partsOf("", 1), [{ kind: "header", header: { items: [], unknownItems: [], parties: [] } }]);
});

Deno.test("what a head says in another form than a day, a number or a time is left out", () => {
  const head =
    "ACCESSION NUMBER: 1\nFILED AS OF DATE: 20240231\n<ACCEPTANCE-DATETIME>2024\nFILER:\n CENTRAL INDEX KEY: x\n";
  deepEqual(partsOf(head, 10), [{ kind: "header", header: { items: [], unknownItems: [], parties: [] } }]);
});

const LOOKS = [
  ["<SEC-DOCUMENT>0001234567-24-000001.txt : 20240201\n<SEC-HEADER>", true],
  ["-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001\n\n<SEC-HEADER>0001", true],
  ["<IMS-DOCUMENT>0000950123-02-000001.txt : 20020101", true],
  ["<?xml version='1.0'?><ownershipDocument>", false],
  ["<html><body>&lt;SEC-DOCUMENT></body></html>", false],
  ["", false],
] as const;

for (const [head, is] of LOOKS) {
  Deno.test(`a text that begins with ${JSON.stringify(head.slice(0, 40))} ${is ? "is" : "is not"} a submission`, () => {
    equal(looksLikeSubmission(head), is);
  });
}

const ITEMS = [
  ["Results of Operations and Financial Condition", "2.02"],
  ["results of operations and financial condition", "2.02"],
  ["Regulation FD Disclosure", "7.01"],
  ["Changes in Registrants Certifying Accountant", "4.01"],
  ["Changes in Control of Registrant", "5.01"],
  ["Costs Associated with Exit or Disposal Activities", "2.05"],
  ["Amendments to Articles of Incorporation or Bylaws; Change in Fiscal Year", "5.03"],
  ["Amendments to the Registrant's Code of Ethics, or Waiver of a Provision of the Code of Ethics", "5.05"],
  ["Other Events", "8.01"],
  ["Item 2.02", "2.02"],
  ["2.02", "2.02"],
  ["Item 12", undefined],
  ["9.99", undefined],
  ["", undefined],
] as const;

Deno.test("the items of an 8-K have their numbers by their titles", () => {
  for (const [title, number] of ITEMS) equal(itemNumber(title), number, title);
});
