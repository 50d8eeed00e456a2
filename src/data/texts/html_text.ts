import { loadEntities } from "../filings/xml_events.ts";
import { oneSpaced } from "./plain_text.ts";

/** The text of a page. */
export interface PageText {
  /** Empty where it has none. */
  readonly title: string;
  /** Normalised: one space, a line for each block and each row of a table. */
  readonly text: string;
}

const BLOCKS = new Set(
  ("address article aside blockquote body br caption center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 " +
    "h6 header hr li main nav ol p page pre section table tbody text tfoot thead title tr ul").split(" "),
);
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const UNSEEN = new Set(["ix:header", "head", "template", "datalist", "select"]);
const HIDDEN = /(?:^|\s)hidden(?=[\s=/>]|$)|display\s*:\s*none/i;
/** A cell with more holds paragraphs, and is there for the layout. */
const MAX_CELL_CHARS = 200;

/** Loads what reads the text of an HTML page. */
export async function loadHtmlText(): Promise<(html: string) => PageText> {
  const entities = await loadEntities();
  return (html) => {
    const page = new Page(entities);
    for (const token of new HtmlScan(html).tokens()) page.take(token);
    return page.finish();
  };
}

class Page {
  readonly #entities: ReadonlyMap<string, string>;
  readonly #lines: string[] = [];
  #line: string[] = [];
  #chars = 0;
  #title = "";
  #isTitle = false;
  /** The element that hides what is in it, and how many of its name are open in it. */
  #hidden: { readonly name: string; depth: number } | undefined;
  #isInCell = false;
  #isRow = false;
  #preformatted = 0;

  constructor(entities: ReadonlyMap<string, string>) {
    this.#entities = entities;
  }

  take(token: HtmlToken): void {
    if (token.kind === "text") return this.#text(token.text);
    const isOpen = token.kind === "open";
    if (token.name === "title") this.#isTitle = isOpen;
    if (this.#hidden !== undefined) return this.#inHidden(token, this.#hidden);
    if (isOpen && this.#hides(token)) this.#hidden = { name: token.name, depth: 1 };
    else if (token.name === "td" || token.name === "th") this.#cell(isOpen);
    else if (BLOCKS.has(token.name)) this.#block(token);
  }

  finish(): PageText {
    this.#endLine();
    return { title: oneSpaced(this.#title).trim(), text: this.#lines.join("\n") };
  }

  #hides({ name, attributes, isClosed }: Extract<HtmlToken, { kind: "open" }>): boolean {
    return !isClosed && !VOID.has(name) && (UNSEEN.has(name) || attributes !== "" && HIDDEN.test(attributes));
  }

  /** A head that is not closed ends where the body begins. */
  #inHidden(token: Exclude<HtmlToken, { kind: "text" }>, hidden: { readonly name: string; depth: number }): void {
    if (token.name === hidden.name && !(token.kind === "open" && token.isClosed)) {
      hidden.depth += token.kind === "open" ? 1 : -1;
    }
    if (hidden.depth === 0 || hidden.name === "head" && token.kind === "open" && token.name === "body") {
      this.#hidden = undefined;
    }
  }

  #cell(isOpen: boolean): void {
    this.#isInCell = isOpen;
    this.#isRow = true;
    this.#add(" ");
    if (isOpen) this.#chars = 0;
  }

  #block({ kind, name }: Exclude<HtmlToken, { kind: "text" }>): void {
    if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted + (kind === "open" ? 1 : -1));
    const isOfTable = name === "tr" || name === "table";
    if (this.#isInCell && !isOfTable && this.#chars <= MAX_CELL_CHARS) return this.#add(" ");
    if (isOfTable) this.#isInCell = false;
    this.#endLine();
  }

  #text(written: string): void {
    const text = written.includes("&") ? this.#decoded(written) : written;
    if (this.#isTitle) this.#title += text;
    else if (this.#hidden !== undefined) return;
    else if (this.#preformatted === 0) this.#add(oneSpaced(text));
    else {
      const [first = "", ...lines] = text.split(/\r\n?|\n/);
      this.#add(oneSpaced(first));
      for (const line of lines) {
        this.#endLine();
        this.#add(oneSpaced(line));
      }
    }
  }

  #add(text: string): void {
    this.#line.push(text);
    this.#chars += text.length;
  }

  #endLine(): void {
    const line = this.#line.join("").replace(/ {2,}/g, " ").trim();
    if (line !== "") this.#lines.push(this.#isRow ? joinedSigns(line) : line);
    this.#line = [];
    this.#chars = 0;
    this.#isRow = false;
  }

  #decoded(text: string): string {
    return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));?/gi, (all, digits, hex, name) => {
      if (name !== undefined) return this.#entities.get(name) ?? all;
      return characterOf(digits === undefined ? parseInt(hex, 16) : Number(digits)) ?? all;
    });
  }
}

/** Tables of reports have signs in cells of their own: `$ 5`, `( 3 )`, `4%`. */
function joinedSigns(row: string): string {
  return row.replace(/([$€£(]) (?=[\d.(])/g, "$1").replace(/(?<=\d) (?=[)%])/g, "");
}

/** Numbers 128 to 159 are meant as Windows has them, as browsers read them. */
function characterOf(code: number): string | undefined {
  if (code >= 0x80 && code < 0xa0) return new TextDecoder("windows-1252").decode(Uint8Array.of(code));
  return code > 0x10ffff || code === 0 ? undefined : String.fromCodePoint(code);
}

/** A part of an HTML text. */
export type HtmlToken =
  /** Text as it is written, entities included. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: string; readonly isClosed: boolean }
  | { readonly kind: "close"; readonly name: string };

/** Their content is no markup. */
const RAW = new Set(["script", "style", "noscript", "textarea", "iframe", "svg", "math"]);
const NAME = /[a-z][a-z0-9:._-]*/iy;
/** What of a tag's attributes is looked at. */
const MAX_ATTRIBUTE_CHARS = 4096;

/**
 * Takes an HTML text apart into tags and texts, in one scan: what is not well-formed is read as browsers do, and nothing
 * is looked for twice. Comments, declarations and what is in scripts and styles are left out.
 */
export class HtmlScan {
  readonly #text: string;
  /** Where each mark comes next, so that a rare one is not looked for again and again. */
  readonly #next = new Map<string, number>();
  #looked = 0;

  /** @param text The whole text. */
  constructor(text: string) {
    this.#text = text;
  }

  /** How many characters were looked at; it grows with the length of the text, not with its square. */
  get looked(): number {
    return this.#looked;
  }

  /** Yields the tokens in order. */
  *tokens(): Generator<HtmlToken, void, undefined> {
    const text = this.#text;
    let from = 0; // of the text that is not yielded yet
    let at = this.#find("<", 0);
    while (at < text.length) {
      const end = this.#markup(at);
      if (end === undefined) { // a sign, like that of a comparison
        at = this.#find("<", at + 1);
        continue;
      }
      if (at > from) yield { kind: "text", text: text.slice(from, at) };
      const { token, to } = end;
      if (token !== undefined) yield token;
      from = token?.kind === "open" && !token.isClosed && RAW.has(token.name) ? this.#afterRaw(token.name, to) : to;
      at = this.#find("<", from);
    }
    if (from < text.length) yield { kind: "text", text: text.slice(from) };
  }

  #markup(at: number): { readonly token?: HtmlToken; readonly to: number } | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      const end = this.#find("-->", at + 2);
      return { to: end < text.length ? end + 3 : this.#afterTag(at) };
    }
    const next = text[at + 1] ?? "";
    if (next === "!" || next === "?") return { to: this.#afterTag(at) };
    const isClose = next === "/";
    NAME.lastIndex = at + (isClose ? 2 : 1);
    const [written] = NAME.exec(text) ?? [];
    if (written === undefined) return undefined;
    const name = written.toLowerCase();
    const start = NAME.lastIndex;
    if (isClose) return { token: { kind: "close", name }, to: this.#afterTag(start) };
    const to = this.#afterAttributes(start);
    const attributes = text.slice(start, Math.min(to, start + MAX_ATTRIBUTE_CHARS));
    return { token: { kind: "open", name, attributes, isClosed: text[to - 2] === "/" }, to };
  }

  #afterTag(at: number): number {
    return Math.min(this.#find(">", at) + 1, this.#text.length);
  }

  /** A `>` in quotation marks does not end a tag, unless they are never closed. */
  #afterAttributes(start: number): number {
    const text = this.#text;
    let at = start;
    while (true) {
      const end = this.#find(">", at);
      const quote = Math.min(this.#find('"', at), this.#find("'", at));
      if (quote > end || end >= text.length) return Math.min(end + 1, text.length);
      const close = this.#find(text[quote] ?? "", quote + 1);
      if (close >= text.length || text[quote - 1] !== "=") return Math.min(end + 1, text.length);
      at = close + 1;
    }
  }

  /** Where the content of an element ends that is no markup; its closing tag is left out. */
  #afterRaw(name: string, at: number): number {
    for (let close = this.#find("</", at); close < this.#text.length; close = this.#find("</", close + 2)) {
      const end = close + 2 + name.length;
      if (this.#text.slice(close + 2, end).toLowerCase() === name) return this.#afterTag(end);
    }
    return this.#text.length;
  }

  /** The next place of a mark, or the length of the text; `at` is never before the one that it was last looked for from. */
  #find(mark: string, at: number): number {
    const known = this.#next.get(mark) ?? -1;
    if (known >= at) return known;
    const found = this.#text.indexOf(mark, at);
    const next = found < 0 ? this.#text.length : found;
    this.#looked += next - at;
    this.#next.set(mark, next);
    return next;
  }
}
