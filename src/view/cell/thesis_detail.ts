import { longDay } from "../../calendar/day.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Block, type Fact, said } from "../block.ts";
import { duration, timeWords } from "../progress_line.ts";
import { cutBlocks, markdownBlocks, modelBlocks, thesisBlocks, thesisFacts } from "../thesis_blocks.ts";
import { signalWords } from "../thesis_view.ts";
import type { RowDetail } from "./table_frame.ts";

const MAX_TITLE = 90;
const MAX_LINE = 1_000;
const MAX_CHARS = 12_000;

/** All that a row of a run says: its thesis, what was asked and when, its files, or why it has none. */
export function rowDetail(row: ThesisRow, code?: string): RowDetail {
  const { ticker, company = "", question = "", error = "", files, warnings, languageModel } = row;
  const blocks = [...thesisBlocks(row), ...languageModel === undefined ? [] : modelBlocks(languageModel)];
  const { shown, isCut } = cutBlocks(blocks, MAX_CHARS);
  const points = (title: string, lines: readonly string[]): Block[] =>
    lines.length === 0 ? [] : [said("points", lines.map((line) => excerpt(line, MAX_LINE)), title)];
  return {
    title: excerpt([ticker || `row ${row.row}`, company].filter(Boolean).join(" · "), MAX_TITLE),
    blocks: [
      { kind: "facts", facts: factsOf(row) },
      ...points("Not done", error === "" ? [] : [error]),
      ...points("Warnings", warnings),
      ...shown,
      ...isCut ? [said("limits", ["cut here; whole in theses.jsonl"])] : [],
      ...question === "" ? [] : [{ kind: "folded", title: "Asked", blocks: markdownBlocks(question) } as const],
      ...points("Files", files.map(({ path }) => path.split("/").at(-1) ?? "")),
    ],
    code,
  };
}

function factsOf(row: ThesisRow): Fact[] {
  const { status, errorCode, signal = "", rank, asOf, askedAt, seconds, attempts } = row;
  return [
    {
      name: "Status",
      words: status === "done" ? "" : [status.replace("_", " "), errorCode].filter(Boolean).join(", "),
    },
    { name: "Signal", words: signalWords(signal) },
    ...row.signal === undefined ? [] : thesisFacts(row),
    { name: "Rank", words: rank === undefined ? "" : counted(rank) },
    { name: "Claims verified", words: verifiedWords(row) },
    { name: "Data as of", words: longDay(asOf) },
    { name: "Asked", words: askedAt === undefined ? "" : timeWords(askedAt) },
    { name: "Answered after", words: seconds === undefined ? "" : duration(seconds) },
    { name: "Attempts", words: attempts > 1 ? counted(attempts) : "" },
  ].filter(({ words }) => words !== "");
}
