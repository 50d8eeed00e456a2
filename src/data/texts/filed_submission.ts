import type { FileOwner, ReadOptions } from "../filings/record_file.ts";
import { type SubmissionHeader, type SubmissionPart, SubmissionScanner } from "../filings/submission.ts";
import { filedPage } from "./filed_page.ts";
import type { PageText } from "./html_text.ts";
import { kindOfForm } from "./kinds.ts";
import { plainText } from "./plain_text.ts";
import { sessionAfter } from "./publication.ts";
import { reportSections } from "./sections.ts";
import { MAX_TEXT_CHARS, type ReadText, titleOf } from "./text_file.ts";

/** The documents of a submission that speak: its main one, annual reports and press releases. */
const SPEAKS = /^(?:10-[KQ]|8-K|20-F|40-F|6-K|EX-(?:13|99)\b)/;
const HTML = /<(?:html|body|div|p|table)\b/i;

interface FiledDocument {
  /** Like `10-K` or `EX-99.1`. */
  readonly type: string;
  readonly page: PageText;
}

/** Takes the documents that are read out of a full submission, in pieces. */
export class FiledSubmission {
  readonly #scanner = new SubmissionScanner();
  readonly #documents: { readonly type: string; readonly pieces: string[] }[] = [];
  #header: SubmissionHeader | undefined;
  #open: string[] | undefined;
  #chars = 0;

  /** Reads a piece of the file. */
  write(text: string): void {
    for (const part of this.#scanner.feed(text)) this.#take(part);
  }

  /**
   * The texts of its documents; of one that was cut out of its submission, which does not say who filed it and when, as
   * of a page alone.
   */
  end(html: (page: string) => PageText, options: ReadOptions): readonly ReadText[] {
    for (const part of this.#scanner.end()) this.#take(part);
    const documents = this.#documents.map(({ type, pieces }) => ({ type, page: pageOf(pieces.join(""), html) }))
      .filter(({ page }) => page.text !== "");
    return filedTexts(this.#header, { documents, options });
  }

  #take(part: SubmissionPart): void {
    if (part.kind === "header") this.#header = part.header;
    else if (part.kind === "document") {
      this.#open = SPEAKS.test(part.type) ? [] : undefined;
      if (this.#open !== undefined) this.#documents.push({ type: part.type, pieces: this.#open });
    } else if (this.#open !== undefined && this.#chars < MAX_TEXT_CHARS) {
      this.#open.push(part.text);
      this.#chars += part.text.length;
    }
  }
}

function pageOf(written: string, html: (page: string) => PageText): PageText {
  return HTML.test(written.slice(0, 20_000)) ? html(written) : { title: "", text: plainText(written) };
}

function filedTexts(
  header: SubmissionHeader | undefined,
  { documents, options }: { readonly documents: readonly FiledDocument[]; readonly options: ReadOptions },
): readonly ReadText[] {
  const { file, latest = "9999" } = options;
  const { accession, form, filed, parties = [] } = header ?? {};
  if (accession === undefined || form === undefined || filed === undefined) {
    return documents.slice(0, 1).map(({ type, page }) => filedPage({ file, page, latest, type, cover: { owner: {} } }));
  }
  const owners = parties.filter(({ role }) => role === "filer" || role === "subject")
    .map(({ cik, name }): FileOwner => ({ cik, ...(name !== "" && { name }) }));
  if (filed > latest || owners.length === 0) return [];
  const published = { day: filed, known: sessionAfter(filed) };
  const counts = new Map<string, number>();
  return documents.map(({ type, page: { title, text } }): ReadText => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    const name = count === 1 ? type : `${type} ${count}`;
    const filing = { accession, form, ...(name !== form && { exhibit: name }) };
    const about = { name, owners, kind: kindOfForm(form), title: / /.test(title) ? titleOf(title) : "" };
    return { ...about, published, filing, text, sections: reportSections(text) };
  });
}
