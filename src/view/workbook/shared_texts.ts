import { content, HEAD, MAIN } from "./xml.ts";

/**
 * The texts of a workbook, each once, collected while its sheets are written (ECMA-376 part 1, 18.4). Texts inside the
 * cells would need no table, but previews on phones leave such cells empty.
 */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();

  /** The number of a text, for the value of a cell. */
  numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
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
