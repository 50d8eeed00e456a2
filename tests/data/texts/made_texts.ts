/** Made files of texts, about companies that do not exist. */

/** Lines of JSON objects. */
export function lines(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** The head of a full submission, and its documents by their types. */
export function submission(
  documents: readonly (readonly [type: string, text: string])[],
  { accession = "0000000001-20-000007", form = "8-K", filed = "20200214", cik = "0000000001" } = {},
): string {
  const parts = documents.map(([type, text], at) =>
    `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${at + 1}\n<FILENAME>d${at}.htm\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`
  );
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${form}
PUBLIC DOCUMENT COUNT:\t\t2
CONFORMED PERIOD OF REPORT:\t20200213
FILED AS OF DATE:\t\t${filed}

FILER:

\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tMade Inc
\t\tCENTRAL INDEX KEY:\t\t\t${cik}
</SEC-HEADER>
${parts.join("")}</SEC-DOCUMENT>
`;
}

/** A page of a notice: no tags of XBRL. */
export const NOTICE = `<html><head><title>A notice</title></head><body><p>FORM 8-K</p>
<p>Item 2.02 Results of Operations and Financial Condition.</p><p>The maker of things sold more of them.</p>
<p>Item 9.01 Exhibits</p><p>None.</p></body></html>`;

/** The same with inline XBRL on its cover alone. */
export const TAGGED_NOTICE = `<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
  xmlns:dei="http://xbrl.sec.gov/dei/2019-01-31" xmlns:xbrli="http://www.xbrl.org/2003/instance"><body>
<div style="display:none"><ix:header><ix:resources><xbrli:context id="c"><xbrli:entity>
<xbrli:identifier scheme="http://www.sec.gov/CIK">0000000001</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:startDate>2020-02-13</xbrli:startDate><xbrli:endDate>2020-02-13</xbrli:endDate></xbrli:period>
</xbrli:context></ix:resources></ix:header></div>
<p><ix:nonNumeric name="dei:DocumentType" contextRef="c">8-K</ix:nonNumeric></p>
<p><ix:nonNumeric name="dei:EntityRegistrantName" contextRef="c">Made Inc</ix:nonNumeric></p>
<p><ix:nonNumeric name="dei:TradingSymbol" contextRef="c">MADE</ix:nonNumeric></p>
<p>Item 8.01 Other Events.</p><p>A plant was opened.</p></body></html>`;
