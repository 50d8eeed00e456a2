import { type AnswerBlock, type SaidText, withMinus } from "../protocol/answer_block.ts";
import { counted } from "../text/counted.ts";

/** A part of an answer, or of what is said of a run: terminal, page, cell and workbook draw the same ones, each in its own form. */
export type Block =
  | Exclude<AnswerBlock, { readonly kind: "table" | "folded" }>
  | TableBlock
  | FactsBlock
  /** Opens on request; a terminal and a sheet leave it out. */
  | { readonly kind: "folded"; readonly title: string; readonly blocks: readonly Block[] };

/** What is said of each of some names. */
export interface FactsBlock {
  readonly kind: "facts";
  readonly title?: string | undefined;
  readonly facts: readonly Fact[];
  /** `tiles`: large, beside each other. `details`: small, a line for each. Default: between them. */
  readonly look?: "tiles" | "details" | undefined;
}

/** What is said of one thing, by its name. */
export interface Fact {
  readonly name: string;
  readonly words: string;
  /** Said below it. */
  readonly note?: string | undefined;
  /** What its bar shows. */
  readonly value?: number | undefined;
  readonly look?: FigureLook | undefined;
  /** Whether it needs care. */
  readonly isWarning?: boolean | undefined;
}

/** A table whose first column names its rows. */
export interface TableBlock {
  readonly kind: "table";
  readonly title?: string | undefined;
  readonly columns: readonly BlockColumn[];
  readonly rows: readonly BlockRow[];
  /** What stands below the rows, of all of them. */
  readonly total?: BlockRow | undefined;
  /** How many rows are in sight, how many there are at all, and where the rest is. Default: all are in sight. */
  readonly show?: { readonly shown: number; readonly most?: number; readonly rest?: string } | undefined;
}

/** A cell for each column. */
export type BlockRow = readonly BlockCell[];

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

/** Sentences without claims of their own. */
export function said(
  kind: "lead" | "text" | "points" | "quote" | "limits" | "next",
  lines: readonly string[],
  title?: string,
): Extract<Block, { readonly said: unknown }> {
  return { kind, title, said: signed(kind, lines.map((text) => ({ text, claims: [] }))) };
}

/** Figures below 0 with a minus sign; a quote stays as it is. */
function signed(kind: AnswerBlock["kind"], said: readonly SaidText[]): SaidText[] {
  return said.map((one) => kind === "quote" ? one : { ...one, text: withMinus(one.text) });
}

/** The blocks of an answer: its tables have looks, and what is folded are points. */
export function answerBlocks(blocks: readonly AnswerBlock[]): Block[] {
  return blocks.map((block): Block => {
    if (block.kind === "folded") {
      const { title, said } = block;
      const blocks = [{ kind: "points", said: signed("points", said) }] as const;
      return { kind: "folded", title: `${title}: ${counted(said.length, "sentence")}`, blocks };
    }
    if (block.kind === "sources") return block;
    if (block.kind !== "table") return { ...block, said: signed(block.kind, block.said) };
    const columns = block.columns.map((title, at) => ({ title, look: at === 0 ? "words" : "figures" } as const));
    return { kind: "table", columns, rows: block.rows.map(({ name, cells }) => [name, ...cells.map(withMinus)]) };
  });
}
