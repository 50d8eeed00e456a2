/** Parts of what is shown, in words alone: the page and the workbook draw the same ones, each in its own form. */

/** A name and what is said of it. */
export type Fact = readonly [name: string, words: string];

/** A part under a title. */
export type Block =
  /** Sentences, one below the other. */
  | { readonly kind: "lines"; readonly title: string; readonly lines: readonly string[] }
  /** What is said of each of some names. */
  | { readonly kind: "facts"; readonly title: string; readonly facts: readonly Fact[] };
