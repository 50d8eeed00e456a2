import type { TableBlock } from "../block.ts";

/** A table of a cell, before it becomes text or markup. All texts in it are untrusted. */
export interface CellTable {
  readonly columns: readonly TableColumn[];
  /** Rows of each column. */
  readonly count: number;
  /** More about a row; called for the rows that are shown. */
  readonly detailOf: (at: number) => RowDetail;
  /** Code of a cell that shows a row whole, also one whose details are not in the output. */
  readonly codeOf?: ((at: number) => string) | undefined;
}

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  /** A cell for each row, as people read it, on one line; empty without a value. */
  readonly words: readonly string[];
  /** What to sort by, and why the column is at the right: numbers, or undefined without one. Default: the words. */
  readonly values?: readonly (number | undefined)[] | undefined;
  /** How a cell is drawn. Default: as it is. */
  readonly look?: ColumnLook | undefined;
  /** Whether it is left out of the short table, which stands where scripts do not run. */
  readonly isExtra?: boolean | undefined;
}

/**
 * `name`: what a row is called, which stays in sight. `prose`: sentences, which take the room that is left. `score`
 * and `chance`: a bar below the figure, from -1 to 1 and from 0 to 1.
 */
export type ColumnLook = "name" | "prose" | "score" | "chance";

/** What is known about a row, beyond its cells. */
export interface RowDetail {
  readonly title: string;
  /** Short values by name. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Longer texts: a heading, and its lines; a list where `isList`. */
  readonly sections: readonly DetailSection[];
  /** What shows still more, as code of a cell. */
  readonly code?: string | undefined;
}

/** Lines under a heading. */
export interface DetailSection {
  readonly title: string;
  readonly lines: readonly string[];
  readonly isList?: boolean | undefined;
}

/** Some columns and rows of a table as a block. */
export function blockOf(columns: readonly TableColumn[], places: readonly number[]): TextTable {
  return {
    kind: "table",
    columns: columns.map(({ title, values, look }) => {
      return { title, look: values !== undefined ? "figures" : look === "prose" ? look : "words" };
    }),
    rows: places.map((place) => columns.map(({ words }) => words[place] ?? "")),
  };
}

/** A table of texts. */
interface TextTable extends TableBlock {
  readonly rows: readonly (readonly string[])[];
}
