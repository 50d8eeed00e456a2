import { loadXml } from "../filings/xml_events.ts";
import { accessionOf, cikOf, wholeText } from "../filings/read_json.ts";
import type { FileOwner, ReadOptions, RecordReader, RecordsRead } from "../filings/record_file.ts";
import { ProblemLog } from "../problem_log.ts";
import { inOrder, NO_RECORDS } from "../records.ts";
import { excerpt } from "../../text/control.ts";
import { tradesOfForm } from "./form_trades.ts";
import { tickersIn } from "./issuers.ts";
import { type OwnershipForm, OwnershipFormReader } from "./ownership_form.ts";
import { readTradeDay } from "./trade_day.ts";

/** A form with 500 transactions has about a million characters; those that were looked at have 20,000. */
const MAX_CHARS = 32 * 1024 * 1024;
const MAX_NAME_CHARS = 80;

/** Reads a Form 3, 4 or 5 as an XML file: its filing day is in another file, or assumed. */
export const OWNERSHIP_XML: RecordReader = {
  kind: "form of an insider (XML)",
  looksLike: (head) => /^\uFEFF?\s*<(?:\?xml|!--|ownershipDocument)/.test(head) && /<ownershipDocument[\s>]/.test(head),
  async read(texts, options) {
    const text = await wholeText(texts, MAX_CHARS);
    if (text === undefined) return tooLong(options);
    const accession = accessionIn(options.file);
    return await formIn(text, { ...options, ...(accession !== undefined && { accession }) });
  },
};

/** Reads the full submission of a Form 3, 4 or 5, which says when it was filed. */
export const OWNERSHIP_SUBMISSION: RecordReader = {
  kind: "form of an insider (full submission)",
  looksLike: (head) =>
    /^\s*(?:-----BEGIN|<SEC-DOCUMENT>|<SEC-HEADER>|<SUBMISSION>)/.test(head) &&
    /^(?:CONFORMED SUBMISSION TYPE:\s*|<TYPE>)[345](?:\/A)?\s*$/m.test(head),
  async read(texts, options) {
    const text = await wholeText(texts, MAX_CHARS);
    if (text === undefined) return tooLong(options);
    const form = /<XML>\s*([\s\S]*?)<\/XML>/i.exec(text)?.[1];
    if (form === undefined) return refused(options, "It has no form in XML: those from before May 2003 have none");
    const head = text.slice(0, text.search(/<DOCUMENT>|<XML>/i));
    const accession = accessionOf(/^ACCESSION NUMBER:\s*(\S+)/m.exec(head)?.[1]) ?? accessionIn(options.file);
    const filed = readTradeDay(/^FILED AS OF DATE:\s*(\S+)/m.exec(head)?.[1] ?? "");
    return await formIn(form, {
      ...options,
      ...(accession !== undefined && { accession }),
      ...(filed !== undefined && { filed }),
    });
  },
};

/** A form and what its file says of its filing. */
interface FormOptions extends ReadOptions {
  readonly accession?: string;
  readonly filed?: string;
}

async function formIn(text: string, options: FormOptions): Promise<RecordsRead> {
  const { file, latest, filed, accession } = options;
  const handler = new OwnershipFormReader();
  const reader = (await loadXml())(handler);
  reader.write(text.replace(/^\uFEFF?\s+/, "")); // a declaration must come first, and submissions have a line before it
  const problem = reader.end();
  if (problem !== undefined) {
    const { message, ...place } = problem;
    return refused(options, `Not complete XML: ${message}`, place);
  }
  const form = handler.form();
  if (form === undefined) return refused(options, "It is not an ownershipDocument");
  const log = new ProblemLog(file);
  const owner = ownerOf(form);
  if (isOfHolder(file, owner)) {
    log.remark(
      `Not used: it is a form of CIK ${owner.cik}, in which this company holds shares; all its forms are needed`,
    );
    return { companies: [{ owner, records: NO_RECORDS }], problems: log.list() };
  }
  const trades = inOrder(tradesOfForm(form, { source: file, log, accession, filed, latest }));
  return { companies: [{ owner, records: { ...NO_RECORDS, trades } }], problems: log.list() };
}

/**
 * Whether a form lies among those that a company has filed, in a folder like `ownership/CIK0001045810/`, and is about
 * shares of another one, of which it is a holder. Of that one it is a part of the forms: what they do not say would pass
 * for knowledge that nobody else traded.
 */
function isOfHolder(file: string, { cik }: FileOwner): boolean {
  const folder = /(?:^|\/)ownership\/CIK(\d{10})\/[^/]*$/i.exec(file)?.[1];
  return folder !== undefined && cik !== undefined && folder !== cik;
}

/** The company whose shares they are. */
function ownerOf({ issuer }: OwnershipForm): FileOwner {
  const cik = cikOf(issuer.cik);
  const name = excerpt(issuer.name, MAX_NAME_CHARS);
  const tickers = tickersIn(issuer.ticker);
  return {
    ...(cik !== undefined && { cik }),
    ...(tickers.length > 0 && { tickers }),
    ...(name !== "" && { name }),
  };
}

/** The number of a filing in the name of its file or folder: `0000320193-22-000061` or without its dashes. */
function accessionIn(file: string): string | undefined {
  const all = file.match(/(?<!\d)\d{10}-?\d{2}-?\d{6}(?!\d)/g) ?? [];
  return accessionOf(all.at(-1));
}

function tooLong(options: ReadOptions): RecordsRead {
  return refused(options, `It is longer than ${MAX_CHARS} characters`);
}

function refused(
  { file }: ReadOptions,
  message: string,
  { line, column }: { readonly line: number; readonly column: number } = { line: 1, column: 1 },
): RecordsRead {
  return { companies: [], problems: [{ kind: "refused", file, line, column, message }] };
}
