import { readCompanyTickers } from "../data/filings/company_tickers.ts";
import { cikOf, isObject, type JsonObject, shown } from "../data/filings/read_json.ts";
import type { XmlHandler, XmlReader } from "../data/filings/xml_events.ts";
import { OwnershipFormReader } from "../data/insider/ownership_form.ts";
import { columnsOf } from "./edgar_filings.ts";
import type { ReplyProblem } from "./source.ts";

/** Where the SEC answers programs, and where it has its files; the rate counts for both together. */
export const DATA = "https://data.sec.gov";
export const WWW = "https://www.sec.gov";
export const EDGAR_HOSTS: readonly string[] = [DATA, WWW].map((address) => new URL(address).host);

/** What is wrong with a reply, if anything. */
type Problem = string | ReplyProblem | undefined;

/** How long the SEC blocks who asked too much, or without a name: by its own page ten minutes after the last request. */
const BLOCK_MS = 10 * 60_000;

const BLOCKED = /Undeclared Automated Tool|Request Rate Threshold Exceeded/i;

/** The pages of the SEC have their sentence in the first part. */
const MAX_PAGE_HEAD = 20_000;

function headOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, MAX_PAGE_HEAD));
}

/** The page with which the SEC refuses requests, with status 403 or 200. */
function blockOf(head: string): ReplyProblem | undefined {
  const [sentence] = BLOCKED.exec(head) ?? [];
  if (sentence === undefined || !isPage(head)) return undefined;
  return {
    text: `the SEC refuses requests with its page "${sentence}": CONVICTION_CONTACT must be a name and an e-mail ` +
      "address of yours, and other programs at this address count too",
    pauseMs: BLOCK_MS,
  };
}

function isPage(head: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype\s+html|html)\b/i.test(head);
}

/** A web page that is not of a block may be for all files, as while the SEC works on them. */
function pageInPlace(of: string): ReplyProblem {
  return { text: `it is a web page, not ${of}`, isFault: true };
}

/**
 * What a status means at the SEC: 403 is its page for who asked too much, or the refusal of one file.
 * @returns Undefined where it means what it usually does.
 */
export function statusProblem(status: number, body: Uint8Array): Problem {
  if (status !== 403) return undefined;
  const head = headOf(body);
  if (/<Code>AccessDenied<\/Code>/.test(head)) return "the SEC does not serve this file (403)";
  return blockOf(head) ?? { text: "the SEC refuses requests (403)", pauseMs: BLOCK_MS };
}

/** Reads JSON, and says what is wrong with it by `check`. */
function jsonProblem(body: Uint8Array, check: (json: JsonObject) => string | undefined): Problem {
  const text = new TextDecoder().decode(body);
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? check(json) : `it is ${shown(json)}, not an object`;
  } catch {
    return blockOf(text.slice(0, MAX_PAGE_HEAD)) ??
      (isPage(text) ? pageInPlace("JSON") : "it is not complete JSON");
  }
}

function cikProblem(json: JsonObject, cik: string): string | undefined {
  return cikOf(json["cik"]) === cik ? undefined : `its cik is ${shown(json["cik"])}, and ${cik} was asked for`;
}

/** What is wrong with the table of all tickers. */
export function tickersProblem(body: Uint8Array): Problem {
  return jsonProblem(body, () => {
    const rows = readCompanyTickers(new TextDecoder().decode(body));
    return typeof rows === "string" ? rows : undefined;
  });
}

/** What is wrong with a company's list of filings. */
export function listProblem(body: Uint8Array, cik: string): Problem {
  return jsonProblem(body, (json) => cikProblem(json, cik) ?? columnsProblem(json));
}

/** What is wrong with a page of older filings, which does not say whose it is. */
export function olderProblem(body: Uint8Array): Problem {
  return jsonProblem(body, columnsProblem);
}

function columnsProblem(json: JsonObject): string | undefined {
  return columnsOf(json) === undefined ? "it has no filings, or columns that are not as long as each other" : undefined;
}

/** What is wrong with a company's figures. */
export function factsProblem(body: Uint8Array, cik: string): Problem {
  return jsonProblem(body, (json) => {
    return cikProblem(json, cik) ?? (isObject(json["facts"]) ? undefined : `its facts are ${shown(json["facts"])}`);
  });
}

/** What is needed to check a form. */
export interface FormCheck {
  /** The company that it was asked for. */
  readonly cik: string;
  openXml(handler: XmlHandler): XmlReader;
}

/**
 * What is wrong with the XML of a Form 3, 4 or 5. It is about shares of the company, or the company is who reports: a
 * holder of another one's shares has those forms in its list too.
 */
export function formProblem(body: Uint8Array, { cik, openXml }: FormCheck): Problem {
  const text = new TextDecoder().decode(body).trimStart();
  if (isPage(text)) return blockOf(text.slice(0, MAX_PAGE_HEAD)) ?? pageInPlace("XML");
  const handler = new OwnershipFormReader();
  const reader = openXml(handler);
  reader.write(text);
  const problem = reader.end();
  if (problem !== undefined) return `it is not complete XML: line ${problem.line}: ${problem.message}`;
  const form = handler.form();
  if (form === undefined) return "it is not an ownershipDocument";
  const parties = [form.issuer.cik, ...form.owners.map((owner) => owner.cik)].map(cikOf);
  if (parties.includes(cik)) return undefined;
  return `it is about shares of CIK ${shown(form.issuer.cik)}, and CIK ${cik} has no part in it`;
}

/** What is wrong with the main document of a report. */
export function documentProblem(
  body: Uint8Array,
  { name, isInline }: { readonly name: string; readonly isInline: boolean },
): Problem {
  const head = headOf(body);
  const block = blockOf(head);
  if (block !== undefined) return block;
  if (isPage(head) && !/\.html?$/i.test(name)) return pageInPlace(name);
  if (!isInline) return undefined; // older pages may lack their end
  const end = new TextDecoder().decode(body.subarray(-MAX_PAGE_END)).trimEnd();
  return /<\/(?:\w+:)?html>$/i.test(end) ? undefined : "its end is missing";
}

const MAX_PAGE_END = 1000;
