import { blockMarkdown } from "../../protocol/answer_block.ts";
import { modelParagraphs } from "../../protocol/model_paragraphs.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { type CodeExecution, type FunctionCall, isEnd, type Snapshot } from "../../stream/snapshot.ts";
import { excerpt, oneLine } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { activity, callWords, executionWords } from "../answer_lines.ts";
import type { View } from "../lines.ts";
import { duration } from "../progress_line.ts";
import { thesisNotes, verificationNote, warningLines } from "../thesis_view.ts";
import { card, clipped, codeBlock, COLOURS, NOTHING, smallPrint } from "./card.ts";
import { fileList, pictures } from "./card_files.ts";
import { type Beside, modelPart, prosePart, questionPart, thesisParts, warningPart } from "./thesis_card.ts";
import { counted } from "../../text/counted.ts";

const INCOMPLETE: Readonly<Record<"failed" | "truncated" | "aborted" | "timed_out", string>> = {
  failed: "Incomplete answer: the service failed",
  truncated: "Incomplete answer: the connection was cut",
  aborted: "Incomplete answer: stopped",
  timed_out: "Incomplete answer: timed out",
};
/** The text while it grows. */
const GROWING = { lines: 200, columns: 2_000 } as const;
const MAX_MESSAGE = 500;
const GET_FILE = "To get one: await research.file(answer.files[0])";
/** Lines of an answer that stand above its drivers and risks. */
const POINTS_TITLE = /^(?:drivers|risks|key drivers|key risks):?$/i;
const BULLET = /^\s*[-*•]\s+/;

/** The current state of an answer: as it grows in the order of its arrival; once it is over, what matters first. */
export function answerCard(snapshot: Snapshot, beside: Beside = {}): View {
  return isEnd(snapshot.state) ? finishedCard(snapshot, beside) : growingCard(snapshot, beside);
}

function growingCard(snapshot: Snapshot, { question }: Beside): View {
  const now = snapshot.state === "idle" ? "asking" : `${snapshot.text === "" ? activity(snapshot) : "answering"} …`;
  return card([
    questionPart(question),
    stepsView(snapshot, { isOver: false }),
    failedRuns(snapshot),
    snapshot.text === "" ? undefined : prosePart(clipped(snapshot.text, GROWING)),
    smallPrint(now),
  ], COLOURS.plain);
}

function finishedCard(snapshot: Snapshot, beside: Beside): View {
  const { state, response, files } = snapshot;
  const thesis = verifiedThesis(snapshot);
  const failures = failedRuns(snapshot);
  const incomplete = incompletePart(snapshot);
  const warnings = new Set([response?.metadata, thesis?.metadata].flatMap((metadata) => warningLines(metadata ?? {})));
  const text = thesis === undefined ? snapshot.text : textBeside(snapshot.text, thesis);
  const parts = thesis === undefined
    ? [questionPart(beside.question), noThesisPart(snapshot), pictures(beside.files ?? []), failures]
    : thesisParts(thesis, beside, failures);
  const shownFiles = beside.files ?? files.map(({ filename, file_id }) => ({ name: filename ?? file_id }));
  return card([
    incomplete && { ...incomplete, text: "" },
    ...parts,
    modelPart(thesis?.metadata?.language_model),
    text === "" ? undefined : prosePart(text),
    warningPart([...warnings]),
    fileList(shownFiles, shownFiles.length === 0 ? "" : beside.getFile ?? GET_FILE),
    stepsView(snapshot, { isOver: true }),
    incomplete && { ...incomplete, html: NOTHING }, // a terminal is read at its end
    smallPrint(notesOf(snapshot, beside)),
  ], state !== "completed" ? COLOURS.bad : thesis === undefined ? COLOURS.other : COLOURS.plain);
}

/** The thesis of an answer with what the answer says of its verification: a stream says it beside the thesis. */
export function verifiedThesis({ thesis, verification }: Snapshot): ReasoningResult | undefined {
  return thesis && {
    ...thesis,
    metadata: { ...thesis.metadata, verification: thesis.metadata?.verification ?? verification },
  };
}

/** Says that there is no thesis: a refusal, like an unknown company, is no answer. */
function noThesisPart({ state }: Snapshot): View | undefined {
  if (state !== "completed") return undefined;
  return { text: "", html: html`<h3 style="margin:4px 0;font-size:18px;font-weight:600">No thesis</h3>` };
}

function incompletePart({ state, error }: Snapshot): View | undefined {
  if (state === "completed" || state === "idle" || state === "streaming") return undefined;
  const message = error?.message === undefined ? "" : excerpt(error.message, MAX_MESSAGE);
  const words = [INCOMPLETE[state], message].filter((part) => part !== "").join(" · ");
  return { text: words, html: html`<p style="margin:8px 0;color:${COLOURS.bad}"><b>${words}</b></p>` };
}

/** How an answer ended, from which data it is, and the time it took. */
function notesOf(snapshot: Snapshot, { seconds }: Beside): string {
  const { verification, warnings } = snapshot;
  const thesis = verifiedThesis(snapshot);
  return [
    endWords(snapshot),
    thesis === undefined ? verification && verificationNote(verification) : thesisNotes(thesis.metadata ?? {}),
    warnings.length === 0 ? "" : excerpt(`stream: ${warnings.map(oneLine).join(", ")}`, MAX_MESSAGE),
    seconds === undefined ? "" : duration(seconds),
  ].filter((words) => words !== undefined && words !== "").join(" · ");
}

/** Nothing is called complete that lacks a part, or that gives no view and checked nothing. */
function endWords({ state, thesis, verification, response }: Snapshot): string {
  if (state !== "completed") return "";
  if (thesis === undefined && verification === undefined) return "no thesis, and no figure was verified";
  const isIncomplete = response?.metadata?.incomplete ?? thesis?.metadata?.incomplete ?? false;
  return isIncomplete ? "a part is missing, see above" : "complete";
}

/**
 * The text of an answer without what its thesis says in the same words, so that a card says it once.
 * @returns The text, or what is left of it; empty if all of it is in the thesis.
 */
function textBeside(text: string, { agent_thesis, key_drivers, risks, metadata = {} }: ReasoningResult): string {
  const { language_model: model, sections } = metadata;
  const shown = [
    agent_thesis.reasoning.trim(),
    ...(sections?.blocks ?? []).map(blockMarkdown),
    ...model === undefined ? [] : modelParagraphs(model),
  ];
  const rest = shown.filter((part) => part !== "").reduce((left, part) => left.replace(part, () => ""), text);
  const said = new Set([...key_drivers, ...risks].map((line) => line.trim()));
  const left = rest.split("\n").filter((line) => !said.has(line.replace(BULLET, "").trim()));
  const words = left.map((line) => line.trim()).filter((line) => line !== "");
  return words.every((line) => POINTS_TITLE.test(line)) ? "" : left.join("\n").trim();
}

const MAX_ARGUMENTS = 120;
const MAX_WORDS = 200;
const MAX_RESULT = 160;
/** Most steps of a finished answer, and of one that is still growing. */
const MAX_STEPS = { over: 60, growing: 8 } as const;
const MAX_FAILED = 5;
const CODE = { lines: 40, columns: 200 } as const;
const OUTPUT = { lines: 12, columns: 200 } as const;
const LIST = "margin:2px 0;padding-left:24px;font-size:13px";
const SUMMARY = "cursor:pointer;margin:8px 0 2px";

interface Step {
  /** One line. */
  readonly words: string;
  /** Its result in one line, once known. */
  readonly result: string;
  /** Code and output. */
  readonly more?: Html | undefined;
}

/** The steps of an answer: while it grows the last ones, and the code that runs; once it is over all, folded. */
function stepsView({ calls, executions }: Snapshot, { isOver }: { readonly isOver: boolean }): View | undefined {
  const steps = [
    ...calls.map(callStep),
    ...executions.map((run) => runStep(run, { isOpen: isOver ? run.return_code === 0 : run.state !== "finished" })),
  ];
  if (steps.length === 0) return undefined;
  const title = [
    ...calls.length === 0 ? [] : [counted(calls.length, "tool call")],
    ...executions.length === 0 ? [] : [counted(executions.length, "code run")],
  ].join(", ");
  const drawn = list(steps, isOver ? MAX_STEPS.over : MAX_STEPS.growing);
  return {
    text: textOf(steps),
    html: isOver ? html`<details><summary style="${SUMMARY}">${title}</summary>${drawn}</details>` : drawn,
  };
}

/** The code that failed, with what it said. */
function failedRuns({ executions }: Snapshot): View | undefined {
  const failed = executions.filter((run) => run.state === "finished" && run.return_code !== 0);
  if (failed.length === 0) return undefined;
  const shown = failed.slice(0, MAX_FAILED);
  const more = failed.length > shown.length
    ? `… ${counted(failed.length - shown.length, "more code run")} failed.`
    : "";
  return {
    text: [...shown.map((run) => `✗ ${runWords(run)}\n${indented(saidBy(run))}`), more].join("\n").trimEnd(),
    html: html`${shown.map(failure)}${more !== "" && html`<p>${more}</p>`}`,
  };
}

function failure(run: CodeExecution): Html {
  const title = `margin:8px 0 2px;font-weight:600;color:${COLOURS.bad}`;
  return html`<section><h4 style="${title}">✗ ${runWords(run)}</h4>${codeBlock(saidBy(run), "bad")}${
    codeBlock(clipped(run.input, CODE))
  }</section>`;
}

function runWords(run: CodeExecution): string {
  return excerpt(executionWords(run), MAX_WORDS);
}

/** What failed code said; a program may fail in silence. */
function saidBy({ stderr, stdout }: CodeExecution): string {
  return clipped([stderr, stdout].filter((text) => text.trim() !== "").join("\n"), OUTPUT) || "It printed nothing.";
}

function callStep(call: FunctionCall): Step {
  const isOpen = call.complete && call.output === undefined;
  return {
    words: excerpt(callWords(call, MAX_ARGUMENTS), MAX_WORDS) + (isOpen ? " …" : ""),
    result: call.output === undefined ? "" : excerpt(outputText(call.output), MAX_RESULT),
  };
}

function outputText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output) ?? "";
}

function runStep(run: CodeExecution, { isOpen }: { readonly isOpen: boolean }): Step {
  const { input, stdout } = run;
  const code = isOpen && input !== "" ? codeBlock(clipped(input, CODE)) : undefined;
  const output = isOpen && stdout !== "" ? codeBlock(clipped(stdout, OUTPUT)) : undefined;
  return {
    words: runWords(run),
    result: run.return_code === 0 ? excerpt(stdout, MAX_RESULT) : "",
    more: html`${code}${output}`,
  };
}

function list(steps: readonly Step[], most: number): Html {
  const left = Math.max(0, steps.length - most);
  return html`${left > 0 && html`<p style="margin:2px 0">… ${counted(left, "earlier step")}</p>`}<ol start="${
    left + 1
  }" style="${LIST}">${
    steps.slice(left).map(({ words, result, more }) =>
      html`<li><code>${words}</code>${result !== "" && ` → ${result}`}${more}</li>`
    )
  }</ol>`;
}

function textOf(steps: readonly Step[]): string {
  const left = Math.max(0, steps.length - MAX_STEPS.over);
  const shown = steps.slice(left).map(({ words }) => `· ${words}`);
  return [...(left > 0 ? [`… ${counted(left, "earlier step")}`] : []), ...shown].join("\n");
}

function indented(text: string): string {
  return text.split("\n").map((line) => `    ${line}`).join("\n");
}
