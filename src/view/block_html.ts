import type { AnswerBlock, SaidText } from "../protocol/answer_block.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { escapeHtml, Html, html, type HtmlValue } from "../text/html.ts";
import type { BeforeNow, BlockCell, BlockColumn, Fact, NameCell, TableBlock } from "./block.ts";
import { figureWords, isFigure, pairWords } from "./block_lines.ts";

const MAX_CELL = 400;

type Look = BlockColumn["look"];

/** How blocks look: attributes of their elements. */
export interface Form {
  readonly table: string;
  readonly words: string;
  readonly figure: string;
  readonly name: string;
  /** Whether each cell repeats the title of its column, for a screen that shows them one below the other. */
  readonly isLabelled?: boolean;
  readonly lead: string;
  readonly text: string;
  readonly title: string;
  readonly list: string;
  readonly small: string;
  /** A list of facts, one of them, its name, its words and its note. */
  readonly facts: readonly [list: string, one: string, name: string, words: string, note: string];
  readonly fold: string;
  /** Whether http(s) addresses in sentences are links. */
  readonly isLinked?: boolean;
  /** What is drawn below a figure; the words beside it say the same. */
  readonly barOf: (value: number, look: Look) => Html | undefined;
}

/** How much of a table is drawn, and in which form. */
export interface BlockTableOptions {
  readonly form: Form;
  /** Rows at once. Default: all. */
  readonly shown?: number;
  /** Rows in all, the later ones folded. Default: all. */
  readonly most?: number;
  /** Where the others are. */
  readonly rest?: HtmlValue;
  /** The name of a row. Default: its words. */
  readonly nameOf?: (cell: NameCell) => Html;
  /** What opens at the last sentences of a row. Default: nothing. */
  readonly foldOf?: (cell: HtmlValue, row: number) => Html;
}

/** An element of ours; its content is escaped. */
export function element(name: string, attributes: string, content: HtmlValue): Html {
  return new Html(`<${name}${attributes === "" ? "" : ` ${attributes}`}>${html`${content}`}</${name}>`);
}

/** A table of page and cell: whole texts are for the workbook, further points and rows are folded. */
export function blockTable({ columns, rows }: TableBlock, options: BlockTableOptions): Html {
  const { form, shown = Infinity, most = Infinity, rest, foldOf } = options;
  const drawn = columns.flatMap(({ look, title }, at) => look === "texts" ? [] : [{ at, look, title }]);
  const prose = drawn.findLastIndex(({ look }) => look === "prose");
  const folding = prose < 0 ? drawn.length - 1 : prose;
  const head = drawn.map(({ title, look }) =>
    element("th", `scope="col" ${isFigure(look) ? form.figure : form.words}`, title)
  );
  const rowOf = (row: TableBlock["rows"][number], number: number) =>
    element(
      "tr",
      "",
      drawn.map(({ at, look, title }, place) => {
        const content = cellHtml(row[at] ?? "", look, options);
        if (place === 0) return element("th", `scope="row" ${form.name}`, content);
        const label = form.isLabelled === true ? ` data-t="${escapeHtml(title)}"` : "";
        const isLast = foldOf !== undefined && place === folding;
        return element(
          "td",
          `${isFigure(look) ? form.figure : form.words}${label}`,
          isLast ? foldOf(content, number) : content,
        );
      }),
    );
  const tableOf = (some: TableBlock["rows"]) =>
    element("table", form.table, [
      element("thead", "", element("tr", "", head)),
      element("tbody", "", some.map(rowOf)),
    ]);
  const folded = rows.slice(shown, most);
  const left = rows.length - most;
  return html`${tableOf(rows.slice(0, shown))}${
    folded.length > 0 && foldHtml(`${counted(folded.length)} more`, tableOf(folded), form)
  }${left > 0 && element("p", form.small, [counted(left), " more in ", rest, "."])}`;
}

function foldHtml(title: string, content: HtmlValue, { fold }: Form): Html {
  return element("details", fold, [element("summary", "", title), content]);
}

function cellHtml(cell: BlockCell, look: Look, { nameOf = plainName, form }: BlockTableOptions): HtmlValue {
  if (typeof cell === "string") return bolded(excerpt(cell, MAX_CELL));
  if (typeof cell === "number") return [figureWords(cell, look), form.barOf(cell, look)];
  if (Array.isArray(cell)) return look === "points" ? pointsHtml(cell) : excerpt(cell.join("; "), MAX_CELL);
  if ("name" in cell) return nameOf(cell);
  const [before, now] = pairWords(cell as BeforeNow, look);
  return before === now ? now : html`${before || "–"} → <b>${now || "–"}</b>`;
}

function plainName({ name, note }: NameCell): Html {
  return html`${name}${note !== "" && html`<br /><small style="font-weight:400">${note}</small>`}`;
}

/** The first reason, and the others below a fold: a table is read by its rows. */
function pointsHtml([first = "", ...others]: readonly string[]): HtmlValue {
  const lines = others.map((line) => html`<p>${excerpt(line, MAX_CELL)}</p>`);
  return [
    excerpt(first, MAX_CELL),
    others.length > 0 && html`<details><summary>${others.length} more</summary>${lines}</details>`,
  ];
}

/** Blocks of an answer, in their order; what is folded opens on request. */
export function answerHtml(blocks: readonly AnswerBlock[], form: Form): Html {
  return html`${blocks.map((block) => answerBlock(block, form))}`;
}

function answerBlock(block: AnswerBlock, form: Form): Html {
  if (block.kind === "table") return blockTable(answerTable(block), { form });
  if (block.kind === "sources") {
    return element("p", form.small, block.items.map((item, at) => `[${at + 1}] ${excerpt(item, Infinity)}`).join(" "));
  }
  const { kind, said } = block;
  const title = block.title === undefined ? undefined : excerpt(block.title, MAX_CELL);
  const sentences = said.map((one) => saidHtml(one, form));
  const list = () => element("ul", form.list, sentences.map((one) => element("li", "", one)));
  if (kind === "folded") return foldHtml(`${title}: ${counted(said.length, "sentence")}`, list(), form);
  if (kind === "points") return html`${title !== undefined && element("h4", form.title, title)}${list()}`;
  const words = sentences.map((one, at) => [at > 0 && " ", kind === "lead" ? element("b", "", one) : one]);
  const look = kind === "lead" ? form.lead : kind === "limits" ? form.small : form.text;
  return element(kind === "quote" ? "blockquote" : "p", look, [
    title !== undefined && element("b", "", `${title}. `),
    ...words,
  ]);
}

function answerTable({ columns, rows }: Extract<AnswerBlock, { readonly kind: "table" }>): TableBlock {
  return {
    kind: "table",
    columns: columns.map((title, at) => ({ title: excerpt(title, MAX_CELL), look: at === 0 ? "words" : "figures" })),
    rows: rows.map(({ name, cells }) => [name, ...cells]),
  };
}

function saidHtml({ text, sources = [] }: SaidText, { isLinked = false }: Form): HtmlValue {
  const line = excerpt(text, Infinity);
  return [isLinked ? linked(line) : bolded(line), sources.length > 0 && ` [${sources.join(", ")}]`];
}

/** Figures by their names, each with its bar and its note. */
export function factsHtml(facts: readonly Fact[], { facts: [list, one, title, said, small], barOf }: Form): Html {
  const drawn = facts.map(({ name, words, note = "", value, look = "rank" }) =>
    element("div", one, [
      element("dt", title, name),
      element("dd", said, [element("b", "", words), value !== undefined && barOf(value, look)]),
      note !== "" && element("dd", small, note),
    ])
  );
  return element("dl", list, drawn);
}

/** A line of Markdown: what stands between double asterisks is bold. */
function bolded(line: string): Html {
  return html`${line.split(/\*\*(\S.*?)\*\*/).map((part, at) => at % 2 === 1 ? html`<b>${part}</b>` : part)}`;
}

const MAX_LINK = 2_000;
/** Ends before what closes a sentence or a bracket. */
const ADDRESS = /(https?:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?)\]}])/i;

/** A line whose http(s) addresses are links; nothing but an address that parses as one becomes one. */
function linked(text: string): Html {
  const parts = text.split(ADDRESS).map((part, at) => {
    const url = at % 2 === 0 || part.length > MAX_LINK ? null : URL.parse(part);
    if (url === null || !/^https?:$/.test(url.protocol)) return bolded(part);
    return html`<a href="${url.href}" target="_blank" rel="noopener noreferrer">${part}</a>`;
  });
  return html`${parts}`;
}
