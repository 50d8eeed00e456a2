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
