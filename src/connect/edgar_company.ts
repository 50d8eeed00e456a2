import { jsonIn } from "../text/json_read.ts";
import { longDay } from "../calendar/day.ts";
import { loadXml } from "../data/filings/xml_events.ts";
import { firstNames } from "../text/cut.ts";
import { countOf, type EdgarFiling, filingsOf, hasNewFigures, olderPagesOf } from "./edgar_filings.ts";
import { DATA, documentProblem, factsProblem, formProblem, listProblem, olderProblem, WWW } from "./edgar_replies.ts";
import type { FetchPort, SourceFile, SourceOptions } from "./source.ts";

const FORMS = /^[345](?:\/A)?$/;
const REPORTS = /^(?:10-K|10-KT|10-Q|10-QT|20-F|40-F|8-K)(?:\/A)?$/;

/** A company, and how much of what it filed is wanted. */
export interface CompanyAsked extends Pick<SourceOptions, "wantsDocuments" | "isWithoutForms"> {
  /** As the user named it. */
  readonly ticker: string;
  /** Ten digits. */
  readonly cik: string;
  /** First day on which a form or report was filed that is wanted, `YYYY-MM-DD`. */
  readonly since: string;
}

/** How it is asked for. */
export interface CompanyPort {
  readonly port: FetchPort;
  /** Adds what every request to the SEC has. */
  file(asked: Omit<SourceFile, "headers" | "problemOfStatus">): SourceFile;
}

/**
 * Collects what a company has filed: its list of filings first, which says what else there is; then the figures of its
 * reports, the forms of its insiders, and the documents of its reports where they are wanted.
 */
export async function collectFilings(asked: CompanyAsked, { port, file }: CompanyPort): Promise<void> {
  const { ticker, cik, wantsDocuments } = asked;
  const list = await port.get(file({
    url: `${DATA}/submissions/CIK${cik}.json`,
    path: `sec/submissions/CIK${cik}.json`,
    freshness: "session",
    problemOf: (body) => listProblem(body, cik),
  }));
  const first = jsonOf(list.body);
  if (first === undefined) {
    if (list.state === "wanted") port.note(ticker, "what else is asked for stands in its list of filings");
    return;
  }
  const older = await olderPages(first, { cik, port, file });
  const all = [first, ...older].flatMap(filingsOf).map((filing) => [filing.accession, filing] as const);
  const work = { ...asked, port, file, filings: [...new Map(all).values()].toSorted(newestFirst) };
  await collectFigures(work);
  if (asked.isWithoutForms !== true) await collectForms(work);
  if (wantsDocuments) await collectDocuments(work);
}

/** What is done for a company whose list is there. */
interface Work extends CompanyAsked, CompanyPort {
  /** Newest first. */
  readonly filings: readonly EdgarFiling[];
}

function newestFirst(one: EdgarFiling, other: EdgarFiling): number {
  const [first, second] = [one, other].map(({ filed, accession }) => `${filed} ${accession}`);
  return (first ?? "") < (second ?? "") ? 1 : -1;
}

/** Pages with older filings: one that is as long as the list says is complete, and is not asked for again. */
async function olderPages(
  list: unknown,
  { cik, port, file }: CompanyPort & Pick<CompanyAsked, "cik">,
): Promise<readonly unknown[]> {
  const pages: unknown[] = [];
  for (const { name, count } of olderPagesOf(list, cik)) {
    const path = `sec/submissions/${name}`;
    const isWhole = count !== undefined && countOf(jsonOf(await port.kept(path))) === count;
    const freshness = isWhole ? "filed" : "session";
    const url = `${DATA}/submissions/${name}`;
    pages.push(jsonOf((await port.get(file({ url, path, freshness, problemOf: olderProblem }))).body));
  }
  return pages;
}

/** The figures of all reports, in one file: asked for only where a report came that it lacks. */
async function collectFigures({ cik, port, file, filings }: Work): Promise<void> {
  const path = `sec/companyfacts/CIK${cik}.json`;
  const kept = await port.kept(path);
  const isWhole = kept !== undefined && !hasNewFigures(filings, new TextDecoder().decode(kept));
  await port.get(file({
    url: `${DATA}/api/xbrl/companyfacts/CIK${cik}.json`,
    path,
    freshness: isWhole ? "filed" : "session",
    problemOf: (body) => factsProblem(body, cik),
    absence: "it has filed no report with tagged figures (XBRL)",
  }));
}

/** The forms of insiders, as XML. */
async function collectForms(work: Work): Promise<void> {
  const { cik, port, file } = work;
  const openXml = await loadXml();
  for (const { accession, name } of chosen(work, { forms: FORMS, noun: "form", ending: /\.xml$/i })) {
    await port.get(file({
      url: addressOf({ cik, accession, name }),
      path: `sec/ownership/CIK${cik}/${accession}.xml`,
      freshness: "filed",
      problemOf: (body) => formProblem(body, { cik, openXml }),
    }));
  }
}

/** The main documents of reports. */
async function collectDocuments(work: Work): Promise<void> {
  const { cik, port, file } = work;
  for (const { accession, name, isInline } of chosen(work, { forms: REPORTS, noun: "report", ending: /\.\w+$/ })) {
    await port.get(file({
      url: addressOf({ cik, accession, name }),
      path: `sec/filings/${accession}/${name}`,
      freshness: "filed",
      mayBePage: true,
      problemOf: (body) => documentProblem(body, { name, isInline }),
    }));
  }
}

/** Which filings are chosen. */
interface Choice {
  readonly forms: RegExp;
  /** What they are, in the singular. */
  readonly noun: string;
  /** How the names of their documents end. */
  readonly ending: RegExp;
}

/** Filings of some forms since the first day that is wanted, with the name of a document; the others are reported. */
function chosen(
  { ticker, since, port, filings }: Work,
  { forms, noun, ending }: Choice,
): readonly (EdgarFiling & { readonly name: string })[] {
  const all = filings.filter(({ form }) => forms.test(form));
  const recent = all.filter(({ filed }) => filed >= since);
  const left = all.length - recent.length;
  if (left > 0) port.note(ticker, `filed before ${longDay(since)} and left out`, { count: left, noun });
  const named = recent.flatMap((filing) => {
    const name = fileNameOf(filing.document);
    return name !== undefined && ending.test(name) ? [{ ...filing, name }] : [];
  });
  const numbers = new Set(named.map(({ accession }) => accession));
  const without = recent.filter(({ accession }) => !numbers.has(accession)).map(({ accession }) => accession);
  if (without.length > 0) {
    const kind = noun === "form" ? "no document in XML" : "no document";
    port.note(ticker, `its list names ${kind} of ${firstNames(without)}, left out`, { count: without.length, noun });
  }
  return named;
}

/** A document's name without the folder of a style sheet, which the SEC applies to what it shows. */
function fileNameOf(document: string): string | undefined {
  const name = document.replace(/^xsl[\w-]*\//i, "");
  return /^[A-Za-z0-9][\w.-]{0,150}$/.test(name) ? name : undefined;
}

function addressOf({ cik, accession, name }: { cik: string; accession: string; name: string }): string {
  return `${WWW}/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}/${name}`;
}

function jsonOf(body: Uint8Array | undefined): unknown {
  return body && jsonIn(new TextDecoder().decode(body));
}
