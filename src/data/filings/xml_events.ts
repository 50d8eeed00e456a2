/** A name with the namespace that its prefix stands for; without a namespace that is empty. */
export interface XmlName {
  readonly namespace: string;
  readonly local: string;
}

/** An element as it opens. */
export interface XmlElement extends XmlName {
  /** As written, with its prefix. */
  readonly name: string;
  /** Attributes by their names as written. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The line on which its first tag ends, from 1. */
  readonly line: number;
  /** What a name in an attribute or a text means at this place, like `us-gaap:Assets`; `undefined` without its prefix. */
  resolve(name: string): XmlName | undefined;
}

/** What is called while a text is read. */
export interface XmlHandler {
  /** An element opens; one that is empty closes right after. */
  open(element: XmlElement): void;
  /** Text inside the newest open element, in pieces; entities are characters. */
  text(piece: string): void;
  /** The newest open element closes. */
  close(element: XmlElement): void;
}

/** Where and why a text is not XML. */
export interface XmlProblem {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** For a person, without a full stop. */
  readonly message: string;
}

/** Reads one text, in pieces. */
export interface XmlReader {
  /** Reads a piece; false once there is a problem, after which nothing is read. */
  write(piece: string): boolean;
  /** Ends the text, and says what was wrong with it. */
  end(): XmlProblem | undefined;
}

/** Elements inside each other: the reports that were looked at have 14, and each takes memory until it closes. */
export const MAX_DEPTH = 1000;

/** Longest comment, attribute or document type, in characters: a picture may stand in an attribute. */
const MAX_PART = 4 * 1024 * 1024;

/** What of the package `sax` is used: it has no types. */
interface SaxParser {
  onopentag(tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }): void;
  ontext(text: string): void;
  oncdata(text: string): void;
  onclosetag(name: string): void;
  onerror(error: Error): void;
  write(text: string): void;
  close(): void;
  readonly line: number;
  readonly column: number;
}
interface Sax {
  MAX_BUFFER_LENGTH: number;
  readonly ENTITIES: Readonly<Record<string, string>>;
  parser(isStrict: boolean): SaxParser;
}

/**
 * Loads the package that reads XML, and returns what opens a reader. Only well-formed XML is read; HTML's entities are
 * known. No document type is obeyed: an entity that one declares is a problem, and nothing is fetched or run.
 */
export async function loadXml(): Promise<(handler: XmlHandler) => XmlReader> {
  const { default: sax } = await import("sax") as { default: Sax };
  sax.MAX_BUFFER_LENGTH = MAX_PART;
  return (handler) => new Reading(sax.parser(true), handler);
}

/** Loads the characters that the names of HTML 4 stand for: `nbsp`, `mdash`. */
export async function loadEntities(): Promise<ReadonlyMap<string, string>> {
  const { default: sax } = await import("sax") as { default: Sax };
  return new Map(Object.entries(sax.ENTITIES));
}

/** Prefixes that an element declares, and those around it. Copies of them would let a few tags take all memory. */
interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly outer?: Scope;
}

const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

/** Ends the reading from inside an event. */
class TooDeep extends Error {}

class Reading implements XmlReader {
  readonly #parser: SaxParser;
  readonly #handler: XmlHandler;
  readonly #open: { readonly element: XmlElement; readonly outer: Scope }[] = [];
  #scope: Scope = { own: new Map([["", ""], ["xml", XML_NAMESPACE]]) };
  #hasElement = false;
  #problem: XmlProblem | undefined;

  constructor(parser: SaxParser, handler: XmlHandler) {
    this.#parser = parser;
    this.#handler = handler;
    parser.onopentag = (tag) => this.#opened(tag);
    parser.onclosetag = () => this.#closed();
    parser.ontext = parser.oncdata = (text) => {
      if (this.#problem === undefined) handler.text(text);
    };
    parser.onerror = (error) => this.#fail(error.message);
  }

  write(piece: string): boolean {
    return this.#do(() => this.#parser.write(piece));
  }

  end(): XmlProblem | undefined {
    this.#do(() => this.#parser.close());
    if (!this.#hasElement && this.#problem === undefined) this.#fail("No element");
    return this.#problem;
  }

  /** The parser throws its own errors again, and stumbles over an attribute named like a method of objects. */
  #do(step: () => void): boolean {
    if (this.#problem !== undefined) return false;
    try {
      step();
    } catch (cause) {
      if (cause instanceof TooDeep) this.#fail(cause.message);
      else if (cause instanceof TypeError) this.#fail("Invalid attribute name");
      else if (this.#problem === undefined) throw cause;
    }
    return this.#problem === undefined;
  }

  #fail(message: string): void {
    const { line, column } = this.#parser;
    const [first = message] = message.split("\n", 1); // it repeats the place, and then the character
    this.#problem ??= { line: line + 1, column: Math.max(1, column), message: first.replace(/\.$/, "") };
  }

  #opened({ name, attributes }: Parameters<SaxParser["onopentag"]>[0]): void {
    if (this.#problem !== undefined) return;
    if (this.#open.length === MAX_DEPTH) throw new TooDeep(`More than ${MAX_DEPTH} elements inside each other`);
    this.#hasElement = true;
    const outer = this.#scope;
    const scope = this.#scope = innerScope(outer, attributes);
    const resolve = (other: string) => resolved(scope, other);
    const known = resolve(name);
    if (known === undefined) return this.#fail(`Undeclared prefix of ${name.slice(0, 100)}`);
    const element = { name, attributes, line: this.#parser.line + 1, ...known, resolve };
    this.#open.push({ element, outer });
    this.#handler.open(element);
  }

  #closed(): void {
    const last = this.#problem === undefined ? this.#open.pop() : undefined;
    if (last === undefined) return;
    this.#handler.close(last.element);
    this.#scope = last.outer;
  }
}

function innerScope(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  const own = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "xmlns") own.set("", value);
    else if (name.startsWith("xmlns:")) own.set(name.slice("xmlns:".length), value);
  }
  return own.size === 0 ? outer : { own, outer };
}

function resolved(innermost: Scope, name: string): XmlName | undefined {
  const at = name.indexOf(":");
  const prefix = at < 0 ? "" : name.slice(0, at);
  for (let scope: Scope | undefined = innermost; scope !== undefined; scope = scope.outer) {
    const namespace = scope.own.get(prefix);
    if (namespace !== undefined) return { namespace, local: name.slice(at + 1) };
  }
  return undefined;
}
