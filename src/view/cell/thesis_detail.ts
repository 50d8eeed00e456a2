import { chosenTitle, COMMENT_TITLE, NOTES_TITLE } from "../../protocol/model_paragraphs.ts";
import { recordWords } from "../../run/chance_record.ts";
import { evidenceWords } from "../../run/evidence_words.ts";
import { chanceWords } from "../../run/fall_chance.ts";
import { confidenceWords, statementName } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { excerpt, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import { modelLine } from "../model_words.ts";
import { duration, timeWords } from "../progress_line.ts";
import { scoreWords, signalWords } from "../thesis_view.ts";
import type { DetailSection, RowDetail } from "./table.ts";

const MAX_TITLE = 90;
const MAX_LINE = 1_000;
const MAX_REASONING = 8_000;
const MAX_LINES = 20;
const MAX_FACT = 80;

/** All that a row of a run says: its thesis, what was asked and when, its files, or why it has none. */
export function rowDetail(row: ThesisRow, code?: string): RowDetail {
  const { ticker, company = "", reasoning = "", question = "", files } = row;
  return {
    title: excerpt([ticker || `row ${row.row}`, company].filter(Boolean).join(" · "), MAX_TITLE),
    facts: factsOf(row).filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== "")
      .map(([name, value]) => [excerpt(name, MAX_FACT), excerpt(value, MAX_FACT)]),
    sections: [
      section("Not done", row.error === undefined ? [] : [row.error]),
      section("Warnings", row.warnings, { isList: true }),
      section("Drivers", row.drivers, { isList: true }),
      section("Risks", row.risks, { isList: true }),
      section("Reasoning", paragraphs(reasoning, MAX_REASONING)),
      ...modelSections(row),
      section("Asked", paragraphs(question, MAX_LINE)),
      section("Files", files.map(({ path }) => path.split("/").at(-1) ?? ""), { isList: true }),
    ].filter(({ lines }) => lines.length > 0),
    code,
  };
}

function modelSections({ languageModel }: ThesisRow): DetailSection[] {
  if (languageModel === undefined) return [];
  const { answer, comments = [], notes = [] } = languageModel;
  return [
    section(excerpt(chosenTitle(languageModel), MAX_FACT), answer, { isList: true }),
    section(COMMENT_TITLE, comments, { isList: true }),
    section(NOTES_TITLE, [...notes, `${modelLine(languageModel)}.`], { isList: true }),
  ];
}

type MaybeFact = readonly [name: string, value: string | undefined];

function factsOf(row: ThesisRow): MaybeFact[] {
  const { status, errorCode, signal, score, rank, probability, confidence, drawdownProbability: fall, evidence } = row;
  const name = statementName([row])?.what;
  return [
    ["status", status === "done" ? undefined : [status.replace("_", " "), errorCode].filter(Boolean).join(", ")],
    ["signal", signal && signalWords(signal)],
    ["score", score === undefined ? undefined : scoreWords(score)],
    ["rank", rank === undefined ? undefined : counted(rank)],
    probability === undefined || name === undefined
      ? ["confidence", confidence === undefined ? undefined : confidenceWords(confidence)]
      : [`probability of ${name}`, confidenceWords(probability)],
    [
      "drawdown risk",
      fall === undefined ? undefined : [chanceWords(fall), recordWords(row)].filter(Boolean).join("; "),
    ],
    ["claims verified", verifiedWords(row)],
    ["evidence", evidence && evidenceWords(evidence)],
    ["data as of", row.asOf],
    ["asked", row.askedAt && timeWords(row.askedAt)],
    ["answered after", row.seconds === undefined ? undefined : duration(row.seconds)],
    ["attempts", row.attempts > 1 ? counted(row.attempts) : undefined],
  ];
}

function section(title: string, lines: readonly string[], { isList = false } = {}): DetailSection {
  const most = lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`]
    : lines;
  return { title, lines: most.map((line) => isList ? excerpt(line, MAX_LINE) : line), isList };
}

function paragraphs(text: string, most: number): string[] {
  return stripControl(cut(text, most)).split(/\n+/).map((line) => line.trim()).filter((line) => line !== "");
}
