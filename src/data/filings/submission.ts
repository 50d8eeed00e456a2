import { isDay } from "../../calendar/day.ts";
import { itemNumber } from "./report_items.ts";

/** What a company or person has to do with a submission. */
export type SubmissionRole = "filer" | "issuer" | "subject" | "owner" | "other";

/** One that a submission is by or about. */
export interface SubmissionParty {
  readonly role: SubmissionRole;
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
}

/** The head of a full submission. What it does not say, or not as a day or number, is absent. */
export interface SubmissionHeader {
  readonly accession?: string;
  readonly form?: string;
  /** Day on which it was filed. */
  readonly filed?: string;
  /** The day it reports on. */
  readonly period?: string;
  /** `YYYY-MM-DDThh:mm:ss`, as the head writes it, in the time of New York. */
  readonly accepted?: string;
  /** Items of an 8-K, like `2.02`; the head writes their titles. */
  readonly items: readonly string[];
  /** Titles of items that have no known number. */
  readonly unknownItems: readonly string[];
  readonly parties: readonly SubmissionParty[];
}

/** A part of a full submission, in the order of the file. */
export type SubmissionPart =
  | { readonly kind: "header"; readonly header: SubmissionHeader }
  /** A document begins: its type, like `10-K` or `EX-99.1`, its name, and the line of the file on which its text begins. */
  | { readonly kind: "document"; readonly type: string; readonly name: string; readonly line: number }
  /** A piece of the text of the document that began last. */
  | { readonly kind: "text"; readonly text: string };

/** Whether a text begins as a full submission does, or as one document that was cut out of it. */
export function looksLikeSubmission(head: string): boolean {
  return /^<(?:SEC|IMS)-(?:DOCUMENT|HEADER)>/m.test(head) || /^\s*<DOCUMENT>\s*<TYPE>/.test(head);
}

/** Lines around the text of a document: they say what it is, and are no part of it. */
const WRAPPER = /^<\/?(?:XBRL|XML|PDF|JSON)>\s*$/;

/** A longer line is text of a document: no line that a submission adds is longer. */
const MAX_LINE = 4096;

/** A head has some fifty lines, or some hundreds where many sign; what follows is not read as one. */
const MAX_HEADER_LINES = 20_000;

/**
 * Takes a full submission apart, the text file in which EDGAR keeps all documents of one accession number. It is fed
 * pieces of the text, and keeps no more than a line.
 */
export class SubmissionScanner {
  #state: "header" | "between" | "text" = "header";
  #rest = "";
  /** Whether the line that is being read began in an earlier piece, and was passed on. */
  #isInLine = false;
  #line = 0;
  readonly #header: string[] = [];
  #type = "";
  #name = "";
  #parts: SubmissionPart[] = [];
  #text: string[] = [];

  /** The parts that end in this piece. */
  feed(piece: string): readonly SubmissionPart[] {
    const text = this.#rest + piece;
    let from = 0;
    for (let to = text.indexOf("\n"); to >= 0; to = text.indexOf("\n", from)) {
      this.#take(text.slice(from, to + 1));
      from = to + 1;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > MAX_LINE) this.#passOn();
    return this.#flushed();
  }

  /** The parts that were still open at the end of the file. */
  end(): readonly SubmissionPart[] {
    if (this.#rest !== "") this.#take(this.#rest);
    if (this.#state === "header") this.#endHeader();
    return this.#flushed();
  }

  /** The beginning of a line that is too long to be any but one of a document. */
  #passOn(): void {
    if (this.#state === "text") this.#text.push(this.#rest);
    this.#isInLine = true;
    this.#rest = "";
  }

  #take(line: string): void {
    this.#line += 1;
    if (this.#isInLine) {
      this.#isInLine = false;
      if (this.#state === "text") this.#text.push(line);
    } else if (this.#state === "header") this.#headerLine(line.trimEnd());
    else if (this.#state === "between") this.#betweenLine(line.trimEnd());
    else this.#textLine(line);
  }

  #headerLine(line: string): void {
    if (/^(?:<\/(?:SEC|IMS)-HEADER>|<DOCUMENT>)$/.test(line)) this.#endHeader();
    else if (this.#header.length < MAX_HEADER_LINES) this.#header.push(line);
  }

  #endHeader(): void {
    this.#parts.push({ kind: "header", header: headerOf(this.#header) });
    this.#state = "between";
  }

  #betweenLine(line: string): void {
    const [, name, value = ""] = /^<(DOCUMENT|TYPE|FILENAME|TEXT)>(.*)$/.exec(line) ?? [];
    if (name === "DOCUMENT") this.#type = this.#name = "";
    else if (name === "TYPE") this.#type = value.trim();
    else if (name === "FILENAME") this.#name = value.trim();
    else if (name === "TEXT") {
      this.#parts.push({ kind: "document", type: this.#type, name: this.#name, line: this.#line + 1 });
      this.#state = "text";
    }
  }

  #textLine(line: string): void {
    if (line[0] === "<" && /^<\/TEXT>\s*$/.test(line)) {
      this.#flushText();
      this.#state = "between";
    } else this.#text.push(line[0] === "<" && WRAPPER.test(line) ? "\n" : line); // lines are counted on
  }

  #flushText(): void {
    if (this.#text.length > 0) this.#parts.push({ kind: "text", text: this.#text.join("") });
    this.#text = [];
  }

  #flushed(): readonly SubmissionPart[] {
    this.#flushText();
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}

const ROLES: Readonly<Record<string, SubmissionRole>> = {
  FILER: "filer",
  ISSUER: "issuer",
  "SUBJECT COMPANY": "subject",
  "REPORTING-OWNER": "owner",
};

function headerOf(lines: readonly string[]): SubmissionHeader {
  const parties: SubmissionParty[] = [];
  const titles: string[] = [];
  const fields = new Map<string, string>();
  let role: SubmissionRole = "other";
  let name = "";
  for (const line of lines) {
    const [, key = "", value = ""] = /^\s*<?([A-Z][A-Z0-9 -]*)[:>]\s*(.*)$/.exec(line) ?? [];
    if (value === "" && /^\S/.test(line)) role = ROLES[key] ?? "other";
    else if (key === "COMPANY CONFORMED NAME") name = value;
    else if (key === "CENTRAL INDEX KEY" && /^\d{1,10}$/.test(value)) {
      parties.push({ role, cik: value.padStart(10, "0"), name });
    } else if (key === "ITEM INFORMATION") titles.push(value);
    else if (/^\S/.test(line) && !fields.has(key)) fields.set(key, value);
  }
  const numbers = titles.map((title) => ({ title, number: itemNumber(title) }));
  return {
    ...fieldsOf(fields),
    items: [...new Set(numbers.flatMap(({ number }) => number ?? []))],
    unknownItems: numbers.filter(({ number }) => number === undefined).map(({ title }) => title),
    parties,
  };
}

function fieldsOf(fields: ReadonlyMap<string, string>): Omit<SubmissionHeader, "items" | "unknownItems" | "parties"> {
  const [accession = "", form = ""] = ["ACCESSION NUMBER", "CONFORMED SUBMISSION TYPE"].map((key) => fields.get(key));
  const [filed, period] = ["FILED AS OF DATE", "CONFORMED PERIOD OF REPORT"].map((key) => dayOf(fields.get(key)));
  const [, date, hour, minute, second] = /^(\d{8})(\d\d)(\d\d)(\d\d)$/.exec(fields.get("ACCEPTANCE-DATETIME") ?? "") ??
    [];
  const day = dayOf(date);
  return {
    ...(/^\d{10}-\d\d-\d{6}$/.test(accession) && { accession }),
    ...(form !== "" && { form }),
    ...(filed !== undefined && { filed }),
    ...(period !== undefined && { period }),
    ...(day !== undefined && { accepted: `${day}T${hour}:${minute}:${second}` }),
  };
}

/** A day that is written as eight digits. */
function dayOf(digits = ""): string | undefined {
  const day = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  return isDay(day) ? day : undefined;
}
