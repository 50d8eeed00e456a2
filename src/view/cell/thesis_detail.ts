import { longDay } from "../../calendar/day.ts";
import type { AnswerBlock } from "../../protocol/answer_block.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import type { Fact } from "../block.ts";
import { duration, timeWords } from "../progress_line.ts";
import { cutBlocks, markdownBlocks, modelBlocks, thesisBlocks, thesisFacts } from "../thesis_blocks.ts";
import { signalWords } from "../thesis_view.ts";
import type { DetailSection, RowDetail } from "./table_frame.ts";

const MAX_TITLE = 90;
const MAX_LINE = 1_000;
const MAX_CHARS = 12_000;
const MAX_FACT = 80;

/** All that a row of a run says: its thesis, what was asked and when, its files, or why it has none. */
export function rowDetail(row: ThesisRow, code?: string): RowDetail {
  const { ticker, company = "", question = "", files, languageModel } = row;
  const blocks = cutBlocks(
    [...thesisBlocks(row), ...languageModel === undefined ? [] : modelBlocks(languageModel)],
    MAX_CHARS,
  );
  return {
    title: excerpt([ticker || `row ${row.row}`, company].filter(Boolean).join(" · "), MAX_TITLE),
    facts: factsOf(row).map(({ name, words, note = "" }) => [
      excerpt(name, MAX_FACT),
      excerpt([words, note].filter(Boolean).join("; "), MAX_FACT),
    ]),
    sections: [
      section("Not done", row.error === undefined ? [] : [row.error]),
      section("Warnings", row.warnings, { isList: true }),
      ...blocks.shown.map(blockSection),
      section("", blocks.isCut ? ["cut here; whole in theses.jsonl"] : []),
      section("Asked", linesOf(markdownBlocks(question))),
      section("Files", files.map(({ path }) => path.split("/").at(-1) ?? ""), { isList: true }),
    ].filter(({ lines }) => lines.length > 0),
    code,
  };
}

function linesOf(blocks: readonly AnswerBlock[]): string[] {
  return blocks.flatMap((block) => blockSection(block).lines);
}

/** Rows of a table are lines of their own. */
function blockSection(block: AnswerBlock): DetailSection {
  if (block.kind === "sources") return section("Sources", block.items, { isList: true });
  if (block.kind === "table") {
    const { columns, rows } = block;
    const pairs = (cells: readonly string[]) =>
      cells.flatMap((cell, at) => cell === "" ? [] : `${columns[at + 1]} ${cell}`);
    return section("", rows.map(({ name, cells }) => `${name}: ${pairs(cells).join(", ")}`), { isList: true });
  }
  const isList = block.kind === "points" || block.kind === "folded";
  return section(block.title ?? "", block.said.map(({ text }) => text), { isList });
}

function factsOf(row: ThesisRow): Fact[] {
  const { status, errorCode, signal = "", rank, asOf, askedAt, seconds, attempts } = row;
  const [first, ...others] = row.signal === undefined ? [] : thesisFacts(row);
  return [
    {
      name: "Status",
      words: status === "done" ? "" : [status.replace("_", " "), errorCode].filter(Boolean).join(", "),
    },
    { name: "Signal", words: signalWords(signal) },
    ...first === undefined ? [] : [first, ...others],
    { name: "Rank", words: rank === undefined ? "" : counted(rank) },
    { name: "Claims verified", words: verifiedWords(row) },
    { name: "Data as of", words: longDay(asOf) },
    { name: "Asked", words: askedAt === undefined ? "" : timeWords(askedAt) },
    { name: "Answered after", words: seconds === undefined ? "" : duration(seconds) },
    { name: "Attempts", words: attempts > 1 ? counted(attempts) : "" },
  ].filter(({ words }) => words !== "");
}

function section(title: string, lines: readonly string[], { isList = false } = {}): DetailSection {
  return { title: excerpt(title, MAX_FACT), lines: lines.map((line) => excerpt(line, MAX_LINE)), isList };
}
