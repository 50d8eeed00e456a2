import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { stripControl } from "../../text/control.ts";
import { html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { duration } from "../progress_line.ts";
import { thesisNotes, warningLines } from "../thesis_view.ts";
import { card, COLOURS, smallPrint } from "./card.ts";
import { type CardFile, fileList, pictures } from "./card_files.ts";
import { modelPart } from "./model_part.ts";
import { points } from "./points.ts";
import { rankStandings, type Standing } from "./standings.ts";
import { factsPart, questionPart, reasoningParts, titlePart } from "./thesis_parts.ts";

/** What is known beside a thesis or an answer. */
export interface Beside {
  /** What was asked. */
  readonly question?: string | undefined;
  /** Seconds from the question to the end. */
  readonly seconds?: number | undefined;
  /** Its files, with the pictures that are drawn. */
  readonly files?: readonly CardFile[] | undefined;
  /** How to get a file, as code or words. */
  readonly getFile?: string | undefined;
  /** What is missing. */
  readonly problem?: View | undefined;
}

/** How to get a file of a thesis. */
const GET_FILE = "To get one: await research.file(thesis.metadata.files[0])";

/** A thesis as a card of a cell; what the service does not say is omitted. */
export function thesisCard(result: ReasoningResult, beside: Beside = {}): View {
  const { files = [], seconds, getFile = GET_FILE, problem } = beside;
  const { metadata = {} } = result;
  const notes = [thesisNotes(metadata), seconds === undefined ? "" : duration(seconds)];
  return card([
    ...thesisParts(result, beside),
    modelPart(metadata.language_model),
    problem,
    warningPart(warningLines(metadata)),
    fileList(files, files.length === 0 ? "" : getFile),
    smallPrint(notes.filter((note) => note !== "").join(" · ")),
  ], COLOURS.plain);
}

/**
 * What matters of a thesis, first.
 * @param known Places of its figures, beside those it says itself.
 */
export function thesisParts(
  result: ReasoningResult,
  { question, files = [] }: Beside,
  { known = [], failures }: { readonly known?: readonly Standing[]; readonly failures?: View | undefined } = {},
): (View | undefined)[] {
  const { lead, rest } = reasoningParts(result.agent_thesis.reasoning);
  const standings = [...rankStandings(result.metadata?.verification ?? {}), ...known];
  const title = titlePart(result);
  const facts = factsPart(result);
  return [
    questionPart(question),
    { text: `${title.text}\n${facts.text}`, html: title.html },
    lead,
    pictures(files),
    failures,
    { text: "", html: facts.html },
    rest,
    points(result, standings),
  ];
}

/** What the service could not do, and other words of caution. */
export function warningPart(lines: readonly string[]): View | undefined {
  if (lines.length === 0) return undefined;
  return {
    text: lines.join("\n"),
    html: html`${lines.map((line) => html`<p style="margin:8px 0">⚠ ${stripControl(line)}</p>`)}`,
  };
}
