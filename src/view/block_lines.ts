import { chanceDecimals } from "../protocol/drawdown_line.ts";
import { chanceWords } from "../run/drawdown_chance.ts";
import { confidenceWords, probabilityWords } from "../run/statement.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { cutWords } from "../text/cut.ts";
import { counted } from "../text/counted.ts";
import type { BeforeNow, Block, BlockCell, BlockColumn, FactsBlock, TableBlock } from "./block.ts";
import { scoreWords, shareWords } from "./thesis_view.ts";
import { wrapped } from "./word_wrap.ts";

const MAX_NAME = 14;
const MAX_WORDS = 400;
/** In characters. */
const MIN_NOTE = 20;
const MIN_WIDTH = 60;

/** Whether the cells of a column are figures, which stand at the right. */
export function isFigure(look: BlockColumn["look"]): boolean {
  return ["rank", "score", "chance", "share", "probability", "confidence", "figures"].includes(look);
}

/** A value before and now, as people read it; empty where a run has none. */
export function pairWords({ before, now }: BeforeNow, look: BlockColumn["look"]): readonly [string, string] {
  const decimals = chanceDecimals(...[before, now].map((value) => typeof value === "number" ? value : undefined));
  const words = (value: string | number = "") => typeof value === "string" ? value : figureWords(value, look, decimals);
  return [words(before), words(now)];
}

/** A figure as people read it. */
export function figureWords(value: number, look: BlockColumn["look"], decimals = chanceDecimals(value)): string {
  if (look === "chance") return chanceWords(value, decimals);
  if (look === "probability") return probabilityWords(value);
  if (look === "confidence") return confidenceWords(value);
  return look === "share" ? shareWords(value) : look === "score" ? scoreWords(value) : `${value}`;
}

/** Blocks as lines of at least 60 columns, empty ones around tables and above titles and what goes on; nothing folded. */
export function blockLines(blocks: readonly Block[], width: number): string[] {
  let before = "";
  return blocks.flatMap((block) => {
    const lines = linesOf(block, Math.max(width, MIN_WIDTH));
    if (lines.length === 0) return [];
    const isTitled = "title" in block && block.title !== undefined;
    const isApart = before !== "" && (isTitled || before === "table" || ["table", "next"].includes(block.kind));
    before = block.kind;
    return isApart ? ["", ...lines] : lines;
  });
}

function linesOf(block: Block, width: number): string[] {
  if (block.kind === "folded") return [];
  if (block.kind === "sources") {
    return block.items.flatMap((item, at) => wrapped(`[${at + 1}] ${oneLine(item)}`, width));
  }
  const title = block.title === undefined ? [] : wrapped(oneLine(block.title), width);
  if (block.kind === "facts") return [...title, ...factLines(block, width)];
  if (block.kind !== "table") {
    const bullet = block.kind === "points" ? "- " : "";
    return [...title, ...block.said.flatMap(({ text }) => wrapped(`${bullet}${oneLine(text)}`, width))];
  }
  const { rows, show: { most = rows.length, rest = "" } = {} } = block;
  const left = rows.length - most;
  return [
    ...title,
    ...tableLines({ ...block, rows: rows.slice(0, most) }, width),
    ...left > 0 ? [`… ${counted(left)} more ${rest}`] : [],
  ];
}

/** A name, its words, and what is said of them beside both. */
function factLines({ facts }: FactsBlock, width: number): string[] {
  const most = (of: "name" | "words") => Math.max(0, ...facts.map((fact) => fact[of].length));
  return facts.flatMap(({ name, words, note = "" }) => {
    const start = `  ${name.padEnd(most("name"))}  ${words.padStart(most("words"))}  `;
    const lines = wrapped(note, Math.max(MIN_NOTE, width - start.length));
    return lines.map((line, at) => `${at === 0 ? start : " ".repeat(start.length)}${line}`.trimEnd());
  });
}

/**
 * A table of the terminal; its last column takes the room that is left, and whole texts and marks have none.
 * @param options `isOthers`: whether the titles are somebody else's, and stay as they are. Default: false.
 */
export function tableLines({ columns, rows }: TableBlock, width: number, { isOthers = false } = {}): string[] {
  const shown = columns.flatMap(({ look, title }, at) =>
    look === "texts" || look === "marks" ? [] : [{ look, title, at }]
  );
  const cells = [
    shown.map(({ title }) => isOthers ? title : title.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())),
    ...rows.map((row) => shown.map(({ look, at }) => cellWords(row[at] ?? "", look))),
  ];
  const widths = shown.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) => {
    const padded = row.map((cell, at) => {
      if (isFigure(shown[at]?.look ?? "words")) return cell.padStart(widths[at] ?? 0);
      return at === shown.length - 1 ? cell : cell.padEnd(widths[at] ?? 0);
    });
    return cutWords(padded.join("  ").trimEnd(), width);
  });
}

/** A cell as one line. */
export function cellWords(cell: BlockCell, look: BlockColumn["look"]): string {
  if (typeof cell === "number") return figureWords(cell, look);
  if (typeof cell === "string" || Array.isArray(cell)) return excerpt([cell].flat().join("; "), MAX_WORDS);
  if ("name" in cell) return excerpt(cell.name, MAX_NAME);
  const [before, now] = pairWords(cell as BeforeNow, look);
  return before === now ? now : `${before || "-"} → ${now || "-"}`;
}
