/** Value of an `html` template; `undefined` and `false` render as nothing. */
export type HtmlValue = string | number | undefined | false | Html | readonly HtmlValue[];

/** Trusted markup; {@linkcode html} makes it from text. */
export class Html {
  readonly #markup: string;

  /**
   * Trusts markup without escaping it.
   * @param markup Our own, never a service's or a model's.
   */
  constructor(markup: string) {
    this.#markup = markup;
  }

  /** Returns the markup as text. */
  toString(): string {
    return this.#markup;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\0": "\uFFFD",
};

/**
 * Escapes text for element content and for quoted attribute values.
 * It does not make a URL, a style or a script safe.
 * @param text Any text.
 */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"'\0]/g, (char) => ENTITIES[char] ?? char);
}

/**
 * Template tag that escapes every value, except nested markup; lists are joined.
 * Attribute values must be quoted in the template.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = values.map((value, index) => render(value) + (strings[index + 1] ?? ""));
  return new Html((strings[0] ?? "") + parts.join(""));
}

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(render).join("");
  return escapeHtml(String(value));
}
