/** A sentence of an answer. */
export interface SaidText {
  /** The finished sentence; of a titled point, title and sentences. */
  readonly text: string;
  /** What the text of a point begins with, like `Diversification works.` */
  readonly title?: string | undefined;
  /** Ids of the claims behind it, as the verification report names them. */
  readonly claims: readonly string[];
  /** Numbers of its sources, as the block of sources counts them from 1. */
  readonly sources?: readonly number[] | undefined;
}

/** A row of a table: of a company, a period or a day. */
export interface TableRow {
  /** What the row is of. */
  readonly name: string;
  /** One for each column, as it is shown; empty where nothing is known, which is never 0. */
  readonly cells: readonly string[];
  /** As of a sentence. */
  readonly claims: readonly string[];
  /** As of a sentence. */
  readonly sources?: readonly number[] | undefined;
}

/**
 * One part of an answer. `lead` answers the question; `direction` is the thesis, where a view is asked for; `turn` says what
 * would change the view, `limits` what the data do not hold, `next` the command or question that goes on. What is `folded`
 * is not in the text, and shown on request.
 */
export type AnswerBlock =
  | {
    readonly kind: "lead" | "direction" | "text" | "points" | "turn" | "quote" | "limits" | "next";
    readonly title?: string | undefined;
    readonly said: readonly SaidText[];
  }
  | {
    readonly kind: "table";
    /** The head of the rows' names, then one for each cell. */
    readonly columns: readonly string[];
    readonly rows: readonly TableRow[];
  }
  | { readonly kind: "sources"; readonly items: readonly string[] }
  | { readonly kind: "folded"; readonly title: string; readonly said: readonly SaidText[] };

/** The kind of a block. */
export type BlockKind = AnswerBlock["kind"];

/** An answer as blocks, for programs that draw it: the text, key drivers and risks say the same. */
export interface AnswerSections {
  /** 1; a later one may have other kinds of blocks. */
  readonly version: number;
  /** The kind of question that it answers, like `thesis` or `fact`. */
  readonly kind: string;
  /** In the order of the answer. */
  readonly blocks: readonly AnswerBlock[];
}

/** The sentences of the blocks of one kind, of points those of one title; none of an answer without blocks. */
export function saidIn(
  sections: AnswerSections | undefined,
  { kind, title }: { readonly kind: BlockKind; readonly title?: string },
): readonly string[] {
  return (sections?.blocks ?? []).flatMap((block) =>
    block.kind === kind && "said" in block && (title === undefined || block.title === title)
      ? block.said.map(({ text }) => text)
      : []
  );
}

/** The figures of the last period in the table of a business by years, each by the head of its column. */
export function lastFigures(sections: AnswerSections | undefined): ReadonlyMap<string, string> {
  const isOfOne = sections?.kind === "filings" || sections?.kind === "thesis";
  const table = isOfOne ? sections.blocks.find((block) => block.kind === "table") : undefined;
  const row = table?.rows.findLast(({ name }) =>
    sections?.kind === "filings" || /^(?:Year|Twelve months) to /.test(name)
  );
  const figures = table?.columns.slice(1).map((head, at) => [head, row?.cells[at] ?? ""] as const) ?? [];
  return new Map(row === undefined ? [] : [["Accounts", row.name], ...figures.filter(([, shown]) => shown !== "")]);
}

/** A text with a minus sign before negative figures, where a keyboard has a hyphen. */
export function withMinus(text: string): string {
  return text.replace(/(?<=^|[\s(|])-(?=[$€£¥]?\d)/g, "\u2212");
}

/** A block as Markdown; empty for what is folded. Tables are aligned, so that they read well as plain text too. */
export function blockMarkdown(block: AnswerBlock): string {
  return block.kind === "quote" ? markdownOf(block) : withMinus(markdownOf(block)); // a quote stays as it is
}

function markdownOf(block: AnswerBlock): string {
  switch (block.kind) {
    case "table":
      return tableMarkdown(block.columns, block.rows);
    case "sources":
      return block.items.map((item, at) => `[${at + 1}] ${item}`).join(" ");
    case "folded":
      return "";
    case "points":
      return [
        ...block.title === undefined ? [] : [`**${block.title}**`],
        ...block.said.map((one) => `- ${saidMarkdown(one)}`),
      ].join("\n");
    case "lead":
      return block.said.map((one) => saidMarkdown(one, "**")).join(" ");
    case "limits":
      return block.said.map((one) => saidMarkdown(one, "*")).join(" ");
    case "quote":
      return block.said.map((one) => `> ${saidMarkdown(one)}`).join("\n>\n");
    default: {
      const text = block.said.map((one) => saidMarkdown(one)).join(" ");
      return block.title === undefined ? text : `**${block.title}.** ${text}`;
    }
  }
}

/** @param mark Stands around the sentence, and not around the numbers of its sources. */
function saidMarkdown({ text, title = "", sources = [] }: SaidText, mark = ""): string {
  const [head, rest] = [title, text.slice(title.length)].map((one) => one.replace(/[*|]/g, "\\$&"));
  const plain = title === "" ? `${mark}${rest}${mark}` : `**${head}**${rest}`;
  return sources.length === 0 ? plain : `${plain} [${sources.join(", ")}]`;
}

function tableMarkdown(columns: readonly string[], rows: readonly TableRow[]): string {
  const cells = [columns, ...rows.map(({ name, cells }) => [name, ...cells])];
  const widths = columns.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: readonly string[]) =>
    `| ${
      row.map((cell, at) => at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)).join(" | ")
    } |`;
  const rule = `|${widths.map((width, at) => `${"-".repeat(width + 1)}${at === 0 ? "-" : ":"}`).join("|")}|`;
  const [head = [], ...body] = cells;
  return [lineOf(head), rule, ...body.map(lineOf)].join("\n");
}
