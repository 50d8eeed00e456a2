/** Made files of the SEC's kinds, of companies that do not exist. */

/** A fact of companyfacts, as a row of a table. */
export interface MadeFact {
  readonly tag?: string;
  readonly start?: string;
  readonly end?: string;
  readonly value?: unknown;
  readonly accession?: string;
  readonly form?: string;
  readonly filed?: string;
}

/** An annual report of 2019, filed on a Friday. */
export const YEAR: Required<MadeFact> = {
  tag: "Revenues",
  start: "2019-01-01",
  end: "2019-12-31",
  value: 1000,
  accession: "0000000001-20-000001",
  form: "10-K",
  filed: "2020-02-14",
};

/** A companyfacts file. */
export function companyFacts(
  cik: number,
  facts: readonly MadeFact[] = [YEAR],
  entityName: string = "Made Inc",
): string {
  const tags = Map.groupBy(facts.map((fact) => ({ ...YEAR, ...fact })), ({ tag }) => tag);
  const gaap = [...tags].map(([tag, rows]) => [tag, {
    units: {
      USD: rows.map(({ start, end, value, accession, form, filed }) => ({
        ...(start !== "" && { start }),
        ...{ end, val: value, accn: accession, form, filed },
      })),
    },
  }]);
  return JSON.stringify({ cik, entityName, facts: { "us-gaap": Object.fromEntries(gaap) } });
}

/** A filing of a list of filings: number, form, day, period, items. */
export type MadeFiling = readonly [accession: string, form: string, filed: string, period?: string, items?: string];

/** A submissions file. */
export function submissions(cik: number, tickers: readonly string[], filings: readonly MadeFiling[] = []): string {
  const column = (at: number) => filings.map((filing) => filing[at] ?? "");
  return JSON.stringify({
    cik: String(cik).padStart(10, "0"),
    entityType: "operating",
    name: "Made Inc",
    tickers,
    filings: {
      recent: {
        accessionNumber: column(0),
        form: column(1),
        filingDate: column(2),
        reportDate: column(3),
        items: column(4),
        acceptanceDateTime: filings.map(() => ""),
      },
      files: [],
    },
  });
}

/** A table of facts. */
export const FACTS_TABLE = `filed,value,tag,ticker,unit,start,end,form,accession
2020-02-14,1000,Revenues,MADE,USD,2019-01-01,2019-12-31,10-K,0000000001-20-000001
2020-02-14,500,Assets,MADE,USD,,2019-12-31,10-K,0000000001-20-000001
`;

/** A Form 4: one purchase. */
export function form4(cik: number, symbol: string): string {
  return `<?xml version="1.0"?>
<ownershipDocument>
  <schemaVersion>X0306</schemaVersion>
  <documentType>4</documentType>
  <periodOfReport>2020-03-02</periodOfReport>
  <issuer>
    <issuerCik>${String(cik).padStart(10, "0")}</issuerCik>
    <issuerName>Made Inc</issuerName>
    <issuerTradingSymbol>${symbol}</issuerTradingSymbol>
  </issuer>
  <reportingOwner>
    <reportingOwnerId><rptOwnerCik>0000000777</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId>
    <reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship>
  </reportingOwner>
  <nonDerivativeTable>
    <nonDerivativeTransaction>
      <securityTitle><value>Common Stock</value></securityTitle>
      <transactionDate><value>2020-03-02</value></transactionDate>
      <transactionCoding><transactionFormType>4</transactionFormType><transactionCode>P</transactionCode></transactionCoding>
      <transactionAmounts>
        <transactionShares><value>100</value></transactionShares>
        <transactionPricePerShare><value>10</value></transactionPricePerShare>
        <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode>
      </transactionAmounts>
      <postTransactionAmounts><sharesOwnedFollowingTransaction><value>100</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
      <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
    </nonDerivativeTransaction>
  </nonDerivativeTable>
</ownershipDocument>`;
}

/** An XBRL instance: the annual report of 2019, which does not say when it was filed. */
export function instance(cik: number, value: number = 1000): string {
  const entity = `<entity><identifier scheme="http://www.sec.gov/CIK">${
    String(cik).padStart(10, "0")
  }</identifier></entity>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2019-01-31"
  xmlns:dei="http://xbrl.sec.gov/dei/2019-01-31" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
  <context id="y">${entity}<period><startDate>2019-01-01</startDate><endDate>2019-12-31</endDate></period></context>
  <unit id="usd"><measure>iso4217:USD</measure></unit>
  <dei:DocumentType contextRef="y">10-K</dei:DocumentType>
  <dei:DocumentPeriodEndDate contextRef="y">2019-12-31</dei:DocumentPeriodEndDate>
  <dei:EntityCentralIndexKey contextRef="y">${String(cik).padStart(10, "0")}</dei:EntityCentralIndexKey>
  <us-gaap:Revenues contextRef="y" unitRef="usd" decimals="0">${value}</us-gaap:Revenues>
</xbrl>`;
}

/** Closes of a name, of 12 February to 6 March 2020. */
export const PRICES = [
  ...["2020-02-12,1", "2020-02-13,2", "2020-02-14,3", "2020-02-18,4", "2020-02-19,5", "2020-02-20,6", "2020-02-21,7"],
  ...["2020-02-24,8", "2020-02-25,9", "2020-02-26,8", "2020-02-27,7", "2020-02-28,6", "2020-03-02,5", "2020-03-03,6"],
  ...["2020-03-04,7", "2020-03-05,8", "2020-03-06,9"],
].reduce((text, row) => `${text}${row}\n`, "date,close\n");

/** Packed with gzip. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
