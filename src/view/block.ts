/** Parts of what is shown, in words alone: terminal, page, cell and workbook draw the same ones, each in its own form. */

/** What is said of one thing, by its name. */
export interface Fact {
  readonly name: string;
  readonly words: string;
  /** Said below it. */
  readonly note?: string | undefined;
  /** What its bar shows. */
  readonly value?: number | undefined;
  readonly look?: FigureLook | undefined;
}

/** A part of words under a title. */
export type TextBlock =
  /** Sentences, one below the other. */
  | { readonly kind: "lines"; readonly title: string; readonly lines: readonly string[] }
  /** What is said of each of some names. */
  | { readonly kind: "facts"; readonly title: string; readonly facts: readonly Fact[] };

/** A table whose first column names its rows. */
export interface TableBlock {
  readonly kind: "table";
  readonly columns: readonly BlockColumn[];
  /** A cell for each column. */
  readonly rows: readonly (readonly BlockCell[])[];
}

/** A column, and how its cells are drawn. */
export interface BlockColumn {
  readonly title: string;
  /**
   * `name`: a ticker with its company. `marks`: a few short words. `points`: longer ones, of which all but the first are
   * folded. `prose`: sentences. `texts`: whole texts, which only the workbook has room for. `figures`: words that are
   * figures. The others are figures in their own format.
   */
  readonly look: "name" | "marks" | "points" | "prose" | "texts" | "words" | "figures" | FigureLook;
}

/** How a figure is written. */
export type FigureLook = "score" | "chance" | "rank" | "share" | "probability" | "confidence";

/** A cell: words, several, a figure, a name, or a value before and now. */
export type BlockCell = string | readonly string[] | number | NameCell | BeforeNow;

/** A name of a row, and where in the run it is. */
export interface NameCell {
  readonly name: string;
  readonly note: string;
  /** Number of its row; absent where the run has none. */
  readonly row?: number | undefined;
}

/** A value in two runs; absent where one has none. */
export interface BeforeNow {
  readonly before?: string | number | undefined;
  readonly now?: string | number | undefined;
}
