import { ContextCollector, INSTANCE, type ReportContext, tagOf, UnitCollector } from "./report_contexts.ts";
import { exactTo, type NumberRead, readInlineNumber, readNumber } from "./report_text.ts";
import { type FaceTable, FaceTables, INLINE } from "./face_tables.ts";
import type { XmlElement, XmlHandler } from "./xml_events.ts";

/** A fact as a report writes it, before it is known what its context and unit are. */
export interface WrittenFact {
  readonly tag: string;
  readonly context: string;
  /** On which line it begins. */
  readonly line: number;
}

/** A number that a report states. */
export interface WrittenNumber extends WrittenFact {
  readonly unit: string;
  readonly number: NumberRead;
  /** Power of ten to which it is exact, negated: -6 is to the million; Infinity where all digits count. */
  readonly decimals: number;
  /** The table outside of the notes that it stands in, of a document with inline XBRL. */
  readonly table?: FaceTable | undefined;
}

/** A text that a report states. */
export interface WrittenText extends WrittenFact {
  readonly text: string;
  /** Local name of its transformation. */
  readonly format?: string;
}

/** How a report states facts: in a file of their own, inside its text, or not at all. */
export type ReportKind = "instance" | "inline" | "none";

const SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

/** The tags whose texts are kept: those of the cover page that say what the report is. */
const TEXTS: ReadonlySet<string> = new Set(
  ("DocumentType AmendmentFlag DocumentPeriodEndDate EntityCentralIndexKey EntityRegistrantName " +
    "TradingSymbol").split(" ").map((name) => `dei/${name}`),
);

/** Longest text of a number or of the cover. */
const MAX_TEXT = 1000;

/** Facts, contexts, units and pieces that are kept of one document: those that were looked at have at most 1,400. */
const MAX_KEPT = 100_000;

/** Pieces of one text, at most; a report's cover has none in pieces. */
const MAX_PIECES = 10;

/** A fact that is open, and what becomes of it. */
interface OpenFact {
  readonly element: XmlElement;
  text: string;
  done(text: string): void;
}

/** Collects what one document of a report states as its elements are read. */
export class ReportFacts implements XmlHandler {
  readonly numbers: WrittenNumber[] = [];
  readonly texts: WrittenText[] = [];
  readonly contexts = new Map<string, ReportContext | undefined>();
  readonly units = new Map<string, string | undefined>();
  /** Facts with numerator and denominator, which are not read. */
  fractions = 0;
  #kind: ReportKind = "none";
  readonly #wants: (tag: string) => boolean;
  readonly #linesBefore: number;
  #depth = 0;
  /** How deep the root of an instance is: EDGAR puts an element around it. */
  #root = 0;
  /** A context or a unit that is open, and how deep. */
  #collector:
    | { readonly depth: number; readonly id: string; readonly of: ContextCollector | UnitCollector }
    | undefined;
  readonly #open: OpenFact[] = [];
  #excluded = 0;
  readonly #tables = new FaceTables();
  readonly #pieces = new Map<string, { readonly text: string; readonly next: string | undefined }>();
  readonly #inPieces: { readonly fact: WrittenText; readonly next: string }[] = [];

  /**
   * @param wants Whether the numbers of a tag are wanted.
   * @param firstLine Line of the file on which the document begins.
   */
  constructor(wants: (tag: string) => boolean, firstLine = 1) {
    this.#wants = wants;
    this.#linesBefore = firstLine - 1;
  }

  /** Whether it states more than any report does; what comes after that many is not kept. */
  get isTooLarge(): boolean {
    return this.numbers.length + this.texts.length + this.contexts.size + this.units.size + this.#pieces.size >
      MAX_KEPT;
  }

  get kind(): ReportKind {
    return this.#kind;
  }

  open(element: XmlElement): void {
    this.#depth += 1;
    if (this.#collector !== undefined) return this.#collector.of.open(element);
    const { namespace } = element;
    this.#tables.open(element);
    if (INLINE.has(namespace)) this.#openInline(element);
    else if (namespace === INSTANCE) this.#openInstance(element);
    else if (this.#kind === "instance" && this.#depth === this.#root + 1) this.#openFact(element);
  }

  text(piece: string): void {
    if (this.#collector !== undefined) return this.#collector.of.text(piece);
    this.#tables.text(piece);
    if (this.#excluded > 0) return;
    for (const fact of this.#open) if (fact.text.length <= MAX_TEXT) fact.text += piece.slice(0, MAX_TEXT + 1);
  }

  close(element: XmlElement): void {
    const depth = this.#depth;
    const collector = this.#collector;
    this.#depth -= 1;
    if (collector !== undefined) {
      if (depth > collector.depth) return collector.of.close(element);
      this.#collect(collector);
      return;
    }
    this.#tables.close(element);
    if (INLINE.has(element.namespace) && element.local === "exclude") this.#excluded -= 1;
    if (this.#open.at(-1)?.element === element) {
      const fact = this.#open.pop();
      if (!this.isTooLarge) fact?.done(fact.text);
    }
  }

  /** Puts the texts together that are written in pieces; to be called at the end. */
  finish(): void {
    for (const { fact, next } of this.#inPieces) {
      let text = fact.text;
      let id: string | undefined = next;
      for (let count = 0; id !== undefined && count < MAX_PIECES; count++) {
        const piece = this.#pieces.get(id);
        text += piece?.text ?? "";
        id = piece?.next;
      }
      this.texts.push({ ...fact, text: text.slice(0, MAX_TEXT) });
    }
    this.#inPieces.length = 0;
  }

  #collect({ id, of }: { readonly id: string; readonly of: ContextCollector | UnitCollector }): void {
    this.#collector = undefined;
    if (this.isTooLarge) return;
    if (of instanceof UnitCollector) this.units.set(id, this.units.has(id) ? undefined : of.result());
    else this.contexts.set(id, this.contexts.has(id) ? undefined : of.result());
  }

  #openInstance({ local, attributes }: XmlElement): void {
    const id = attributes["id"] ?? "";
    if (local === "xbrl" && this.#kind === "none") {
      this.#kind = "instance";
      this.#root = this.#depth;
    }
    if (local === "context") this.#collector = { depth: this.#depth, id, of: new ContextCollector() };
    else if (local === "unit") this.#collector = { depth: this.#depth, id, of: new UnitCollector() };
  }

  /** A fact of an instance is an element of its own name. */
  #openFact(element: XmlElement): void {
    const tag = tagOf(element);
    if (tag === undefined || isNil(element)) return;
    const { attributes, line } = element;
    if (TEXTS.has(tag)) {
      const fact = { tag, context: attributes["contextRef"] ?? "", line: this.#linesBefore + line };
      this.#begin(element, (text) => void this.texts.push({ ...fact, text }));
    } else if (this.#wants(tag) && attributes["unitRef"] !== undefined) {
      this.#begin(element, (text) => this.#number(element, { tag, number: shortNumber(text, readNumber) }));
    }
  }

  #openInline(element: XmlElement): void {
    const { local, attributes, resolve } = element;
    this.#kind = "inline";
    if (local === "exclude") this.#excluded += 1;
    if (local === "continuation") return this.#openPiece(element);
    if (!["nonFraction", "nonNumeric", "fraction"].includes(local) || isNil(element) || isElsewhere(attributes)) return;
    const name = resolve(attributes["name"] ?? "");
    const tag = name === undefined ? undefined : tagOf(name);
    if (tag === undefined) return local === "nonFraction" ? this.#tables.placeOwn() : undefined;
    if (local === "nonNumeric") return this.#openText(element, tag);
    const table = this.#tables.place(tag);
    if (!this.#wants(tag)) return;
    else if (local === "fraction") this.fractions += 1;
    else this.#openNumber(element, tag, table);
  }

  #openNumber(element: XmlElement, tag: string, table: FaceTable | undefined): void {
    const { scale, sign } = element.attributes;
    const format = localFormat(element);
    const read = (text: string) => readInlineNumber(text, { format, scale, sign });
    this.#begin(element, (text) => this.#number(element, { tag, number: shortNumber(text, read), table }));
  }

  #openText(element: XmlElement, tag: string): void {
    if (!TEXTS.has(tag)) return;
    const { attributes, line } = element;
    const format = localFormat(element);
    const next = attributes["continuedAt"];
    const fact = {
      tag,
      context: attributes["contextRef"] ?? "",
      line: this.#linesBefore + line,
      ...(format !== undefined && { format }),
    };
    this.#begin(element, (text) => {
      if (next === undefined) this.texts.push({ ...fact, text });
      else this.#inPieces.push({ fact: { ...fact, text }, next });
    });
  }

  #openPiece(element: XmlElement): void {
    const { id, continuedAt: next } = element.attributes;
    if (id !== undefined) this.#begin(element, (text) => void this.#pieces.set(id, { text, next }));
  }

  #begin(element: XmlElement, done: (text: string) => void): void {
    this.#open.push({ element, text: "", done });
  }

  #number(
    { attributes, line }: XmlElement,
    { tag, number, table }: Pick<WrittenNumber, "tag" | "number" | "table">,
  ): void {
    const { contextRef: context = "", unitRef: unit = "", decimals, precision } = attributes;
    const exact = "value" in number ? exactTo(number.value, { decimals, precision }) : Infinity;
    this.numbers.push({ tag, context, unit, number, decimals: exact, line: this.#linesBefore + line, table });
  }
}

/** A longer text is not kept whole, and its beginning may be another number. */
function shortNumber(text: string, read: (text: string) => NumberRead): NumberRead {
  return text.length <= MAX_TEXT ? read(text) : { why: `it has more than ${MAX_TEXT} characters` };
}

/** Whether a fact says that it has no value. */
function isNil({ attributes, resolve }: XmlElement): boolean {
  const nil = Object.keys(attributes).find((name) => name.endsWith(":nil"));
  return nil !== undefined && /^\s*(?:true|1)\s*$/.test(attributes[nil] ?? "") &&
    resolve(nil)?.namespace === SCHEMA_INSTANCE;
}

/** Whether a fact belongs to another instance than that of the report, or into a tuple, where it is a part of another fact. */
function isElsewhere(attributes: Readonly<Record<string, string>>): boolean {
  return ["target", "tupleRef", "order"].some((name) => attributes[name] !== undefined);
}

/** Registries of transformations differ by year; their names tell them apart where they differ. */
function localFormat({ attributes, resolve }: XmlElement): string | undefined {
  const format = attributes["format"];
  return format === undefined ? undefined : resolve(format)?.local ?? format;
}
