import type { SaidText } from "../protocol/answer_block.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { escapeHtml, Html, html, type HtmlValue } from "../text/html.ts";
import type { BeforeNow, Block, BlockCell, BlockColumn, BlockRow, FactsBlock, NameCell, TableBlock } from "./block.ts";
import { figureWords, isFigure, pairWords } from "./block_lines.ts";

const MAX_CELL = 400;

type Look = BlockColumn["look"];
/** Attributes of a list of facts, one of them, its name, its words and its note. */
type FactsForm = readonly [list: string, one: string, name: string, words: string, note: string];

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
  /** The element of a title, and its attributes. */
  readonly title: readonly [name: "h3" | "h4", attributes: string];
  readonly list: string;
  readonly small: string;
  readonly facts: FactsForm;
  readonly tiles?: FactsForm;
  readonly details?: FactsForm;
  readonly fold: string;
  /** Whether http(s) addresses in sentences are links. */
  readonly isLinked?: boolean;
  /** A sentence with the command in it as it is typed. Default: as it is. */
  readonly typed?: (text: string) => string;
  /** The name of a row. Default: its words. */
  readonly nameOf?: (cell: NameCell) => Html;
  /** What is drawn below a figure; the words beside it say the same. */
  readonly barOf: (value: number, look: Look) => Html | undefined;
}

/** An element of ours; its content is escaped. */
export function element(name: string, attributes: string, content: HtmlValue): Html {
  return new Html(`<${name}${attributes === "" ? "" : ` ${attributes}`}>${html`${content}`}</${name}>`);
}

/** Blocks in their order; what is folded opens on request. */
export function blocksHtml(blocks: readonly Block[], form: Form): Html {
  return html`${blocks.map((block) => blockHtml(block, form))}`;
}

function blockHtml(block: Block, form: Form): HtmlValue {
  if ("said" in block && block.said.length === 0) return undefined;
  if (block.kind === "sources") {
    return element("p", form.small, block.items.map((item, at) => `[${at + 1}] ${excerpt(item, Infinity)}`).join(" "));
  }
  const title = block.title === undefined ? undefined : excerpt(block.title, MAX_CELL);
  const heading = title !== undefined && element(form.title[0], form.title[1], title);
  if (block.kind === "folded") return foldHtml(title ?? "", blocksHtml(block.blocks, form), form);
  if (block.kind === "table") return [heading, blockTable(block, form)];
  if (block.kind === "facts") return [heading, factsHtml(block, form)];
  const sentences = block.said.map((one) => saidHtml(one, form));
  if (block.kind === "points") {
    return [
      heading,
      element(
        "ul",
        form.list,
        sentences.map((one) => element("li", "", one)),
      ),
    ];
  }
  const isLead = block.kind === "lead";
  const look = isLead ? form.lead : block.kind === "limits" ? form.small : form.text;
  return element(block.kind === "quote" ? "blockquote" : "p", look, [
    title !== undefined && element("b", "", `${title}. `),
    ...sentences.map((one, at) => [at > 0 && " ", isLead ? element("b", "", one) : one]),
  ]);
}

/**
 * A table of page and cell: whole texts are for the workbook, further points and rows are folded.
 * @param foldOf What opens at the last sentences of a row. Default: nothing.
 */
export function blockTable(
  { columns, rows, total, show }: TableBlock,
  form: Form,
  foldOf?: (cell: HtmlValue, row: number) => Html,
): Html {
  const { shown, most = Infinity, rest } = show ?? { shown: Infinity };
  const drawn = columns.flatMap(({ look, title }, at) =>
    look === "texts" ? [] : [{ at, look, title: excerpt(title, MAX_CELL) }]
  );
  const prose = drawn.findLastIndex(({ look }) => look === "prose");
  const folding = prose < 0 ? drawn.length - 1 : prose;
  const head = drawn.map(({ title, look }) =>
    element("th", `scope="col" ${isFigure(look) ? form.figure : form.words}`, title)
  );
  const rowOf = (row: BlockRow, number: number) =>
    element(
      "tr",
      "",
      drawn.map(({ at, look, title }, place) => {
        const content = cellHtml(row[at] ?? "", look, form);
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
  const tableOf = (some: readonly BlockRow[], last?: BlockRow) =>
    element("table", form.table, [
      element("thead", "", element("tr", "", head)),
      element("tbody", "", some.map(rowOf)),
      last !== undefined && element("tfoot", "", rowOf(last, -1)),
    ]);
  const folded = rows.slice(shown, most);
  const left = rows.length - most;
  return html`${tableOf(rows.slice(0, shown), total)}${
    folded.length > 0 && foldHtml(`${counted(folded.length)} more`, tableOf(folded), form)
  }${left > 0 && element("p", form.small, `${counted(left)} more ${rest}.`)}`;
}

function foldHtml(title: string, content: HtmlValue, { fold }: Form): Html {
  return element("details", fold, [element("summary", "", title), content]);
}

function cellHtml(cell: BlockCell, look: Look, { nameOf = plainName, barOf }: Form): HtmlValue {
  if (typeof cell === "string") return bolded(excerpt(cell, MAX_CELL));
  if (typeof cell === "number") return [figureWords(cell, look), barOf(cell, look)];
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

function saidHtml({ text, sources = [] }: SaidText, { isLinked = false, typed }: Form): HtmlValue {
  const line = excerpt(typed?.(text) ?? text, Infinity);
  return [isLinked ? linked(line) : bolded(line), sources.length > 0 && ` [${sources.join(", ")}]`];
}

/** Figures by their names, each with its bar and its note. */
function factsHtml({ facts, look }: FactsBlock, form: Form): Html {
  const [list, one, title, words, small] = (look && form[look]) ?? form.facts;
  const drawn = facts.map((fact) =>
    element("div", fact.isWarning === true ? 'class="amber"' : one, [
      element("dt", title, fact.name),
      element("dd", words, [
        element("b", "", fact.words),
        fact.value !== undefined && form.barOf(fact.value, fact.look ?? "rank"),
      ]),
      (fact.note ?? "") !== "" && element("dd", small, fact.note),
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
