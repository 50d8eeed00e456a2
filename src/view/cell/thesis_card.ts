import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { errorOf, hasThesis, type Outcome } from "../../run/outcome.ts";
import { resultFields } from "../../run/thesis_row.ts";
import { excerpt, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { type Block, said } from "../block.ts";
import { blocksHtml, element } from "../block_html.ts";
import { blockLines } from "../block_lines.ts";
import type { View } from "../lines.ts";
import { duration } from "../progress_line.ts";
import { cutBlocks, markdownBlocks, modelBlocks, thesisBlocks, thesisFacts } from "../thesis_blocks.ts";
import { signalWords, thesisNotes, warningLines } from "../thesis_view.ts";
import { card, CARD_FORM, COLOURS, smallPrint } from "./card.ts";
import { type CardFile, fileList, pictures } from "./card_files.ts";

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
const MAX_NAME = 120;
const MAX_QUESTION = 600;
const MAX_MESSAGE = 2_000;
const MAX_CHARS = 40_000;
const TITLE = "margin:4px 0;font-size:18px;font-weight:600";

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

/** What matters of a thesis, first: its lead, its pictures and figures, then its other blocks. As text it stays whole. */
export function thesisParts(
  result: ReasoningResult,
  { question, files = [] }: Beside,
  failures?: View,
): (View | undefined)[] {
  const { agent_thesis: { signal, reasoning }, key_drivers, risks, metadata: { subject = "" } = {} } = result;
  const row = resultFields(result);
  const facts = thesisFacts(row);
  const { shown, isCut } = cutBlocks(thesisBlocks(row), MAX_CHARS);
  const isLead = ({ kind }: Block) => kind === "lead";
  const title = [excerpt(subject, MAX_NAME), signalWords(signal)].filter((part) => part !== "").join(": ");
  const figures = facts.map(({ name, words, note = "" }) =>
    `${name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())} ${words}${note === "" ? "" : ` (${note})`}`
  );
  const points = [said("points", key_drivers, "Drivers"), said("points", risks, "Risks")];
  const lines = blockLines(points.filter(({ said }) => said.length > 0), Infinity).join("\n");
  const plain = [reasoning.trim(), lines].filter((part) => part !== "").join("\n\n");
  return [
    questionPart(question),
    { text: `${title}\n${figures.join(" · ")}`, html: html`<h3 style="${TITLE}">${title}</h3>` },
    { text: "", html: blocksHtml(shown.filter(isLead), CARD_FORM) },
    pictures(files),
    failures,
    { text: "", html: blocksHtml([{ kind: "facts", facts }], CARD_FORM) },
    {
      text: prosePart(plain).text,
      html: html`${blocksHtml(shown.filter((block) => !isLead(block)), CARD_FORM)}${
        isCut && element("p", CARD_FORM.small, `… ${CUT}`)
      }`,
    },
  ];
}

const CUT = "more characters are not shown here.";

/** The question, where it is known. */
export function questionPart(question = ""): View | undefined {
  const words = excerpt(question, MAX_QUESTION);
  return words === "" ? undefined : { text: words, html: html`<p style="margin:4px 0;opacity:.8">${words}</p>` };
}

/** A text of a model, its Markdown drawn. */
export function prosePart(text: string): View {
  const left = text.length - MAX_CHARS;
  const shown = stripControl(left > 0 ? text.slice(0, MAX_CHARS).toWellFormed() : text).trim();
  const note = left > 0 ? `… ${counted(left)} ${CUT}` : "";
  return {
    text: note === "" ? shown : `${shown}\n\n${note}`,
    html: html`${blocksHtml(markdownBlocks(shown), CARD_FORM)}${note !== "" && element("p", CARD_FORM.small, note)}`,
  };
}

/** What a language model added to an answer, apart from the thesis; nothing where none was asked. */
export function modelPart(report: LanguageModelReport | undefined): View | undefined {
  if (report === undefined) return undefined;
  const { shown } = cutBlocks(modelBlocks(report), MAX_CHARS);
  const box = "margin:12px 0 0;padding:2px 12px;border-left:3px solid;border-color:#8888";
  const text = blockLines(shown, Infinity).join("\n").trim();
  return { text, html: html`<section style="${box}">${blocksHtml(shown, CARD_FORM)}</section>` };
}

/** What the service could not do, and other words of caution. */
export function warningPart(lines: readonly string[]): View | undefined {
  if (lines.length === 0) return undefined;
  return {
    text: lines.join("\n"),
    html: html`${lines.map((line) => html`<p style="margin:8px 0">⚠ ${stripControl(line)}</p>`)}`,
  };
}

const STATUS_WORDS: Readonly<Record<Outcome["status"], string>> = {
  done: "done",
  partial: "something is missing",
  failed: "failed",
  invalid: "not asked: the row is invalid",
  in_doubt: "in doubt: it may have been sent",
  skipped: "not asked: a limit stopped the run",
  pending: "not asked yet",
};

/** One row of a run: its thesis with what is missing, or why it has none. */
export function outcomeView(outcome: Outcome, beside: Beside = {}): View {
  const input = outcome.status === "invalid" ? undefined : outcome.asked.request.input;
  const question = typeof input === "string" ? input : undefined;
  const problem = problemPart(outcome);
  if (hasThesis(outcome)) return thesisCard(outcome.result, { question, problem, ...beside });
  return card([questionPart(question), problem], COLOURS.bad);
}

/** The row, and why it is not done; nothing for one that is. */
function problemPart(outcome: Outcome): View | undefined {
  const { status, input: { ticker, row } } = outcome;
  if (status === "done") return undefined;
  const title = `${excerpt(ticker, MAX_NAME) || `row ${row}`}: ${STATUS_WORDS[status]}`;
  const { code = "", message = "" } = errorOf(outcome) ?? {};
  const reason = excerpt([message, code && `(${code})`].filter((part) => part !== "").join(" "), MAX_MESSAGE);
  return {
    text: reason === "" ? title : `${title}\n${reason}`,
    html: html`<h4 style="${TITLE};color:${COLOURS.bad}">✗ ${title}</h4>${
      reason !== "" && html`<p style="margin:4px 0">${reason}</p>`
    }`,
  };
}
