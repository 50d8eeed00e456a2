import type { LanguageModelReport } from "../protocol/language_model.ts";
import { withMinus } from "../protocol/answer_block.ts";
import { chosenTitle, COMMENT_TITLE, NOTES_TITLE } from "../protocol/model_paragraphs.ts";
import { recordWords } from "../run/chance_record.ts";
import { chanceWords } from "../run/drawdown_chance.ts";
import { ownSentence } from "../run/headline.ts";
import { confidenceWords, evidenceWords, probabilityWords, statementName } from "../run/statement.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { excerpt, stripControl } from "../text/control.ts";
import { cut } from "../text/cut.ts";
import { answerBlocks, type Block, type Fact, said } from "./block.ts";
import { modelLine } from "./model_words.ts";
import { scoreWords } from "./thesis_view.ts";

/** What of a row its blocks are made of. */
type ShownRow = Pick<ThesisRow, "sections" | "reasoning" | "signal" | "drivers" | "risks">;

/**
 * A thesis as blocks: those of its service, else made of its text, the first sentence of its own as lead. Drivers and risks
 * that no block says follow.
 */
export function thesisBlocks(row: ShownRow): Block[] {
  const { sections, reasoning = "", drivers, risks } = row;
  const blocks = sections ? answerBlocks(sections.blocks) : markdownBlocks(ledBy(reasoning, ownSentence(row)));
  const shown = new Set(
    (sections?.blocks ?? blocks).flatMap((block) => "said" in block ? block.said : []).map(({ text }) =>
      withMinus(text)
    ),
  );
  const points = ([["Drivers", drivers], ["Risks", risks]] as const).map(([title, lines]) =>
    said("points", lines.filter((line) => !shown.has(withMinus(line))), title)
  );
  return [...blocks, ...points.filter(({ said }) => said.length > 0)];
}

function ledBy(reasoning: string, lead: string | undefined): string {
  if (lead === undefined || LEAD.test(reasoning)) return reasoning;
  const rest = reasoning.startsWith(lead) ? reasoning.slice(lead.length) : reasoning;
  return /^\S/.test(rest) && rest !== reasoning ? reasoning : `**${lead}**\n${rest}`; // an address goes on behind a "?"
}

/** What a language model added to an answer, which is no part of the thesis. */
export function modelBlocks(report: LanguageModelReport): Block[] {
  const { answer, comments = [], notes = [] } = report;
  return [
    said("points", answer, chosenTitle(report)),
    said("quote", comments, COMMENT_TITLE),
    said("points", notes, NOTES_TITLE),
    said("limits", [`${modelLine(report)}.`]),
  ].filter(({ said }) => said.length > 0);
}

const LEAD = /^\*\*([^\n]+?)\*\*(?=\s|$)/;
const BULLET = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
const ITALIC = /^\*(?!\*)(.+)\*$/;

/** A text as blocks: its bold first line leads, lines that are bullets are points, those between bars are tables. */
export function markdownBlocks(text: string): Block[] {
  const runs: { readonly kind: string; readonly lines: string[] }[] = [];
  let open = "";
  for (const line of stripControl(text).trim().split("\n").map((line) => line.trim())) {
    const kind = line === "" ? "" : line.startsWith("|") ? "table" : BULLET.test(line) ? "points" : "text";
    if (kind === open && kind !== "text") runs.at(-1)?.lines.push(line);
    else if (kind !== "") runs.push({ kind, lines: [line] });
    open = kind;
  }
  return runs.map(({ kind, lines }, at) => {
    if (kind === "table") return tableOf(lines);
    if (kind === "points") return said("points", lines.map((line) => unescaped(line.replace(BULLET, ""))));
    const [line = ""] = lines;
    if (at === 0 && LEAD.test(line)) return said("lead", [unescaped(line.replace(LEAD, "$1"))]);
    if (line.startsWith("[1] ")) return { kind: "sources", items: line.split(/ ?\[\d+\] /).slice(1) };
    const isItalic = ITALIC.test(line);
    return said(isItalic ? "limits" : "text", [
      unescaped(isItalic ? line.replaceAll(/\*( |$)|(^| )\*/g, " ") : line),
    ]);
  });
}

function unescaped(text: string): string {
  return text.replace(/\\([*|])/g, "$1").trim();
}

function tableOf(lines: readonly string[]): Block {
  const rows = lines.filter((line) => /[^\s|:-]/.test(line)).map((line) =>
    line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map(unescaped)
  );
  const [columns = [], ...body] = rows;
  return {
    kind: "table",
    columns: columns.map((title, at) => ({ title, look: at === 0 ? "words" : "figures" })),
    rows: body,
  };
}

/** The blocks up to a number of characters, and whether that is not all. */
export function cutBlocks(blocks: readonly Block[], most: number) {
  let left = most;
  const shown = blocks.flatMap((block): Block[] => {
    if (left <= 0) return [];
    if (!("said" in block)) {
      left -= JSON.stringify(block).length;
      return [block];
    }
    const said = block.said.flatMap((one) => {
      const room = left;
      left -= one.text.length;
      return room <= 0 ? [] : [{ ...one, text: cut(one.text, room) }];
    });
    return [{ ...block, said }];
  });
  return { shown, isCut: left < 0 };
}

const MAX_NOTE = 200;
/** Most parts of a score; an answer on many names has more. */
const MAX_PARTS = 12;

/** The figures of a thesis, those with ends with a bar; what its service does not say is omitted. */
export function thesisFacts(
  row: Omit<ThesisRow, "row" | "ticker" | "cells" | "status" | "warnings" | "files" | "selected" | "attempts">,
): Fact[] {
  const { score, drawdownProbability: chance, evidence, probability, confidence } = row;
  const name = statementName([row]);
  return [
    ...chance === undefined ? [] : [{
      name: "Drawdown risk",
      words: chanceWords(chance),
      note: recordWords(row),
      value: chance,
      look: "chance" as const,
    }],
    ...score === undefined ? [] : [scoreFact("Score", score), ...scoreParts(row)],
    probability === undefined || name === undefined
      ? { name: "Confidence", words: confidence === undefined ? "" : confidenceWords(confidence) }
      : { name: excerpt(`Probability of ${name.what}`, MAX_NOTE), words: probabilityWords(probability) },
    { name: "Evidence", words: evidence === undefined ? "" : evidenceWords(evidence) },
  ].filter(({ words }) => words !== "");
}

function scoreFact(name: string, score: number): Fact {
  return { name, words: scoreWords(score), value: score, look: "score" };
}

/** The verified scores that the score is the mean of. */
function scoreParts({ claims }: Pick<ThesisRow, "claims">): Fact[] {
  const parts = claims.filter(({ metric, value }) => metric.startsWith("score_") && Math.abs(Number(value)) <= 1);
  const subjectOf = (id: string) => id.slice(0, id.lastIndexOf("."));
  const isOne = new Set(parts.map(({ id }) => subjectOf(id))).size === 1;
  return parts.slice(0, MAX_PARTS).map(({ id, metric, value }) =>
    scoreFact(
      excerpt(`Score, ${isOne ? "" : `${subjectOf(id)} `}${metric.slice("score_".length)}`, MAX_NOTE),
      Number(value),
    )
  );
}
