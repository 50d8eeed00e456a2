import { ReportFacts } from "./report_facts.ts";
import { loadXml, type XmlProblem, type XmlReader } from "./xml_events.ts";

/** What is said of a document that states nothing in XBRL. */
export const NO_TAGS = "It has no XBRL tags";

/** Longer texts are not reports: the longest of those looked at has 4 million characters. */
const MAX_CHARS = 256 * 1024 * 1024;

/** The reader takes what it is given whole; long pieces would stand in memory several times. */
const PIECE_CHARS = 65_536;

/** How namespaces of inline XBRL end; in a text that is not XML its presence alone is looked for. */
const INLINE_MARK = "/inlineXBRL";

/** Reads one document that may state facts in XBRL, in pieces, and keeps what it states. */
export class ReportDocument {
  readonly facts: ReportFacts;
  readonly #xml: XmlReader;
  #length = 0;
  #isXml = true;
  #isMarked = false;
  #tail = "";

  private constructor(facts: ReportFacts, xml: XmlReader) {
    this.facts = facts;
    this.#xml = xml;
  }

  /**
   * Opens a reader of one document.
   * @param options Whether the numbers of a tag are wanted, and the line of the file on which the document begins.
   */
  static async open(
    { wants, firstLine = 1 }: { readonly wants: (tag: string) => boolean; readonly firstLine?: number },
  ): Promise<ReportDocument> {
    const open = await loadXml();
    const facts = new ReportFacts(wants, firstLine);
    return new ReportDocument(facts, open(facts));
  }

  /** Whether it seems to state facts in XBRL, whether they can be read or not. */
  get isTagged(): boolean {
    return this.#isMarked || this.facts.kind !== "none";
  }

  /** Whether a text begins as HTML or as an XBRL instance does. */
  static looksLike(head: string): boolean {
    const text = head.replace(/^\ufeff/, "").replaceAll(/^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<![^>]*>\s*)*/g, "");
    return /^<(?:html|(?:[\w.-]+:)?xbrl)[\s>]/i.test(text);
  }

  /** Reads a piece; false when nothing more of the document matters. */
  write(text: string): boolean {
    this.#length += text.length;
    if (this.#length > MAX_CHARS) return false;
    for (let at = 0; at < text.length && !this.facts.isTooLarge; at += PIECE_CHARS) {
      this.#piece(text.slice(at, at + PIECE_CHARS));
    }
    return !this.facts.isTooLarge && (this.#isXml || !this.#isMarked);
  }

  #piece(text: string): void {
    if (this.#isXml) this.#isXml = this.#xml.write(text);
    if (this.#isMarked) return;
    this.#isMarked = (this.#tail + text).includes(INLINE_MARK);
    this.#tail = text.slice(-INLINE_MARK.length);
  }

  /** Ends the document, and says why nothing of it is used. */
  end(): XmlProblem | undefined {
    const problem = this.#xml.end();
    this.facts.finish();
    const place = { line: 1, column: 1 };
    if (this.facts.isTooLarge) return { ...place, message: "It states more facts than any report" };
    if (this.#length > MAX_CHARS) return { ...place, message: `It is longer than ${MAX_CHARS} characters` };
    if (problem !== undefined && this.isTagged) {
      return { ...problem, message: `Not complete XML, so that nothing of it is used: ${problem.message}` };
    }
    return this.facts.kind === "none" ? { ...place, message: NO_TAGS } : undefined;
  }
}
