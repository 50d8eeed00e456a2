import { EDGAR } from "../../src/connect/edgar.ts";
import { FETCH_LIMITS } from "../../src/connect/fetch_limits.ts";
import { fetchFiles, type FetchReport } from "../../src/connect/fetch_files.ts";
import type { FetchCompany } from "../../src/connect/source.ts";
import { companyFacts, type MadeFact } from "../data/folder/made_files.ts";
import { quickClock } from "./quick_clock.ts";

/** A reply of the made SEC. */
export interface MadeReply {
  readonly status?: number;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A filing of a made list. */
export interface MadeFiling {
  readonly accession: string;
  readonly form: string;
  readonly filed: string;
  readonly document?: string;
  readonly isXBRL?: 0 | 1;
  readonly isInlineXBRL?: 0 | 1;
  readonly isXBRLNumeric?: 0 | 1;
}

/** A company that files at the made SEC. */
export interface MadeFiler {
  readonly cik: number;
  readonly tickers?: readonly string[];
  readonly name?: string;
  readonly filings?: readonly MadeFiling[];
  /** Pages with older filings. */
  readonly older?: readonly (readonly MadeFiling[])[];
  /** Facts of its reports; none: it has no file of them. */
  readonly facts?: readonly MadeFact[];
}

/** The last session before it has ended on 20 November 2026, a Friday. */
export const SATURDAY = "2026-11-21T12:00:00Z";
export const CONTACT = "Test Person test.person@example.com";

export const DATA = "https://data.sec.gov";
export const WWW = "https://www.sec.gov";
export const TICKERS = `${WWW}/files/company_tickers.json`;

/** Ten digits. */
export function tenDigits(cik: number): string {
  return String(cik).padStart(10, "0");
}

/** The addresses of a company. */
export function listOf(cik: number): string {
  return `${DATA}/submissions/CIK${tenDigits(cik)}.json`;
}
export function pageOf(cik: number, number: number): string {
  return `${DATA}/submissions/CIK${tenDigits(cik)}-submissions-${String(number).padStart(3, "0")}.json`;
}
export function factsOf(cik: number): string {
  return `${DATA}/api/xbrl/companyfacts/CIK${tenDigits(cik)}.json`;
}
export function documentOf(cik: number, { accession, document = "" }: MadeFiling): string {
  return `${WWW}/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${document.replace(/^xsl\w+\//, "")}`;
}

/** The columns of a page of filings. */
export function columns(filings: readonly MadeFiling[]) {
  return {
    accessionNumber: filings.map(({ accession }) => accession),
    filingDate: filings.map(({ filed }) => filed),
    reportDate: filings.map(() => ""),
    acceptanceDateTime: filings.map(({ filed }) => `${filed}T16:30:00.000Z`),
    form: filings.map(({ form }) => form),
    items: filings.map(() => ""),
    isXBRL: filings.map(({ isXBRL = 0 }) => isXBRL),
    isInlineXBRL: filings.map(({ isInlineXBRL = 0 }) => isInlineXBRL),
    ...(filings.some(({ isXBRLNumeric }) => isXBRLNumeric !== undefined) &&
      { isXBRLNumeric: filings.map(({ isXBRLNumeric = 0 }) => isXBRLNumeric) }),
    primaryDocument: filings.map(({ document = "" }) => document),
  };
}

/** A list of filings as the SEC serves it. */
export function listJson({ cik, tickers = [], name = "MADE INC", filings = [], older = [] }: MadeFiler): string {
  return JSON.stringify({
    ...{ cik: tenDigits(cik), entityType: "operating", sic: "3571", name, tickers, exchanges: ["Nasdaq"] },
    filings: {
      recent: columns(filings),
      files: older.map((page, at) => ({
        name: pageOf(cik, at + 1).split("/").at(-1),
        ...{ filingCount: page.length, filingFrom: page.at(-1)?.filed, filingTo: page[0]?.filed },
      })),
    },
  });
}

/** A Form 4 as the SEC has it: one purchase of 1,000 shares. */
export function formXml(cik: number, { day = "2026-11-02", symbol = "MADE", owner = 7, type = "4" } = {}): string {
  const value = (name: string, text: string) => `<${name}><value>${text}</value></${name}>`;
  return `<?xml version="1.0"?>
<ownershipDocument><schemaVersion>X0508</schemaVersion><documentType>${type}</documentType>
<periodOfReport>${day}</periodOfReport>
<issuer><issuerCik>${tenDigits(cik)}</issuerCik><issuerName>MADE INC</issuerName>
<issuerTradingSymbol>${symbol}</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>${tenDigits(owner)}</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName>
</reportingOwnerId><reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>
<nonDerivativeTable><nonDerivativeTransaction>${value("securityTitle", "Common Stock")}${value("transactionDate", day)}
<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>P</transactionCode></transactionCoding>
<transactionAmounts>${value("transactionShares", "1000")}${value("transactionPricePerShare", "10.5")}${
    value("transactionAcquiredDisposedCode", "A")
  }</transactionAmounts><postTransactionAmounts>${value("sharesOwnedFollowingTransaction", "5000")}
</postTransactionAmounts></nonDerivativeTransaction></nonDerivativeTable></ownershipDocument>
`;
}

const FORM = /^[345](?:\/A)?$/;

/** Everything that the made SEC has of some companies, by address. */
export function published(filers: readonly MadeFiler[]): Map<string, MadeReply> {
  const table = filers.flatMap(({ cik, tickers = [], name = "MADE INC" }) =>
    tickers.map((ticker) => ({ cik_str: cik, ticker, title: name }))
  );
  const replies = new Map<string, MadeReply>([[TICKERS, { body: JSON.stringify({ ...table }) }]]);
  for (const filer of filers) {
    const { cik, filings = [], older = [], facts } = filer;
    replies.set(listOf(cik), { body: listJson(filer) });
    for (const [at, page] of older.entries()) replies.set(pageOf(cik, at + 1), { body: JSON.stringify(columns(page)) });
    if (facts !== undefined) replies.set(factsOf(cik), { body: companyFacts(cik, facts, filer.name) });
    for (const filing of [...filings, ...older.flat()]) {
      const body = FORM.test(filing.form) ? formXml(cik) : `<html><body>${filing.form}</body></html>`;
      if (filing.document !== undefined) replies.set(documentOf(cik, filing), { body });
    }
  }
  return replies;
}

/** How a fetch goes. */
export interface MadeFetch {
  readonly now?: string;
  readonly since?: string;
  readonly wantsDocuments?: boolean;
  readonly isDryRun?: boolean;
}

/** What a fetch did, and what it asked for in order. */
export interface MadeFetched {
  readonly report: FetchReport;
  readonly asked: readonly string[];
  /** The headers of each request. */
  readonly headers: readonly Headers[];
}

/** Replies of tests do not wait. */
const NO_TIME_LIMITS = { ...FETCH_LIMITS, headersMs: Infinity, silenceMs: Infinity, totalMs: Infinity };

/** Fetches from the made SEC; what it does not have is 404, with the body that the SEC's has. */
export async function fetchFrom(
  replies: ReadonlyMap<string, MadeReply>,
  { folder, companies }: { readonly folder: string; readonly companies: readonly (string | FetchCompany)[] },
  { now = SATURDAY, since, wantsDocuments = false, isDryRun = false }: MadeFetch = {},
): Promise<MadeFetched> {
  const clock = quickClock(now);
  const [asked, headers]: [string[], Headers[]] = [[], []];
  const source = EDGAR.make(undefined, { env: () => CONTACT, wantsDocuments, since });
  const report = await fetchFiles(
    { sources: [source], companies: companies.map((one) => typeof one === "string" ? { ticker: one } : one) },
    {
      ...{ folder, clock, isDryRun, secrets: [CONTACT], random: () => 0.5, limits: NO_TIME_LIMITS },
      run: () => Promise.reject(new Error("EDGAR runs no program")),
      fetch: (url, init) => {
        asked.push(url);
        headers.push(new Headers(init.headers));
        return Promise.resolve(replyTo(replies.get(url)));
      },
    },
  );
  return { report, asked, headers };
}

const NO_SUCH_KEY = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';

function replyTo(reply: MadeReply | undefined): Response {
  if (reply === undefined) return new Response(NO_SUCH_KEY, { status: 404 });
  return new Response(reply.body, {
    status: reply.status ?? 200,
    headers: { "transfer-encoding": "chunked", ...reply.headers },
  });
}

/** The paths of all files in a folder, but for the state of fetches and indexes. */
export async function pathsIn(folder: string, inside = ""): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${inside}`)) {
    if (name === ".conviction") continue;
    const path = inside === "" ? name : `${inside}/${name}`;
    if (isDirectory) paths.push(...await pathsIn(folder, path));
    else paths.push(path);
  }
  return paths.toSorted();
}
