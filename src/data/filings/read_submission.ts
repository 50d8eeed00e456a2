import { longDay } from "../../calendar/day.ts";
import { excerpt } from "../../text/control.ts";
import { ProblemLog } from "../problem_log.ts";
import { type Filing, NO_RECORDS } from "../records.ts";
import { filingKnown } from "./filing_known.ts";
import { KEPT_TAGS } from "./kept_tags.ts";
import { recordsAlone, recordsOf, type ReportFile } from "./read_report.ts";
import { type CompanyRecords, HEAD_CHARS, type RecordReader, type RecordsRead } from "./record_file.ts";
import { type Report, reportOf } from "./report.ts";
import { NO_TAGS, ReportDocument } from "./report_document.ts";
import type { ReportFacts } from "./report_facts.ts";
import {
  looksLikeSubmission,
  type SubmissionHeader,
  type SubmissionPart,
  type SubmissionParty,
  SubmissionScanner,
} from "./submission.ts";

/** Reports of insiders are submissions too, and are read as such. */
const OF_INSIDERS = /^(?:CONFORMED SUBMISSION TYPE:|<TYPE>)\s*[345](?:\/A)?\s*$/m;

/** Reads a full submission: when and by whom it was filed, and what its documents state in XBRL. */
export const SUBMISSION: RecordReader = {
  kind: "full submission",
  looksLike: (head) => looksLikeSubmission(head) && !OF_INSIDERS.test(head),
  async read(texts, { file, latest }) {
    const reading = new Reading();
    const scanner = new SubmissionScanner();
    for await (const text of texts) for (const part of scanner.feed(text)) await reading.take(part);
    for (const part of scanner.end()) await reading.take(part);
    return reading.records({ file, log: new ProblemLog(file), latest });
  },
};

/** Documents that state nothing, or that EDGAR made of the others to be looked at. */
function isPassedOver({ type, name }: { readonly type: string; readonly name: string }): boolean {
  return /^(?:GRAPHIC|ZIP|EXCEL|PDF|JSON|EX-101\.(?!INS))/.test(type) || /^R\d+\.html?$/i.test(name);
}

/** Documents that state facts: a report has one or two, and the instance that EDGAR made of them. */
const MAX_DOCUMENTS = 100;
const TOO_MANY = { line: 1, message: `It is skipped: ${MAX_DOCUMENTS} documents before it state facts` };

/** A document of a submission: its beginning, by which it is recognised, and then its reader. */
interface OpenDocument {
  readonly name: string;
  readonly line: number;
  head: string;
  reader: ReportDocument | "unknown" | "none";
}

class Reading {
  #header: SubmissionHeader | undefined;
  #open: OpenDocument | undefined;
  readonly #documents: ReportFacts[] = [];
  readonly #broken: { readonly message: string; readonly line: number }[] = [];

  async take(part: SubmissionPart): Promise<void> {
    if (part.kind === "header") this.#header = part.header;
    else if (part.kind === "text") await this.#text(part.text);
    else {
      await this.#close();
      this.#open = isPassedOver(part) ? undefined : { name: part.name, line: part.line, head: "", reader: "unknown" };
    }
  }

  async #text(text: string): Promise<void> {
    const open = this.#open;
    if (open === undefined || open.reader === "none") return;
    if (typeof open.reader !== "string") return void open.reader.write(text);
    open.head += text;
    if (open.head.length >= HEAD_CHARS) await this.#recognise(open);
  }

  async #recognise(open: OpenDocument): Promise<void> {
    if (!ReportDocument.looksLike(open.head.slice(0, HEAD_CHARS))) open.reader = "none";
    else {
      open.reader = await ReportDocument.open({ wants: (tag) => KEPT_TAGS.has(tag), firstLine: open.line });
      open.reader.write(open.head);
    }
    open.head = "";
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open?.reader === "unknown") await this.#recognise(open);
    if (open === undefined || typeof open.reader === "string") return;
    const problem = this.#documents.length < MAX_DOCUMENTS ? open.reader.end() : TOO_MANY;
    if (problem === undefined) this.#documents.push(open.reader.facts);
    else if (open.reader.isTagged) {
      this.#broken.push({ message: `${open.name}: ${problem.message}`, line: open.line + problem.line - 1 });
    }
  }

  async records(to: ReportFile): Promise<RecordsRead> {
    await this.#close();
    const { file, log, latest = "9999" } = to;
    for (const { message, line } of this.#broken) log.add(message, { line });
    const header: SubmissionHeader = this.#header ?? { items: [], unknownItems: [], parties: [] };
    for (const title of header.unknownItems) log.remark(`An item of another year: ${excerpt(title, 100)}`);
    const report = reportOf(this.#documents);
    const filing = filingOf(header);
    if (filing === undefined) return this.#withoutHead(report, to);
    if (filing.filed > latest) {
      log.add(`It is skipped: it says that it was filed on ${longDay(filing.filed)}, which is in the future`);
      return { companies: [], problems: log.list() };
    }
    const parties = header.parties.filter(({ role }) => role === "filer" || role === "subject");
    const reporter = reporterOf(report, { parties, to });
    const own = reporter === undefined ? [] : recordsOf(report, filing, to).companies;
    const others = parties.filter(({ cik }) => cik !== reporter).map((party) => filingAlone(party, filing, file));
    return { companies: [...own, ...others], problems: log.list() };
  }

  /** One document that was cut out of its submission, or a head that lacks what must be known. */
  #withoutHead(report: Report, to: ReportFile): RecordsRead {
    if (this.#documents.length > 0) return recordsAlone(report, to);
    if (this.#broken.length === 0) to.log.add(NO_TAGS);
    return { companies: [], problems: to.log.list() };
  }
}

/** How a submission was filed, if its head says all that must be known. */
function filingOf({ accession, form, filed, period, accepted, items }: SubmissionHeader): FilingOf | undefined {
  if (accession === undefined || form === undefined || filed === undefined) return undefined;
  const more = { ...(period !== undefined && { period }), ...(accepted !== undefined && { accepted }) };
  return { accession, form, filed, ...more, items };
}

type FilingOf = Omit<Filing, "known" | "source">;

/** Whose facts a report states: one of those who filed it. */
function reporterOf(
  { cik, facts }: Report,
  { parties, to: { log } }: { readonly parties: readonly SubmissionParty[]; readonly to: ReportFile },
): string | undefined {
  if (cik !== undefined && parties.some((party) => party.cik === cik)) return cik;
  if (facts.length > 0) {
    log.add(`Its facts are skipped: they are of ${cik ?? "nobody with a CIK"}, who did not file it`);
  }
  return undefined;
}

/** What is known of a company that a submission is by or about, and whose facts it does not state. */
function filingAlone({ cik, name }: SubmissionParty, filing: FilingOf, source: string): CompanyRecords {
  const filings = [{ ...filing, known: filingKnown(filing), source }];
  return { owner: { cik, ...(name !== "" && { name: excerpt(name, 80) }) }, records: { ...NO_RECORDS, filings } };
}
