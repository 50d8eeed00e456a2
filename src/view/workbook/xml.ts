/** The start of each part. */
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/** Namespaces of the markup (ECMA-376 part 1). */
export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

const LETTERS = 26;
const CODE_OF_A = 65;

/** Escapes the text of an attribute. */
export function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Escapes the text of an element. */
export function content(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** `A` for 1, `AA` for 27. */
export function columnName(column: number): string {
  const rest = column - 1;
  const before = rest < LETTERS ? "" : columnName(Math.floor(rest / LETTERS));
  return before + String.fromCharCode(CODE_OF_A + rest % LETTERS);
}

/**
 * The texts of a workbook, each once, collected while its sheets are written (ECMA-376 part 1, 18.4). Texts inside the
 * cells would need no table, but previews on phones leave such cells empty.
 */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();

  /** The number of a text, for the value of a cell. */
  numberOf(text: string): number {
    return this.#numbers.getOrInsertComputed(text, () => this.#numbers.size);
  }

  /** The part `xl/sharedStrings.xml`, after the last sheet. */
  *xml(): Generator<string, void, undefined> {
    yield `${HEAD}<sst xmlns="${MAIN}">`;
    for (const text of this.#numbers.keys()) {
      const spaced = text.trim().length === text.length ? "" : ' xml:space="preserve"';
      yield `<si><t${spaced}>${content(text)}</t></si>`;
    }
    yield "</sst>";
  }
}
